# SPDX-License-Identifier: BSD-3-Clause
"""Data frames, nullable types, sparse matrices, images, and slips that are pointed out."""

import subprocess
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import load_wine

import sosi
from sosi import FisherEmbedding, HarmonicClassifier, SOSIClassifier

pd = pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def fitted(curves):
    X, y, _ = curves
    return SOSIClassifier(rounds=3).fit(X, y)


def test_nullable_columns_are_numbers(curves, fitted):
    X, y, _ = curves
    frame = pd.DataFrame(X, columns=list("abcde")).convert_dtypes()
    assert np.array_equal(SOSIClassifier(rounds=3).fit(frame, y).transform(frame), fitted.transform(X))
    frame["f"] = pd.array(np.arange(240) % 2 == 0, dtype="boolean")
    frame["g"] = pd.array(np.arange(240) % 3, dtype="Int64").astype("category")
    assert SOSIClassifier(rounds=1).fit(frame, y).n_features_in_ == 7
    frame.loc[3, "a"] = pd.NA
    with pytest.raises(ValueError, match="contains NaN"):
        SOSIClassifier(rounds=1).fit(frame, y)


def test_columns_that_are_no_numbers_are_named(curves):
    X, y, _ = curves
    frame = pd.DataFrame(X, columns=list("abcde")).assign(color=pd.Categorical(["red", "blue"] * 120))
    with pytest.raises(ValueError, match="column 'color' of X is text: leave it out, or encode it"):
        SOSIClassifier().fit(frame, y)
    frame["color"] = pd.Series([1, pd.NA] * 120, dtype=object)
    with pytest.raises(ValueError, match="column 'color' of X has a missing value"):
        SOSIClassifier().fit(frame, y)


@pytest.mark.parametrize("dtype", ["Int64", "Int8", "category"])
def test_nullable_labels_come_back_as_integers(curves, fitted, dtype):
    X, y, _ = curves
    labels = pd.Series(y, dtype="Int64").replace(-1, pd.NA).astype(dtype)
    model = SOSIClassifier(rounds=3).fit(X, labels)
    assert model.classes_.dtype.kind == "i" and model.transduction_.dtype.kind == "i"
    assert np.array_equal(model.transduction_, fitted.transduction_)


def test_objects_that_are_integers_are_integers(curves, fitted):
    X, y, _ = curves
    model = SOSIClassifier(rounds=3).fit(X, np.array([None if label == -1 else int(label) for label in y]))
    assert np.array_equal(model.transduction_, fitted.transduction_)


@pytest.mark.parametrize("kind", [list, lambda labels: np.array(labels, dtype=object)])
@pytest.mark.parametrize("number", [int, np.int64])
def test_mixed_labels_are_refused(curves, kind, number):
    X, y, _ = curves
    labels = kind(["one" if label == 1 else number(label) for label in y])
    with pytest.raises(ValueError, match="y mixes text and numbers, such as 'one' and 0: must be one kind"):
        SOSIClassifier().fit(X, labels)


def test_a_list_of_names_may_have_numbers_for_no_label(curves, fitted):
    X, y, _ = curves
    model = SOSIClassifier(rounds=3).fit(X, [-1 if label == -1 else f"class {label}" for label in y])
    assert list(model.classes_) == ["class 0", "class 1", "class 2"]
    assert np.array_equal(model.transform(X), fitted.transform(X))


@pytest.mark.parametrize("word", ["NA", "unknown", "Unlabeled", "None", "null", "?", ""])
def test_words_for_no_label_are_those_of_the_library(curves, fitted, word):
    X, y, _ = curves
    labels = np.array([word if label == -1 else f"class {label}" for label in y])
    model = SOSIClassifier(rounds=3).fit(X, labels)
    assert list(model.classes_) == ["class 0", "class 1", "class 2"]
    assert np.array_equal(model.transform(X), fitted.transform(X))


def test_one_class_beside_minus_one_is_refused_as_in_the_program(curves):
    X, y, _ = curves
    with pytest.raises(ValueError, match=r"all labeled samples are of class '3'.*\(-1 means unlabeled\)"):
        SOSIClassifier().fit(X, np.where(y == 0, 3, -1))


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csc_array, sparse.coo_array])
def test_sparse_samples_are_made_full(curves, fitted, kind):
    X, y, _ = curves
    model = SOSIClassifier(rounds=3).fit(kind(X), y)
    assert np.array_equal(model.transform(kind(X)), fitted.transform(X))
    full, thin = HarmonicClassifier().fit(X, y), HarmonicClassifier().fit(kind(X), y)
    assert np.array_equal(thin.predict(X), full.predict(X))


def test_sparse_samples_beyond_memory_are_refused():
    huge = sparse.csr_matrix((1 << 22, 1 << 22))
    with pytest.raises(MemoryError, match="do not fit into the"):
        SOSIClassifier().fit(huge, np.zeros(1 << 22))


def test_images_have_unit_length_and_keep_their_shape():
    images = np.random.default_rng(0).uniform(size=(40, 4, 6)) + np.arange(40)[:, None, None] % 2
    y = np.where(np.arange(40) < 10, np.arange(40) % 2, -1)
    model = SOSIClassifier(rounds=2).fit(images, y)
    flat = SOSIClassifier(rounds=2, normalize="unit").fit(images.reshape(40, 24), y)
    assert np.array_equal(model.transform(images), flat.transform(images.reshape(40, 24)))
    assert np.array_equal(model.predict(images.reshape(40, 24)), model.predict(images))
    with pytest.raises(ValueError, match="X has images of 6 x 4 pixels: must be 4 x 6, as fitted"):
        model.predict(images.transpose(0, 2, 1))


def test_sample_weight_is_refused_by_name(curves):
    X, y, _ = curves
    for estimator in (SOSIClassifier(), FisherEmbedding(), HarmonicClassifier()):
        with pytest.raises(TypeError, match="sample_weight"):
            estimator.fit(X, y, sample_weight=np.ones(len(y)))


def test_features_are_checked_by_name(curves):
    X, y, _ = curves
    frame = pd.DataFrame(X, columns=list("abcde"))
    model = SOSIClassifier(rounds=1).fit(frame, y)
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frame[list("edcba")])


def test_slips_are_warned_of(curves):
    X, y, truth = curves
    frame = pd.DataFrame(X, columns=list("abcde")).assign(number=np.arange(240), answer=truth)
    with pytest.warns(UserWarning) as caught:
        model = SOSIClassifier(rounds=1).fit(frame, y)
    assert [str(warning.message) for warning in caught] == model.notes_
    assert model.notes_ == [
        "column 'number' numbers the rows: if it is an id, leave it out",
        "column 'answer' has one value per class on all labeled rows: if it is made from the labels, "
        "leave it out",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SOSIClassifier(rounds=1).fit(X, y)


def test_equal_samples_with_different_labels_lose_them(curves):
    X, y, _ = curves
    twice, labels = np.vstack([X, X[:1]]), np.append(y, 1 - y[0])
    with pytest.warns(UserWarning, match="the labels of 2 rows are not used: equal rows have others"):
        model = SOSIClassifier(rounds=2, conflicts="unlabel").fit(twice, labels)
    assert len(model.embedding_) == 29
    assert np.isfinite(model.confidence_[[0, 240]]).all()


def test_wine_is_standardized():
    X, y = load_wine(return_X_y=True)
    few = np.where(np.arange(len(y)) % 15 == 0, y, -1)
    model = SOSIClassifier().fit(X, few)
    assert any(sentence.startswith("normalize: standard, as the ranges") for sentence in model.decisions_)
    same = SOSIClassifier(normalize="standard").fit(X, few)
    assert np.array_equal(model.transduction_, same.transduction_)
    assert np.mean(model.transduction_ == y) > 0.9


def test_the_program_finds_the_columns_of_a_data_frame(curves, program, tmp_path):
    X, y, _ = curves
    frame = pd.DataFrame(X, columns=["a", "b", "c, cm", "d", "e"])
    model = SOSIClassifier(rounds=2).fit(frame, y)
    model.save(tmp_path / "m.sosi")
    frame.assign(name="x")[["e", "name", "c, cm", "a", "d", "b"]].to_csv(tmp_path / "new.csv", index=False)
    paths = ["--model", tmp_path / "m.sosi", "--samples", tmp_path / "new.csv", "--out", tmp_path / "p.csv"]
    subprocess.run([program, "predict", *paths], check=True)
    assert np.array_equal(pd.read_csv(tmp_path / "p.csv")["label"], model.predict(frame))
    assert np.array_equal(sosi.SOSIClassifier.load(tmp_path / "m.sosi").predict(X), model.predict(frame))
