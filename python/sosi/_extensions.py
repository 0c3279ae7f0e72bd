# SPDX-License-Identifier: BSD-3-Clause
"""Embeddings of any origin, extended to new samples."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.utils import check_array, check_consistent_length
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

from . import _core
from ._base import CoreEstimator
from ._options import option_texts


class _Extension(ClassNamePrefixFeaturesOutMixin, TransformerMixin, CoreEstimator):
    """A map through samples and their coordinates, which a matrix or another estimator gives."""

    embedding: Any

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
        """Lay the map through samples and their coordinates.

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
        self.samples_ = samples

    def _embedded(self) -> tuple[np.ndarray, np.ndarray]:
        return self.samples_, self.embedding_

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
        return self._extend(self._check_new(X))

    def _extend(self, X: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class RBFExtension(_Extension):
    """Extend any embedding to new samples by radial basis functions.

    Parameters
    ----------
    embedding : estimator, array-like of shape (n_samples, n_components) or None, default=None
        Who says where the samples of the fit go: an estimator with ``fit_transform`` (UMAP, t-SNE, a spectral
        embedding), a matrix, or None for coordinates that `fit` gets as y.
    scale : auto|regularizer|ratio|loo or scales (as 1.4 or 0.9,1.1 or 0.61abs) above 0, default="auto"
        Width of the radial basis functions: a rule, or numbers relative to the median distance between
        labeled samples; auto: decided with rounds = auto, else loo, as far as all systems can be solved
        accurately.
    ridge : a number at least 0, default=0.0
        Added to the diagonal of the kernel matrix; 0: the map interpolates exactly.
    scale_groups : a number at least 0, default=0.0
        Relative tolerance within which scales are made one, to share a factorization; larger makes a fit
        faster and the map less fitted to each dimension; 0: off.
    n_jobs : int or None, default=None
        Threads; None is 1, -1 one per core. The result does not depend on it.
    verbose : int, default=0
        1 shows a progress bar (with tqdm, where it is installed).

    Attributes
    ----------
    embedding_ : ndarray of shape (n_samples, n_components)
        The coordinates of the samples of the fit.
    estimator_ : estimator
        The fitted estimator of the embedding, where there is one.
    scales_ : ndarray of shape (n_components,)
        The width of the radial basis functions in every dimension.
    diagnostics_ : dict
        How well the system behind the map could be solved, and how many samples were merged with equal ones.

    Notes
    -----
    The rules for the scale that look at classes are not to be had here. Both rules that are look at 500
    samples at most. Equal samples are merged, their coordinates averaged.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from sklearn.manifold import SpectralEmbedding
    >>> from sosi import RBFExtension
    >>> X = load_digits().data[:300]
    >>> extension = RBFExtension(SpectralEmbedding(random_state=0)).fit(X[:250])
    >>> extension.transform(X[250:]).shape
    (50, 2)
    >>> extension.gradient(X[250:]).shape
    (50, 2, 64)
    """

    def __init__(
        self,
        embedding: Any = None,
        scale: Any = "auto",
        ridge: float = 0.0,
        scale_groups: float = 0.0,
        *,
        n_jobs: int | None = None,
        verbose: int = 0,
    ):
        self.embedding = embedding
        self.scale = scale
        self.ridge = ridge
        self.scale_groups = scale_groups
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _fit_map(self, samples: np.ndarray) -> None:
        texts = option_texts(self, _core.scale_knobs())
        with self._announced() as settings:
            self._map, self.diagnostics_ = _core.fit_extension(samples, self.embedding_, texts, settings)
        self.scales_ = self._map.scales

    def _extend(self, X: np.ndarray) -> np.ndarray:
        return self._map.evaluate(X, self._settings())

    def gradient(self, X: Any) -> np.ndarray:
        """Return how the coordinates change with the features.

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
        return self._map.gradient(X, self._settings())


class LLEExtension(_Extension):
    """Extend any embedding as locally linear embedding does: by the weights that reconstruct a sample.

    Parameters
    ----------
    embedding : estimator, array-like of shape (n_samples, n_components) or None, default=None
        Who says where the samples of the fit go: an estimator with ``fit_transform``, a matrix, or None for
        coordinates that `fit` gets as y.
    lle_neighbors : a whole number at least 1, default=5
        Nearest labeled samples that reconstruct a sample; more make the extension smoother.
    lle_regularization : a number above 0, default=0.001
        Added to the diagonal of the local Gram matrix, relative to its mean; more make weights alike.
    n_jobs : int or None, default=None
        Threads; None is 1, -1 one per core. The result does not depend on it.
    verbose : int, default=0
        Accepted as elsewhere; there is no progress to show.

    Attributes
    ----------
    samples_ : ndarray of shape (n_samples, n_features)
        The samples of the fit.
    embedding_ : ndarray of shape (n_samples, n_components)
        Their coordinates.
    estimator_ : estimator
        The fitted estimator of the embedding, where there is one.

    Examples
    --------
    >>> import numpy as np
    >>> from sosi import LLEExtension
    >>> X = np.linspace(0, 1, 50)[:, np.newaxis]
    >>> LLEExtension(lle_neighbors=2).fit(X, 3 * X).transform([[0.305]]).round(3)
    array([[0.915]])
    """

    def __init__(
        self,
        embedding: Any = None,
        lle_neighbors: int = 5,
        lle_regularization: float = 0.001,
        *,
        n_jobs: int | None = None,
        verbose: int = 0,
    ):
        self.embedding = embedding
        self.lle_neighbors = lle_neighbors
        self.lle_regularization = lle_regularization
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _extend(self, X: np.ndarray) -> np.ndarray:
        texts = option_texts(self, _core.lle_knobs())
        return _core.extend_by_lle(self._embedded(), X, texts, self._settings())


class NystromExtension(_Extension):
    """Extend any embedding by the mean of all coordinates, weighted by similarity.

    Parameters
    ----------
    embedding : estimator, array-like of shape (n_samples, n_components) or None, default=None
        Who says where the samples of the fit go: an estimator with ``fit_transform``, a matrix, or None for
        coordinates that `fit` gets as y.
    nystrom_heat : auto or a number above 0, default="auto"
        T of the weights exp(-squared distance/t), more average over more of the labeled samples; auto: their
        median squared distance.
    n_jobs : int or None, default=None
        Threads; None is 1, -1 one per core. The result does not depend on it.
    verbose : int, default=0
        Accepted as elsewhere; there is no progress to show.

    Attributes
    ----------
    samples_ : ndarray of shape (n_samples, n_features)
        The samples of the fit.
    embedding_ : ndarray of shape (n_samples, n_components)
        Their coordinates.
    estimator_ : estimator
        The fitted estimator of the embedding, where there is one.
    heat_ : float
        The t of the weights.

    Examples
    --------
    >>> import numpy as np
    >>> from sosi import NystromExtension
    >>> X = np.linspace(0, 1, 50)[:, np.newaxis]
    >>> NystromExtension(nystrom_heat=0.001).fit(X, 3 * X).transform([[0.3]]).round(2)
    array([[0.9]])
    """

    def __init__(
        self,
        embedding: Any = None,
        nystrom_heat: float | str | None = "auto",
        *,
        n_jobs: int | None = None,
        verbose: int = 0,
    ):
        self.embedding = embedding
        self.nystrom_heat = nystrom_heat
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _fit_map(self, samples: np.ndarray) -> None:
        super()._fit_map(samples)
        texts = option_texts(self, _core.nystrom_knobs())
        self.heat_ = _core.nystrom_heat(samples, texts, self._settings())

    def _extend(self, X: np.ndarray) -> np.ndarray:
        return _core.extend_by_nystrom(self._embedded(), X, self.heat_, self._settings())
