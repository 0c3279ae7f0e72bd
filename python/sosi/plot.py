# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of fitted estimators, with matplotlib: every function takes axes and returns them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.metrics import ConfusionMatrixDisplay, confusion_matrix
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._labels import as_label_array, unlabeled_mask

__all__ = ["confusion", "doubt", "embedding", "explanation", "rounds", "scale_curves"]


def _new_figure(**look: Any) -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("sosi.plot needs matplotlib: pip install 'sosi[plot]'") from error
    return plt.figure(**look)


def _axes(ax: Any, n_dimensions: int = 2) -> Any:
    """Return the axes to draw into, new ones with room for names where none are given."""
    if ax is not None:
        return ax
    is_deep = n_dimensions == 3
    figure = _new_figure(layout=None if is_deep else "compressed")
    return figure.add_subplot(projection="3d" if is_deep else None)


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
    second = estimator.classes_[np.argsort(probability, axis=1)[:, -2]]
    runners = np.array([classes.index(name) if name in classes else len(classes) for name in second])
    _scatter_doubt(points, 1 - probability.max(axis=1), list(palette[groups]), list(palette[runners]), ax)


def _scatter_doubt(points: np.ndarray, doubt: np.ndarray, colors: list, runners: list, ax: Any) -> None:
    """Draw points in the color of their class, the doubtful ones in front with that of the runner-up."""
    from matplotlib.colors import to_rgba_array

    order = np.argsort(doubt, kind="stable")
    faces, edges = to_rgba_array(colors)[order], to_rgba_array(runners)[order]
    doubt = doubt[order]
    is_edged = doubt > 0.1
    faces[:, 3] = np.where(is_edged, 1.0, 0.4)
    sizes = np.where(is_edged, 18 + 50 * doubt, 8)  # an edge leaves the color of the class to be seen
    ax.scatter(*points[order].T, s=sizes, c=faces, edgecolors=edges, linewidths=np.where(is_edged, 1.2, 0))


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
        name = _shortened(classes[i])
        ax.scatter(*own.T, s=30, color=color, edgecolors="black", linewidths=0.5, label=name)
    _name_axes(dimensions, classes, ax)
    return ax


def _name_axes(dimensions: tuple[int, ...], classes: np.ndarray, ax: Any) -> None:
    ax.set_xlabel(f"dimension {dimensions[0]}")
    if len(dimensions) == 1:
        step = -(-len(classes) // _MOST_NAMED)
        ax.set_yticks(range(0, len(classes), step), [_shortened(name) for name in classes[::step]])
        ax.set_ylabel("class")
        return
    ax.set_ylabel(f"dimension {dimensions[1]}")
    if len(dimensions) == 3:
        ax.set_zlabel(f"dimension {dimensions[2]}")
    if 1 < len(classes) <= _MOST_NAMED:
        ax.legend(title="class", fontsize="small")


def doubt(estimator: Any, X: Any, *, ax: Any = None) -> Any:
    """Draw samples between the classes that they may belong to, with the classes on a circle.

    A sample is at the mean of the classes weighted by its probabilities, so that certain samples fill a disk
    at their class and doubtful ones lie inside of the circle. Classes that are confused are side by side.
    The less probable a class is the larger is the mark, and where the doubt is above 0.1 its edge has the
    color of the most probable other class. Unlike two dimensions of an embedding, this shows any number of
    classes.

    Parameters
    ----------
    estimator : classifier
        A fitted classifier with `predict_proba`.
    X : array-like of shape (n_samples, n_features)
        The samples, new or those of the fit.
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
    >>> ax = plot.doubt(SOSIClassifier().fit(X[::2], y[::2]), X[1::2])
    >>> sorted(text.get_text() for text in ax.texts)
    ['0', '1', '2']
    """
    check_is_fitted(estimator)
    ax = _axes(ax)
    probability = np.ascontiguousarray(estimator.predict_proba(X), dtype=np.float64)
    order, corners, places, radius = _core.class_circle(probability)
    own, second = np.argmax(probability, axis=1), np.argsort(probability, axis=1)[:, -2]
    palette = np.array(_colors(len(order)), dtype=object)
    turn = np.linspace(0, 2 * np.pi, 400)
    ax.plot(np.cos(turn), np.sin(turn), color="0.9", zorder=0)
    _scatter_doubt(places, 1 - probability.max(axis=1), list(palette[own]), list(palette[second]), ax)
    _name_corners(estimator.classes_, order, corners, radius, ax)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def _name_corners(classes: Any, order: np.ndarray, corners: np.ndarray, radius: float, ax: Any) -> None:
    """Write the names outside of the circle: along the rays where there are many, and then not all."""
    level = len(order) <= 24
    for k in order[:: -(-len(order) // 120)]:
        x, y = corners[k]
        left, middle = x < -1e-9, level and abs(x) < 0.05
        distance = 1.05 + radius
        side = "center" if middle else "right" if left else "left"
        turn = 0.0 if level else np.degrees(np.arctan2(y, x)) + (180 if left else 0)
        ax.text(
            *(distance * x, distance * y, _shortened(classes[k])),
            **{"ha": side, "va": ("bottom" if y > 0 else "top") if middle else "center"},
            **{"rotation": turn, "rotation_mode": "anchor", "fontsize": "small" if level else "x-small"},
        )


def _shortened(name: Any, n_most: int = 20) -> str:
    text = str(name)
    n_end = (n_most - 1) // 3
    return text if len(text) <= n_most else text[: n_most - 1 - n_end] + "…" + text[len(text) - n_end :]


def explanation(
    estimator: Any,
    x: Any,
    *,
    n_neighbors: int = 5,
    image_shape: tuple[int, int] | None = None,
    figure: Any = None,
) -> Any:
    """Draw why an image has its label.

    The image, its nearest labeled images and that of the runner-up, and the nearest images of the fit, with
    labels, distances and probabilities: what `SOSIClassifier.explain` says. Every image has its own scale of
    gray.

    Parameters
    ----------
    estimator : SOSIClassifier
        A fitted classifier.
    x : array-like of shape (n_features,) or (height, width)
        The image, new or one of the fit.
    n_neighbors : int, default=5
        How many of the nearest images are drawn.
    image_shape : tuple of two int, default=None
        Height and width of the images; None: as they were fitted (N x H x W), or as the model file says.
    figure : matplotlib figure, default=None
        Where to draw; None: a new one.

    Returns
    -------
    matplotlib figure
        What was drawn into.

    Examples
    --------
    >>> from sosi import SOSIClassifier, datasets, plot
    >>> images, y = datasets.make_lambert()
    >>> model = SOSIClassifier(rounds=2).fit(images[::2], y[::2])
    >>> len(plot.explanation(model, images[1], n_neighbors=4).axes)
    10
    """
    check_is_fitted(estimator)
    shape = _known_shape(estimator, image_shape)
    row = np.asarray(x, dtype=np.float64).reshape(1, -1)
    (why,) = estimator.explain(row, n_neighbors)
    centers = estimator._model.center_samples
    labeled, fitted = why["nearest_labeled"], why["nearest_centers"]
    n_columns = max(len(labeled) + 1, len(fitted))
    figure = _new_figure(figsize=(3.2 + 1.3 * n_columns, 4.8)) if figure is None else figure
    grid = figure.add_gridspec(2, n_columns + 2, hspace=0.75, top=0.84)
    figure.suptitle(
        f"{_shortened(why.label)}, probability {why.probability:.3g}; "
        f"runner-up {_shortened(why.runner_up)}, probability {why.runner_up_probability:.3g}"
    )
    place = "a sample of the fit" if why.center is not None else "new, and far" if why.is_far else "new"
    _draw_image(figure.add_subplot(grid[:, :2]), row.reshape(shape), "", place)
    rival = [why["runner_up_nearest_labeled"]]
    strips = ((0, 2, "nearest labeled", labeled), (1, 2, "nearest of the fit", fitted))
    for line, first, title, strip in (*strips, (0, 2 + n_columns - 1, "of the runner-up", rival)):
        for i, near in enumerate(strip):
            ax = figure.add_subplot(grid[line, first + i])
            _draw_image(ax, centers[near["center"]].reshape(shape), "" if i else title, _caption(near))
    return figure


def _caption(near: dict) -> str:
    said = "given" if near["given"] else "" if near["label"] is None else f"p = {near['probability']:.3g}"
    name = "not known" if near["label"] is None else _shortened(near["label"], 14)
    return f"{name}\ndistance {near['distance']:.3g}\n{said}"


def _known_shape(estimator: Any, given: Any) -> tuple[int, int]:
    """Return height and width of the images of an estimator."""
    shape = given if given is not None else getattr(estimator, "_image_shape", None)
    n_features = estimator.n_features_in_
    if shape is None:
        raise ValueError("the samples of the model must be images (N x H x W), or image_shape must be given")
    if len(shape) != 2 or shape[0] * shape[1] != n_features:
        raise ValueError(f"image_shape = {shape}: must be height and width of the {n_features} features")
    return tuple(shape)


def _draw_image(ax: Any, image: np.ndarray, title: str, caption: str) -> None:
    low, high = min(0.0, image.min()), image.max()
    ax.imshow(image, cmap="gray", vmin=low, vmax=high if high > low else low + 1)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(title, fontsize="small", loc="left")
    ax.set_xlabel(caption, fontsize="small", loc="left")


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
        shown = [_shortened(name) for name in names]
        look = {"colorbar": False, "cmap": "Blues"}
        turned = "vertical" if sum(map(len, shown)) > 40 else "horizontal"  # so that names do not meet
        counts = confusion_matrix(truth, predicted, labels=names)
        ConfusionMatrixDisplay(counts, display_labels=shown).plot(ax=ax, xticks_rotation=turned, **look)
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
    ax.set_xticks(ticks, [_shortened(name) for name in names[ticks]], rotation="vertical", fontsize="small")
    ax.set_yticks(ticks, [_shortened(name) for name in names[ticks]], fontsize="small")
    ax.set_xlabel("Predicted label")
    ax.set_ylabel("True label")
