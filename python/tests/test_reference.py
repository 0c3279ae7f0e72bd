# SPDX-License-Identifier: BSD-3-Clause
"""The stages of a fit against the plain transcription of the method in reference/."""

import numpy as np
import pytest
from problems import NAMES, PROBLEMS, Problem, assert_close, knobs, make_problem, random_curves
from reference.baselines import harmonic, harmonic_extension, lle, nystrom
from reference.embeddings import embed
from reference.fit import Options
from reference.radial_map import RadialMap
from reference.samples import median_distance, median_squared_distance
from reference.scales import ScaleProblem, choose_scales

from sosi import (
    FisherEmbedding,
    HarmonicClassifier,
    LLEExtension,
    ModifiedNystromExtension,
    RBFExtension,
    SOSIClassifier,
    SupervisedLaplacianEigenmaps,
)

ESTIMATORS = {"laplacian": SupervisedLaplacianEigenmaps, "fisher": FisherEmbedding}


@pytest.fixture(scope="module", params=PROBLEMS)
def problem(request):
    return make_problem(request.param)


@pytest.mark.parametrize(
    "graph",
    [
        {},
        {"n_neighbors_within": 2, "n_neighbors_between": 3, "n_components": 5},
        {"n_neighbors_within": 1, "n_neighbors_between": 1000},
        {"heat": 0.6},
        {"neighborhood": "adaptive"},
        {"neighborhood": "adaptive", "heat": 1.7},
    ],
    ids=str,
)
def test_graphs_and_embeddings(problem, graph):
    if "heat" in graph:
        graph = {**graph, "heat": graph["heat"] * median_squared_distance(problem.labeled)}
    for method, own in (
        ("laplacian", {}),
        ("laplacian", {"between_weight": 0.3}),
        ("fisher", {}),
        ("fisher", {"fisher_epsilon": 0.1}),
    ):
        _, expected = embed(problem.labeled, problem.classes, Options(embedding=method, **graph, **own))
        found = ESTIMATORS[method](scale=0.3, **graph, **own).fit(problem.X, problem.y)
        assert_close(found.embedding_, expected)
        assert np.array_equal(found.embedding_labels_, NAMES[problem.classes])


@pytest.mark.parametrize("method", ESTIMATORS)
def test_embedding_of_one_label_a_class(method):
    problem = Problem(*random_curves(5, 4, 6, seed=4), labels_per_class=1)
    _, expected = embed(problem.labeled, problem.classes, Options(embedding=method))
    assert_close(ESTIMATORS[method](scale=0.3).fit(problem.X, problem.y).embedding_, expected)


@pytest.mark.parametrize("ridge", [0.0, 1e-3, 0.5])
def test_map_and_gradient(problem, ridge):
    rng = np.random.default_rng(0)
    targets = rng.normal(size=(len(problem.labeled), 3))
    relative = np.array([0.3, 0.5, 0.6])
    scales = relative * median_distance(problem.labeled)
    expected = RadialMap(problem.labeled, targets, scales, ridge)
    found = RBFExtension(scale=relative, ridge=ridge).fit(problem.labeled, targets)
    assert_close(found.scales_, scales)
    between = rng.dirichlet(np.ones(len(problem.labeled)), 5) @ problem.labeled
    points = np.vstack([problem.new, problem.labeled, between])
    assert_close(found.transform(points), expected(points))
    assert_close(found.gradient(points), [expected.gradient(x) for x in points])


@pytest.mark.parametrize(("n_neighbors", "ridge"), [(1, 0.0), (2, 0.0), (4, 1e-3)])
def test_scale_criteria(problem, n_neighbors, ridge):
    _, coordinates = embed(problem.labeled, problem.classes, Options(n_components=4))
    expected = ScaleProblem(problem.labeled, coordinates, problem.classes, n_neighbors, ridge)
    relative = [0.15, 0.3, 0.6]
    model = SOSIClassifier(embedding=coordinates, n_neighbors_scale=n_neighbors, ridge=ridge)
    found = model.scan_scales(problem.X, problem.y, relative)
    scales = expected.unit * np.array(relative)
    assert_close(found.absolute_scales, scales)
    criteria = (found.gradient, found.separation, found.leave_one_out)
    for values, reference in zip(criteria, expected.scan(scales), strict=True):
        for row, expected_row in zip(values, reference, strict=True):
            assert_close(row, expected_row)


@pytest.mark.parametrize(
    ("name", "embedding"),
    [("curves", "laplacian"), ("unequal", "fisher"), ("lambert", "fisher"), ("turntable", "laplacian")],
)
def test_scale_rules(name, embedding):
    problem = make_problem(name)
    _, coordinates = embed(problem.labeled, problem.classes, Options(embedding=embedding))
    labeled = ScaleProblem(problem.labeled, coordinates, problem.classes, last_centers=problem.labeled)
    for rule in (
        {"scale": "loo"},
        {"scale": "auto"},
        {"scale": "ratio"},
        {"scale": "ratio", "scale_ratio": 1.3},
        {"scale": "ratio", "scale_ratio": 100.0},
        {"scale": "ratio", "scale_ratio": 0.001},
        {"scale": "regularizer"},
        {"scale": "regularizer", "scale_weight": 0.5},
        {"scale": "regularizer", "scale_weight": 3.0},
        {"scale": 0.45},
        {"scale": np.linspace(0.3, 0.6, coordinates.shape[1])},
    ):
        options = Options(embedding=coordinates, **rule)
        found = SOSIClassifier(**knobs(options)).fit(problem.X, problem.y)
        assert_close(found.scales_, choose_scales(labeled, options))


def test_scales_are_held_within_two_deviations():
    problem = Problem(*random_curves(3, 20, 4, seed=5), labels_per_class=8)
    x = problem.labeled
    noise = np.random.default_rng(0).normal(size=len(x))
    smooth = [x[:, 0], x[:, 1], x[:, 2], x[:, 0] + x[:, 3], x[:, 1] - x[:, 2], x[:, 3], x[:, 2] - x[:, 0]]
    options = Options(embedding=np.stack([*smooth, noise], axis=1), scale="loo")
    found = SOSIClassifier(**knobs(options)).fit(problem.X, problem.y)
    assert_close(found.scales_, choose_scales(ScaleProblem(x, options.embedding, problem.classes), options))
    assert found.diagnostics_["n_scales_bounded"] == 1


@pytest.mark.parametrize("rule", ["ratio", "regularizer"])
def test_dimensions_without_separable_classes_take_the_mean_of_the_others(rule):
    problem = Problem(*random_curves(3, 20, 9, seed=6), labels_per_class=7)
    mixed = np.random.default_rng(0).normal(size=len(problem.labeled))
    columns = [problem.classes + 0.1 * mixed, mixed, (problem.classes - 1) ** 2 + 0.2 * mixed]
    options = Options(embedding=np.stack(columns, axis=1), scale=rule)
    found = SOSIClassifier(**knobs(options)).fit(problem.X, problem.y)
    expected = choose_scales(ScaleProblem(problem.labeled, options.embedding, problem.classes), options)
    assert_close(found.scales_, expected)
    assert found.diagnostics_["n_scales_undecided"] == 1


@pytest.mark.parametrize(("n_neighbors", "regularization"), [(1, 1e-3), (4, 1e-3), (6, 0.2), (1000, 1e-3)])
def test_lle(problem, n_neighbors, regularization):
    coordinates = np.random.default_rng(0).normal(size=(len(problem.labeled), 3))
    extension = LLEExtension(lle_neighbors=n_neighbors, lle_regularization=regularization)
    found = extension.fit(problem.labeled, coordinates).transform(problem.new)
    expected = [lle(x, problem.labeled, coordinates, n_neighbors, regularization) for x in problem.new]
    assert_close(found, expected)


@pytest.mark.parametrize("relative_heat", [1.0, 0.1])
def test_modified_nystrom(problem, relative_heat):
    coordinates = np.random.default_rng(0).normal(size=(len(problem.labeled), 3))
    heat = relative_heat * median_squared_distance(problem.labeled)
    extension = ModifiedNystromExtension(nystrom_heat=heat).fit(problem.labeled, coordinates)
    found = extension.transform(problem.new)
    assert_close(found, [nystrom(x, problem.labeled, coordinates, heat) for x in problem.new])


@pytest.mark.parametrize("by_mass", [False, True])
@pytest.mark.parametrize(("n_neighbors", "relative_heat"), [(4, 0.1), (8, 1.0), (20, 0.3)])
def test_harmonic(problem, n_neighbors, relative_heat, by_mass):
    heat = relative_heat * median_squared_distance(problem.X)
    model = HarmonicClassifier(n_neighbors, heat, by_mass).fit(problem.X, problem.y)
    expected = harmonic(problem.X, problem.codes, n_neighbors, heat, by_mass)
    assert_close(model.label_distributions_, expected)
    assert np.array_equal(model.transduction_, NAMES[expected.argmax(axis=1)])
    new = [harmonic_extension(x, problem.X, expected, n_neighbors, heat) for x in problem.new]
    assert_close(model.predict_proba(problem.new), new)
    assert np.array_equal(model.predict(problem.new), NAMES[np.argmax(new, axis=1)])
