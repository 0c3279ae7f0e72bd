# SPDX-License-Identifier: BSD-3-Clause
"""Out-of-sample extensions against scikit-learn, datafold where it is installed, and plain NumPy."""

import numpy as np
import pytest
from sklearn.decomposition import PCA, KernelPCA
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import OrthogonalMatchingPursuit, Ridge, RidgeCV
from sklearn.metrics.pairwise import euclidean_distances, rbf_kernel
from sklearn.preprocessing import PolynomialFeatures

import sosi


def median_distance(X):
    return np.median(euclidean_distances(X)[np.triu_indices(len(X), 1)])


@pytest.fixture(scope="module")
def surface():
    """Samples of a curved surface with noise, coordinates of 80 of them, and the others."""
    random = np.random.default_rng(3)
    plane = random.uniform(-1, 1, size=(120, 2))
    X = np.column_stack([plane, np.sin(2 * plane[:, 0]), plane[:, 0] * plane[:, 1], 0.1 * plane[:, 1] ** 2])
    smooth = np.column_stack([np.sin(2 * plane.sum(axis=1)), plane[:, 1] ** 2])
    Y = smooth + 0.05 * random.normal(size=(120, 2))
    return X[:80], Y[:80], X[80:]


def relative_ridge(features, ridge):
    """Return what is added to the diagonal: relative to the mean eigenvalue of the centered features."""
    centered = features - features.mean(axis=0)
    return ridge * (centered**2).sum() / min(centered.shape)


@pytest.mark.parametrize("ridge", [1e-6, 0.1, 10.0])
def test_linear_is_ridge_regression(surface, ridge):
    X, Y, new = surface
    found = sosi.LinearExtension(regression_ridge=ridge).fit(X, Y).transform(new)
    expected = Ridge(relative_ridge(X, ridge)).fit(X, Y).predict(new)
    assert np.allclose(found, expected, rtol=0, atol=1e-10)


def test_linear_takes_the_ridge_of_leave_one_out(surface):
    X, Y, new = surface
    found = sosi.LinearExtension().fit(X, Y).transform(new)
    grid = relative_ridge(X, np.geomspace(1e-10, 1e3, 2000))
    expected = RidgeCV(grid, scoring="neg_mean_squared_error").fit(X, Y).predict(new)
    assert np.allclose(found, expected, atol=2e-3 * np.abs(Y).max())


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_polynomial_is_ridge_regression_on_powers(surface, degree):
    X, Y, new = surface
    unit = np.abs(X).max()
    # Of all monomials, those of one feature.
    monomials = PolynomialFeatures(degree, include_bias=False).fit(X)
    single = (monomials.powers_ > 0).sum(axis=1) == 1
    powers, at_new = (monomials.transform(Z / unit)[:, single] for Z in (X, new))
    found = sosi.PolynomialExtension(polynomial_degree=degree, regression_ridge=0.01).fit(X, Y).transform(new)
    expected = Ridge(relative_ridge(powers, 0.01)).fit(powers, Y).predict(at_new)
    assert np.allclose(found, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize(("width", "ridge"), [(0.5, 1e-3), (1.5, 0.1), (3.0, 1e-6)])
def test_krr_is_kernel_ridge_regression(surface, width, ridge):
    X, Y, new = surface
    found = sosi.KernelRidgeExtension(kernel_width=width, regression_ridge=ridge).fit(X, Y).transform(new)
    gamma = 1 / (width * median_distance(X)) ** 2
    mean = Y.mean(axis=0)
    expected = mean + KernelRidge(alpha=ridge, kernel="rbf", gamma=gamma).fit(X, Y - mean).predict(new)
    assert np.allclose(found, expected, rtol=0, atol=1e-8)


@pytest.mark.parametrize(("width", "noise"), [(0.5, 1e-2), (1.5, 0.1)])
def test_gp_has_the_mean_and_deviation_of_scikit_learn(surface, width, noise):
    X, Y, new = surface
    extension = sosi.GaussianProcessExtension(kernel_width=width, regression_ridge=noise).fit(X, Y)
    found, deviation = extension.transform(new, return_std=True)
    assert np.array_equal(found, extension.transform(new))
    length = width * median_distance(X) / np.sqrt(2)
    for k in range(2):
        signal, y = extension.signal_[k], Y[:, k]
        kernel = ConstantKernel(signal) * RBF(length)
        other = GaussianProcessRegressor(kernel, alpha=signal * noise, optimizer=None).fit(X, y - y.mean())
        mean, std = other.predict(new, return_std=True)
        assert np.allclose(found[:, k], mean + y.mean(), rtol=0, atol=1e-9)
        assert np.allclose(deviation[:, k], std, rtol=0, atol=1e-7)


def test_gp_is_as_likely_as_scikit_learn_finds(surface):
    X, Y, _ = surface
    y = Y[:, 0] - Y[:, 0].mean()
    extension = sosi.GaussianProcessExtension().fit(X, Y[:, 0])
    # The noise is what makes the signal variance the most likely one.
    length = extension.scale_ / np.sqrt(2)
    kernel = ConstantKernel(1.0) * RBF(1.0, (1e-2, 1e2)) + WhiteKernel(1e-2, (1e-8, 1e1))
    best = GaussianProcessRegressor(kernel, n_restarts_optimizer=5, random_state=0).fit(X, y)
    K = rbf_kernel(X, gamma=0.5 / length**2)
    signal = extension.signal_

    def likelihood(ridge):
        covariance = signal * (K + ridge * np.eye(len(X)))
        return -0.5 * (y @ np.linalg.solve(covariance, y) + np.linalg.slogdet(2 * np.pi * covariance)[1])

    ours = max(likelihood(ridge) for ridge in np.geomspace(1e-6, 1, 200))
    assert ours > best.log_marginal_likelihood_value_ - 0.1


def test_only_gp_returns_deviations(surface):
    X, Y, new = surface
    with pytest.raises(TypeError):
        sosi.KernelRidgeExtension().fit(X, Y).transform(new, return_std=True)


@pytest.mark.parametrize("n_centers", [1, 5, 12])
def test_sparse_kernels_are_those_of_matching_pursuit(surface, n_centers):
    X, Y, new = surface
    y = Y[:, 0] - Y[:, 0].mean()
    gamma = 1 / (0.7 * median_distance(X)) ** 2
    K = rbf_kernel(X, gamma=gamma)
    norms = np.linalg.norm(K, axis=0)
    other = OrthogonalMatchingPursuit(n_nonzero_coefs=n_centers, fit_intercept=False).fit(K / norms, y)
    rest = np.linalg.norm(y - other.predict(K / norms)) / np.linalg.norm(y)
    extension = sosi.SparseKernelExtension(kernel_width=0.7, sparse_rkhs_tolerance=rest * (1 + 1e-9)).fit(
        X, Y[:, 0]
    )
    expected = rbf_kernel(new, X, gamma=gamma) @ (other.coef_ / norms) + Y[:, 0].mean()
    assert np.allclose(extension.transform(new)[:, 0], expected, rtol=0, atol=1e-8)


def test_nystrom_continues_kernel_pca(surface):
    X, _, new = surface
    heat = 0.8
    pca = KernelPCA(3, kernel="rbf", gamma=1 / heat).fit(X)
    extension = sosi.NystromExtension(pca, "centered", heat).fit(X)
    assert np.allclose(extension.eigenvalues_, pca.eigenvalues_)
    assert np.allclose(extension.transform(X), pca.transform(X), rtol=0, atol=1e-9)
    assert np.allclose(extension.transform(new), pca.transform(new), rtol=0, atol=1e-9)


def test_nystrom_continues_laplacian_eigenmaps(surface):
    X, _, new = surface
    K, at_new = (rbf_kernel(Z, X, gamma=1 / 0.8) for Z in (X, new))
    root = np.sqrt(K.sum(axis=1))
    values, vectors = np.linalg.eigh(K / root[:, None] / root)
    values, vectors = values[-4:-1], vectors[:, -4:-1] / root[:, None]
    extension = sosi.NystromExtension(vectors, "random-walk", 0.8).fit(X)
    expected = at_new / at_new.sum(axis=1, keepdims=True) @ vectors / values
    assert np.allclose(extension.transform(X), vectors, rtol=0, atol=1e-9)
    assert np.allclose(extension.transform(new), expected, rtol=0, atol=1e-9)


def test_mds_extension_of_principal_components_is_their_projection(surface):
    X, _, new = surface
    pca = PCA(5).fit(X)
    found = sosi.MDSExtension(pca.transform(X)).fit(X).transform(new)
    assert np.allclose(found, pca.transform(new), rtol=0, atol=1e-8)


def test_local_similarity_by_singular_vectors(surface):
    X, Y, new = surface
    found = sosi.LocalSimilarityExtension(similarity_neighbors=7).fit(X, Y).transform(new)
    for x, y in zip(new, found):
        rows = np.argsort(((X - x) ** 2).sum(axis=1))[:7]
        mean, center = X[rows].mean(axis=0), Y[rows].mean(axis=0)
        axes = np.linalg.svd(X[rows] - mean)[2][:2].T
        P = (X[rows] - mean) @ axes
        u, s, w = np.linalg.svd(P.T @ (Y[rows] - center))
        expected = center + s.sum() / (P**2).sum() * (x - mean) @ axes @ u @ w
        assert np.allclose(y, expected, rtol=0, atol=1e-10)


def harmonics(X, Y, new, gamma, n_kept):
    values, vectors = np.linalg.eigh(rbf_kernel(X, gamma=gamma))
    values, vectors = values[-n_kept:], vectors[:, -n_kept:]
    return rbf_kernel(new, X, gamma=gamma) @ (vectors / values) @ (vectors.T @ Y), values


def test_geometric_harmonics_are_eigenfunctions(surface):
    X, Y, new = surface
    gamma = 1 / (0.7 * median_distance(X)) ** 2
    expected, values = harmonics(X, Y, new, gamma, 12)
    cutoff = values[0] / values[-1] * (1 - 1e-9)
    extension = sosi.GeometricHarmonicsExtension(harmonics_cutoff=cutoff, kernel_width=0.7)
    found = extension.fit(X, Y).transform(new)
    assert np.allclose(found, expected, rtol=0, atol=1e-9)


def test_geometric_harmonics_are_those_of_datafold(surface):
    outofsample = pytest.importorskip("datafold.dynfold.outofsample", exc_type=ImportError)
    kernels = pytest.importorskip("datafold.pcfold.kernels", exc_type=ImportError)
    X, Y, new = surface
    width = 0.7 * median_distance(X)
    _, values = harmonics(X, Y, new, 1 / width**2, 12)
    cutoff = values[0] / values[-1] * (1 - 1e-9)
    extension = sosi.GeometricHarmonicsExtension(harmonics_cutoff=cutoff, kernel_width=0.7)
    found = extension.fit(X, Y).transform(new)
    other = outofsample.GeometricHarmonicsInterpolator(
        kernels.GaussianKernel(epsilon=width**2 / 2), n_eigenpairs=12
    )
    assert np.allclose(found, other.fit(X, Y).predict(new), rtol=0, atol=1e-7)


def pyramid(X, Y, new, heat, n_levels):
    between, at_new = (euclidean_distances(Z, X, squared=True) for Z in (X, new))
    found, residual = 0, Y.copy()
    for level in range(n_levels):
        weights, at = (np.exp(-D / heat * 2**level) for D in (between, at_new))
        found = found + at / at.sum(axis=1, keepdims=True) @ residual
        residual = residual - weights / weights.sum(axis=1, keepdims=True) @ residual
    return found


@pytest.mark.parametrize("n_levels", [1, 4, 7])
def test_laplacian_pyramid_by_its_definition(surface, n_levels):
    X, Y, new = surface
    found = sosi.LaplacianPyramidExtension(pyramid_levels=n_levels, kernel_width=2).fit(X, Y).transform(new)
    assert np.allclose(found, pyramid(X, Y, new, (2 * median_distance(X)) ** 2, n_levels), rtol=0, atol=1e-9)


def test_laplacian_pyramid_is_that_of_datafold(surface):
    outofsample = pytest.importorskip("datafold.dynfold.outofsample", exc_type=ImportError)
    X, Y, new = surface
    heat = (2 * median_distance(X)) ** 2
    other = outofsample.LaplacianPyramidsInterpolator(initial_epsilon=heat / 2, mu=2.0, residual_tol=0.8)
    expected = other.fit(X, Y[:, :1]).predict(new)
    n_levels = len(other._level_tracker)
    assert n_levels > 1
    extension = sosi.LaplacianPyramidExtension(pyramid_levels=n_levels, kernel_width=2).fit(X, Y[:, 0])
    assert np.allclose(extension.transform(new), expected.reshape(-1, 1), rtol=0, atol=1e-9)


def modified_hat(x, level, number):
    if level == 1:
        return np.ones_like(x)
    scaled, center, last = x * 2**level, 2 * number + 1, 2 ** (level - 1) - 1
    inside = np.abs(scaled - center) <= 1
    if number == 0:
        return np.where(inside, 2 - scaled, 0)
    if number == last:
        return np.where(inside, scaled - center + 1, 0)
    return np.maximum(0, 1 - np.abs(scaled - center))


def grid_functions(Z, level):
    """Return all functions of a sparse grid of two dimensions at points of the unit square."""
    Z = np.clip(Z, 0, 1)
    return np.column_stack(
        [
            modified_hat(Z[:, 0], a, i) * modified_hat(Z[:, 1], b, j)
            for a in range(1, level + 1)
            for b in range(1, level + 2 - a)
            for i in range(2 ** (a - 1))
            for j in range(2 ** (b - 1))
        ]
    )


@pytest.mark.parametrize("level", [1, 2, 4])
def test_sparse_grid_is_ridge_regression_on_its_functions(surface, level):
    X, Y, new = surface
    # Points in general position: on the border of two cells, both functions are 0 here, but rounded.
    pca = PCA(2).fit(X)
    scores = pca.transform(X)
    low, extent = scores.min(axis=0), np.ptp(scores, axis=0)
    features, at_new = (grid_functions((pca.transform(Z) - low) / extent, level) for Z in (X, new))
    extension = sosi.SparseGridExtension(
        sparse_grid_dimensions=2, sparse_grid_level=level, regression_ridge=0.01
    ).fit(X, Y)
    expected = Ridge(max(relative_ridge(features, 0.01), 1e-12)).fit(features, Y).predict(at_new)
    assert np.allclose(extension.transform(new), expected, rtol=0, atol=1e-8)
