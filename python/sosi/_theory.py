# SPDX-License-Identifier: BSD-3-Clause
"""What the theory of the paper says of a fitted map and of samples."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import Bunch
from sklearn.utils.validation import check_is_fitted

from . import _core


class TheoryMixin:
    """Scale criteria, separated classes, gradients and radii of a model.

    Distances, gradients and radii are those in the space of the normalized samples.
    """

    _model: _core.Model
    _model_classes: np.ndarray

    def scale_criteria(self) -> Bunch:
        """Return what the scale criterion of the paper says of the scales of the map.

        They are those of the map through the labeled samples alone, at the scales of the model, on 150 labeled
        samples at most.

        Returns
        -------
        Bunch
            Arrays with an entry per dimension: ``gradient`` (the paper's G), ``separation`` (D), ``ratio`` (D/G),
            ``weight`` (lambda: given, or the automatic one) and ``regularizer`` (R = G - lambda D). Its sum,
            ``regularizer_sum``; ``weight_used``, whether the scales were chosen by ``scale="regularizer"``, and
            so by this weight; ``n_samples``, the number of labeled samples that the sums run over.
        """
        check_is_fitted(self)
        return Bunch(**self._model.scale_criteria(getattr(self, "_scale_weights", []), self._settings()))

    def separated_pairs(self) -> list[list[tuple[Any, Any, float]]]:
        """Return which classes each axis of the embedding separates.

        Returns
        -------
        list of list of tuple
            For each axis, the pairs of classes whose intervals on it do not touch, with the gap between these,
            from the embedding of the labeled samples. Their number is the paper's ``|I^k|``.
        """
        check_is_fitted(self)
        names = self._model_classes
        return [[(names[m], names[p], gap) for m, p, gap in axis] for axis in self._model.separated_pairs()]

    def gradient_norms(self, X: Any) -> np.ndarray:
        """Return how fast the map changes at samples.

        It takes `n_components` times as long as `transform`.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            The norm of the gradient of every dimension of the map; at most `lipschitz_bounds_`. The norm of a
            row is that of the Jacobian matrix.
        """
        X = self._check_new(X)
        return self._model.gradient_norms(X, self._settings())

    def manifold_distance(self, X: Any) -> np.ndarray:
        """Return how far samples are from the manifold of their class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples,)
            The distance to the convex hull of the nearest `n_neighbors_projection` labeled samples of the class
            that the model gives to the sample.
        """
        X = self._check_new(X)
        return self._model.manifold_distances(X, self._settings())

    def safe_radius(self, X: Any) -> np.ndarray:
        """Return how far samples can be moved without a change of the label that the map gives them.

        The bound holds in all directions and is rarely sharp. It is about the label of the nearest labeled
        embedding; a sample of the fit may have another, given or by vote.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples,)
            Half the difference of the distances to the second and to the nearest class in the embedding, divided
            by the Lipschitz bound of the map.
        """
        X = self._check_new(X)
        return self._model.safe_radii(X, self._settings())
