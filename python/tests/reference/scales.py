# SPDX-License-Identifier: BSD-3-Clause
"""What a scale is judged by, and the rules that choose it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .radial_map import RadialMap
from .samples import median_distance, nearest, squared_distances

RELATIVE_GRID = np.geomspace(0.1, 6, 33)
LARGEST_CONDITION = 1e11  # of the last system, for the rule auto


def leave_one_out(system, targets):
    """Return, for each dimension, the root mean square of the errors at centers that are left out."""
    errors = np.empty(targets.shape)
    for i in range(len(targets)):
        others = np.arange(len(targets)) != i
        coefficients = np.linalg.solve(system[np.ix_(others, others)], targets[others])
        errors[i] = targets[i] - system[i, others] @ coefficients
    return np.sqrt((errors**2).mean(axis=0))


def separable_pairs(values, classes):
    """Return the ordered pairs of classes whose intervals of values do not touch."""
    intervals = {c: (values[classes == c].min(), values[classes == c].max()) for c in set(classes)}
    return [
        (m, p)
        for m, (low, high) in intervals.items()
        for p, (other_low, other_high) in intervals.items()
        if high < other_low or other_high < low
    ]


def class_neighbors(samples, classes, n_neighbors):
    """Return for each sample the nearest ones of every class, leaving out those without a direction."""
    lists = []
    for x in samples:
        elsewhere = (samples != x).any(axis=1)
        candidates = {p: np.flatnonzero((classes == p) & elsewhere) for p in set(classes)}
        lists.append({p: nearest(x, samples, rows, n_neighbors) for p, rows in candidates.items() if len(rows)})
    return lists


def gradient_criteria(f, samples, embedding, classes, neighbors):
    """Return the paper's G and D of a map, an entry for each dimension: sums over the labeled samples."""
    d = embedding.shape[1]
    pairs = [separable_pairs(embedding[:, k], classes) for k in range(d)]
    G, D = np.zeros(d), np.zeros(d)
    for i, x in enumerate(samples):
        gradient = f.gradient(x)
        towards = {}  # class: the derivatives towards its nearest samples, a row a dimension
        for p, rows in neighbors[i].items():
            steps = x - samples[rows]
            towards[p] = np.abs(gradient @ steps.T) / np.linalg.norm(steps, axis=1)
        mean = np.concatenate(list(towards.values()), axis=1).mean(axis=1)
        means = {p: derivatives.mean(axis=1) for p, derivatives in towards.items()}
        for k in range(d):
            G[k] += np.linalg.norm(gradient[k]) / mean[k] if mean[k] > 0 else np.inf
            D[k] += sum(means[p][k] / mean[k] for m, p in pairs[k] if m == classes[i] and mean[k] > 0)
    return G, D


@dataclass
class ScaleProblem:
    """A map whose scales are to be chosen; the first of its centers are the labeled samples."""

    centers: np.ndarray
    targets: np.ndarray
    classes: np.ndarray  # of the labeled samples
    n_neighbors: int = 2
    ridge: float = 0.0
    last_centers: np.ndarray | None = None  # for the rule auto: as many as the last round will have

    @property
    def unit(self):
        return median_distance(self.centers[: len(self.classes)])

    def systems(self, centers, scales):
        """Return the matrix of the map through centers for each scale."""
        distances = squared_distances(centers, centers)
        return [np.exp(-distances / scale**2) + self.ridge * np.eye(len(centers)) for scale in scales]

    @cached_property
    def grid(self):
        """The scales to search, up to the first whose matrix has no Cholesky factor in doubles."""
        grid = self.unit * RELATIVE_GRID
        solvable = [has_factor(system) for system in self.systems(self.centers, grid)]
        return grid if all(solvable) else grid[: max(1, solvable.index(False))]

    @cached_property
    def n_accurate(self):
        """How many of them, the smallest first, the map of the last round can be computed with."""
        systems = self.systems(self.last_centers, self.grid)
        accurate = [has_factor(A) and np.linalg.cond(A, 1) <= LARGEST_CONDITION for A in systems]
        return max(1, sum(accurate))

    @cached_property
    def criteria(self):
        """G, D and the leave-one-out error on the grid."""
        return self.scan(self.grid)

    def scan(self, scales):
        """Return G, D and the leave-one-out error: a row a scale, a column a dimension."""
        n, d = len(self.classes), self.targets.shape[1]
        samples, embedding = self.centers[:n], self.targets[:n]
        neighbors = class_neighbors(samples, self.classes, self.n_neighbors)
        rows = []
        for scale, system in zip(scales, self.systems(self.centers, scales), strict=True):
            f = RadialMap(self.centers, self.targets, np.full(d, scale), self.ridge)
            of_gradient = gradient_criteria(f, samples, embedding, self.classes, neighbors)
            rows.append([*of_gradient, leave_one_out(system, self.targets)])
        return np.array(rows).transpose(1, 0, 2)


def has_factor(matrix):
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return False
    return True


def refined_minimum(scales, values):
    """Return the lowest point of the parabola, over log s, through the minimum and its two neighbors."""
    at = int(np.argmin(values))
    if at in (0, len(values) - 1):
        return scales[at]
    a, b, _ = np.polyfit(np.log(scales[at - 1 : at + 2] / scales[at]), values[at - 1 : at + 2], 2)
    return scales[at] * np.exp(-b / (2 * a))


def ratio_crossing(scales, ratio, threshold):
    """Return the largest scale whose ratio reaches the threshold, else that of the largest ratio."""
    reached = np.flatnonzero(ratio >= threshold)
    if len(reached) == 0:
        return scales[np.argmax(ratio)]
    last = reached[-1]
    if last == len(scales) - 1:
        return scales[last]
    share = (ratio[last] - threshold) / (ratio[last] - ratio[last + 1])
    return scales[last] * (scales[last + 1] / scales[last]) ** share


def chosen_scale(scales, criteria, options):
    """Return the scale of one dimension by the rule, or None where it says nothing."""
    G, D, loo = criteria
    if options.scale in ("loo", "auto"):
        return refined_minimum(scales, loo)
    if options.scale == "ratio":
        return ratio_crossing(scales, D / G, options.scale_ratio) if D.any() else None
    weight = options.scale_weight
    if weight == "auto":
        if not D.any():
            return None
        weight = np.ptp(G) / np.ptp(D)
    return refined_minimum(scales, G - weight * D)


def choose_scales(problem, options):
    """Return the scales, absolute, one a dimension: by a rule, or as given."""
    d = problem.targets.shape[1]
    if not isinstance(options.scale, str):
        return problem.unit * np.broadcast_to(np.array(options.scale, float), (d,))
    n = problem.n_accurate if options.scale == "auto" else len(problem.grid)
    scales = [chosen_scale(problem.grid[:n], problem.criteria[:, :n, k], options) for k in range(d)]
    decided = [scale for scale in scales if scale is not None]
    rest = np.mean(decided) if decided else problem.unit
    scales = np.array([rest if scale is None else scale for scale in scales])
    return np.clip(scales, scales.mean() - 2 * scales.std(), scales.mean() + 2 * scales.std())
