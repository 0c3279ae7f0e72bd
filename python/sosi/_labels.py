# SPDX-License-Identifier: BSD-3-Clause
"""Labels as scikit-learn users write them, and as the library counts them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from . import _core


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
    if hasattr(y, "dtype") and not isinstance(y.dtype, np.dtype):  # of pandas; may hold missing values
        y = np.asarray(y, dtype=object)
    if isinstance(y, (list, tuple)) and 0 < sum(isinstance(value, str) for value in y) < len(y):
        y = np.array(y, dtype=object)  # NumPy would make text of the numbers
    return column_or_1d(y, warn=True)


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ == "NAType":
        return True
    if isinstance(value, str):
        return _core.is_unlabeled(value)
    return bool(value != value or value == -1)


def unlabeled_mask(y: np.ndarray) -> np.ndarray:
    """Tell which labels say that there is none: -1, None, NaN, and texts such as "", "?", "NA"."""
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


def _is_minus_one(y: np.ndarray) -> np.ndarray:
    if y.dtype.kind in "iuf":
        return y == -1
    return np.fromiter((str(value) == "-1" for value in y.tolist()), dtype=bool, count=len(y))


def _of_one_kind(given: np.ndarray) -> np.ndarray:
    """Return labels that were objects as numbers where all are; mixed ones are refused."""
    if given.dtype != object:
        return given
    texts = [value for value in given.tolist() if isinstance(value, str)]
    if not texts:
        return np.array(given.tolist())
    if len(texts) < len(given):
        other = next(value for value in given.tolist() if not isinstance(value, str))
        raise ValueError(f"y mixes text and numbers, such as {texts[0]!r} and {other}: must be one kind")
    return given


def order_classes(classes: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Return where each class stands in a model, and the model's names of them in order."""
    given = [_class_name(value) for value in classes]
    names = _core.order_classes(given)
    place = {name: i for i, name in enumerate(names)}
    return np.array([place[name] for name in given], dtype=np.intp), names


def encode_labels(y: Any, X: Any) -> EncodedLabels:
    """Split labels into classes and codes; -1 is a class where 1 is the only other one."""
    y = as_label_array(y)
    check_consistent_length(X, y)
    missing = unlabeled_mask(y)
    is_minus_one = _is_minus_one(y)
    if is_minus_one.any():
        others = {_class_name(value) for value in y[~missing].tolist()}
        if _core.minus_one_is_class(["-1", *others]):
            missing &= ~is_minus_one
    given = _of_one_kind(y[~missing])
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
