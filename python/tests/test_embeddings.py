# SPDX-License-Identifier: BSD-3-Clause
"""Embeddings that are in the table on request: against scikit-learn, and against plain NumPy."""

import numpy as np
import pytest
from problems import PROBLEMS, assert_close, make_problem
from reference import linear_embeddings as reference
from reference.embeddings import class_graphs, laplacian, with_fixed_signs
from reference.fit import Options
from reference.samples import median_squared_distance, squared_distances
from reference.smooth_embedding import GRID, SmoothEmbedding
from scipy.sparse.csgraph import connected_components, shortest_path
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.manifold import Isomap, LocallyLinearEmbedding, SpectralEmbedding

import sosi

RIDGE = 0.1  # the default


@pytest.fixture(scope="module", params=PROBLEMS)
def problem(request):
    return make_problem(request.param)


def embedded(cls, problem, **options):
    """Return the embedding of the labeled samples."""
    return cls(scale=0.3, normalize="none", **options).fit(problem.X, problem.y).embedding_


def connecting(X, least=5):
    """Return the least number of neighbors from `least` on that connects all samples."""
    for n_neighbors in range(least, len(X)):
        joined = reference.neighbor_weights(X, n_neighbors, np.inf) > 0
        if connected_components(joined)[0] == 1:
            return n_neighbors
    return len(X) - 1


def test_eigenmaps_are_those_of_scikit_learn(problem):
    X = problem.labeled
    for n_neighbors in (None, connecting(X)):
        for heat in (median_squared_distance(X), 0.7 * median_squared_distance(X)):
            weights = reference.neighbor_weights(X, n_neighbors, heat)
            other = SpectralEmbedding(3, affinity="precomputed", random_state=0).fit_transform(weights)
            options = {"n_components": 3, "n_neighbors": n_neighbors, "heat": heat}
            assert_close(embedded(sosi.LaplacianEigenmaps, problem, **options), with_fixed_signs(other))


def test_isomap_is_that_of_scikit_learn(problem):
    X = problem.labeled
    for n_neighbors in (connecting(X), connecting(X) + 2):
        other = Isomap(n_neighbors=n_neighbors, n_components=2, eigen_solver="dense").fit_transform(X)
        found = embedded(sosi.IsomapEmbedding, problem, n_components=2, n_neighbors=n_neighbors)
        assert_close(found, with_fixed_signs(other))


def scaled(squares):
    """Return classical scaling to two dimensions."""
    center = np.eye(len(squares)) - 1 / len(squares)
    values, vectors = np.linalg.eigh(-0.5 * center @ squares @ center)
    return with_fixed_signs(vectors[:, ::-1][:, :2]) * np.sqrt(values[::-1][:2])


def test_isomap_connects_parts(problem):
    joined = reference.neighbor_weights(problem.labeled, None, np.inf) > 0
    lengths = np.sqrt(squared_distances(problem.labeled, problem.labeled))
    paths = shortest_path(np.where(joined, lengths, 0))
    assert_close(embedded(sosi.IsomapEmbedding, problem, n_components=2), scaled(paths**2))


def test_locally_linear_embedding_is_that_of_scikit_learn(problem):
    X = problem.labeled
    n_neighbors = connecting(X)
    for regularization in (1e-3, 0.1):
        # scikit-learn adds a share of the trace, not of the mean diagonal.
        other = LocallyLinearEmbedding(
            n_neighbors=n_neighbors, n_components=2, reg=regularization / n_neighbors, eigen_solver="dense"
        ).fit_transform(X)
        found = embedded(
            sosi.LocallyLinearEmbedding,
            problem,
            n_components=2,
            n_neighbors=n_neighbors,
            reconstruction_regularization=regularization,
        )
        assert_close(found, with_fixed_signs(other))


def test_principal_components_are_those_of_scikit_learn(problem):
    other = PCA(2, svd_solver="full").fit_transform(problem.labeled)
    assert_close(embedded(sosi.PrincipalComponents, problem, n_components=2), with_fixed_signs(other))


def test_classical_scaling_of_euclidean_distances_is_pca(problem):
    expected = scaled(squared_distances(problem.labeled, problem.labeled))
    found = embedded(sosi.ClassicalScaling, problem, n_components=2)
    assert_close(found, expected)
    assert_close(found, embedded(sosi.PrincipalComponents, problem, n_components=2))


@pytest.mark.parametrize("name", ["curves", "plane", "unequal"])
def test_discriminants_are_those_of_scikit_learn(name):
    problem = make_problem(name)
    n = len(set(problem.classes)) - 1
    other = LinearDiscriminantAnalysis(n_components=n).fit(problem.labeled, problem.classes)
    expected = with_fixed_signs(other.transform(problem.labeled))
    found = embedded(sosi.LinearDiscriminants, problem, linear_ridge=0)
    # Versions of scikit-learn divide the scatter by N or by N - C: one factor of all coordinates.
    assert_close(found, expected * np.linalg.norm(found) / np.linalg.norm(expected))


@pytest.mark.parametrize("ridge", [1e-3, 0.1])
def test_discriminants_with_a_ridge(problem, ridge):
    between, within = reference.discriminant_scatters(problem.labeled, problem.classes)
    n = len(set(problem.classes)) - 1
    expected = reference.largest(problem.labeled, between, within, ridge, n)
    assert_close(embedded(sosi.LinearDiscriminants, problem, linear_ridge=ridge), expected)


@pytest.mark.parametrize("cls", [sosi.LocalityPreservingProjections, sosi.OrthogonalLaplacianfaces])
def test_linear_maps_that_preserve_neighbors(problem, cls):
    X = problem.labeled
    for options in ({}, {"heat": 0.6 * median_squared_distance(X), "linear_ridge": 1e-3}):
        heat = options.get("heat", median_squared_distance(X))
        ridge = options.get("linear_ridge", RIDGE)
        weights = reference.neighbor_weights(X, None, heat)
        if cls is sosi.OrthogonalLaplacianfaces:
            expected = reference.olpp(X, weights, ridge, 2)
        else:
            degrees = np.diag(weights.sum(axis=1))
            expected = reference.smallest(X, laplacian(weights), degrees, ridge, 2)
        assert_close(embedded(cls, problem, n_components=2, **options), expected)


@pytest.mark.parametrize("graph", [{}, {"neighborhood": "adaptive"}, {"n_neighbors_within": 2}], ids=str)
def test_linear_variants_of_the_embeddings_of_the_paper(problem, graph):
    X = problem.labeled
    options = Options(**graph)
    within, between = class_graphs(X, problem.classes, options)
    degrees = within.sum(axis=1)
    degrees[degrees == 0] = 1e-6 * degrees.mean()
    objective = laplacian(within) - options.between_weight * laplacian(between)
    expected = reference.smallest(X, objective, np.diag(degrees), RIDGE, 2)
    assert_close(embedded(sosi.LinearSupervisedLaplacian, problem, n_components=2, **graph), expected)
    ridge = options.fisher_epsilon * within.sum() / len(X)
    constraint = laplacian(within) + ridge * np.eye(len(X))
    expected = reference.largest(X, laplacian(between), constraint, RIDGE, 2)
    assert_close(embedded(sosi.LinearFisherEmbedding, problem, n_components=2, **graph), expected)


def test_marginal_fisher_analysis(problem):
    X = problem.labeled
    for n_neighbors, n_pairs in ((5, 20), (2, 7)):
        penalty, intrinsic = reference.marginal_graphs(X, problem.classes, n_neighbors, n_pairs)
        expected = reference.largest(X, laplacian(penalty), laplacian(intrinsic), RIDGE, 2)
        options = {"n_neighbors_within": n_neighbors, "mfa_pairs": n_pairs}
        assert_close(embedded(sosi.MarginalFisherAnalysis, problem, n_components=2, **options), expected)


def test_local_fisher_discriminants(problem):
    for n_neighbors in (7, 2):
        expected = reference.lfda(problem.labeled, problem.classes, n_neighbors, RIDGE, 2)
        options = {"n_components": 2, "lfda_neighbors": n_neighbors}
        assert_close(embedded(sosi.LocalFisherDiscriminants, problem, **options), expected)


@pytest.mark.parametrize(
    "weights", [{}, {"nsse_coefficient_weight": 0.1, "nsse_scale_weight": 1e-3}], ids=str
)
def test_the_embedding_with_its_own_scale_is_the_best_of_all_scales(problem, weights):
    own = weights.values()
    n = len(set(problem.classes)) - 1
    model = sosi.SmoothSupervisedEmbedding(normalize="none", **weights).fit(problem.X, problem.y)
    assert np.ptp(model.scales_) == 0
    expected = SmoothEmbedding(problem.labeled, problem.classes, Options(), n, *own)
    least, coordinates = expected.at(model.scales_[0])
    # Squaring the inverse costs the reference twice as many digits as the condition number has.
    accuracy = np.finfo(float).eps * np.linalg.cond(expected.kernel(model.scales_[0])) ** 2
    assert accuracy < 1e-6
    np.testing.assert_allclose(model.embedding_, coordinates, rtol=0, atol=max(1e-8, 10 * accuracy))
    for scale in GRID * expected.unit:
        if np.linalg.cond(expected.kernel(scale)) < 1e4:
            assert least <= expected.at(scale)[0] + 1e-6


@pytest.mark.parametrize(
    ("cls", "options", "sentence"),
    [
        (
            sosi.LinearDiscriminants,
            {"n_components": 3},
            "n_components = 3: must be at most 2, the number of classes minus one",
        ),
        (
            sosi.PrincipalComponents,
            {"n_components": 6},
            "n_components = 6: must be at most 5, the dimensions that 30 distinct labeled samples with "
            "n_features = 5 span",
        ),
        (
            sosi.ClassicalScaling,
            {"n_components": 6},
            "n_components = 6: must be at most 5, the dimensions that the distances between the labeled "
            "samples span",
        ),
        (
            sosi.LaplacianEigenmaps,
            {"n_components": 30},
            "n_components = 30: must be at most 29, the number of distinct labeled samples minus one",
        ),
        (
            sosi.IsomapEmbedding,
            {"n_neighbors": 1},
            "n_neighbors = 1: must be auto or larger, as the graph of the labeled samples is in 10 parts",
        ),
    ],
)
def test_what_a_method_cannot_give_is_refused(curves, cls, options, sentence):
    X, y, _ = curves
    with pytest.raises(ValueError) as caught:
        cls(**options).fit(X, y)
    assert str(caught.value) == sentence
