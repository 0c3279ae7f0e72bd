# SPDX-License-Identifier: BSD-3-Clause
"""What the theory of the paper says of models and samples, compared with the reference."""

import json
import subprocess

import numpy as np
import pytest
from problems import PROBLEMS, make_problem
from reference.radial_map import RadialMap
from reference.rounds import simplex_weights
from reference.samples import nearest
from reference.scales import class_neighbors, gradient_criteria, separable_pairs

from sosi import SOSIClassifier, SupervisedLaplacianEigenmaps


def fit(problem, **options):
    return SOSIClassifier(rounds=3, **options).fit(problem.X, problem.y)


@pytest.mark.parametrize("name", PROBLEMS)
def test_scale_criteria_are_those_of_the_reference(name):
    problem = make_problem(name)
    model = fit(problem, scale="regularizer")
    found = model.scale_criteria()
    plain = RadialMap(problem.labeled, model.embedding_, model.scales_)
    neighbors = class_neighbors(problem.labeled, problem.classes, 2)
    G, D = gradient_criteria(plain, problem.labeled, model.embedding_, problem.classes, neighbors)
    np.testing.assert_allclose(found.gradient, G, rtol=1e-7)
    np.testing.assert_allclose(found.separation, D, rtol=1e-7)
    np.testing.assert_allclose(found.ratio, D / G, rtol=1e-7)
    np.testing.assert_allclose(found.regularizer_sum, (G - found.weight * D).sum(), rtol=1e-6)
    assert found.weight_used and found.n_samples == len(problem.labeled)


def test_weights_are_those_that_chose_the_scales(tmp_path):
    problem = make_problem("curves")
    model = fit(problem, scale="regularizer")
    model.save(tmp_path / "m.sosi")
    loaded = SOSIClassifier.load(tmp_path / "m.sosi")
    np.testing.assert_allclose(loaded.scale_criteria().weight, model.scale_criteria().weight, rtol=1e-9)
    assert (fit(problem, scale="regularizer", scale_weight=0.5).scale_criteria().weight == 0.5).all()
    assert not fit(problem, scale="loo").scale_criteria().weight_used


@pytest.mark.parametrize("name", PROBLEMS)
def test_pairs_are_those_that_are_separable(name):
    model = fit(make_problem(name), embedding="pca", scale=0.3)
    for k, axis in enumerate(model.separated_pairs()):
        pairs = separable_pairs(model.embedding_[:, k], model.embedding_labels_)
        assert {(m, p) for m, p, _ in axis} == {(m, p) for m, p in pairs if m < p}
        for m, p, gap in axis:
            values = [model.embedding_[model.embedding_labels_ == c, k] for c in (m, p)]
            assert gap == np.abs(values[0][:, None] - values[1]).min()


@pytest.mark.parametrize("name", PROBLEMS)
def test_gradients_are_those_of_the_map(name):
    problem = make_problem(name)
    model = fit(problem, scale=problem.scale)
    samples = np.vstack([problem.new, problem.X[:5]])
    found = model.gradient_norms(samples)
    step = 1e-5 * model.scales_.min()
    moved = np.vstack([x + sign * step * np.eye(len(x)) for x in samples for sign in (1, -1)])
    values = model.transform(moved).reshape(len(samples), 2, samples.shape[1], -1)
    differences = (values[:, 0] - values[:, 1]) / (2 * step)
    np.testing.assert_allclose(found, np.linalg.norm(differences, axis=1), atol=1e-5 * found.max())
    assert (found <= model.lipschitz_bounds_).all()


def test_lipschitz_bound_follows_from_the_coefficients():
    problem = make_problem("curves")
    model = SupervisedLaplacianEigenmaps(scale=0.4).fit(problem.X, problem.y)
    plain = RadialMap(problem.labeled, model.embedding_, model.scales_)
    bounds = np.sqrt(2 / np.e) * np.abs(plain.coefficients).sum(axis=0) / model.scales_
    np.testing.assert_allclose(model.lipschitz_bounds_, bounds, rtol=1e-8)
    assert model.gradient_norms(problem.new).shape == (len(problem.new), len(bounds))


@pytest.mark.parametrize("name", PROBLEMS)
def test_labels_stay_within_the_radius(name):
    problem = make_problem(name)
    model = fit(problem, scale=problem.scale)
    radius = model.safe_radius(problem.new)
    distances = np.linalg.norm(model.transform(problem.new)[:, None] - model.embedding_, axis=2)
    by_class = np.sort([distances[:, model.embedding_labels_ == c].min(axis=1) for c in model.classes_], axis=0)
    bound = np.linalg.norm(model.lipschitz_bounds_)
    np.testing.assert_allclose(radius, (by_class[1] - by_class[0]) / (2 * bound), rtol=1e-6)
    labels = model.predict(problem.new)
    rng = np.random.default_rng(0)
    for _ in range(20):
        steps = rng.normal(size=problem.new.shape)
        steps *= (0.999 * radius / np.linalg.norm(steps, axis=1))[:, None]
        assert (model.predict(problem.new + steps) == labels).all()


@pytest.mark.parametrize("name", PROBLEMS)
def test_distances_to_manifolds_are_those_of_the_projection(name):
    problem = make_problem(name)
    model = fit(problem, scale=problem.scale)
    labels = model.predict(problem.new)
    for x, label, distance in zip(problem.new, labels, model.manifold_distance(problem.new), strict=True):
        members = nearest(x, problem.labeled, np.flatnonzero(model.embedding_labels_ == label), 3)
        points = problem.labeled[members]
        assert distance == pytest.approx(np.linalg.norm(x - simplex_weights(x, points) @ points), rel=1e-7)
    (why,) = model.explain(problem.new[:1])
    assert why.gradient_norm == pytest.approx(np.linalg.norm(model.gradient_norms(problem.new[:1])))
    assert why.safe_radius == model.safe_radius(problem.new[:1])[0]


def test_other_extensions_have_pairs_only():
    problem = make_problem("curves")
    model = SOSIClassifier(extension="lle").fit(problem.X, problem.y)
    assert len(model.separated_pairs()) == model.embedding_.shape[1]
    assert not hasattr(model, "lipschitz_bounds_")
    for method in (model.gradient_norms, model.safe_radius, model.manifold_distance):
        with pytest.raises(ValueError, match="extended by lle, not by rbf"):
            method(problem.new)
    with pytest.raises(ValueError, match="extended by lle, not by rbf"):
        model.scale_criteria()


def test_program_shows_the_same(program, tmp_path):
    problem = make_problem("curves")
    model = fit(problem, scale="regularizer")
    model.save(tmp_path / "m.sosi")
    np.save(tmp_path / "new.npy", problem.new)
    shown = json.loads(subprocess.check_output([program, "inspect", tmp_path / "m.sosi", "--theory"]))
    assert shown["scale_criteria"]["gradient"] == list(model.scale_criteria().gradient)
    assert shown["lipschitz_bounds"] == list(model.lipschitz_bounds_)
    for axis, pairs in zip(shown["separated_pairs"], model.separated_pairs(), strict=True):
        assert sum(map(len, axis.values())) == len(pairs)
        assert all(axis[str(m)][str(p)] == gap for m, p, gap in pairs)
    arguments = ["predict", "--model", "m.sosi", "--samples", "new.npy", "--out", "p.csv", "--theory"]
    subprocess.check_call([program, *arguments], cwd=tmp_path)
    table = np.genfromtxt(tmp_path / "p.csv", delimiter=",", names=True)
    assert (table["manifold_distance"] == model.manifold_distance(problem.new)).all()
    assert (table["safe_radius"] == model.safe_radius(problem.new)).all()
    norms = np.linalg.norm(model.gradient_norms(problem.new), axis=1)
    np.testing.assert_allclose(table["gradient_norm"], norms, rtol=1e-14)
