# SPDX-License-Identifier: BSD-3-Clause
"""Labels as scikit-learn users write them, and as the library counts them."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from . import _core

UNLABELED_TEXTS = frozenset(("", "?", "-1", "nan", "NaN"))


class EncodedLabels(NamedTuple):
    """Classes in scikit-learn's order, and codes in the model's."""

    classes: np.ndarray  # sorted, of the type the user gave
    names: list[str]  # as the model calls them, in its order
    positions: np.ndarray  # for each of `classes`, where it stands in `names`
    codes: np.ndarray  # for every row a position in `names`, or -1


def as_label_array(y: Any) -> np.ndarray:
    """Return labels as a one-dimensional array; missing values may be in it."""
    if y is None:
        raise ValueError("this estimator requires y to be passed, but the target y is None")
    return column_or_1d(y, warn=True)


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ == "NAType":
        return True
    if isinstance(value, str):
        return value in UNLABELED_TEXTS
    return bool(value != value or value == -1)


def unlabeled_mask(y: np.ndarray) -> np.ndarray:
    """Tell which labels say that there is none: -1, None, NaN, and as text also "" and "?"."""
    if y.dtype.kind == "f":
        return np.isnan(y) | (y == -1)
    if y.dtype.kind in "iu":
        return y == -1
    if y.dtype.kind == "b":
        return np.zeros(len(y), dtype=bool)
    return np.fromiter((_is_missing(value) for value in y.tolist()), dtype=bool, count=len(y))


def _class_name(value: Any) -> str:
    is_whole = isinstance(value, (float, np.floating)) and float(value).is_integer()
    return str(int(value)) if is_whole else str(value)


def order_classes(classes: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Return where each class stands in a model, and the model's names of them in order."""
    given = [_class_name(value) for value in classes]
    names = _core.order_classes(given)
    place = {name: i for i, name in enumerate(names)}
    return np.array([place[name] for name in given], dtype=np.intp), names


def encode_labels(y: Any, X: Any) -> EncodedLabels:
    """Split labels into classes and codes.

    Where there is -1 and but one other class, -1 is a class too: there are scikit-learn users who call
    the two classes -1 and 1, and with one class there would be nothing to learn.
    """
    y = as_label_array(y)
    check_consistent_length(X, y)
    missing = unlabeled_mask(y)
    if y.dtype.kind in "if" and np.unique(y[~missing]).size == 1 and np.any(y == -1):
        warnings.warn("y has -1 and only one other class: -1 is taken as a class", stacklevel=4)
        missing &= y != -1
    given = y[~missing]
    if given.size == 0:
        raise ValueError("no sample is labeled: at least two classes with one label each are needed")
    if given.dtype.kind == "f":
        assert_all_finite(given, input_name="y")
    check_classification_targets(given)
    classes, inverse = np.unique(given, return_inverse=True)
    positions, names = order_classes(classes)
    codes = np.full(len(y), -1, dtype=np.int32)
    codes[~missing] = positions[inverse]
    return EncodedLabels(classes, names, positions, codes)


def decode_classes(names: list[str]) -> np.ndarray:
    """Return the classes of a model in scikit-learn's order: whole numbers where all names are."""
    try:
        numbers = np.array([int(name) for name in names])
    except ValueError:
        return np.unique(np.array(names))
    return np.unique(numbers) if [str(n) for n in numbers] == list(names) else np.unique(np.array(names))
