# SPDX-License-Identifier: BSD-3-Clause
"""Other extensions of an embedding, and the harmonic function."""

import numpy as np

from .embeddings import laplacian
from .samples import nearest


def lle(x, samples, embedding, n_neighbors, regularization):
    """Apply the signed weights that reconstruct x from its nearest samples to their embeddings."""
    members = nearest(x, samples, range(len(samples)), n_neighbors)
    n = len(members)
    steps = x - samples[members]
    gram = steps @ steps.T
    weights = np.linalg.solve(gram + regularization * np.trace(gram) / n * np.eye(n), np.ones(n))
    return weights / weights.sum() @ embedding[members]


def nystrom(x, samples, embedding, heat):
    """Return the mean of all embeddings, weighted by similarity."""
    weights = np.exp(-((x - samples) ** 2).sum(axis=1) / heat)
    return weights @ embedding / weights.sum()


def harmonic(samples, labels, n_neighbors, heat, mass_normalization=False):
    """Return the probabilities of the classes, by L_uu F = W_ul H on the graph of nearest neighbors."""
    n = len(samples)
    weights = np.zeros((n, n))
    for i in range(n):
        for j in nearest(samples[i], samples, [j for j in range(n) if j != i], n_neighbors):
            weights[i, j] = weights[j, i] = np.exp(-((samples[i] - samples[j]) ** 2).sum() / heat)
    known = labels >= 0
    probabilities = np.eye(labels.max() + 1)[labels]  # right for those with a label
    system = laplacian(weights)[np.ix_(~known, ~known)]
    F = np.linalg.solve(system, weights[np.ix_(~known, known)] @ probabilities[known])
    if mass_normalization:
        F *= np.bincount(labels[known]) / F.sum(axis=0)
    probabilities[~known] = F / F.sum(axis=1, keepdims=True)
    return probabilities


def harmonic_extension(x, samples, probabilities, n_neighbors, heat):
    """Return the mean over the nearest samples, with the weights of the graph."""
    members = nearest(x, samples, range(len(samples)), n_neighbors)
    return nystrom(x, samples[members], probabilities[members], heat)
