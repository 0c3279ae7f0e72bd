# SPDX-License-Identifier: BSD-3-Clause
"""The progressive rounds: the paper's Algorithm 1, and the orders in which samples become centers."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .radial_map import RadialMap
from .samples import nearest
from .scales import ScaleProblem, choose_scales


def simplex_weights(x, points):
    """Return w >= 0 with sum 1 that bring sum w_i x_i nearest to x: the best over all faces."""
    best, weights = np.inf, None
    for size in range(1, len(points) + 1):
        for face in combinations(range(len(points)), size):
            first, rest = points[face[0]], points[list(face[1:])]
            free = np.linalg.lstsq((rest - first).T, x - first, rcond=None)[0] if size > 1 else np.zeros(0)
            found = np.zeros(len(points))
            found[list(face)] = [1 - free.sum(), *free]
            distance = np.linalg.norm(x - found @ points)
            if (found >= 0).all() and distance < best:
                best, weights = distance, found
    return weights


def project(x, label, labeled, n_neighbors):
    """Return where the projection of x onto the manifold of a class lies in the embedding."""
    members = nearest(x, labeled.samples, np.flatnonzero(labeled.classes == label), n_neighbors)
    return simplex_weights(x, labeled.samples[members]) @ labeled.embedding[members]


def classify(values, labeled):
    """Return the class of the nearest embedding, and how many times farther away any other class is."""
    labels, confidence = [], []
    for value in values:
        distances = np.linalg.norm(labeled.embedding - value, axis=1)
        labels.append(labeled.classes[distances.argmin()])
        other = distances[labeled.classes != labels[-1]].min()
        confidence.append(other / distances.min() if distances.min() > 0 else np.inf)
    return np.array(labels, int), np.array(confidence)


def trust_order(labels, confidence, shares, options):
    """Return the unlabeled samples, the one to be trusted first in front."""
    rows = range(len(labels))
    by_confidence = sorted(rows, key=lambda i: (-confidence[i], i))
    if options.selection == "confidence":
        return by_confidence
    turn = {}
    for label in set(labels):
        members = [i for i in by_confidence if labels[i] == label]
        share = shares[label]
        turn.update({i: rank / share if share > 0 else np.inf for rank, i in enumerate(members, start=1)})
    by_quota = sorted(rows, key=lambda i: (turn[i], -confidence[i], i))
    if options.selection == "quota":
        return by_quota
    quota_rank = {i: rank for rank, i in enumerate(by_quota, start=1)}
    confidence_rank = {i: rank for rank, i in enumerate(by_confidence, start=1)}
    w = options.quota_weight
    return sorted(rows, key=lambda i: quota_rank[i] ** w * confidence_rank[i] ** (1 - w))


def spread(order, n_trusted, n_chosen):
    """Return the centers that stand for the trusted samples."""
    return [order[i * n_trusted // n_chosen] for i in range(n_chosen)]


@dataclass
class Labeled:
    """The labeled samples."""

    samples: np.ndarray
    classes: np.ndarray
    embedding: np.ndarray


@dataclass
class Round:
    """What a round came to; `chosen` are the unlabeled samples that were centers."""

    chosen: list
    f: RadialMap
    values: np.ndarray
    labels: np.ndarray
    confidence: np.ndarray


def run_rounds(labeled, unlabeled, options):
    """Return all rounds."""
    n_classes = len(set(labeled.classes))
    most = options.stop_fraction * len(unlabeled)
    n_trusted = [int(np.floor(r / max(1, options.rounds - 1) * most + 0.5)) for r in range(options.rounds)]
    room = np.inf if options.max_centers is None else options.max_centers - len(labeled.samples)
    n_chosen = [min(n, room) for n in n_trusted]
    at_the_end = np.vstack([labeled.samples, unlabeled[: n_chosen[-1]]])
    estimated = isinstance(options.class_proportions, str)
    shares = np.full(n_classes, 1 / n_classes) if estimated else np.array(options.class_proportions)
    done, scales = [], None
    for r in range(options.rounds):
        chosen, targets = [], []
        if r > 0:
            last = done[-1]
            order = trust_order(last.labels, last.confidence, shares, options)
            chosen = spread(order, n_trusted[r], n_chosen[r])
            n_neighbors = options.n_neighbors_projection
            targets = [project(unlabeled[i], last.labels[i], labeled, n_neighbors) for i in chosen]
        centers = np.vstack([labeled.samples, unlabeled[chosen]])
        targets = np.vstack([labeled.embedding, *targets])
        if r == 0 or options.refit_scale:
            problem = ScaleProblem(
                centers, targets, labeled.classes, options.n_neighbors_scale, options.ridge, at_the_end
            )
            scales = choose_scales(problem, options)
        f = RadialMap(centers, targets, scales, options.ridge)
        values = f(unlabeled)
        n = len(labeled.samples)
        values[chosen] = targets[n:] - options.ridge * f.coefficients[n:]  # the same, without rounding errors
        done.append(Round(chosen, f, values, *classify(values, labeled)))
        if options.class_proportions == "estimate":
            shares = (shares + np.bincount(done[-1].labels, minlength=n_classes) / len(unlabeled)) / 2
    return done
