# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of fitted estimators, with matplotlib: every function takes axes and returns them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.metrics import ConfusionMatrixDisplay
from sklearn.utils.validation import check_is_fitted

from ._labels import as_label_array, unlabeled_mask

__all__ = ["confusion", "embedding", "rounds", "scale_curves"]


def _axes(ax: Any, n_dimensions: int = 2) -> Any:
    """Return the axes to draw into, new ones where none are given."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("sosi.plot needs matplotlib: pip install 'sosi[plot]'") from error
    return plt.figure().add_subplot(projection="3d" if n_dimensions == 3 else None)


def _sizes(confidence: np.ndarray | None, n: int) -> np.ndarray:
    """Return marker areas: larger where the decision was clearer, bounded at a confidence of 10."""
    if confidence is None:
        return np.full(n, 16.0)
    return 4.0 + 28.0 * np.log(np.clip(confidence, 1.0, 10.0)) / np.log(10.0)


def embedding(
    estimator: Any, X: Any = None, y: Any = None, *, dimensions: tuple[int, ...] = (0, 1), ax: Any = None
) -> Any:
    """Draw the embedding by class.

    Parameters
    ----------
    estimator : estimator
        A fitted estimator with `embedding_`.
    X : array-like of shape (n_samples, n_features), default=None
        Samples to draw besides the embedded ones: small where the classifier is unsure of them.
    y : array-like of shape (n_samples,), default=None
        Their classes; None: those that the estimator predicts, where it does.
    dimensions : tuple of 2 or 3 int, default=(0, 1)
        Which dimensions are drawn.
    ax : matplotlib axes, default=None
        Where to draw, with ``projection="3d"`` for three dimensions; None: a new figure.

    Returns
    -------
    matplotlib axes
        What was drawn into.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sosi import SOSIClassifier, plot
    >>> X, y = load_iris(return_X_y=True)
    >>> ax = plot.embedding(SOSIClassifier().fit(X[::2], y[::2]), X[1::2])
    >>> ax.get_xlabel()
    'dimension 0'
    """
    check_is_fitted(estimator, "embedding_")
    dimensions = tuple(dimensions)
    n_components = estimator.embedding_.shape[1]
    if len(dimensions) not in (2, 3) or not all(0 <= k < n_components for k in dimensions):
        raise ValueError(f"dimensions = {dimensions}: must be 2 or 3 of 0 … {n_components - 1}")
    ax = _axes(ax, len(dimensions))
    labels = getattr(estimator, "embedding_labels_", np.zeros(len(estimator.embedding_), dtype=int))
    classes = list(np.unique(labels))
    if X is not None:
        places = np.asarray(estimator.transform(X))
        predicts = hasattr(estimator, "predict")
        found = as_label_array(y) if y is not None else estimator.predict(X) if predicts else None
        confidence = estimator.predict_confidence(X) if hasattr(estimator, "predict_confidence") else None
        colors = "0.6" if found is None else [f"C{_place(classes, label) % 10}" for label in found]
        ax.scatter(
            *places[:, dimensions].T, s=_sizes(confidence, len(places)), c=colors, alpha=0.4, linewidths=0
        )
    for i, name in enumerate(classes):
        points = estimator.embedding_[labels == name][:, dimensions]
        ax.scatter(*points.T, s=30, c=f"C{i % 10}", edgecolors="black", linewidths=0.5, label=str(name))
    ax.set_xlabel(f"dimension {dimensions[0]}")
    ax.set_ylabel(f"dimension {dimensions[1]}")
    if len(dimensions) == 3:
        ax.set_zlabel(f"dimension {dimensions[2]}")
    if 1 < len(classes) <= 20:
        ax.legend(title="class", fontsize="small")
    return ax


def _place(classes: list, label: Any) -> int:
    return classes.index(label) if label in classes else len(classes)


def scale_curves(estimator: Any, X: Any, y: Any, *, scales: Any = None, ax: Any = None) -> Any:
    """Draw the leave-one-out error of every dimension over the scale, with a dot at its least.

    Parameters
    ----------
    estimator : SOSIClassifier
        Whose options count; where it is fitted, a cross marks the scale of each dimension.
    X : array-like of shape (n_samples, n_features)
        The samples.
    y : array-like of shape (n_samples,)
        Their labels; -1, None or NaN where there is none.
    scales : array-like, default=None
        Scales to try, relative to the median distance between labeled samples; None: a grid from 0.1 to 6.
    ax : matplotlib axes, default=None
        Where to draw; None: a new figure.

    Returns
    -------
    matplotlib axes
        What was drawn into.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sosi import SOSIClassifier, plot
    >>> X, y = load_iris(return_X_y=True)
    >>> plot.scale_curves(SOSIClassifier(), X[::3], y[::3], scales=[0.5, 1, 2]).get_xscale()
    'log'
    """
    curves = estimator.scan_scales(X, y, scales)
    ax = _axes(ax)
    for k, errors in enumerate(curves.leave_one_out.T):
        ax.plot(curves.scales, errors, color=f"C{k % 10}", label=f"dimension {k}")
        best = int(np.argmin(errors))
        ax.plot(curves.scales[best], errors[best], "o", color=f"C{k % 10}")
    _mark_scales(estimator, curves, ax)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("scale / median distance between labeled samples")
    ax.set_ylabel("leave-one-out error")
    if curves.leave_one_out.shape[1] <= 10:
        ax.legend(fontsize="small")
    return ax


def _mark_scales(estimator: Any, curves: Any, ax: Any) -> None:
    """Put a cross on every curve, where the estimator has its scale."""
    chosen = getattr(estimator, "scales_", ())
    if len(chosen) != curves.leave_one_out.shape[1]:
        return
    order = np.argsort(curves.absolute_scales)
    unit = curves.absolute_scales[0] / curves.scales[0]
    for k, scale in enumerate(chosen):
        heights = np.log(curves.leave_one_out[order, k])
        height = np.exp(np.interp(np.log(scale), np.log(curves.absolute_scales[order]), heights))
        ax.plot(scale / unit, height, "x", color="black", zorder=3, label="_scale")


def rounds(estimator: Any, *, ax: Any = None) -> Any:
    """Draw how the centers and the median confidence grew from round to round.

    Parameters
    ----------
    estimator : SOSIClassifier
        A fitted estimator with `history_`.
    ax : matplotlib axes, default=None
        Where to draw; None: a new figure.

    Returns
    -------
    matplotlib axes
        What was drawn into; the confidence is on twin axes.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sosi import SOSIClassifier, plot
    >>> X, y = load_iris(return_X_y=True)
    >>> y[::2] = -1
    >>> plot.rounds(SOSIClassifier(rounds=4).fit(X, y)).get_xlabel()
    'round'
    """
    check_is_fitted(estimator, "history_")
    ax = _axes(ax)
    numbers = range(len(estimator.history_))
    ax.plot(numbers, [entry["n_centers"] for entry in estimator.history_], "o-", color="C0")
    ax.set_xlabel("round")
    ax.set_ylabel("centers", color="C0")
    twin = ax.twinx()
    twin.plot(numbers, [entry["median_confidence"] for entry in estimator.history_], "s--", color="C1")
    twin.set_yscale("log")
    twin.set_ylabel("median confidence", color="C1")
    return ax


def confusion(estimator: Any, X: Any, y: Any, *, ax: Any = None) -> Any:
    """Draw how often each class was taken for each other.

    Parameters
    ----------
    estimator : classifier
        A fitted classifier.
    X : array-like of shape (n_samples, n_features)
        The samples.
    y : array-like of shape (n_samples,)
        Their true classes; samples without one (-1, None, NaN) do not count.
    ax : matplotlib axes, default=None
        Where to draw; None: a new figure.

    Returns
    -------
    matplotlib axes
        What was drawn into.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sosi import SOSIClassifier, plot
    >>> X, y = load_iris(return_X_y=True)
    >>> plot.confusion(SOSIClassifier().fit(X[::2], y[::2]), X[1::2], y[1::2]).get_ylabel()
    'True label'
    """
    check_is_fitted(estimator)
    ax = _axes(ax)
    y = as_label_array(y)
    known = ~unlabeled_mask(y)
    predicted = estimator.predict(X)[known]
    truth = y[known].astype(predicted.dtype)
    ConfusionMatrixDisplay.from_predictions(truth, predicted, ax=ax, colorbar=False)
    return ax
