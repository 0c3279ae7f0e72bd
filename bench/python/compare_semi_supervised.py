# SPDX-License-Identifier: BSD-3-Clause
"""SOSI beside scikit-learn's semi-supervised classifiers and supervised UMAP: error and processor time.

    python bench/python/compare_semi_supervised.py usps.npz --per-class 10 --samples 3000

Without a file, scikit-learn's digits are used. Every method gets the same samples, of length 1, and the same
labels; the error is that of the labels of the unlabeled samples. Seconds are those of the processor, summed
over threads, so that other load hardly matters. Both are means over the splits.
"""

import argparse
import time

import numpy as np
from sklearn.datasets import load_digits
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import normalize
from sklearn.semi_supervised import LabelPropagation, LabelSpreading, SelfTrainingClassifier
from sklearn.svm import SVC

from sosi import HarmonicClassifier, SOSIClassifier


def umap_labels(X, y):
    """Label by the nearest labeled sample in a UMAP that knows the labels."""
    from umap import UMAP

    places = UMAP(random_state=0).fit_transform(X, y)
    return KNeighborsClassifier(1).fit(places[y != -1], y[y != -1]).predict(places)


def self_training_labels(X, y):
    return SelfTrainingClassifier(SVC(probability=True, gamma="scale")).fit(X, y).predict(X)


METHODS = {
    "SOSIClassifier": lambda X, y: SOSIClassifier(n_jobs=-1).fit(X, y).transduction_,
    "HarmonicClassifier": lambda X, y: HarmonicClassifier(n_jobs=-1).fit(X, y).transduction_,
    "SelfTrainingClassifier(SVC)": self_training_labels,
    "LabelSpreading(knn)": lambda X, y: LabelSpreading(kernel="knn").fit(X, y).transduction_,
    "LabelSpreading(rbf)": lambda X, y: LabelSpreading().fit(X, y).transduction_,
    "LabelPropagation(knn)": lambda X, y: (
        LabelPropagation(kernel="knn", max_iter=3000).fit(X, y).transduction_
    ),
    "LabelPropagation(rbf)": lambda X, y: LabelPropagation(max_iter=3000).fit(X, y).transduction_,
    "umap-learn (supervised) + 1-NN": umap_labels,
}


def hide(truth, per_class, rng):
    """Keep the labels of some samples of each class."""
    y = np.full(len(truth), -1)
    for label in np.unique(truth):
        kept = rng.choice(np.flatnonzero(truth == label), per_class, replace=False)
        y[kept] = label
    return y


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", help=".npz with X and y; scikit-learn's digits without one")
    parser.add_argument("--per-class", type=int, default=10, help="labels of each class")
    parser.add_argument("--samples", type=int, default=3000, help="most samples taken of the file")
    parser.add_argument("--splits", type=int, default=3)
    flags = parser.parse_args()
    data = np.load(flags.file) if flags.file else load_digits()
    X, truth = (data["X"], data["y"]) if flags.file else (data.data, data.target)
    taken = np.random.default_rng(0).permutation(len(X))[: flags.samples]
    X = normalize(X[taken].reshape(len(taken), -1).astype(float))
    truth = truth[taken].astype(int)
    print(f"{len(X)} samples, {flags.per_class} labels per class, {flags.splits} splits\n")
    print("| method | error | processor seconds |\n|---|---|---|")
    for name, labels_of in METHODS.items():
        errors, seconds = [], []
        for split in range(flags.splits):
            y = hide(truth, flags.per_class, np.random.default_rng(split))
            start = time.process_time()
            found = labels_of(X, y)
            seconds.append(time.process_time() - start)
            errors.append(np.mean(found[y == -1] != truth[y == -1]))
        print(
            f"| {name} | {np.mean(errors):.1%} ± {np.std(errors):.1%} | {np.mean(seconds):.1f} |", flush=True
        )


if __name__ == "__main__":
    main()
