# SPDX-License-Identifier: BSD-3-Clause
"""Class graphs on the labeled samples, and the embeddings made from them."""

import numpy as np
from scipy.linalg import eigh

from .samples import median_squared_distance, nearest, squared_distances


def class_graphs(samples, classes, options):
    """Return the weights of the edges within the classes, and of those between them."""
    n = len(samples)
    heat = median_squared_distance(samples) if options.heat is None else options.heat
    similarity = np.exp(-squared_distances(samples, samples) / heat)
    within, between = np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        same = [j for j in range(n) if j != i and classes[j] == classes[i]]
        other = [j for j in range(n) if classes[j] != classes[i]]
        if options.neighborhood == "adaptive":
            mean = similarity[i].mean()
            same = [j for j in same if similarity[i, j] > mean]
            other = [j for j in other if similarity[i, j] > mean]
        else:
            same = nearest(samples[i], samples, same, options.n_neighbors_within)
            other = nearest(samples[i], samples, other, options.n_neighbors_between)
        for j in same:
            within[i, j] = within[j, i] = similarity[i, j]
        for j in other:
            between[i, j] = between[j, i] = similarity[i, j]
    return within, between


def laplacian(weights):
    return np.diag(weights.sum(axis=1)) - weights


def with_fixed_signs(vectors):
    """Make each column's entry of largest magnitude positive."""
    largest = np.abs(vectors).argmax(axis=0)
    return vectors * np.sign(vectors[largest, np.arange(vectors.shape[1])])


def laplacian_embedding(within, between, n_components, between_weight):
    """Solve (L_w - mu L_b) z = lambda D_w z: the smallest lambda and their z, without the constant vector."""
    degrees = within.sum(axis=1)
    degrees[degrees == 0] = 1e-6 * (degrees.mean() if degrees.any() else 1.0)
    values, vectors = eigh(laplacian(within) - between_weight * laplacian(between), np.diag(degrees))
    cosines = np.abs(degrees @ vectors) / np.sqrt(degrees.sum())  # with the constant vector, in D_w
    constant = cosines.argmax()
    assert cosines[constant] > 1 - 1e-6, "the constant vector is mixed with another"
    kept = [k for k in range(len(values)) if k != constant][:n_components]
    return values[kept], with_fixed_signs(vectors[:, kept])


def fisher_embedding(within, between, n_components, fisher_epsilon):
    """Solve L_b z = lambda (L_w + eps tr(L_w)/N I) z: the largest lambda and their z."""
    n = len(within)
    ridge = fisher_epsilon * (np.trace(laplacian(within)) / n if within.any() else 1.0)
    values, vectors = eigh(laplacian(between), laplacian(within) + ridge * np.eye(n))
    return values[::-1][:n_components], with_fixed_signs(vectors[:, ::-1][:, :n_components])


def embed(samples, classes, options):
    """Return the eigenvalues, and the embedding of the labeled samples."""
    graphs = class_graphs(samples, classes, options)
    n_components = options.n_components or len(set(classes)) - 1
    if options.embedding == "laplacian":
        return laplacian_embedding(*graphs, n_components, options.between_weight)
    return fisher_embedding(*graphs, n_components, options.fisher_epsilon)
