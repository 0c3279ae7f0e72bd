# SPDX-License-Identifier: BSD-3-Clause
"""Progress, pictures, notebooks, doctests, gallery."""

import doctest
import importlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sosi
from sosi import RBFExtension, SOSIClassifier, datasets, plot
from sosi._progress import listening

ROOT = Path(__file__).parents[2]
MODULES = ["_classifier", "_embeddings", "_extensions", "_harmonic", "plot"]


@pytest.fixture(scope="module")
def fitted(curves):
    X, y, _ = curves
    return SOSIClassifier(rounds=3).fit(X, y)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_run(name):
    result = doctest.testmod(importlib.import_module(f"sosi.{name}"))
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize(
    "script", sorted((ROOT / "examples/python").glob("*.py")), ids=lambda path: path.stem
)
def test_gallery_runs(script, tmp_path):
    subprocess.run(
        [sys.executable, script], cwd=tmp_path, check=True, env={**os.environ, "MPLBACKEND": "Agg"}
    )
    assert (tmp_path / script.with_suffix(".png").name).stat().st_size > 5000


def test_every_public_estimator_has_an_example():
    for name in sosi.__all__:
        if isinstance(getattr(sosi, name), type) and not issubclass(getattr(sosi, name), Exception):
            assert ">>>" in getattr(sosi, name).__doc__, name


@pytest.mark.parametrize("with_tqdm", [True, False])
def test_progress_is_shown_on_demand(with_tqdm, monkeypatch, capsys):
    if not with_tqdm:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    X = np.random.default_rng(0).normal(size=(100, 5))
    y = np.where(np.arange(100) < 20, np.arange(100) % 4, -1)
    SOSIClassifier(verbose=1).fit(X, y)
    shown = capsys.readouterr().err  # a run so short may be over before anybody looks at its rounds
    assert "SOSIClassifier" in shown and "100%" in shown
    SOSIClassifier(rounds=1).fit(X, y)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("with_tqdm", [True, False])
def test_progress_names_the_rounds(with_tqdm, monkeypatch, capsys):
    if not with_tqdm:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with listening(1, "fit") as listener:
        listener("distances", 0.0, -1, 0)
        listener("rounds", 0.5, 2, 8)
    shown = capsys.readouterr().err
    assert "round 3 of 8" in shown and "100%" in shown


def test_notebooks_see_what_was_learned(fitted):
    assert "sosi-summary" not in SOSIClassifier()._repr_html_()
    html = fitted._repr_html_()
    assert "sosi-summary" in html and "3: 0, 1, 2" in html and "<svg" in html
    assert fitted._repr_mimebundle_()["text/html"].count("sosi-summary") == 1


def test_names_of_classes_cannot_inject_html(curves):
    X, y, _ = curves
    names = np.array(["<script>", "b", "c"], dtype=object)
    model = SOSIClassifier(rounds=1).fit(X, np.where(y == -1, None, names[y]))
    assert "<script>," not in model._repr_html_().split("sosi-summary")[1]


def test_pictures_are_drawn_into_given_axes(curves, fitted):
    import matplotlib.pyplot as plt

    X, y, truth = curves
    figure = plt.figure()
    flat, deep = figure.add_subplot(), figure.add_subplot(projection="3d")
    assert plot.embedding(fitted, X, ax=flat) is flat
    assert len(flat.collections) == 4
    wide = SOSIClassifier(rounds=1, n_components=3).fit(X, y)
    assert plot.embedding(wide, X, dimensions=(0, 1, 2), ax=deep) is deep
    assert plot.rounds(fitted, ax=flat) is flat
    assert plot.confusion(fitted, X, truth, ax=plt.figure().add_subplot()).images
    assert plot.embedding(RBFExtension().fit(X, X[:, :2]), X).collections
    plt.close("all")
    with pytest.raises(ValueError, match=r"dimensions = \(0, 5\): must be 1 to 2 of 0 … 1"):
        plot.embedding(fitted, dimensions=(0, 5))


def test_two_classes_are_drawn_over_strips(curves):
    import matplotlib.pyplot as plt

    X, y, _ = curves
    model = SOSIClassifier(rounds=2).fit(X, np.where(y == 2, -1, y))
    assert model.embedding_.shape[1] == 1
    ax = plot.embedding(model, X)
    assert ax.get_ylabel() == "class" and [tick.get_text() for tick in ax.get_yticklabels()] == ["0", "1"]
    places = np.asarray(ax.collections[0].get_offsets())
    order = np.argsort(1 - model.probability_, kind="stable")
    assert np.array_equal(np.round(places[:, 1]), model.transduction_[order])
    plt.close("all")


def test_doubtful_samples_of_the_fit_are_large_and_between_the_classes():
    import matplotlib.pyplot as plt

    rng = np.random.default_rng(1)
    truth = np.arange(150) % 3
    X = rng.normal(size=(150, 4)) + 2 * np.eye(4)[truth]
    model = SOSIClassifier(rounds=4).fit(X, np.where(np.arange(150) < 18, truth, -1))
    drawn = plot.embedding(model, X).collections[0]
    assert np.all(np.diff(drawn.get_sizes()) >= 0)  # the doubtful ones in front
    places = np.asarray(drawn.get_offsets())
    order = np.argsort(model.probability_, kind="stable")[::-1]
    assert np.allclose(places[-5:], model.expected_coordinates(X[order])[-5:, :2])
    assert len(np.unique(np.round(places, 6), axis=0)) > 100  # on the map they share three places
    plt.close("all")


def test_a_loaded_model_has_no_rounds_to_draw(fitted, tmp_path):
    fitted.save(tmp_path / "m.sosi")
    with pytest.raises(ValueError, match="a loaded model has no history of its rounds"):
        plot.rounds(SOSIClassifier.load(tmp_path / "m.sosi"))


def test_a_hundred_classes_are_drawn_without_numbers_and_with_few_names():
    import matplotlib.pyplot as plt

    rng = np.random.default_rng(2)
    truth = np.repeat(np.arange(100), 4)
    X = rng.normal(size=(400, 8)) + 4 * rng.normal(size=(100, 8))[truth]
    model = SOSIClassifier(rounds=1).fit(X, truth)
    ax = plot.confusion(model, X, truth)
    assert not ax.texts and len(ax.get_xticks()) <= 20 and len(ax.images) == 1
    assert plot.embedding(model, X).get_legend() is None
    plt.close("all")


def test_doubt_is_drawn_on_a_circle_of_classes():
    import matplotlib.pyplot as plt

    rng = np.random.default_rng(3)
    truth = np.arange(240) % 6
    X = rng.normal(size=(240, 6)) + 2.5 * np.eye(6)[truth]
    model = SOSIClassifier(rounds=4).fit(X, np.where(np.arange(240) < 30, truth, -1))
    ax = plot.doubt(model, X)
    assert sorted(text.get_text() for text in ax.texts) == ["0", "1", "2", "3", "4", "5"]
    places = np.asarray(ax.collections[0].get_offsets())
    length = np.hypot(*places.T)
    assert np.all(np.diff(ax.collections[0].get_sizes()) >= 0)  # the doubtful ones in front
    assert length[:20].min() > length[-20:].max()  # and nearer to the center
    plt.close("all")


def test_an_explanation_is_drawn_as_images(tmp_path):
    import matplotlib.pyplot as plt

    images, y = datasets.make_lambert()
    images, y = images[::3], y[::3]
    model = SOSIClassifier(rounds=2).fit(images, np.where(np.arange(len(y)) % 4 == 0, y, -1))
    (why,) = model.explain(images[5:6], 3)
    axes = plot.explanation(model, images[5], n_neighbors=3).axes
    assert len(axes) == 1 + 3 + 3 + 1
    assert np.array_equal(axes[0].images[0].get_array(), images[5])
    drawn = axes[7].images[0].get_array()  # the nearest labeled image of the runner-up, at unit length
    labeled = images[np.arange(len(y)) % 4 == 0]
    original = labeled[why.runner_up_nearest_labeled["center"]]
    assert np.allclose(drawn, original / np.linalg.norm(original))
    model.save(tmp_path / "m.sosi")
    loaded = SOSIClassifier.load(tmp_path / "m.sosi")
    assert len(plot.explanation(loaded, images[5].ravel(), n_neighbors=3).axes) == 8
    plt.close("all")


def test_an_explanation_of_other_samples_needs_the_size_of_images(curves, fitted):
    import matplotlib.pyplot as plt

    X, *_ = curves
    with pytest.raises(ValueError, match="must be images"):
        plot.explanation(fitted, X[0])
    with pytest.raises(ValueError, match="must be height and width of the"):
        plot.explanation(fitted, X[0], image_shape=(2, 99))
    shape = (1, X.shape[1])
    assert plot.explanation(fitted, X[0], image_shape=shape).axes[0].images[0].get_array().shape == shape
    plt.close("all")


def test_long_names_of_classes_are_shortened(curves):
    import matplotlib.pyplot as plt

    X, y, truth = curves
    names = np.array(["a class with a name of more than twenty letters", "b", "c"], dtype=object)
    model = SOSIClassifier(rounds=1).fit(X, np.where(y == -1, None, names[y]))
    ticks = plot.confusion(model, X, names[truth]).get_yticklabels()
    assert [tick.get_text() for tick in ticks] == ["a class with …etters", "b", "c"]
    legend = plot.embedding(model, X).get_legend()
    assert legend.get_texts()[0].get_text() == "a class with …etters"
    plt.close("all")


def test_scale_curves_mark_the_least_error_and_the_fitted_scale(curves):
    X, y, _ = curves
    model = SOSIClassifier(rounds=1, scale=0.7)
    assert len(plot.scale_curves(model, X, y, scales=[0.5, 1.0]).lines) == 4
    lines = plot.scale_curves(model.fit(X, y), X, y, scales=[1.0, 0.5]).lines
    crosses = [line for line in lines if line.get_marker() == "x"]
    assert len(crosses) == 2
    for k, cross in enumerate(crosses):
        assert cross.get_xdata()[0] == pytest.approx(0.7)
        errors = lines[2 * k].get_ydata()
        assert min(errors) <= cross.get_ydata()[0] <= max(errors)


def test_scan_is_where_the_scale_is_chosen(curves, fitted):
    X, y, _ = curves
    curves_ = SOSIClassifier().scan_scales(X, y, [0.5, 1.0, 2.0])
    assert curves_.leave_one_out.shape == curves_.gradient.shape == curves_.separation.shape == (3, 2)
    assert np.all(curves_.leave_one_out > 0)
