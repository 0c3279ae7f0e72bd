# SPDX-License-Identifier: BSD-3-Clause
"""One table of data sets x labels per class x methods: the mean error of the unlabeled samples over splits.

    python bench/python/automatic_table.py --data DIR --out DIR --sets yale,coil20 --labels 1,5 --splits 10

It answers how near SOSI with its defaults ("auto") comes to the best that could have been chosen. The data
sets are the paper's three, three of digits (at most 200 of each class) and two synthetic ones; every sample has
length 1. In the variant "unequal", half of the classes, another random half in every split, lose five sixths of
their unlabeled samples. All methods see the same labels; more labels include fewer. Cells with labels
for more than half of a class are left out.

Every run is a line of OUT/errors.csv and is never repeated: an interrupted command continues, and two with
different --sets may write at the same time. A run that raises has an empty error, followed by the reason.
Splits are the outermost loop, so that there is a fair table at any time: OUT/table.md, of all there is in
errors.csv, from the splits that all methods of a row have; --table makes it without any run. Its column "best
fixed scale" is the lowest of the mean errors of twelve settings of SOSI, a choice in hindsight.

SVMs have their settings from cross-validation, or C = 10 and the median distance with one label per class.
Self-training needs probabilities, which an SVM takes from a cross-validation of its own: with few labels they
hardly exceed the threshold, and it is the SVM alone; so it is where self-training raises.
"""

import argparse
import time
import warnings
from pathlib import Path

import numpy as np
from error_table import FIELDS, FIXED_MARK, HINDSIGHT, append_line, read_runs, write_table
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import normalize
from sklearn.semi_supervised import LabelSpreading, SelfTrainingClassifier
from sklearn.svm import SVC

from sosi import HarmonicClassifier, SOSIClassifier
from sosi.datasets import make_lambert, make_turntable

# Data sets: samples and classes.


def of_file(path, rows=lambda data: slice(None)):
    data = np.load(path)
    taken = rows(data)
    return data["X"][taken], data["y"][taken]


def twelve_people(data):
    """The people 2..13 in the lights that all of them have."""
    people = (data["y"] >= 2) & (data["y"] <= 13)
    lights = np.stack([data["azimuth"], data["elevation"]], axis=1)
    _, light, count = np.unique(lights[people], axis=0, return_inverse=True, return_counts=True)
    return np.flatnonzero(people)[count[light.ravel()] == 12]


def first_views(data, n=71):
    return np.concatenate([np.flatnonzero(data["y"] == c)[:n] for c in np.unique(data["y"])])


def drawn(data, n=200):
    """At most `n` samples of each class, the same in every run."""
    rng = np.random.default_rng(0)
    return np.concatenate([rng.permutation(np.flatnonzero(data["y"] == c))[:n] for c in np.unique(data["y"])])


SETS = {
    "yale": lambda folder: of_file(folder / "extyaleb_20x17.npz", twelve_people),
    "eth80": lambda folder: of_file(folder / "eth80_20x20.npz", lambda data: data["obj"] == 0),
    "coil20": lambda folder: of_file(folder / "coil20.npz", first_views),
    "digits": lambda folder: of_file(folder / "digits_8x8.npz", drawn),
    "usps": lambda folder: of_file(folder / "usps.npz", drawn),
    "mnist": lambda folder: of_file(folder / "mnist.npz", drawn),
    "lambert": lambda folder: make_lambert(0),
    "turntable": lambda folder: make_turntable(0),
}


def load(name, folder):
    X, truth = SETS[name](folder)
    return normalize(X.reshape(len(X), -1).astype(float)), truth.astype(int)


def draw_split(truth, variant, per_class, split):
    """Return the rows that are there, in their order, and which of these have a label."""
    rng = np.random.default_rng(split)
    members = [rng.permutation(np.flatnonzero(truth == c)) for c in np.unique(truth)]
    labeled = np.concatenate([rows[:per_class] for rows in members])
    unlabeled = [rows[per_class:] for rows in members]
    if variant == "unequal":
        for c in rng.permutation(len(members))[: len(members) // 2]:
            unlabeled[c] = unlabeled[c][: max(2, round(len(unlabeled[c]) / 6))]
    rows = np.sort(np.concatenate([labeled, *unlabeled]))
    return rows, np.isin(rows, labeled)


# Methods: the labels of all samples from those and -1.


def paper_labels(embedding, scale, rounds=10):
    """SOSI without the hyperparameter search, with every option set: the paper's selection and projection."""

    def labels_of(X, y):
        n_classes = len(np.unique(y[y != -1]))
        model = SOSIClassifier(
            embedding=embedding, n_components=n_classes - 1, between_weight=0.01, fisher_epsilon=0.001,
            neighborhood="knn", n_neighbors_within=5, n_neighbors_between=5, heat="auto", scale=scale,
            ridge=0.0, scale_groups=0.0, rounds=rounds, stop_fraction=1.0, selection="confidence",
            max_centers="auto", refit_scale=False, n_neighbors_projection=3, normalize="none", n_jobs=1,
        )  # fmt: skip
        return model.fit(X, y).transduction_

    return labels_of


def neighbor_labels(X, y):
    return KNeighborsClassifier(1).fit(X[y != -1], y[y != -1]).predict(X)


def svm_labels(X, y):
    known, classes = X[y != -1], y[y != -1]
    distances = pairwise_distances(known, metric="sqeuclidean")
    gamma = 1 / np.median(distances[np.triu_indices(len(known), 1)])
    n_folds = min(5, np.bincount(classes)[np.unique(classes)].min())
    if n_folds < 2:
        return SVC(C=10, gamma=gamma).fit(known, classes).predict(X)
    grid = {"C": [1, 10, 100, 1000], "gamma": [gamma * factor for factor in (1 / 16, 1 / 4, 1, 4, 16)]}
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=0)
    return GridSearchCV(SVC(), grid, cv=folds).fit(known, classes).predict(X)


def self_training_labels(X, y):
    try:
        base = SVC(probability=True, gamma="scale", random_state=0)
        return SelfTrainingClassifier(base).fit(X, y).predict(X)
    except ValueError:
        return SVC(gamma="scale").fit(X[y != -1], y[y != -1]).predict(X)


METHODS = {
    "auto": lambda X, y: SOSIClassifier(n_jobs=1).fit(X, y).transduction_,
    "sosi-laplacian": paper_labels("laplacian", "loo"),
    "sosi-fisher": paper_labels("fisher", "loo"),
    **{
        f"{embedding}{FIXED_MARK}{scale}": paper_labels(embedding, scale)
        for embedding in ("fisher", "laplacian")
        for scale in (0.3, 0.5, 0.7, 1.0, 1.4, 2.0)
    },
    "rbf": paper_labels("fisher", "loo", rounds=1),
    "nn": neighbor_labels,
    "svm-gaussian": svm_labels,
    "harmonic": lambda X, y: HarmonicClassifier(n_jobs=1).fit(X, y).transduction_,
    "self-training": self_training_labels,
    "label-spreading": lambda X, y: LabelSpreading(kernel="knn").fit(X, y).transduction_,
    "label-spreading-rbf": lambda X, y: LabelSpreading().fit(X, y).transduction_,
}


# Runs, kept in a file.


def measure(method, X, truth, is_labeled):
    """Return the error, the seconds, and why there is no error."""
    y = np.where(is_labeled, truth, -1)
    start = time.perf_counter()
    try:
        found = METHODS[method](X, y)
    except Exception as error:  # one run must not end the others
        return "", f"{time.perf_counter() - start:.3f}", " ".join(f"{type(error).__name__}: {error}".split())
    seconds = time.perf_counter() - start
    return f"{np.mean(found[~is_labeled] != truth[~is_labeled]):.6f}", f"{seconds:.3f}", ""


def run_all(flags, path):
    done = read_runs(path)
    data = {name: load(name, flags.data) for name in flags.sets}
    for split in range(flags.splits):
        for name, (X, truth) in data.items():
            largest = np.unique(truth, return_counts=True)[1].min() // 2
            for variant in flags.variants:
                for labels in (n for n in flags.labels if n <= largest):
                    rows, is_labeled = draw_split(truth, variant, labels, split)
                    for method in flags.methods:
                        if (name, variant, labels, method, split) in done:
                            continue
                        measured = measure(method, X[rows], truth[rows], is_labeled)
                        append_line(path, (name, variant, labels, method, split, *measured))
            print(f"split {split}: {name} at {time.strftime('%H:%M:%S')}", flush=True)


def list_of(known):
    """Return a parser of names separated by commas."""

    def parse(text):
        names = text.split(",")
        if wrong := [name for name in names if name not in known]:
            raise argparse.ArgumentTypeError(f"{', '.join(wrong)}: must be of {', '.join(known)}")
        return names

    return parse


def counts(text):
    return [int(count) for count in text.split(",")]


def main():
    variants = ["equal", "unequal"]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the .npz of the data sets")
    parser.add_argument("--out", type=Path, required=True, help="folder for errors.csv and table.md")
    parser.add_argument("--sets", type=list_of(SETS), default=list(SETS), help=",".join(SETS))
    parser.add_argument("--variants", type=list_of(variants), default=variants, help=",".join(variants))
    parser.add_argument("--labels", type=counts, default=[1, 3, 5, 10, 20], help="labels of each class")
    parser.add_argument("--methods", type=list_of(METHODS), default=list(METHODS), help=",".join(METHODS))
    parser.add_argument("--splits", type=int, default=10)
    parser.add_argument("--table", action="store_true", help="only make the table of the runs there are")
    flags = parser.parse_args()
    warnings.simplefilter("ignore")  # of methods that do not converge; their errors tell
    flags.out.mkdir(parents=True, exist_ok=True)
    path = flags.out / "errors.csv"
    if not path.exists():
        append_line(path, FIELDS)
    if not flags.table:
        run_all(flags, path)
    write_table(flags.out / "table.md", read_runs(path), [*SETS, *METHODS, HINDSIGHT])


if __name__ == "__main__":
    main()
