# SPDX-License-Identifier: BSD-3-Clause
"""The embedding that is learned with the scale of its map, by explicit inverses."""

import numpy as np
from scipy.linalg import eigh, null_space

from .embeddings import class_graphs, laplacian, with_fixed_signs
from .samples import median_distance, squared_distances

GRID = 0.1 * 60 ** (np.arange(12) / 11)


class SmoothEmbedding:
    def __init__(self, samples, classes, options, n_components, coefficient_weight=1e-4, scale_weight=0.01):
        within, between = class_graphs(samples, classes, options)
        self.form = laplacian(within) / within.sum(axis=1).mean()
        self.form -= options.between_weight * laplacian(between) / between.sum(axis=1).mean()
        self.squares = squared_distances(samples, samples)
        self.unit = median_distance(samples)
        self.n_components = n_components
        self.weights = coefficient_weight, scale_weight

    def kernel(self, scale):
        return np.exp(-self.squares / scale**2)

    def at(self, scale):
        """Return the objective and the embedding at a scale."""
        inverse = np.linalg.inv(self.kernel(scale))
        form = self.form + self.weights[0] * inverse @ inverse
        basis = null_space(np.ones((1, len(form))))  # vectors of sum 0
        values, vectors = eigh(basis.T @ form @ basis)
        penalty = self.weights[1] * self.n_components * (self.unit / scale) ** 2
        kept = slice(self.n_components)
        return values[kept].sum() + penalty, with_fixed_signs(basis @ vectors[:, kept])
