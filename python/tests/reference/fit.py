# SPDX-License-Identifier: BSD-3-Clause
"""The whole method."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .embeddings import embed
from .rounds import Labeled, classify, run_rounds
from .samples import merge_equal, normalizer


@dataclass
class Options:
    """Options of a fit, named as the library names them; scales are relative."""

    embedding: str | np.ndarray = "fisher"
    n_components: int | None = None
    between_weight: float = 0.01
    fisher_epsilon: float = 0.001
    neighborhood: str = "knn"
    n_neighbors_within: int = 5
    n_neighbors_between: int = 5
    heat: float | None = None
    scale: str | float | list = "auto"
    scale_weight: float | str = "auto"
    scale_ratio: float = 1.0
    n_neighbors_scale: int = 2
    ridge: float = 0.0
    rounds: int = 1
    stop_fraction: float = 1.0
    selection: str = "confidence"
    quota_weight: float = 0.2
    class_proportions: str | list = "estimate"
    max_centers: int | None = None
    refit_scale: bool = False
    n_neighbors_projection: int = 3
    normalize: str = "none"


@dataclass
class Fit:
    """What was learned, and a label and a confidence for every row of the input."""

    labeled: Labeled
    position: np.ndarray  # of the rows among the distinct samples, labeled ones first
    rounds: list
    normalize: Callable
    labels: np.ndarray
    confidence: np.ndarray

    def transform(self, samples):
        return self.rounds[-1].f(self.normalize(samples))

    def predict(self, samples):
        """Return labels and confidences."""
        return classify(self.transform(samples), self.labeled)


def fit(samples, labels, options):
    """Normalize, merge equal samples, embed, run the rounds, and label what has no label."""
    normalize = normalizer(samples, options.normalize)
    distinct, distinct_labels, position = merge_equal(normalize(samples), labels)
    classes = distinct_labels[distinct_labels >= 0]
    n = len(classes)
    given = not isinstance(options.embedding, str)
    embedding = options.embedding if given else embed(distinct[:n], classes, options)[1]
    labeled = Labeled(distinct[:n], classes, embedding)
    rounds = run_rounds(labeled, distinct[n:], options)
    found, confidence = classify(rounds[-1].f(normalize(samples)), labeled)
    known = labels >= 0
    found, confidence = np.where(known, labels, found), np.where(known, np.inf, confidence)
    return Fit(labeled, position, rounds, normalize, found, confidence)
