# SPDX-License-Identifier: BSD-3-Clause
"""Samples as people have them: data frames, sparse matrices, stacks of images."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse

from . import _core


def _dense(X: Any) -> np.ndarray:
    n_bytes = X.shape[0] * X.shape[-1] * np.dtype(np.float64).itemsize
    n_free = _core.available_memory()
    if n_bytes > n_free:
        raise MemoryError(
            f"the sparse X has {n_bytes} bytes as a full array, "
            f"which do not fit into the {n_free} that are free"
        )
    return X.toarray()


def image_shape(X: Any) -> tuple[int, int] | None:
    """Return the height and width of a stack of images (N x H x W); None where X is something else."""
    shape = getattr(X, "shape", ())
    return (shape[1], shape[2]) if len(shape) == 3 else None


def as_table(X: Any) -> Any:
    """Return samples that scikit-learn can check: sparse ones in full, images row by row."""
    if issparse(X):
        return _dense(X)
    return np.reshape(X, (len(X), -1)) if image_shape(X) is not None else X


def refuse_columns(X: Any) -> None:
    """Raise ValueError about the first column of a data frame that cannot become numbers."""
    for name in getattr(X, "columns", ()):
        column = X[name]
        try:
            np.asarray(column, dtype=np.float64)
        except (TypeError, ValueError):
            if hasattr(column, "isna") and column.isna().any():
                raise ValueError(
                    f"column {name!r} of X has a missing value: fill it (SimpleImputer), or drop the row"
                ) from None
            raise ValueError(
                f"column {name!r} of X is text: leave it out, or encode it "
                "(pandas.get_dummies, OneHotEncoder)"
            ) from None
