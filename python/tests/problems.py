# SPDX-License-Identifier: BSD-3-Clause
"""Small problems on which the library is compared with the reference."""

from dataclasses import asdict
from functools import cache

import numpy as np

from sosi.datasets import make_lambert, make_turntable

TOLERANCE = 1e-8
NAMES = np.array([2, 3, 5, 7, 11])  # of the classes, for the library


def assert_close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * np.abs(expected).max())


def knobs(options):
    """Return the library's parameters for options of the reference."""
    return {name: "auto" if value is None else value for name, value in asdict(options).items()}


class Problem:
    """Samples in random order with some labels: classes from 0 as codes, names as y; and new samples."""

    def __init__(self, X, truth, labels_per_class, scale=0.4, n_new=7):
        self.scale = scale
        order = np.random.default_rng(len(X)).permutation(len(X))
        X, truth = X[order], truth[order]
        self.new, self.X, truth = X[:n_new], X[n_new:], truth[n_new:]
        self.codes = np.full(len(truth), -1)
        for c, n in enumerate(np.broadcast_to(labels_per_class, truth.max() + 1)):
            self.codes[np.flatnonzero(truth == c)[:n]] = c
        self.y = np.where(self.codes == -1, -1, NAMES[self.codes])

    @property
    def labeled(self):
        return self.X[self.codes >= 0]

    @property
    def classes(self):
        return self.codes[self.codes >= 0]


def random_curves(n_classes, n_each, n_features, seed):
    """Return points near random closed curves, one a class, and the classes."""
    rng = np.random.default_rng(seed)
    classes = np.repeat(np.arange(n_classes), n_each)
    X = 0.05 * rng.normal(size=(len(classes), n_features))
    for c in range(n_classes):
        t = rng.uniform(0, 2 * np.pi, n_each)
        waves = np.stack([np.ones(n_each), np.cos(t), np.sin(t), np.cos(2 * t), np.sin(2 * t)], axis=1)
        X[classes == c] += waves @ rng.normal(size=(5, n_features))
    return X, classes


def images(made, n_classes, step):
    """Return every step-th image of the first classes, a row of every other pixel each, and the classes."""
    pictures, classes = made
    kept = np.flatnonzero(classes < n_classes)[::step]
    return pictures[kept, ::2, ::2].reshape(len(kept), -1), classes[kept]


@cache
def make_problem(name):
    """Return one of the problems; names are those of PROBLEMS."""
    return {
        "curves": lambda: Problem(*random_curves(4, 18, 6, seed=1), labels_per_class=5),
        "plane": lambda: Problem(*random_curves(3, 20, 2, seed=2), labels_per_class=5, scale=0.12),
        "unequal": lambda: Problem(*random_curves(4, 18, 9, seed=3), labels_per_class=[1, 3, 7, 5]),
        "lambert": lambda: Problem(*images(make_lambert(), 5, 4), labels_per_class=4),
        "turntable": lambda: Problem(*images(make_turntable(3), 4, 5), labels_per_class=[5, 4, 3, 6]),
    }[name]()


PROBLEMS = ("curves", "plane", "unequal", "lambert", "turntable")
