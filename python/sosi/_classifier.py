# SPDX-License-Identifier: BSD-3-Clause
"""The whole method as a classifier and transformer."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.metrics import accuracy_score
from sklearn.utils import Bunch, check_consistent_length
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._labels import as_label_array, decode_classes, encode_labels, unlabeled_mask
from ._model_estimator import ModelEstimator
from ._options import option_value


class LabelScoreMixin:
    """A score that leaves out samples without a label."""

    classes_: np.ndarray

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of right labels among the samples that have one in `y`.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,)
            The true labels; samples without one (-1, None, NaN) do not count.
        sample_weight : array-like of shape (n_samples,), default=None
            How much each sample counts.

        Returns
        -------
        float
            The accuracy; NaN when no sample has a label.
        """
        predicted = self.predict(X)
        y = as_label_array(y)
        check_consistent_length(predicted, y)
        known = ~unlabeled_mask(y)
        if self.classes_.dtype.kind in "if" and -1 in self.classes_:
            known |= y == -1
        if not known.any():
            return float("nan")
        weight = None if sample_weight is None else np.asarray(sample_weight)[known]
        return float(
            accuracy_score(y[known].astype(self.classes_.dtype), predicted[known], sample_weight=weight)
        )


class SOSIClassifier(LabelScoreMixin, ClassifierMixin, ModelEstimator):
    """Label many samples from a few labeled ones, and map new ones into the embedding.

    The labeled samples are embedded so that the classes come apart; radial basis functions extend the
    embedding to the whole space; round by round, the unlabeled samples of which the map is most sure become
    centers of it. This is SOSI, the semi-supervised out-of-sample interpolation of Vural and Guillemot
    (2016). All parameters but the last six are those of the command line, with its defaults; ``None``
    stands for ``"auto"``.

    Parameters
    ----------
    embedding : auto or laplacian|fisher|precomputed, default="auto"
        How the labeled samples are embedded: supervised Laplacian eigenmaps, the Fisher-like ratio, or
        coordinates of your own; auto: decided with rounds = auto, else fisher.
    n_components : auto or a whole number at least 1, default="auto"
        Dimensions of the embedding; auto: one less than the classes.
    between_weight : a number at least 0, default=0.01
        Mu, how strongly the laplacian embedding pushes classes apart.
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
    rounds : auto or a whole number at least 1, default="auto"
        Rounds of labeling and adding centers; more take smaller steps; 1: the plain RBF map; auto: all that
        is left open is decided by a vote of runs with different settings, of 20 rounds each.
    stop_fraction : auto or a number at least 0 and at most 1, default="auto"
        Share of the unlabeled samples that have become centers in the last round; smaller when many labels
        will be wrong; auto: all.
    selection : auto or confidence|mixed|quota, default="auto"
        Which unlabeled samples become centers first: the most confident, class by class in the proportions of
        the classes, or by both; auto: decided with rounds = auto, else confidence.
    quota_weight : a number at least 0 and at most 1, default=0.2
        With selection = mixed, how much the turn of the class counts beside the confidence.
    class_proportions : auto|estimate|equal or numbers separated by commas, at least 0, default="auto"
        Shares of the classes among the unlabeled samples, in ascending order of the classes, for selection =
        mixed and quota; estimate: a running mean of the labels given so far; auto: equal shares as one
        hypothesis among others with rounds = auto, else estimate.
    labeler : auto or map|agreement|both|harmonic, default="auto"
        Who labels in the rounds: the map, the map trusted less where the harmonic function on the graph of
        all samples disagrees, both multiplied, or the harmonic function; auto: decided with rounds = auto,
        else the map.
    effort : quick|normal|thorough, default="normal"
        How many hypotheses are tried with rounds = auto.
    max_centers : auto or a whole number at least 1, default="auto"
        Most centers of the map, labeled samples included, spread over the trusted samples when these are
        more; fewer take less memory and time; auto: no limit.
    refit_scale : true or false, default=False
        Choose the scales anew in every round instead of keeping those of round 0.
    n_neighbors_projection : a whole number at least 1, default=3
        Nearest labeled samples of its class that an unlabeled center is projected onto.
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
    checkpoint : str, path-like or None, default=None
        A file for the state of the fit, written after every round but the last. Fits that run side by side,
        as in a grid search, need one each.
    resume : str, path-like or None, default=None
        A checkpoint of a fit of the same samples, labels and options, to go on from; the result is the same,
        to the bit.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes.
    transduction_ : ndarray of shape (n_samples,)
        The label of every sample of the fit: the given one, or the one found.
    decisions_ : list of str
        What was left open and how it was decided, a sentence each.
    confidence_ : ndarray of shape (n_samples,)
        How clear that was: the distance to the nearest embedding of another class over that to the nearest;
        1 is a coin toss. Infinite where the label was given.
    probability_ : ndarray of shape (n_samples,)
        How likely that label is right; 1 where it was given. The mean of ``1 - probability_`` over the others
        is the error to expect.
    embedding_ : ndarray of shape (n_labeled, n_components)
        The embedding of the labeled samples in their order.
    embedding_labels_ : ndarray of shape (n_labeled,)
        Their labels.
    scales_ : ndarray of shape (n_components,)
        The width of the radial basis functions in every dimension.
    history_ : list of dict
        A summary of every round: ``n_centers``, ``n_changed``, ``mean_confidence``,
        ``median_confidence``, ``seconds``.
    diagnostics_ : dict
        How well the systems behind the map could be solved.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, where the samples had any.

    Notes
    -----
    Labels are whole numbers, texts or truth values. Samples with -1, None or NaN are unlabeled; among texts
    ``""``, ``"?"`` and ``"-1"`` are, too. Where y holds -1 and only one other class, -1 is taken
    for a class, with a warning.

    A loaded model has what the file holds: not `transduction_`, `decisions_`, `confidence_`,
    `probability_`, `history_` and `feature_names_in_`.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_digits
    >>> from sosi import SOSIClassifier
    >>> X, y = load_digits(return_X_y=True)
    >>> X, y = X[:500], y[:500]
    >>> few = np.where(np.arange(500) < 60, y, -1)
    >>> model = SOSIClassifier(normalize="unit").fit(X, few)
    >>> bool(np.mean(model.transduction_ == y) > 0.9)
    True
    >>> model.transform(X[:3]).shape
    (3, 9)
    """

    def __init__(
        self,
        embedding: Any = "auto",
        n_components: int | str | None = "auto",
        between_weight: float = 0.01,
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
        rounds: int | str | None = "auto",
        stop_fraction: float | str | None = "auto",
        selection: str | None = "auto",
        quota_weight: float = 0.2,
        class_proportions: Any = "auto",
        labeler: str | None = "auto",
        effort: str = "normal",
        max_centers: int | str | None = "auto",
        refit_scale: bool = False,
        n_neighbors_projection: int = 3,
        normalize: str | None = "auto",
        *,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        max_memory: int | str | None = None,
        checkpoint: str | os.PathLike | None = None,
        resume: str | os.PathLike | None = None,
    ):
        self.embedding = embedding
        self.n_components = n_components
        self.between_weight = between_weight
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
        self.rounds = rounds
        self.stop_fraction = stop_fraction
        self.selection = selection
        self.quota_weight = quota_weight
        self.class_proportions = class_proportions
        self.labeler = labeler
        self.effort = effort
        self.max_centers = max_centers
        self.refit_scale = refit_scale
        self.n_neighbors_projection = n_neighbors_projection
        self.normalize = normalize
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.max_memory = max_memory
        self.checkpoint = checkpoint
        self.resume = resume

    def _settings(self, progress: Any = None) -> _core.RunSettings:
        settings = super()._settings(progress)
        settings.checkpoint = None if self.checkpoint is None else os.fspath(self.checkpoint)
        settings.resume = None if self.resume is None else os.fspath(self.resume)
        return settings

    def fit(self, X: Any, y: Any) -> SOSIClassifier:
        """Learn from labeled and unlabeled samples.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,)
            Their labels; -1, None or NaN where there is none.

        Returns
        -------
        SOSIClassifier
            This estimator.
        """
        X = self._check_training(X)
        labels = encode_labels(y, X)
        result = self._learn(X, labels)
        self.classes_ = labels.classes
        self.transduction_ = self._model_classes[result.classes]
        self.confidence_ = result.confidence
        self.decisions_ = list(result.decisions)
        self.probability_ = result.probability
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Return the class of the labeled embedding nearest to each sample's.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples,)
            Their classes.
        """
        codes, *_ = self._predict(X)
        return self._model_classes[codes]

    def predict_or_abstain(self, X: Any, below: float = 0.5) -> np.ma.MaskedArray:
        """Return the classes that `predict` returns where they are probable enough.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        below : float, default=0.5
            Samples whose class is less probable than this are left without one.

        Returns
        -------
        numpy.ma.MaskedArray of shape (n_samples,)
            Their classes, masked where there is none; ``.filled(-1)`` marks these as unlabeled.
        """
        if not 0 <= below <= 1:
            raise ValueError(f"below = {below}: must be a probability, 0 to 1")
        codes, _, probability, _ = self._predict(X)
        return np.ma.masked_array(self._model_classes[codes], mask=probability < below)

    def is_far(self, X: Any) -> np.ndarray:
        """Tell which samples lie outside of what the model was fitted on.

        A sample is far when the nearest center of the map is farther away than any center, outliers aside, is
        from the nearest other one.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of bool of shape (n_samples,)
            True where a sample is far.
        """
        *_, far = self._predict(X)
        return far.astype(bool)

    def predict_confidence(self, X: Any) -> np.ndarray:
        """Return how clear the decision of `predict` is.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples,)
            The distance to the nearest embedding of another class over that to the nearest, at least 1.
        """
        _, confidence, *_ = self._predict(X)
        return confidence

    def _predict(self, X: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        X = self._check_new(X)
        return self._model.predict(X, self._settings())

    def _squared_distances(self, X: Any) -> np.ndarray:
        X = self._check_new(X)
        return self._model.class_squared_distances(X, self._settings())

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probabilities of the classes.

        They fall exponentially with the squared distance to the class in the embedding, at the rate that suits
        the fitted samples best, each left out in turn.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            A probability for each class, in the order of `classes_`.
        """
        X = self._check_new(X)
        return self._model.probabilities(X, self._settings())[:, self._positions]

    def decision_function(self, X: Any) -> np.ndarray:
        """Return the logarithm of every class's probability.

        It tells classes apart where `predict_proba` is 0 or 1 in double precision.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes), or (n_samples,) for two classes
            The logarithms; for two classes that of the second less that of the first, the log-odds.
        """
        logits = -self._squared_distances(X)[:, self._positions] / self._model.temperature
        if logits.shape[1] == 2:
            return logits[:, 1] - logits[:, 0]
        logits -= logits.max(axis=1, keepdims=True)
        return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))

    def scan_scales(self, X: Any, y: Any, scales: Any = None) -> Bunch:
        """Evaluate the scale criteria of the labeled samples, to choose `scale` by eye.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,)
            Their labels; -1, None or NaN where there is none.
        scales : array-like, default=None
            Scales to try, relative to the median distance between labeled samples; None: a grid from 0.1
            to 6.

        Returns
        -------
        Bunch
            ``scales``, the same as ``absolute_scales`` (the unit of `scales_`), and with a row for each and a
            column a dimension ``gradient`` (the paper's G), ``separation`` (D) and ``leave_one_out``.
        """
        X = self._check_training(X)
        labels = encode_labels(y, X)
        texts = self._options()
        tried = [] if scales is None else [float(scale) for scale in scales]
        training = self._training(X, labels, texts)
        found = _core.scan(training, tried, texts, self._settings())
        names = ("scales", "absolute_scales", "gradient", "separation", "leave_one_out")
        return Bunch(**dict(zip(names, found, strict=True)))

    def save(self, path: str | os.PathLike) -> None:
        """Write the model to a file that the command line and C++ read, too.

        Parameters
        ----------
        path : str or path-like
            The file; replaced at once when it is complete.
        """
        check_is_fitted(self)
        self._model.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike) -> SOSIClassifier:
        """Read a model that `save`, ``sosi fit`` or a C++ program has written.

        Parameters
        ----------
        path : str or path-like
            The file.

        Returns
        -------
        SOSIClassifier
            A fitted estimator.
        """
        model = _core.load_model(os.fspath(path))
        made = cls(**{name: option_value(text) for name, text in model.options.items()})
        made.classes_ = decode_classes(model.classes)
        made.n_features_in_ = model.n_features
        made._take(model, made.classes_)
        return made
