# SPDX-License-Identifier: BSD-3-Clause
"""The map of radial basis functions."""

import numpy as np

from .samples import squared_distances


class RadialMap:
    """f^k(x) = sum_l c_l^k exp(-||x - a_l||^2 / (s^k)^2), with (Phi^k + ridge I) c^k = y^k."""

    def __init__(self, centers, targets, scales, ridge=0.0):
        self.centers, self.scales = centers, scales
        distances = squared_distances(centers, centers)
        systems = [np.exp(-distances / scale**2) + ridge * np.eye(len(centers)) for scale in scales]
        solved = [np.linalg.solve(system, y) for system, y in zip(systems, targets.T, strict=True)]
        self.coefficients = np.stack(solved, axis=1)

    def __call__(self, samples):
        distances = squared_distances(samples, self.centers)
        columns = zip(self.scales, self.coefficients.T, strict=True)
        return np.stack([np.exp(-distances / scale**2) @ c for scale, c in columns], axis=1)

    def gradient(self, x):
        """Return a row for each dimension."""
        steps = x - self.centers
        distances = (steps**2).sum(axis=1)
        columns = zip(self.scales, self.coefficients.T, strict=True)
        return np.array([-2 / scale**2 * (c * np.exp(-distances / scale**2)) @ steps for scale, c in columns])
