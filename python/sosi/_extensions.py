# SPDX-License-Identifier: BSD-3-Clause
"""Embeddings of any origin, extended to new samples: a class for each row of the table of extensions."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.utils import check_array, check_consistent_length
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

from . import _core
from ._base import CoreEstimator
from ._options import N_JOBS, VERBOSE, Parameter, option_texts, takes


class _Extension(ClassNamePrefixFeaturesOutMixin, TransformerMixin, CoreEstimator):
    """A map through samples and their coordinates, which a matrix or another estimator gives."""

    embedding: Any
    _method: str
    _knobs: list

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.embedding is None
        tags.target_tags.multi_output = True
        return tags

    @property
    def _n_features_out(self) -> int:
        return self.embedding_.shape[1]

    def get_metadata_routing(self) -> MetadataRouter:
        """Say that what `fit` is given besides X and y goes to the estimator of the embedding.

        Returns
        -------
        MetadataRouter
            The routes.
        """
        router = MetadataRouter(owner=type(self).__name__)
        if hasattr(self.embedding, "fit_transform"):
            mapping = MethodMapping().add(caller="fit", callee="fit_transform")
            router.add(embedding=self.embedding, method_mapping=mapping)
        return router

    def _coordinates(self, X: Any, y: Any, params: dict[str, Any]) -> Any:
        """Return where the samples are to go: given as y, as a matrix, or by an estimator."""
        if hasattr(self.embedding, "fit_transform"):
            routed = process_routing(self, "fit", **params).embedding.fit_transform if params else {}
            self.estimator_ = clone(self.embedding)
            return (
                self.estimator_.fit_transform(X, **routed)
                if y is None
                else self.estimator_.fit_transform(X, y, **routed)
            )
        if params:
            raise TypeError(f"fit got unexpected arguments: {', '.join(params)}")
        if self.embedding is not None:
            return self.embedding
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        return y

    def fit(self, X: Any, y: Any = None, **params: Any) -> Any:
        """Fit the map to samples and their coordinates.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,) or (n_samples, n_components), default=None
            Their coordinates, where `embedding` is None; else what the estimator of the embedding takes as y.
        **params : dict
            For the estimator of the embedding, by metadata routing.

        Returns
        -------
        object
            This estimator.
        """
        samples = self._check_training(X)
        coordinates = self._coordinates(X, y, params)
        coordinates = check_array(
            coordinates,
            dtype=np.float64,
            order="C",
            ensure_2d=False,
            input_name="y" if y is not None else "embedding",
        )
        check_consistent_length(samples, coordinates)
        self.embedding_ = coordinates.reshape(len(samples), -1)
        self._fit_map(samples)
        return self

    def _fit_map(self, samples: np.ndarray) -> None:
        texts = option_texts(self, self._knobs)
        with self._announced() as settings:
            self._extension, self.diagnostics_ = _core.fit_extension(
                self._method, samples, self.embedding_, texts, settings
            )
        for name, values in self._extension.arrays:
            if len(values) == 1:
                setattr(self, f"{name}_", values[0, 0] if values.size == 1 else values[0])

    def transform(self, X: Any) -> np.ndarray:
        """Map samples into the embedding.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples, n_components)
            Their coordinates; a row's bits depend on that row alone.
        """
        X = self._check_new(X)
        return self._extension.evaluate(X, self._settings())


class _Differentiable:
    """What the extension by radial basis functions can do besides."""

    def gradient(self, X: Any) -> np.ndarray:
        """Return the gradients of the coordinates.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        ndarray of shape (n_samples, n_components, n_features)
            The gradients of the coordinates.
        """
        X = self._check_new(X)
        return self._extension.gradient(X, self._settings())


class _Uncertain:
    """What the extension by Gaussian processes can do besides."""

    def transform(self, X: Any, return_std: bool = False) -> Any:
        """Map samples into the embedding.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The samples.
        return_std : bool, default=False
            Whether to return the standard deviations, too.

        Returns
        -------
        ndarray of shape (n_samples, n_components), or a tuple of two
            Their coordinates, and with `return_std` the standard deviation of each; a row's bits depend on
            that row alone.
        """
        coordinates = super().transform(X)
        if not return_std:
            return coordinates
        X = self._check_new(X)
        return coordinates, np.sqrt(self._extension.variances(X, self._settings()))


# What a class has besides, by the name of its row.
_MIXINS = {"rbf": (_Differentiable,), "gp": (_Uncertain,)}

_EMBEDDING = Parameter(
    "embedding",
    "estimator, array-like of shape (n_samples, n_components) or None",
    None,
    "Coordinates of the samples of the fit: an estimator with ``fit_transform`` (UMAP, t-SNE, a spectral "
    "embedding), a matrix, or None if `fit` gets them as y.",
)

_DOCUMENTATION = """Extend any embedding to new samples: {summary}.

    Parameters
    ----------
    {{parameters}}

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        The coordinates of the samples of the fit.
    estimator_ : estimator
        The fitted estimator of the embedding, where there is one.
    diagnostics_ : dict
        How well the system behind the map could be solved, and how many samples were merged with equal ones.

    Notes
    -----
    What else was learned is there under its name with an underscore, such as ``scales_`` of the extension by
    radial basis functions.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from sklearn.manifold import SpectralEmbedding
    >>> from sosi import {class_name}
    >>> X = load_digits().data[:300]
    >>> extension = {class_name}(SpectralEmbedding(random_state=0)).fit(X[:250])
    >>> extension.transform(X[250:]).shape
    (50, 2)
    """


def _extension_class(row: Any) -> type:
    """Return the class of a row of the table."""
    bases = (*_MIXINS.get(row.name, ()), _Extension)
    body = {
        "__doc__": _DOCUMENTATION.format(summary=row.summary, class_name=row.class_name),
        "__module__": __name__,
        "_method": row.name,
        "_knobs": row.knobs,
    }
    made = type(row.class_name, bases, body)
    return takes(_EMBEDDING, *(Parameter.of(knob) for knob in row.knobs), N_JOBS, VERBOSE)(made)


#: The classes by name.
CLASSES = {row.class_name: _extension_class(row) for row in _core.extensions() if row.class_name}
globals().update(CLASSES)
