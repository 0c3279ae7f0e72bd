# SPDX-License-Identifier: BSD-3-Clause
import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from sosi import FisherEmbedding, HarmonicClassifier, SOSIClassifier


@pytest.fixture(scope="module")
def fitted(curves):
    X, y, _ = curves
    return SOSIClassifier(rounds=4).fit(X, y)


def test_finds_the_hidden_labels_and_keeps_the_given_ones(curves, fitted):
    _, y, truth = curves
    hidden = y == -1
    assert np.mean(fitted.transduction_[hidden] == truth[hidden]) > 0.9
    assert np.array_equal(fitted.transduction_[~hidden], y[~hidden])
    assert np.all(np.isinf(fitted.confidence_[~hidden])) and np.all(fitted.confidence_ >= 1)


def test_shows_what_was_learned(curves, fitted):
    X, y, _ = curves
    assert fitted.embedding_.shape == (30, 2) and fitted.scales_.shape == (2,)
    assert np.array_equal(fitted.embedding_labels_, y[:30])
    assert [entry["n_centers"] for entry in fitted.history_] == [30, 100, 170, 240]
    assert fitted.n_features_in_ == 5
    assert list(fitted.get_feature_names_out()) == ["sosiclassifier0", "sosiclassifier1"]
    assert np.allclose(fitted.transform(X[:30]), fitted.embedding_, atol=1e-5)


def test_probabilities_and_decisions_agree_with_predictions(curves, fitted):
    X, _, _ = curves
    predicted = fitted.predict(X)
    probabilities = fitted.predict_proba(X)
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert np.array_equal(fitted.classes_[probabilities.argmax(axis=1)], predicted)
    assert np.allclose(np.exp(fitted.decision_function(X)), probabilities)
    two = SOSIClassifier(rounds=1).fit(X, np.where(curves[1] == 2, -1, curves[1]))
    assert np.array_equal(two.classes_[(two.decision_function(X) > 0).astype(int)], two.predict(X))
    assert np.allclose(1 / (1 + np.exp(-two.decision_function(X))), two.predict_proba(X)[:, 1])


def test_probabilities_tell_how_many_labels_are_wrong(curves, fitted):
    X, y, truth = curves
    unlabeled = y == -1
    assert np.all(fitted.probability_[~unlabeled] == 1)
    assert np.all((fitted.probability_[unlabeled] > 0) & (fitted.probability_[unlabeled] < 1))
    expected = np.mean(1 - fitted.probability_[unlabeled])
    assert abs(expected - np.mean(fitted.transduction_[unlabeled] != truth[unlabeled])) < 0.1


@pytest.fixture(scope="module")
def clouds():
    """Three clouds that overlap: samples, labels, truth."""
    rng = np.random.default_rng(1)
    truth = np.arange(150) % 3
    X = rng.normal(size=(150, 4)) + 2 * np.eye(4)[truth]
    return X, np.where(np.arange(150) < 18, truth, -1), truth


@pytest.mark.parametrize("options", [{}, {"rounds": 4}, {"max_centers": 60}, {"normalize": "standard"}])
def test_fitted_rows_are_predicted_as_they_were_fitted(clouds, options, tmp_path):
    X, y, _ = clouds
    model = SOSIClassifier(**options).fit(X, y)
    assert np.array_equal(model.predict(X), model.transduction_)
    assert np.array_equal(model.predict_proba(X), model.class_probability_)
    assert np.array_equal(model.class_probability_.max(axis=1), model.probability_)
    assert np.array_equal(np.ma.getmaskarray(model.predict_or_abstain(X, 0.5)), model.probability_ < 0.5)
    decisions = model.decision_function(X)
    assert np.all(np.isfinite(decisions)) and np.allclose(np.exp(decisions), model.class_probability_)
    assert model.probability_.min() < 0.8
    model.save(tmp_path / "m.sosi")
    assert np.array_equal(SOSIClassifier.load(tmp_path / "m.sosi").predict_proba(X), model.class_probability_)


def test_class_probabilities_are_in_the_order_of_the_classes(clouds):
    X, y, _ = clouds
    whole = SOSIClassifier(rounds=4).fit(X, y)
    names = np.array(["10", "9", "8"], dtype=object)  # the program orders them as numbers
    text = SOSIClassifier(rounds=4).fit(X, np.where(y < 0, "", names[y]))
    assert list(text.classes_) == ["10", "8", "9"]
    assert np.array_equal(text.classes_[text.class_probability_.argmax(axis=1)], text.transduction_)
    assert np.allclose(text.class_probability_, whole.class_probability_[:, [0, 2, 1]], atol=1e-6)


def test_labels_are_explained(clouds):
    X, y, _ = clouds
    model = SOSIClassifier(rounds=4).fit(X, y)
    fitted_row, new = model.explain(np.vstack([X[40], X[40] + 0.01]), n_neighbors=3)
    assert fitted_row.label == model.transduction_[40] and fitted_row.probability == model.probability_[40]
    assert np.array_equal(fitted_row.probabilities, model.class_probability_[40])
    assert fitted_row.runner_up == model.classes_[np.argsort(model.class_probability_[40])[-2]]
    assert fitted_row.center is not None and new.center is None
    assert [one["given"] for one in new.nearest_labeled] == [True] * 3
    nearest = new.nearest_labeled[0]
    distances = np.linalg.norm(X[:18] - X[40] - 0.01, axis=1)
    assert nearest["center"] == distances.argmin() and nearest["label"] == y[distances.argmin()]
    assert nearest["distance"] == pytest.approx(distances.min())
    with pytest.raises(ValueError, match="n_neighbors = 0: must be at least 1"):
        model.explain(X, n_neighbors=0)


def test_abstaining_masks_what_is_less_probable(curves, fitted):
    X, _, _ = curves
    probability = fitted.predict_proba(X).max(axis=1)
    bound = np.median(probability)
    found = fitted.predict_or_abstain(X, below=bound)
    assert np.array_equal(np.ma.getmaskarray(found), probability < bound)
    assert np.array_equal(found.data, fitted.predict(X))
    assert np.all(found.filled(-1)[probability < bound] == -1)
    assert not np.ma.getmaskarray(fitted.predict_or_abstain(X, below=0)).any()
    with pytest.raises(ValueError, match="below = 1.5"):
        fitted.predict_or_abstain(X, below=1.5)


def test_far_samples_are_told_from_near_ones(curves, fitted):
    X, _, _ = curves
    assert not fitted.is_far(X).any()
    assert fitted.is_far(X + 1000.0).all()


@pytest.mark.parametrize(
    "convert",
    [
        np.asfortranarray,
        lambda X: X.tolist(),
        lambda X: pd.DataFrame(X, columns=list("abcde")),
        lambda X: np.repeat(X, 2, axis=0)[::2],
    ],
)
def test_other_layouts_give_the_same_bits(curves, fitted, convert):
    X, y, _ = curves
    other = SOSIClassifier(rounds=4).fit(convert(X), y)
    assert np.array_equal(other.transform(convert(X)), fitted.transform(X))
    assert np.array_equal(other.confidence_, fitted.confidence_)


def test_float32_and_whole_numbers_are_those_numbers_as_doubles(curves):
    X, y, _ = curves
    for other in (X.astype(np.float32), np.round(100 * X).astype(np.int16)):
        a = SOSIClassifier(rounds=2).fit(other, y).transform(other)
        b = SOSIClassifier(rounds=2).fit(other.astype(float), y).transform(other.astype(float))
        assert np.array_equal(a, b)


def test_read_only_and_memory_mapped_samples_are_not_touched(curves, fitted, tmp_path):
    X, y, _ = curves
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    for normalize in ("unit", "standard"):
        model = SOSIClassifier(rounds=2, normalize=normalize).fit(mapped, y)
        assert np.array_equal(model.transform(mapped), model.transform(X.copy()))
    assert np.array_equal(np.load(tmp_path / "X.npy"), X)


def test_feature_names_are_kept_and_checked(curves):
    X, y, _ = curves
    frame = pd.DataFrame(X, columns=list("abcde"))
    model = SOSIClassifier(rounds=1).fit(frame, y)
    assert list(model.feature_names_in_) == list("abcde")
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[list("edcba")])


@pytest.mark.parametrize("missing", [None, np.nan, "", "?", "-1"])
def test_text_labels_with_missing_ones(curves, fitted, missing):
    X, y, _ = curves
    names = np.array(["ten", "nine", "one"], dtype=object)
    labels = np.where(y == -1, missing, names[y])
    model = SOSIClassifier(rounds=4).fit(X, labels)
    assert list(model.classes_) == ["nine", "one", "ten"]
    assert np.array_equal(model.transduction_, names[fitted.transduction_])
    assert np.array_equal(model.predict(X), names[fitted.predict(X)])
    assert model.predict_proba(X).argmax(axis=1).tolist() == [
        sorted(names).index(n) for n in model.predict(X)
    ]
    assert model.score(X, labels) == 1.0


@pytest.mark.parametrize("kind", [float, "Int64", "string", "category"])
def test_labels_of_other_types(curves, fitted, kind):
    X, y, _ = curves
    labels = y.astype(float)
    if kind is not float:
        labels = pd.Series(y).where(y != -1).astype("Int64")
        labels = labels if kind == "Int64" else labels.astype("string").astype(kind)
    model = SOSIClassifier(rounds=4).fit(X, labels)
    assert np.array_equal(model.transduction_.astype(float), fitted.transduction_)
    assert np.array_equal(model.confidence_, fitted.confidence_)


def test_names_that_are_numbers_are_ordered_as_the_command_line_orders_them(curves):
    X, y, _ = curves
    names = np.array(["10", "9", "100"])
    options = {"rounds": 3, "selection": "quota", "class_proportions": [0.2, 0.5, 0.3]}
    text = SOSIClassifier(**options).fit(X, np.where(y == -1, "?", names[y]))
    whole = SOSIClassifier(**options).fit(X, np.where(y == -1, -1, names.astype(int)[y]))
    assert list(text.classes_) == ["10", "100", "9"] and list(whole.classes_) == [9, 10, 100]
    assert np.array_equal(text.transduction_.astype(int), whole.transduction_)
    assert np.array_equal(text.predict_proba(X)[:, [2, 0, 1]], whole.predict_proba(X))


def test_minus_one_beside_one_class_is_a_class(curves):
    X, _, truth = curves
    with pytest.warns(UserWarning, match="-1 is taken as a class"):
        model = SOSIClassifier(rounds=1).fit(X, np.where(truth == 0, -1, 1))
    assert list(model.classes_) == [-1, 1]
    assert model.score(X, np.where(truth == 0, -1, 1)) > 0.95


def test_threads_and_seeds_change_no_bit(curves, fitted):
    X, y, _ = curves
    for options in (
        {"n_jobs": 3},
        {"n_jobs": -1},
        {"random_state": 7},
        {"random_state": np.random.RandomState(0)},
    ):
        model = SOSIClassifier(rounds=4, **options).fit(X, y)
        assert np.array_equal(model.transform(X), fitted.transform(X))


def test_coordinates_of_ones_own_for_the_labeled_or_for_all(curves, fitted):
    X, y, _ = curves
    of_all = np.zeros((len(X), 2))
    of_all[y != -1] = fitted.embedding_
    for given in (fitted.embedding_, of_all, fitted.embedding_.tolist()):
        model = SOSIClassifier(embedding=given, rounds=4).fit(X, y)
        assert np.array_equal(model.transform(X), fitted.transform(X))
    with pytest.raises(ValueError, match="must have one row per labeled sample, 30"):
        SOSIClassifier(embedding=of_all[:7]).fit(X, y)


def test_equal_samples_share_their_place(curves):
    X, y, _ = curves
    twice, labels = np.vstack([X, X[:40]]), np.concatenate([y, y[:40]])
    model = SOSIClassifier(rounds=2).fit(twice, labels)
    assert model.diagnostics_["n_duplicates"] == 40
    assert np.array_equal(model.embedding_[30:], model.embedding_[:30])
    assert np.array_equal(model.embedding_labels_, labels[labels != -1])
    labels[-40] = 1 - labels[-40]
    with pytest.raises(ValueError, match="rows 0 and 240 .from 0. are equal but labeled '0' and '1'"):
        SOSIClassifier().fit(twice, labels)


def test_embedding_estimators_are_the_first_round(curves):
    X, y, _ = curves
    embedding = FisherEmbedding().fit(X, y)
    first = SOSIClassifier(rounds=1).fit(X[y != -1], y[y != -1])
    assert np.array_equal(embedding.transform(X), first.transform(X))


def test_harmonic_labels_new_samples_and_knows_the_old(curves):
    X, y, truth = curves
    model = HarmonicClassifier().fit(X[:200], y[:200])
    assert np.array_equal(model.predict(X[:200]), model.transduction_)
    assert np.array_equal(model.predict_proba(X[:200]), model.label_distributions_)
    assert model.score(X[200:], truth[200:]) > 0.9


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        (np.full(240, -1), "no sample is labeled: at least two classes with one label each are needed"),
        (np.zeros(240), "all labeled samples are of class '0': at least two classes are needed"),
        (np.linspace(0, 1, 240), "Unknown label type: continuous"),
        (np.zeros(7), "inconsistent numbers of samples"),
    ],
)
def test_bad_labels_are_named(curves, labels, sentence):
    with pytest.raises(ValueError, match=sentence):
        SOSIClassifier().fit(curves[0], labels)


def test_use_before_a_fit_is_told(curves, tmp_path):
    X = curves[0]
    for method in ("predict", "predict_proba", "predict_confidence", "decision_function", "transform"):
        with pytest.raises(NotFittedError):
            getattr(SOSIClassifier(), method)(X)
    with pytest.raises(NotFittedError):
        SOSIClassifier().save(tmp_path / "m.sosi")
