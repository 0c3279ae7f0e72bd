# SPDX-License-Identifier: BSD-3-Clause
"""Linear embeddings of the labeled samples, by dense matrices and the formulas of their papers."""

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

from .embeddings import laplacian, with_fixed_signs
from .samples import nearest, squared_distances


class Range:
    """Centered samples X = Z V^T in an orthonormal basis of what they span."""

    def __init__(self, samples):
        self.centered = samples - samples.mean(axis=0)
        left, lengths, right = np.linalg.svd(self.centered, full_matrices=False)
        rank = np.sum(lengths > 1e-6 * lengths[0])
        self.Z = left[:, :rank] * lengths[:rank]
        self.V = right[:rank].T

    def embed(self, directions):
        return with_fixed_signs(self.Z @ directions)


def ridged(constraint, ridge):
    mean = np.trace(constraint) / len(constraint)
    return constraint + ridge * (mean if mean > 0 else 1.0) * np.eye(len(constraint))


def neighbor_weights(samples, n_neighbors, heat):
    """Return exp(-squared distance/heat) where either sample is among the nearest of the other.

    With n_neighbors None there are five, and the edges of the minimum spanning tree that connect parts.
    """
    n = len(samples)
    squares = squared_distances(samples, samples)
    joined = np.zeros((n, n), bool)
    for i in range(n):
        for j in nearest(samples[i], samples, [j for j in range(n) if j != i], n_neighbors or 5):
            joined[i, j] = joined[j, i] = True
    tree = minimum_spanning_tree(squares)
    edges = sorted(zip(tree.data, *tree.nonzero(), strict=True)) if n_neighbors is None else []
    for _, i, j in edges:
        part = connected_components(joined)[1]
        if part[i] != part[j]:
            joined[i, j] = joined[j, i] = True
    return np.where(joined, np.exp(-squares / heat), 0.0)


def smallest(samples, objective, constraint, ridge, n_components):
    """Minimize tr(Y^T A Y) under Y^T B Y = I among Y = Z W."""
    range_ = Range(samples)
    Z = range_.Z
    _, directions = eigh(Z.T @ objective @ Z, ridged(Z.T @ constraint @ Z, ridge))
    return range_.embed(directions[:, :n_components])


def largest(samples, objective, constraint, ridge, n_components):
    """Maximize z^T A z / z^T B z among z = Z w."""
    range_ = Range(samples)
    Z = range_.Z
    _, directions = eigh(Z.T @ objective @ Z, ridged(Z.T @ constraint @ Z, ridge))
    return range_.embed(directions[:, ::-1][:, :n_components])


def olpp(samples, weights, ridge, n_components):
    """Return the recursion of Cai et al. (2006) for orthogonal directions, with their explicit inverses."""
    range_ = Range(samples)
    Z = range_.Z
    inverse = np.linalg.inv(ridged(Z.T @ np.diag(weights.sum(axis=1)) @ Z, ridge))
    objective = Z.T @ laplacian(weights) @ Z
    directions = np.zeros((Z.shape[1], 0))
    while directions.shape[1] < n_components:
        A = directions
        middle = A @ np.linalg.inv(A.T @ inverse @ A) @ A.T if A.size else np.zeros_like(inverse)
        values, vectors = np.linalg.eig((np.eye(len(inverse)) - inverse @ middle) @ inverse @ objective)
        # Excluded directions have eigenvalue 0: the least of the others counts.
        order = np.argsort(values.real)[directions.shape[1] :]
        found = vectors[:, order[0]].real
        directions = np.column_stack([directions, found / np.linalg.norm(found)])
    return range_.embed(directions)


def discriminant_scatters(samples, classes):
    """Return the forms A and B of z^T A z between classes and z^T B z within them."""
    n = len(samples)
    same = classes[:, None] == classes
    average = same / same.sum(axis=1)
    divisor = max(n - len(set(classes)), 1)
    overall = np.full((n, n), 1 / n)
    return (average - overall) / divisor, (np.eye(n) - average) / divisor


def marginal_graphs(samples, classes, n_neighbors, n_pairs):
    """Return the penalty graph and the intrinsic graph of Yan et al. (2007)."""
    n = len(samples)
    penalty, intrinsic = np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        same = [j for j in range(n) if j != i and classes[j] == classes[i]]
        for j in nearest(samples[i], samples, same, n_neighbors):
            intrinsic[i, j] = intrinsic[j, i] = 1
    for c in set(classes):
        pairs = [
            (((samples[i] - samples[j]) ** 2).sum(), i, j)
            for i in np.flatnonzero(classes == c)
            for j in np.flatnonzero(classes != c)
        ]
        for _, i, j in sorted(pairs)[:n_pairs]:
            penalty[i, j] = penalty[j, i] = 1
    return penalty, intrinsic


def local_fisher_weights(samples, classes, n_neighbors):
    """Return W_b and W_w of Sugiyama (2007), entry by entry."""
    n = len(samples)
    squares = squared_distances(samples, samples)
    scale = np.ones(n)
    for i in range(n):
        own = np.sort(squares[i, classes == classes[i]])
        scale[i] = np.sqrt(own[min(n_neighbors, len(own) - 1)]) or 1.0
    between, within = np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        n_class = np.sum(classes == classes[i])
        for j in range(n):
            affinity = np.exp(-squares[i, j] / (scale[i] * scale[j]))
            if classes[i] == classes[j]:
                between[i, j] = affinity * (1 / n - 1 / n_class)
                within[i, j] = affinity / n_class
            else:
                between[i, j] = 1 / n
    return between, within


def lfda(samples, classes, n_neighbors, ridge, n_components):
    range_ = Range(samples)
    Z = range_.Z
    between, within = local_fisher_weights(samples, classes, n_neighbors)
    values, directions = eigh(Z.T @ laplacian(between) @ Z, ridged(Z.T @ laplacian(within) @ Z, ridge))
    return range_.embed((directions * np.sqrt(np.maximum(values, 0)))[:, ::-1][:, :n_components])
