# SPDX-License-Identifier: BSD-3-Clause
"""What the estimators have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import current_process
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _core
from ._html import summary_html
from ._progress import listening
from ._samples import as_table, image_shape, refuse_columns


def _n_threads(n_jobs: int | None) -> int:
    # In a worker of a pool joblib says 1 as well, but warns that no processes can be started: none are.
    return 1 if current_process().daemon else effective_n_jobs(n_jobs)


class CoreEstimator(BaseEstimator):
    """An estimator whose work is done by the compiled library."""

    n_jobs: int | None
    verbose: int

    def _settings(self, progress: Any = None) -> _core.RunSettings:
        max_memory = getattr(self, "max_memory", None)
        if isinstance(max_memory, str):
            max_memory = _core.parse_bytes(max_memory)
        device = getattr(self, "device", "auto")
        return _core.RunSettings(_n_threads(self.n_jobs), max_memory, progress, device)

    @contextmanager
    def _announced(self) -> Iterator[_core.RunSettings]:
        """Give the settings of a run that shows its progress."""
        with listening(self.verbose, type(self).__name__) as listener:
            yield self._settings(listener)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _validate(self, X: Any, **rules: Any) -> np.ndarray:
        try:
            return validate_data(self, as_table(X), dtype=np.float64, order="C", **rules)
        except (TypeError, ValueError):
            refuse_columns(X)
            raise

    def _check_new(self, X: Any) -> np.ndarray:
        """Return samples to apply a fitted estimator to; C-ordered float64 arrays are not copied."""
        check_is_fitted(self)
        shape, fitted = image_shape(X), getattr(self, "_image_shape", None)
        if shape is not None and fitted is not None and shape != fitted:
            raise ValueError(
                f"X has images of {shape[0]} x {shape[1]} pixels: "
                f"must be {fitted[0]} x {fitted[1]}, as fitted"
            )
        return self._validate(X, reset=False)

    def _check_training(self, X: Any) -> np.ndarray:
        checked = self._validate(X, ensure_min_samples=2)
        self._image_shape = image_shape(X)
        return checked

    def _repr_html_inner(self) -> str:
        return super()._repr_html_inner() + summary_html(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:
            bundle["text/html"] += summary_html(self)
        return bundle
