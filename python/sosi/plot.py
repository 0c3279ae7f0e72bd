# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of fitted estimators, with matplotlib: every function takes axes and returns them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.metrics import ConfusionMatrixDisplay, confusion_matrix
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


_MOST_NAMED = 20  # classes in a legend, or numbers in a cell


def _colors(n: int) -> list:
    """Return a color per class: those of matplotlib's cycle, or the hues of a wheel where they do not do."""
    if n <= 10:
        return [f"C{i}" for i in range(n)]
    from matplotlib.colors import hsv_to_rgb

    # Neighboring classes are far apart on the wheel.
    golden = 0.6180339887498949
    return [tuple(hsv_to_rgb(((i * golden) % 1.0, 0.85, 0.6 + 0.35 * (i % 2)))) for i in range(n)]


def _strips(groups: np.ndarray) -> np.ndarray:
    """Return a height for each sample: a strip per group, filled evenly in the order of the samples."""
    heights = np.empty(len(groups))
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        heights[members] = group + 0.7 * ((np.arange(len(members)) * 0.6180339887498949) % 1.0 - 0.5)
    return heights


def _points(coordinates: np.ndarray, dimensions: tuple[int, ...], groups: np.ndarray) -> np.ndarray:
    """Return what is drawn of coordinates: these dimensions, or the only one over a strip per group."""
    if len(dimensions) > 1:
        return coordinates[:, dimensions]
    return np.column_stack([coordinates[:, dimensions[0]], _strips(groups)])


def _dimensions(given: Any, n_components: int) -> tuple[int, ...]:
    dimensions = tuple(range(min(2, n_components))) if given is None else tuple(given)
    most = min(3, n_components)
    if not 1 <= len(dimensions) <= most or not all(0 <= k < n_components for k in dimensions):
        rule = "0" if n_components == 1 else f"1 to {most} of 0 … {n_components - 1}"
        raise ValueError(f"dimensions = {dimensions}: must be {rule}")
    return dimensions


def _draw_samples(estimator: Any, X: Any, y: Any, classes: list, dimensions: tuple, ax: Any) -> None:
    """Draw samples in the color of their class, doubtful ones large and edged in that of the runner-up."""
    predicts = hasattr(estimator, "predict")
    found = as_label_array(y) if y is not None else estimator.predict(X) if predicts else None
    shows_doubt = hasattr(estimator, "expected_coordinates")
    places = np.asarray(estimator.expected_coordinates(X) if shows_doubt else estimator.transform(X))
    # Those of unknown class are gray.
    groups = np.full(len(places), len(classes))
    if found is not None:
        groups = np.array([classes.index(label) if label in classes else len(classes) for label in found])
    palette = np.array([*_colors(len(classes)), "0.6"], dtype=object)
    points = _points(places, dimensions, groups)
    if not shows_doubt:
        ax.scatter(*points.T, s=16, c=list(palette[groups]), alpha=0.4, linewidths=0)
        return
    probability = estimator.predict_proba(X)
    order = np.argsort(probability.max(axis=1))[::-1]  # the doubtful ones in front
    doubt = 1 - probability.max(axis=1)[order]
    second = np.argsort(probability, axis=1)[order, -2]
    runners = [classes.index(name) if name in classes else len(classes) for name in estimator.classes_[second]]
    from matplotlib.colors import to_rgba_array

    faces = to_rgba_array(list(palette[groups[order]]))
    faces[:, 3] = np.clip(0.35 + doubt, 0, 1)
    edges = to_rgba_array(list(palette[runners]))
    widths = np.where(doubt > 0.1, 1.2, 0)
    ax.scatter(*points[order].T, s=8 + 60 * doubt, c=faces, edgecolors=edges, linewidths=widths)


def embedding(
    estimator: Any, X: Any = None, y: Any = None, *, dimensions: tuple[int, ...] | None = None, ax: Any = None
) -> Any:
    """Draw the embedding by class, and samples in it with the doubt about them.

    Labeled samples have a black edge. Of the samples of `X`, the less probable the class is the larger is
    the mark, and where the doubt is above 0.1 its edge has the color of the most probable other class. New
    samples are where the map puts them. The map puts samples of the fit onto the manifold of their class,
    however doubtful they are: these are drawn between the classes, as far from their own as they are
    doubtful (`SOSIClassifier.expected_coordinates`).

    Parameters
    ----------
    estimator : estimator
        A fitted estimator with `embedding_`.
    X : array-like of shape (n_samples, n_features), default=None
        Samples to draw besides the embedded ones, new or those of the fit.
    y : array-like of shape (n_samples,), default=None
        Their classes; None: those that the estimator predicts, where it does.
    dimensions : tuple of 1 to 3 int, default=None
        Which dimensions are drawn; None: the first two, or the only one. One dimension is drawn over a strip
        per class.
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
    dimensions = _dimensions(dimensions, estimator.embedding_.shape[1])
    ax = _axes(ax, len(dimensions))
    labels = getattr(estimator, "embedding_labels_", np.zeros(len(estimator.embedding_), dtype=int))
    classes, groups = np.unique(labels, return_inverse=True)
    if X is not None:
        _draw_samples(estimator, X, y, list(classes), dimensions, ax)
    points = _points(estimator.embedding_, dimensions, groups)
    for i, color in enumerate(_colors(len(classes))):
        own = points[groups == i]
        ax.scatter(*own.T, s=30, color=color, edgecolors="black", linewidths=0.5, label=str(classes[i]))
    _name_axes(dimensions, classes, ax)
    return ax


def _name_axes(dimensions: tuple[int, ...], classes: np.ndarray, ax: Any) -> None:
    ax.set_xlabel(f"dimension {dimensions[0]}")
    if len(dimensions) == 1:
        step = -(-len(classes) // _MOST_NAMED)
        ax.set_yticks(range(0, len(classes), step), [str(name) for name in classes[::step]])
        ax.set_ylabel("class")
        return
    ax.set_ylabel(f"dimension {dimensions[1]}")
    if len(dimensions) == 3:
        ax.set_zlabel(f"dimension {dimensions[2]}")
    if 1 < len(classes) <= _MOST_NAMED:
        ax.legend(title="class", fontsize="small")


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
    check_is_fitted(estimator)
    if not hasattr(estimator, "history_"):
        raise ValueError("a loaded model has no history of its rounds: only a fit has one")
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

    Up to 20 classes, the cells have numbers; with more of them, colors on a logarithmic scale.

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
    names = np.unique(np.concatenate([truth, predicted]))
    if len(names) <= _MOST_NAMED:
        ConfusionMatrixDisplay.from_predictions(truth, predicted, ax=ax, colorbar=False)
    else:
        _draw_many_classes(confusion_matrix(truth, predicted, labels=names), names, ax)
    return ax


def _draw_many_classes(counts: np.ndarray, names: np.ndarray, ax: Any) -> None:
    """Draw a matrix whose cells are too small for numbers; classes without a number in a cell stay white."""
    from matplotlib.colors import LogNorm

    shown = np.ma.masked_equal(counts, 0)
    image = ax.imshow(shown, norm=LogNorm(1, max(2, counts.max())), cmap="viridis_r", interpolation="nearest")
    ax.figure.colorbar(image, ax=ax, label="samples")
    step = -(-len(names) // _MOST_NAMED)
    ticks = np.arange(0, len(names), step)
    ax.set_xticks(ticks, [str(name) for name in names[ticks]], rotation="vertical", fontsize="small")
    ax.set_yticks(ticks, [str(name) for name in names[ticks]], fontsize="small")
    ax.set_xlabel("Predicted label")
    ax.set_ylabel("True label")
