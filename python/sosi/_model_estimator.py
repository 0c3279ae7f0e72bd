# SPDX-License-Identifier: BSD-3-Clause
"""Estimators that are a fitted model of the library."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_array, check_random_state

from . import _core
from ._base import CoreEstimator
from ._labels import EncodedLabels, order_classes
from ._options import option_texts
from ._theory import TheoryMixin


def notes_of(result: _core.FitResult) -> list[str]:
    """Return what a fit points out, without the flags of the program."""
    return [note.partition(" (--ignore ")[0] for note in result.notes]


class ModelEstimator(TheoryMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin, CoreEstimator):
    """A labeled embedding with a map into it."""

    random_state: Any

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    @property
    def _n_features_out(self) -> int:
        return self._model.n_components

    def _options(self) -> dict[str, str]:
        """Return the library's options: the parameters, and what the estimator has decided."""
        texts = option_texts(self, _core.fit_knobs())
        if self.random_state is not None:
            is_seed = isinstance(self.random_state, (int, np.integer))
            seed = self.random_state if is_seed else check_random_state(self.random_state).randint(2**31 - 1)
            texts["seed"] = str(seed)
        return texts

    def _training(self, X: np.ndarray, labels: EncodedLabels, texts: dict[str, str]) -> _core.Training:
        """Return what the library fits, with the user's own coordinates where there are any."""
        embedding = getattr(self, "embedding", None)
        if embedding is None or isinstance(embedding, str):
            embedding = None
        else:
            embedding = check_array(embedding, dtype=np.float64, order="C", input_name="embedding")
            texts["embedding"] = "precomputed"
        columns = [str(name) for name in getattr(self, "feature_names_in_", ())]
        if len(set(columns)) < len(columns):
            columns = []
        shape = getattr(self, "_image_shape", None)
        return _core.Training(X, labels.codes, labels.names, embedding, columns, shape)

    def _learn(self, X: np.ndarray, labels: EncodedLabels) -> _core.FitResult:
        texts = self._options()
        training = self._training(X, labels, texts)
        with self._announced() as settings:
            result = _core.fit(training, texts, settings)
        for note in notes_of(result):
            warnings.warn(note, stacklevel=3)
        self._take(result.model, labels.classes)
        if self.diagnostics_["n_duplicates"] > 0:
            rows = _core.labeled_positions(result.model, training)
            self.embedding_ = self.embedding_[rows]
            self.embedding_labels_ = self.embedding_labels_[rows]
        self.history_ = result.history
        self._scale_weights = result.scale_weights
        return result

    def _take(self, model: _core.Model, classes: np.ndarray) -> None:
        """Show what the model has learned."""
        positions, _ = order_classes(classes)
        self._model = model
        self._positions = positions  # of the classes in the model
        self._model_classes = classes[np.argsort(positions)]
        self.embedding_ = model.embedding
        self.embedding_labels_ = self._model_classes[model.labels]
        if model.extension == "rbf":
            self.scales_ = model.scales
            self.lipschitz_bounds_ = model.lipschitz_bounds
        self.diagnostics_ = model.diagnostics

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
        return self._model.transform(X, self._settings())
