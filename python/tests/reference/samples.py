# SPDX-License-Identifier: BSD-3-Clause
"""Samples, their distances and neighbors."""

import numpy as np


def normalizer(samples, kind):
    """Return what is done to every sample, those of the fit and new ones."""
    if kind == "standard":
        mean = samples.mean(axis=0)
        deviation = np.sqrt(((samples - mean) ** 2).mean(axis=0))
        deviation[deviation == 0] = 1
        return lambda X: (X - mean) / deviation
    if kind == "unit":
        return lambda X: np.array([x / np.linalg.norm(x) if np.any(x) else x for x in X])
    return lambda X: X


def merge_equal(samples, labels):
    """Return distinct samples, labeled ones first, their labels, and where each row is among them."""
    kept = []
    position = np.empty(len(labels), int)
    for row in [*np.flatnonzero(labels >= 0), *np.flatnonzero(labels < 0)]:
        equal = [at for at, other in enumerate(kept) if np.array_equal(samples[other], samples[row])]
        position[row] = equal[0] if equal else len(kept)
        if not equal:
            kept.append(row)
    return samples[kept], labels[kept], position


def squared_distances(X, Y):
    return np.array([((x - Y) ** 2).sum(axis=1) for x in X])


def median_squared_distance(X):
    return np.median(squared_distances(X, X)[np.triu_indices(len(X), 1)])


def median_distance(X):
    return np.median(np.sqrt(squared_distances(X, X)[np.triu_indices(len(X), 1)]))


def nearest(x, samples, candidates, n):
    """Return the n of the candidates, ascending rows, that are nearest to x, ties to the smaller row."""
    candidates = np.asarray(candidates, int)
    distances = ((x - samples[candidates]) ** 2).sum(axis=1)
    return candidates[np.argsort(distances, kind="stable")[:n]]
