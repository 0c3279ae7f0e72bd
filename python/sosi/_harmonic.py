# SPDX-License-Identifier: BSD-3-Clause
"""The harmonic function of a nearest-neighbor graph, as a classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin

from . import _core
from ._base import CoreEstimator
from ._classifier import LabelScoreMixin
from ._labels import encode_labels
from ._options import N_JOBS, VERBOSE, Parameter, option_texts, takes


@takes(*(Parameter.of(knob) for knob in _core.harmonic_knobs()), N_JOBS, VERBOSE)
class HarmonicClassifier(LabelScoreMixin, ClassifierMixin, CoreEstimator):
    """Label samples by the harmonic function of a nearest-neighbor graph.

    The method of Zhu, Ghahramani and Lafferty (2003), to compare with. Labels spread over the graph of all
    samples of the fit; a new sample takes the mean of its nearest neighbors there, with the weights of the
    graph.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes.
    transduction_ : ndarray of shape (n_samples,)
        The label of every sample of the fit: given or predicted.
    label_distributions_ : ndarray of shape (n_samples, n_classes)
        The probabilities of the classes for every sample of the fit.
    samples_ : ndarray of shape (n_samples, n_features)
        The samples of the fit.
    n_neighbors_ : int
        The neighbors that every sample was joined to.
    heat_ : float
        t of the edge weights.
    n_unreached_ : int
        Samples that no path joins to a label: they have the class of the nearest labeled one.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_digits
    >>> from sosi import HarmonicClassifier
    >>> X, y = load_digits(return_X_y=True)
    >>> X, y = X[:500], y[:500]
    >>> model = HarmonicClassifier().fit(X, np.where(np.arange(500) < 60, y, -1))
    >>> bool(np.mean(model.transduction_ == y) > 0.9)
    True
    """

    def fit(self, X: Any, y: Any) -> HarmonicClassifier:
        """Spread the labels over the graph of all samples.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,)
            Their labels; -1, None or NaN where there is none.

        Returns
        -------
        HarmonicClassifier
            This estimator.
        """
        X = self._check_training(X)
        labels = encode_labels(y, X)
        texts = option_texts(self, _core.harmonic_knobs())
        with self._announced() as settings:
            result = _core.fit_harmonic(X, labels.codes, texts, settings)
        self._result = result
        self._positions = labels.positions
        self.samples_ = X
        self.classes_ = labels.classes
        self.label_distributions_ = result.probabilities[:, labels.positions]
        self.transduction_ = labels.classes[np.argsort(labels.positions)][result.classes]
        self.n_neighbors_ = result.n_neighbors
        self.heat_ = result.heat
        self.n_unreached_ = result.n_unreached
        return self

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probabilities of the classes.

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
        return self._result.extend(self.samples_, X, self._settings())[:, self._positions]

    def predict(self, X: Any) -> np.ndarray:
        """Return the most probable class of each sample.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples,)
            Their classes.
        """
        probabilities = self.predict_proba(X)
        return self.classes_[np.argmax(probabilities, axis=1)]
