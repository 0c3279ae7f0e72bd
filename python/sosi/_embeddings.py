# SPDX-License-Identifier: BSD-3-Clause
"""The embeddings alone: the labeled samples' coordinates, and the map through them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._labels import encode_labels
from ._model_estimator import ModelEstimator


class _LabeledEmbedding(ModelEstimator):
    """An embedding of the labeled samples, extended by radial basis functions in one step."""

    _method: str

    def _options(self) -> dict[str, str]:
        return {**super()._options(), "embedding": self._method, "rounds": "1"}

    def fit(self, X: Any, y: Any) -> Any:
        """Embed the labeled samples and lay a map through them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,)
            Their labels; samples with -1, None or NaN are left out.

        Returns
        -------
        object
            This estimator.
        """
        X = self._check_training(X)
        labels = encode_labels(y, X)
        labeled = labels.codes >= 0
        if not labeled.all():
            X = np.ascontiguousarray(X[labeled])
            labels = labels._replace(codes=labels.codes[labeled])
        self._learn(X, labels)
        del self.history_
        self.classes_ = labels.classes
        return self


class SupervisedLaplacianEigenmaps(_LabeledEmbedding):
    """Supervised Laplacian eigenmaps: samples of a class draw together, classes push each other away.

    New samples are mapped by radial basis functions through the labeled ones: the first round of
    `SOSIClassifier`.

    Parameters
    ----------
    n_components : auto or a whole number at least 1, default="auto"
        Dimensions of the embedding; auto: one less than the classes.
    between_weight : a number at least 0, default=0.01
        Mu, how strongly the laplacian embedding pushes classes apart.
    seed : a whole number at least 0, default=0
        Start of the iterative eigensolver, used for more than 2000 labeled samples; nothing else is random.
    neighborhood : knn|adaptive, default="knn"
        Which labeled samples are joined: the nearest ones, or those more similar than average.
    n_neighbors_within : auto or a whole number at least 1, default="auto"
        Nearest samples of the same class each labeled sample is joined to; more make a class rounder; auto:
        5.
    n_neighbors_between : auto or a whole number at least 1, default="auto"
        Nearest samples of other classes each labeled sample is pushed away from; auto: 5.
    heat : auto or a number above 0, default="auto"
        T of the edge weights exp(-squared distance/t); auto: the median squared distance.
    scale : auto|regularizer|ratio|loo or scales (as 1.4 or 0.9,1.1 or 0.61abs) above 0, default="auto"
        Width of the radial basis functions: a rule, or numbers relative to the median distance between
        labeled samples; auto: decided with rounds = auto, else loo, as far as all systems can be solved
        accurately.
    scale_weight : auto or a number at least 0, default="auto"
        Lambda of scale = regularizer; larger favors separation and with it larger scales; auto: both terms
        count alike.
    scale_ratio : a number above 0, default=1.0
        Threshold of scale = ratio; smaller allows larger scales.
    n_neighbors_scale : a whole number at least 1, default=2
        Nearest samples of every class whose directions enter the scale criteria.
    ridge : a number at least 0, default=0.0
        Added to the diagonal of the kernel matrix; 0: the map interpolates exactly.
    scale_groups : a number at least 0, default=0.0
        Relative tolerance within which scales are made one, to share a factorization; larger makes a fit
        faster and the map less fitted to each dimension; 0: off.
    normalize : auto|unit|standard|none, default="auto"
        What is done to the samples first: every one to length 1, every feature to mean 0 and deviation 1, or
        nothing; auto: unit for images, none otherwise.
    random_state : int, RandomState instance or None, default=None
        Where given, it takes the place of `seed`.
    n_jobs : int or None, default=None
        Threads; None is 1, -1 one per core. The result does not depend on it.
    verbose : int, default=0
        1 shows a progress bar (with tqdm, where it is installed).
    max_memory : int, str or None, default=None
        Refuse to start when more is needed, as bytes or ``"4G"``; None: what is free.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_labeled, n_components)
        The embedding of the labeled samples in their order.
    embedding_labels_ : ndarray of shape (n_labeled,)
        Their labels.
    classes_ : ndarray of shape (n_classes,)
        The classes.
    scales_ : ndarray of shape (n_components,)
        The width of the radial basis functions in every dimension.
    diagnostics_ : dict
        How well the systems behind the map could be solved.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sosi import SupervisedLaplacianEigenmaps
    >>> X, y = load_iris(return_X_y=True)
    >>> SupervisedLaplacianEigenmaps(n_components=2).fit(X[::2], y[::2]).transform(X[1::2]).shape
    (75, 2)
    """

    _method = "laplacian"

    def __init__(
        self,
        n_components: int | str | None = "auto",
        between_weight: float = 0.01,
        seed: int = 0,
        neighborhood: str = "knn",
        n_neighbors_within: int | str | None = "auto",
        n_neighbors_between: int | str | None = "auto",
        heat: float | str | None = "auto",
        scale: Any = "auto",
        scale_weight: float | str | None = "auto",
        scale_ratio: float = 1.0,
        n_neighbors_scale: int = 2,
        ridge: float = 0.0,
        scale_groups: float = 0.0,
        normalize: str | None = "auto",
        *,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        max_memory: int | str | None = None,
    ):
        self.n_components = n_components
        self.between_weight = between_weight
        self.seed = seed
        self.neighborhood = neighborhood
        self.n_neighbors_within = n_neighbors_within
        self.n_neighbors_between = n_neighbors_between
        self.heat = heat
        self.scale = scale
        self.scale_weight = scale_weight
        self.scale_ratio = scale_ratio
        self.n_neighbors_scale = n_neighbors_scale
        self.ridge = ridge
        self.scale_groups = scale_groups
        self.normalize = normalize
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.max_memory = max_memory


class FisherEmbedding(_LabeledEmbedding):
    """The Fisher-like embedding: as far between the classes as possible, relative to the extent of each.

    New samples are mapped by radial basis functions through the labeled ones: the first round of
    `SOSIClassifier`.

    Parameters
    ----------
    n_components : auto or a whole number at least 1, default="auto"
        Dimensions of the embedding; auto: one less than the classes.
    fisher_epsilon : a number above 0, default=0.001
        Ridge of the fisher embedding's denominator; larger keeps more of each class's inner shape.
    seed : a whole number at least 0, default=0
        Start of the iterative eigensolver, used for more than 2000 labeled samples; nothing else is random.
    neighborhood : knn|adaptive, default="knn"
        Which labeled samples are joined: the nearest ones, or those more similar than average.
    n_neighbors_within : auto or a whole number at least 1, default="auto"
        Nearest samples of the same class each labeled sample is joined to; more make a class rounder; auto:
        5.
    n_neighbors_between : auto or a whole number at least 1, default="auto"
        Nearest samples of other classes each labeled sample is pushed away from; auto: 5.
    heat : auto or a number above 0, default="auto"
        T of the edge weights exp(-squared distance/t); auto: the median squared distance.
    scale : auto|regularizer|ratio|loo or scales (as 1.4 or 0.9,1.1 or 0.61abs) above 0, default="auto"
        Width of the radial basis functions: a rule, or numbers relative to the median distance between
        labeled samples; auto: decided with rounds = auto, else loo, as far as all systems can be solved
        accurately.
    scale_weight : auto or a number at least 0, default="auto"
        Lambda of scale = regularizer; larger favors separation and with it larger scales; auto: both terms
        count alike.
    scale_ratio : a number above 0, default=1.0
        Threshold of scale = ratio; smaller allows larger scales.
    n_neighbors_scale : a whole number at least 1, default=2
        Nearest samples of every class whose directions enter the scale criteria.
    ridge : a number at least 0, default=0.0
        Added to the diagonal of the kernel matrix; 0: the map interpolates exactly.
    scale_groups : a number at least 0, default=0.0
        Relative tolerance within which scales are made one, to share a factorization; larger makes a fit
        faster and the map less fitted to each dimension; 0: off.
    normalize : auto|unit|standard|none, default="auto"
        What is done to the samples first: every one to length 1, every feature to mean 0 and deviation 1, or
        nothing; auto: unit for images, none otherwise.
    random_state : int, RandomState instance or None, default=None
        Where given, it takes the place of `seed`.
    n_jobs : int or None, default=None
        Threads; None is 1, -1 one per core. The result does not depend on it.
    verbose : int, default=0
        1 shows a progress bar (with tqdm, where it is installed).
    max_memory : int, str or None, default=None
        Refuse to start when more is needed, as bytes or ``"4G"``; None: what is free.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_labeled, n_components)
        The embedding of the labeled samples in their order.
    embedding_labels_ : ndarray of shape (n_labeled,)
        Their labels.
    classes_ : ndarray of shape (n_classes,)
        The classes.
    scales_ : ndarray of shape (n_components,)
        The width of the radial basis functions in every dimension.
    diagnostics_ : dict
        How well the systems behind the map could be solved.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> from sosi import FisherEmbedding
    >>> X, y = load_iris(return_X_y=True)
    >>> model = make_pipeline(FisherEmbedding(), KNeighborsClassifier(1)).fit(X[::2], y[::2])
    >>> bool(model.score(X[1::2], y[1::2]) > 0.9)
    True
    """

    _method = "fisher"

    def __init__(
        self,
        n_components: int | str | None = "auto",
        fisher_epsilon: float = 0.001,
        seed: int = 0,
        neighborhood: str = "knn",
        n_neighbors_within: int | str | None = "auto",
        n_neighbors_between: int | str | None = "auto",
        heat: float | str | None = "auto",
        scale: Any = "auto",
        scale_weight: float | str | None = "auto",
        scale_ratio: float = 1.0,
        n_neighbors_scale: int = 2,
        ridge: float = 0.0,
        scale_groups: float = 0.0,
        normalize: str | None = "auto",
        *,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        max_memory: int | str | None = None,
    ):
        self.n_components = n_components
        self.fisher_epsilon = fisher_epsilon
        self.seed = seed
        self.neighborhood = neighborhood
        self.n_neighbors_within = n_neighbors_within
        self.n_neighbors_between = n_neighbors_between
        self.heat = heat
        self.scale = scale
        self.scale_weight = scale_weight
        self.scale_ratio = scale_ratio
        self.n_neighbors_scale = n_neighbors_scale
        self.ridge = ridge
        self.scale_groups = scale_groups
        self.normalize = normalize
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.max_memory = max_memory
