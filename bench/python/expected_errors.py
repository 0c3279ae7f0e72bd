# SPDX-License-Identifier: BSD-3-Clause
"""The error that fits with default options expect, against their real error: a line per data set.

    python bench/python/expected_errors.py --data DIR --splits 8 --processes 2

The data sets are those of automatic_table.py, deep features, scenes, three of scikit-learn's tables, overlapping
Gaussians, and pairs of classes 1 : 4, each class several digits. Columns: fits; mean error and mean expected
error in %; how often the real error is in the reported interval, below it and above it; how often it is within
5 points of the expected one; the mean width of the interval in points.
"""

import argparse
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
from automatic_table import SETS as TABLE_SETS
from automatic_table import draw_split, drawn, of_file
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.preprocessing import normalize

from sosi import SOSIClassifier

LABELS = (3, 5, 10, 20)


def table(loader):
    """Without equal rows."""
    X, y = loader(return_X_y=True)
    rows = np.sort(np.unique(X, axis=0, return_index=True)[1])
    return X[rows], y[rows]


def gaussians(distance, n_features, n_classes, n):
    rng = np.random.default_rng(0)
    centers = distance * normalize(rng.normal(size=(n_classes, n_features)))
    y = np.repeat(np.arange(n_classes), n)
    return centers[y] + rng.normal(size=(len(y), n_features)), y


def two_classes(path, digits, n):
    """`n` samples of some digits, four times as many of the others."""
    X, y = of_file(path)
    rng = np.random.default_rng(0)
    is_first = np.isin(y, digits)
    rows = np.concatenate([rng.permutation(np.flatnonzero(w))[:m] for w, m in ((is_first, n), (~is_first, 4 * n))])
    return X[rows], is_first[rows].astype(int)


UNIT_SETS = {
    **TABLE_SETS,
    "eth80-all": lambda folder: of_file(folder / "eth80_20x20.npz", lambda data: drawn(data, 120)),
    "webcam": lambda folder: of_file(folder / "webcam_googlenet.npz"),
    "scene15": lambda folder: of_file(folder / "scene15_119.npz", lambda data: drawn(data, 100)),
    "usps-03": lambda folder: two_classes(folder / "usps.npz", [0, 3], 80),
    "usps-147": lambda folder: two_classes(folder / "usps.npz", [1, 4, 7], 80),
    "usps-8": lambda folder: two_classes(folder / "usps.npz", [8], 150),
    "digits-25": lambda folder: two_classes(folder / "digits_8x8.npz", [2, 5], 80),
    "mnist-09": lambda folder: two_classes(folder / "mnist.npz", [0, 9], 200),
}
OTHER_SETS = {
    "wine": lambda folder: table(load_wine),
    "breast cancer": lambda folder: table(load_breast_cancer),
    "iris": lambda folder: table(load_iris),
    "gaussians-5": lambda folder: gaussians(5, 20, 5, 100),
    "gaussians-3": lambda folder: gaussians(3, 10, 4, 150),
    "gaussians-1.5": lambda folder: gaussians(1.5, 10, 3, 150),
}


@cache
def load(name, folder):
    X, truth = (UNIT_SETS | OTHER_SETS)[name](folder)
    X = X.reshape(len(X), -1).astype(float)
    return (normalize(X) if name in UNIT_SETS else X), truth.astype(int)


def run(task):
    """Return the real error, the expected one and its interval."""
    name, folder, variant, labels, split = task
    X, truth = load(name, folder)
    rows, is_labeled = draw_split(truth, variant, labels, split)
    y = np.where(is_labeled, truth[rows], -1)
    model = SOSIClassifier(n_jobs=1).fit(X[rows], y)
    error = np.mean(model.transduction_[~is_labeled] != truth[rows][~is_labeled])
    return name, error, model.expected_error_, *model.expected_error_interval_


def tasks(folder, splits):
    for name in UNIT_SETS | OTHER_SETS:
        counts = np.unique(load(name, folder)[1], return_counts=True)[1]
        variants = ("equal", "unequal") if counts.max() < 4 * counts.min() else ("equal",)
        for variant in variants:
            for labels in LABELS:
                if labels <= counts.min() // 2:
                    yield from ((name, folder, variant, labels, split) for split in range(splits))


def line(name, results):
    error, expected, low, high = np.array(results).T
    shares = [(error >= low) & (error <= high), error < low, error > high, abs(error - expected) <= 0.05]
    values = [error, expected, *shares, high - low]
    return f"{name:14s} {len(results):5d} " + " ".join(f"{100 * np.mean(value):8.1f}" for value in values)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the .npz of the data sets")
    parser.add_argument("--splits", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2)
    flags = parser.parse_args()
    found = defaultdict(list)
    with ProcessPoolExecutor(flags.processes) as pool:
        for name, *result in pool.map(run, tasks(flags.data, flags.splits)):
            found[name].append(result)
    print(f"{'set':14s}  fits    error expected   inside    below    above within 5    width")
    for name, results in found.items():
        print(line(name, results))
    print(line("all", [result for results in found.values() for result in results]))


if __name__ == "__main__":
    main()
