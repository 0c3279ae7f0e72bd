# SPDX-License-Identifier: BSD-3-Clause
"""The table of automatic_table.py, and the file of runs that it is made from."""

import csv
from collections import defaultdict

import numpy as np

FIELDS = ("set", "variant", "labels", "method", "split", "error", "seconds", "reason")
FIXED_MARK = "@"  # in the names of methods with a scale of their own
HINDSIGHT = "best fixed scale"
TOLERANCE = 1.05  # times the best error, and a method counts as as good


def read_runs(path):
    """Return the file's lines by set, variant, labels, method and split."""
    with open(path, newline="") as file:
        lines = [line for line in csv.DictReader(file, FIELDS) if line["set"] != "set"]
    return {
        (line["set"], line["variant"], int(line["labels"]), line["method"], int(line["split"])): line
        for line in lines
    }


def append_line(path, values):
    """Add a line in one piece, whoever else is writing."""
    with open(path, "a", newline="") as file:
        csv.writer(file, lineterminator="\n").writerow(values)


def mean_errors(runs):
    """Return each cell's mean error in percent by method, from the splits that all its methods have."""
    cells = defaultdict(lambda: defaultdict(dict))
    for (name, variant, labels, method, split), line in runs.items():
        cells[name, variant, labels][method][split] = 100 * float(line["error"] or "nan")
    means, n_splits = {}, {}
    for cell, methods in cells.items():
        splits = set.intersection(*(set(errors) for errors in methods.values()))
        found = {m: np.nanmean([errors[s] for s in splits]) for m, errors in methods.items() if splits}
        fixed = {m: error for m, error in found.items() if FIXED_MARK in m}
        means[cell] = {m: error for m, error in found.items() if m not in fixed}
        if fixed:
            means[cell][HINDSIGHT] = best_error(fixed)
        n_splits[cell] = len(splits)
    return means, n_splits


def best_error(errors, but=()):
    return min((e for m, e in errors.items() if m not in but and not np.isnan(e)), default=np.nan)


def markdown(head, lines):
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in (head, ["---"] * len(head), *lines))


def cell_lines(means, n_splits, columns):
    for cell, errors in means.items():
        best = best_error(errors, but=(HINDSIGHT,))
        texts = {c: f"{errors[c]:.1f}" if c in errors else "" for c in columns}
        is_best = {c: c != HINDSIGHT and text == f"{best:.1f}" for c, text in texts.items()}
        yield [*cell, n_splits[cell], *(f"**{t}**" if is_best[c] else t for c, t in texts.items())]


def distance_line(means, title, but):
    """How often auto is as good as the best of the others, and where it is farthest from it."""
    best = {cell: best_error(errors, but=("auto", *but)) for cell, errors in means.items()}
    n_good = sum(errors["auto"] <= TOLERANCE * best[cell] for cell, errors in means.items())
    gaps = {cell: errors["auto"] - best[cell] for cell, errors in means.items()}
    worst = max(gaps, key=gaps.get)
    return [title, f"{n_good} of {len(means)}", f"{gaps[worst]:+.1f} ({' '.join(map(str, worst))})"]


def summary(means, columns):
    """The sentences and small tables below the table; only of cells with auto, where there are any."""
    compared = {cell: errors for cell, errors in means.items() if not np.isnan(errors.get("auto", np.nan))}
    among = compared or means
    rows = [[c, f"{np.nanmean([e[c] for e in among.values() if c in e]):.2f}"] for c in columns]
    parts = [f"Mean over {len(among)} rows", markdown(["method", "mean error in %"], rows)]
    if not compared:
        return parts
    head = ["auto beside", f"within {TOLERANCE} times the best", "farthest above the best"]
    rows = [
        distance_line(compared, "the other methods", (HINDSIGHT,)),
        distance_line(compared, "these and the best fixed scale", ()),
    ]
    parts += ["Distances are in points of percent", markdown(head, rows)]
    gaps = defaultdict(list)
    for cell, errors in compared.items():
        if HINDSIGHT in errors:
            gaps[cell[0]].append(errors["auto"] - errors[HINDSIGHT])
    rows = [[name, f"{np.mean(g):+.2f}", f"{max(g):+.2f}"] for name, g in gaps.items()]
    return [*parts, markdown(["auto above the best fixed scale", "mean", "largest"], rows)]


def write_table(path, runs, order):
    """Write the table and a summary; `order` has the names of sets and methods, each in its order."""
    means, n_splits = mean_errors(runs)
    means = dict(sorted(means.items(), key=lambda item: (order.index(item[0][0]), *item[0])))
    columns = sorted({m for errors in means.values() for m in errors}, key=order.index)
    n_failed = sum(not line["error"] for line in runs.values())
    parts = [
        "Errors of the unlabeled samples in %, the lowest but hindsight in bold",
        markdown(["set", "variant", "labels", "splits", *columns], cell_lines(means, n_splits, columns)),
        f"{n_failed} of {len(runs)} runs raised and are left out",
        *summary(means, columns),
    ]
    path.write_text("\n\n".join(parts) + "\n")
