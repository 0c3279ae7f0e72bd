# SPDX-License-Identifier: BSD-3-Clause
"""The estimators inside scikit-learn's machinery."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import BaseEstimator, clone
from sklearn.manifold import SpectralEmbedding
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sosi import FisherEmbedding, ModifiedNystromExtension, RBFExtension, SOSIClassifier


@pytest.mark.parametrize("labels", ["whole", "text", "missing"])
def test_grid_search_scores_labeled_rows_only(curves, labels):
    X, y, _ = curves
    if labels != "whole":
        y = np.where(y == -1, "" if labels == "text" else None, np.array(["a", "b", "c"], dtype=object)[y])
    cv = KFold(3, shuffle=True, random_state=0)
    model = make_pipeline(StandardScaler(), SOSIClassifier(rounds=2))
    search = GridSearchCV(
        model, {"sosiclassifier__embedding": ["fisher", "laplacian"]}, cv=cv, error_score="raise"
    )
    search.fit(X, y)
    assert search.best_score_ > 0.7
    assert np.all(np.isfinite(search.cv_results_["mean_test_score"]))


def test_stratified_cross_validation_with_unlabeled_rows(curves):
    X, y, _ = curves
    assert np.mean(cross_val_score(SOSIClassifier(rounds=2), X, y, cv=3, error_score="raise")) > 0.7


def test_a_grid_in_processes_gives_the_same_scores(curves):
    X, y, _ = curves
    scores = [cross_val_score(SOSIClassifier(rounds=2), X, y, cv=3, n_jobs=n) for n in (1, 2)]
    assert np.array_equal(*scores)


POOL = """
import multiprocessing
import numpy as np
from sosi import SOSIClassifier

def labels(n_jobs):
    X = np.random.default_rng(0).normal(size=(60, 5))
    y = np.where(np.arange(60) < 20, np.arange(60) % 4, -1)
    return SOSIClassifier(rounds=2, n_jobs=n_jobs).fit(X, y).transduction_.tolist()

with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(labels, [None, 2, -1]) == 3 * [labels(1)]
"""


def test_a_forked_pool_has_the_same_labels_without_warnings():
    subprocess.run([sys.executable, "-W", "error::UserWarning", "-c", POOL], check=True)


def test_clone_keeps_arrays_and_options(curves):
    X, y, _ = curves
    own = np.random.default_rng(0).normal(size=(30, 2))
    model = clone(SOSIClassifier(embedding=own, scale=[0.5, 0.7], rounds=2))
    assert np.array_equal(model.embedding, own)
    assert model.fit(X, y).scales_.shape == (2,)


def test_pandas_output_has_names(curves):
    X, y, _ = curves
    frame = pd.DataFrame(X, columns=list("abcde"), index=np.arange(len(X)) + 7)
    out = FisherEmbedding().set_output(transform="pandas").fit(frame, y).transform(frame)
    assert list(out.columns) == ["fisherembedding0", "fisherembedding1"]
    assert out.index.equals(frame.index)


def test_an_embedding_before_another_classifier(curves):
    X, y, truth = curves
    model = make_pipeline(FisherEmbedding(), KNeighborsClassifier(1)).fit(X[:30], y[:30])
    assert model.score(X, truth) > 0.8


class Weighted(BaseEstimator):
    """An embedding that wants weights."""

    def fit(self, X, y=None, sample_weight=None):
        return self

    def fit_transform(self, X, y=None, sample_weight=None):
        self.weight_ = sample_weight
        return np.asarray(X)[:, :2]


def test_metadata_is_routed_to_the_embedding_and_through_pipelines(curves):
    X, y, _ = curves
    weight = np.arange(len(X), dtype=float)
    with sklearn.config_context(enable_metadata_routing=True):
        extension = RBFExtension(Weighted().set_fit_request(sample_weight=True))
        assert extension.fit(X, sample_weight=weight).estimator_.weight_ is weight
        pipeline = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=True), SOSIClassifier(rounds=1)
        )
        assert pipeline.fit(X, y, sample_weight=weight + 1).predict(X).shape == (240,)
        scored = SOSIClassifier(rounds=1).set_score_request(sample_weight=True)
        GridSearchCV(scored, {"rounds": [1]}, cv=3).fit(X, y, sample_weight=weight)
    with pytest.raises((TypeError, ValueError)):
        RBFExtension().fit(X, X, sample_weight=weight)


def test_extension_of_an_estimator_a_matrix_and_given_coordinates_agree(curves):
    X, _, _ = curves
    by_estimator = RBFExtension(SpectralEmbedding(random_state=0)).fit(X)
    by_matrix = RBFExtension(by_estimator.embedding_).fit(X)
    by_target = RBFExtension().fit(X, by_estimator.embedding_)
    for other in (by_matrix, by_target):
        assert np.array_equal(other.transform(X), by_estimator.transform(X))
    assert np.allclose(by_estimator.transform(X), by_estimator.embedding_, atol=1e-6)


def test_gradient_is_that_of_finite_differences(curves):
    X, _, _ = curves
    extension = RBFExtension(scale=1.0, ridge=1e-6).fit(X, X[:, :2] ** 2)
    gradient = extension.gradient(X[:5])
    for j in range(5):
        step = 1e-6 * np.eye(5)[j]
        slope = (extension.transform(X[:5] + step) - extension.transform(X[:5] - step)) / 2e-6
        assert np.allclose(gradient[:, :, j], slope, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("heat", ["auto", 0.3])
def test_modified_nystrom_weighs_by_the_heat_of_its_fit(curves, heat):
    X, _, _ = curves
    extension = ModifiedNystromExtension(nystrom_heat=heat).fit(X[:101], X[:101, :2])
    assert heat == "auto" or extension.heat_ == heat
    weights = np.exp(-((X[101:, None] - X[None, :101]) ** 2).sum(axis=2) / extension.heat_)
    weights /= weights.sum(axis=1, keepdims=True)
    assert np.allclose(extension.transform(X[101:]), weights @ X[:101, :2])
    equal = ModifiedNystromExtension().fit(np.ones((4, 2)), np.arange(4.0))
    assert equal.heat_ == 0 and np.allclose(equal.transform(np.ones((1, 2))), 1.5)
    with pytest.raises(ValueError, match="nystrom_heat = 0"):
        ModifiedNystromExtension(nystrom_heat=0).fit(X, X)
