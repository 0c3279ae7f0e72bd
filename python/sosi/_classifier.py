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
from ._model_estimator import ModelEstimator, notes_of
from ._options import DEVICE, MAX_MEMORY, N_JOBS, RANDOM_STATE, VERBOSE, Parameter, option_value, takes


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


_CHECKPOINT = Parameter(
    "checkpoint",
    "str, path-like or None",
    None,
    "File for the state of the fit, written after every round except the last. Fits that run in parallel, as "
    "in a grid search, need different files.",
    keyword_only=True,
)
_RESUME = Parameter(
    "resume",
    "str, path-like or None",
    None,
    "Checkpoint of a fit of the same samples, labels and options to resume from; the result has the same "
    "bits.",
    keyword_only=True,
)


@takes(
    *(Parameter.of(knob) for knob in _core.fit_knobs()),
    *(RANDOM_STATE, N_JOBS, VERBOSE, MAX_MEMORY, DEVICE, _CHECKPOINT, _RESUME),
)
class SOSIClassifier(LabelScoreMixin, ClassifierMixin, ModelEstimator):
    """Label many samples from a few labeled ones, and map new ones into the embedding.

    The labeled samples are embedded so that classes are separated; radial basis functions extend
    the embedding to the whole space; round by round, confident unlabeled samples become centers
    of the map. This is SOSI, the semi-supervised out-of-sample interpolation of Vural and
    Guillemot (2016). Parameters before `random_state` are the options of the command line, with
    its defaults; ``None`` stands for ``"auto"``.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes.
    transduction_ : ndarray of shape (n_samples,)
        The label of every sample of the fit: given or predicted.
    decisions_ : list of str
        What the hyperparameter search chose and why, one sentence per option.
    notes_ : list of str
        What looks like a slip in the data, such as a feature that is the label or numbers the rows;
        warnings, too.
    confidence_ : ndarray of shape (n_samples,)
        Distance to the nearest labeled embedding of another class, divided by the distance to the
        nearest one; 1 is a tie. Infinite where the label was given.
    probability_ : ndarray of shape (n_samples,)
        Calibrated probability that the label is correct; 1 where it was given.
    expected_error_ : float
        The share of the unlabeled samples whose label is expected to be wrong: the mean of ``1 -
        probability_`` over them.
    expected_error_interval_ : tuple of float, or None
        Where that share is with a probability of 0.9, by the hold-out trial and by how much the candidates of
        the search disagree; None where all labels were given.
    class_probability_ : ndarray of shape (n_samples, n_classes)
        Calibrated probability of every class, in the order of `classes_`, for every sample of the
        fit; what `predict_proba` says of them.
    embedding_ : ndarray of shape (n_labeled, n_components)
        The embedding of the labeled samples in their order.
    embedding_labels_ : ndarray of shape (n_labeled,)
        Their labels.
    scales_ : ndarray of shape (n_components,)
        The width of the radial basis functions in every dimension.
    lipschitz_bounds_ : ndarray of shape (n_components,)
        What no gradient of a dimension of the map is longer than, anywhere. The Lipschitz constant of the map
        is at most the root of the sum of their squares.
    history_ : list of dict
        A summary of every round: ``n_centers``, ``n_changed``, ``mean_confidence``,
        ``median_confidence``, ``seconds``.
    diagnostics_ : dict
        Accuracy of the kernel systems: shifts, condition, interpolation error.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Names of the features, if the samples had any.

    Notes
    -----
    Labels are integers, strings or booleans. -1, None, NaN and NA mean unlabeled; among strings
    also ``""``, ``"?"``, ``"-1"``, ``"NA"``, ``"N/A"``, ``"nan"``, ``"null"``, ``"None"``,
    ``"unlabeled"`` and ``"unknown"``. If the labels are -1 and 1 only, -1 is taken as a class, with
    a warning.

    Samples may be an array, a data frame, a sparse matrix, which is made full, or a stack of images
    (N x H x W), which ``normalize="auto"`` scales to unit length.

    Of a sample of the fit, `predict`, `predict_proba`, `predict_or_abstain` and `decision_function`
    say what the fit said: the model remembers the class probabilities of its centers, which by
    default are all fitted samples, and recognizes rows that are equal to one. A labeled sample, and
    every copy of it, is certain to be of its class. All other rows are judged by where the map puts
    them; that includes fitted samples that did not become centers (`max_centers`). Models written by
    older versions remember nothing, and are too sure of the samples they were fitted on.

    A loaded model has no `transduction_`, `decisions_`, `notes_`, `confidence_`, `probability_`,
    `class_probability_`, `expected_error_`, `expected_error_interval_`, `history_` and
    `feature_names_in_`.

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

    def _settings(self, progress: Any = None) -> _core.RunSettings:
        settings = super()._settings(progress)
        settings.checkpoint = None if self.checkpoint is None else os.fspath(self.checkpoint)
        settings.resume = None if self.resume is None else os.fspath(self.resume)
        return settings

    def fit(self, X: Any, y: Any) -> SOSIClassifier:
        """Fit the model to labeled and unlabeled samples.

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
        self.notes_ = notes_of(result)
        self.probability_ = result.probability
        self.class_probability_ = result.class_probabilities[:, self._positions]
        hidden = labels.codes < 0
        self.expected_error_ = float(np.mean(1 - self.probability_[hidden])) if hidden.any() else 0.0
        self.expected_error_interval_ = result.error_interval
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Return the class of each sample: that of the nearest labeled embedding.

        A sample of the fit has the class that the fit gave it.

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
        """Return how clear the decision of the map is.

        Samples of the fit have become centers, where the map meets its targets: their confidence is high
        however doubtful they were. `predict_proba` tells them apart.

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

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probabilities of the classes.

        They fall exponentially with the squared distance to the class in the embedding, at the
        rate that suits the fitted samples best, each left out in turn. A sample of the fit has the
        probabilities that the fit gave it, `class_probability_`.

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

    def expected_coordinates(self, X: Any) -> np.ndarray:
        """Return where a picture that shows doubt has the samples.

        New samples are where `transform` puts them. A sample of the fit has become a center, which the map
        puts onto the manifold of its class: its coordinates are averaged with those of the other classes,
        weighted by `predict_proba`.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            Their places in the embedding.
        """
        X = self._check_new(X)
        return self._model.expected_coordinates(X, self._settings())

    def decision_function(self, X: Any) -> np.ndarray:
        """Return the logarithm of every class's probability.

        It tells classes apart where `predict_proba` is 0 or 1 in double precision. For samples of the
        fit a probability of 0 counts as 2.2e-308, the smallest normal number.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples, n_classes), or (n_samples,) for two classes
            The logarithms; for two classes that of the second less that of the first, the log-odds.
        """
        X = self._check_new(X)
        logarithms = self._model.log_probabilities(X, self._settings())[:, self._positions]
        return logarithms[:, 1] - logarithms[:, 0] if logarithms.shape[1] == 2 else logarithms

    def explain(self, X: Any, n_neighbors: int = 5) -> list[Bunch]:
        """Say why samples have their labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples, new or those of the fit.
        n_neighbors : int, default=5
            How many of the nearest labeled samples and of the nearest centers are named.

        Returns
        -------
        list of Bunch
            For each sample: ``label``, ``probability``, ``runner_up``, ``runner_up_probability``, ``confidence``
            and ``is_far`` as other methods have them; ``center``, the number of the center that it is equal to,
            None for a new sample; ``support``, the distance to the nearest center beyond which a sample is far;
            arrays with an entry per class, in the order of `classes_`: ``probabilities``,
            ``distances_in_embedding`` (from where the map puts the sample to the nearest labeled embedding) and
            ``distances_to_classes`` (from the sample to the convex hull of the nearest labeled samples);
            ``gradient_norm`` and ``safe_radius`` as other methods have them; lists of
            dict, the nearest first, with ``center``, ``distance``, ``label`` (None where it is not known),
            ``probability`` and ``given``: ``nearest_labeled`` and ``nearest_centers``; such a dict of the
            nearest labeled sample of the runner-up, ``runner_up_nearest_labeled``. The first centers are the
            labeled samples in their order, equal ones merged. `sosi.plot.explanation` draws it.
        """
        X = self._check_new(X)
        if n_neighbors < 1:
            raise ValueError(f"n_neighbors = {n_neighbors}: must be at least 1")

        def named(code: int) -> Any:
            return None if code < 0 else self._model_classes[code]

        def near(found: list) -> list[dict]:
            names = ("center", "distance", "label", "probability")
            all_near = [dict(zip(names, (c, d, named(k), p), strict=True)) for c, d, k, p in found]
            return [{**one, "given": one["center"] < len(self._model.labels)} for one in all_near]

        explanations = []
        for found in self._model.explain(X, n_neighbors, self._settings()):
            for name in ("label", "runner_up"):
                found[name] = named(found[name])
            for name in ("probabilities", "distances_in_embedding", "distances_to_classes"):
                found[name] = found[name][self._positions]
            for name in ("nearest_labeled", "nearest_centers"):
                found[name] = near(found[name])
            (found["runner_up_nearest_labeled"],) = near(found["runner_up_nearest_labeled"])
            explanations.append(Bunch(**found))
        return explanations

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
        options = _core.with_effects_only(model.options)
        made = cls(**{name: option_value(text) for name, text in options.items()})
        made.classes_ = decode_classes(model.classes)
        made.n_features_in_ = model.n_features
        made._image_shape = model.image_shape
        made._take(model, made.classes_)
        return made
