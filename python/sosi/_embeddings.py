# SPDX-License-Identifier: BSD-3-Clause
"""The embeddings alone: a class for each row of the library's table of embeddings."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._labels import encode_labels
from ._model_estimator import ModelEstimator
from ._options import DEVICE, MAX_MEMORY, N_JOBS, RANDOM_STATE, VERBOSE, Parameter, takes

_DOCUMENTATION = """{summary}.

    New samples are mapped by radial basis functions through the labeled ones: the first round of
    `SOSIClassifier`.

    Parameters
    ----------
    {{parameters}}

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
        Accuracy of the kernel systems: shifts, condition, interpolation error.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> from sosi import {class_name}
    >>> X, y = load_iris(return_X_y=True)
    >>> {class_name}(n_components=2).fit(X[::2], y[::2]).transform(X[1::2]).shape
    (75, 2)
    >>> model = make_pipeline({class_name}(), KNeighborsClassifier(1)).fit(X[::2], y[::2])
    >>> bool(model.score(X[1::2], y[1::2]) > 0.8)
    True
    """


class LabeledEmbedding(ModelEstimator):
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


def _embedding_class(row: Any) -> type:
    """Return the class of a row of the table."""
    knobs = {knob.name: knob for knob in _core.fit_knobs()}
    names = ["n_components", *(knob.name for knob in row.knobs)]
    names += [knob.name for knob in _core.scale_knobs()] + ["normalize"]
    summary = row.summary[0].upper() + row.summary[1:]
    body = {
        "__doc__": _DOCUMENTATION.format(summary=summary, class_name=row.class_name),
        "__module__": __name__,
        "_method": row.name,
    }
    made = type(row.class_name, (LabeledEmbedding,), body)
    parameters = [Parameter.of(knobs[name]) for name in names]
    return takes(*parameters, RANDOM_STATE, N_JOBS, VERBOSE, MAX_MEMORY, DEVICE)(made)


#: The classes by name.
CLASSES = {row.class_name: _embedding_class(row) for row in _core.embeddings() if row.class_name}
globals().update(CLASSES)
