# SPDX-License-Identifier: BSD-3-Clause
"""The fit as one would write it with NumPy and SciPy: what the compiled library is measured against.

Reads FOLDER/problem.json, samples.npy, labels.npy (-1: unlabeled) and expected.npy, the library's labels;
prints the seconds of the fit, the median of the repeats, and the share of equal labels as JSON.
"""
import itertools
import json
import statistics
import sys
import time

import numpy as np
import scipy
from scipy.linalg import cho_factor, cho_solve, eigh
from scipy.spatial.distance import cdist


def squared_distances(samples):
    """By one matrix product."""
    squares = np.einsum("ij,ij->i", samples, samples)
    distances = squares[:, None] + squares[None, :] - 2.0 * (samples @ samples.T)
    np.fill_diagonal(distances, 0.0)
    return np.maximum(distances, 0.0, out=distances)


def class_graph(distances, allowed, n_neighbors, heat):
    """Joins i and j when either is among the other's nearest allowed ones."""
    masked = np.where(allowed, distances, np.inf)
    nearest = np.argsort(masked, axis=1, kind="stable")[:, :n_neighbors]
    joined = np.zeros(distances.shape, bool)
    np.put_along_axis(joined, nearest, True, axis=1)
    joined &= allowed
    return np.where(joined | joined.T, np.exp(-distances / heat), 0.0)


def laplacian_embedding(distances, classes, n_components, between_weight=0.01):
    """The smallest eigenvectors of (L_w - mu L_b) z = lambda D_w z without the constant one."""
    n = len(classes)
    heat = np.median(distances[np.tril_indices(n, -1)])
    same = classes[:, None] == classes[None, :]
    within = class_graph(distances, same & ~np.eye(n, dtype=bool), 5, heat)
    between = class_graph(distances, ~same, 5, heat)
    degree = within.sum(axis=1)
    laplacian = np.diag(degree) - within - between_weight * (np.diag(between.sum(axis=1)) - between)
    root = np.sqrt(degree)
    scaled = laplacian / np.outer(root, root)
    constant = root / np.linalg.norm(root)
    scaled += 2.0 * np.abs(scaled).sum(axis=1).max() * np.outer(constant, constant)
    vectors = eigh(scaled, subset_by_index=[0, n_components - 1])[1] / root[:, None]
    return vectors * np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(n_components)])


def hull_weights(products):
    """Weights of the points of convex hulls nearest to 0, from products (cases, n, n): the best of all faces."""
    n_cases, n, _ = products.shape
    best, weights = np.full(n_cases, np.inf), np.zeros((n_cases, n))
    for size in range(1, n + 1):
        for face in itertools.combinations(range(n), size):
            system = products[:, face][:, :, face]
            system = system / np.maximum(system[:, range(size), range(size)].max(axis=1), 1e-300)[:, None, None]
            solution = np.linalg.solve(system + 1.0, np.ones((n_cases, size, 1)))[:, :, 0]
            solution /= solution.sum(axis=1, keepdims=True)
            on_face = np.zeros((n_cases, n))
            on_face[:, face] = solution
            value = np.einsum("ca,cab,cb->c", on_face, products, on_face)
            better = (solution >= 0).all(axis=1) & (value < best)
            best[better], weights[better] = value[better], on_face[better]
    return weights


def projections(distances, n_labeled, classes, predicted, embedding, n_neighbors=3):
    """Where unlabeled samples land on the manifolds of the classes they were given."""
    to_labeled = np.where(classes[None, :] == predicted[:, None], distances[n_labeled:, :n_labeled], np.inf)
    nearest = np.argsort(to_labeled, axis=1, kind="stable")[:, :n_neighbors]
    to_nearest = np.take_along_axis(to_labeled, nearest, axis=1)
    among = distances[nearest[:, :, None], nearest[:, None, :]]
    products = 0.5 * (to_nearest[:, :, None] + to_nearest[:, None, :] - among)
    return np.einsum("ia,iak->ik", hull_weights(products), embedding[nearest])


def nearest_embedding(values, embedding, classes):
    distances = cdist(values, embedding)
    nearest = distances.argmin(axis=1)
    predicted = classes[nearest]
    other = np.where(classes[None, :] == predicted[:, None], np.inf, distances).min(axis=1)
    return predicted, other / distances[np.arange(len(values)), nearest]


def fit(samples, labels, n_components, rounds, scales):
    known = labels >= 0
    order = np.concatenate([np.flatnonzero(known), np.flatnonzero(~known)])
    samples, classes, n_labeled = samples[order], labels[known], int(known.sum())
    n_unlabeled = len(labels) - n_labeled
    distances = squared_distances(samples)
    embedding = laplacian_embedding(distances[:n_labeled, :n_labeled], classes, n_components)
    median = np.median(np.sqrt(distances[:n_labeled, :n_labeled][np.tril_indices(n_labeled, -1)]))
    chosen = np.array([], int)
    for number in range(rounds):
        targets = embedding
        if number > 0:
            n_chosen = int(np.floor(number / (rounds - 1) * n_unlabeled + 0.5))
            chosen = np.argsort(-confidence, kind="stable")[:n_chosen]
            landed = projections(distances, n_labeled, classes, predicted, embedding)
            targets = np.vstack([embedding, landed[chosen]])
        centers = np.concatenate([np.arange(n_labeled), n_labeled + chosen])
        values = np.empty((n_unlabeled, n_components))
        for k, scale in enumerate(median * np.asarray(scales)):
            kernel = np.exp(-distances[:, centers] / scale**2)
            factor = cho_factor(kernel[centers], lower=True, overwrite_a=True, check_finite=False)
            values[:, k] = kernel[n_labeled:] @ cho_solve(factor, targets[:, k], check_finite=False)
        predicted, confidence = nearest_embedding(values, embedding, classes)
    result = labels.copy()
    result[order[n_labeled:]] = predicted
    return result


def main():
    folder = sys.argv[1]
    with open(folder + "/problem.json", encoding="utf-8") as file:
        problem = json.load(file)
    samples = np.load(folder + "/samples.npy")
    labels = np.load(folder + "/labels.npy").ravel().astype(int)
    expected = np.load(folder + "/expected.npy").ravel().astype(int)
    seconds = []
    for _ in range(problem["repeats"]):
        start = time.perf_counter()
        found = fit(samples, labels, problem["n_components"], problem["rounds"], problem["scales"])
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": statistics.median(seconds), "agreement": float((found == expected).mean()),
                      "versions": f"NumPy {np.__version__}, SciPy {scipy.__version__}"}))


if __name__ == "__main__":
    main()
