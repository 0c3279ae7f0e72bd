# SPDX-License-Identifier: BSD-3-Clause
"""Python, the command line and pickles hold the same model, to the bit."""

import pickle
import subprocess

import joblib
import numpy as np
import pandas as pd
import pytest

import sosi
from sosi import FisherEmbedding, HarmonicClassifier, SOSIClassifier, _core

OPTIONS = {"rounds": 3, "normalize": "standard", "ridge": 1e-6}


@pytest.fixture(scope="module")
def fitted(curves):
    X, y, _ = curves
    return SOSIClassifier(**OPTIONS).fit(X, y)


def run(program, *arguments):
    subprocess.run([program, *map(str, arguments)], check=True)


def test_a_model_of_python_serves_the_command_line(curves, fitted, program, tmp_path):
    X, _, _ = curves
    fitted.save(tmp_path / "m.sosi")
    np.save(tmp_path / "X.npy", X)
    samples = ("--model", tmp_path / "m.sosi", "--samples", tmp_path / "X.npy")
    run(program, "transform", *samples, "--out", tmp_path / "Y.npy")
    run(program, "predict", *samples, "--out", tmp_path / "p.csv")
    assert np.load(tmp_path / "Y.npy").tobytes() == fitted.transform(X).tobytes()
    table = pd.read_csv(tmp_path / "p.csv")
    assert np.array_equal(table.label, fitted.predict(X))
    assert np.array_equal(table.confidence, fitted.predict_confidence(X))
    assert np.array_equal(table.probability, fitted.predict_proba(X).max(axis=1))
    assert np.array_equal(table.far, fitted.is_far(X))


def test_a_loaded_model_can_be_fitted_again(curves, tmp_path):
    X, y, _ = curves
    fitted = SOSIClassifier(effort="quick").fit(X, y)
    fitted.save(tmp_path / "m.sosi")
    again = SOSIClassifier.load(tmp_path / "m.sosi").fit(X, y)  # without the search that effort concerns
    assert again.effort == "normal"


def test_a_model_of_the_command_line_is_that_of_python(curves, fitted, program, tmp_path):
    X, y, _ = curves
    np.savez(tmp_path / "curves.npz", X=X, y=y)
    flags = [text for name, value in OPTIONS.items() for text in (f"--{name}", value)]
    run(
        program,
        "fit",
        "--samples",
        tmp_path / "curves.npz",
        "--model",
        tmp_path / "m.sosi",
        "--quiet",
        *flags,
    )
    fitted.save(tmp_path / "python.sosi")
    assert (tmp_path / "python.sosi").read_bytes() == (tmp_path / "m.sosi").read_bytes()
    loaded = SOSIClassifier.load(tmp_path / "m.sosi")
    assert loaded.transform(X).tobytes() == fitted.transform(X).tobytes()


def test_loading_restores_parameters_and_what_the_file_holds(curves, fitted, tmp_path):
    X, _, _ = curves
    fitted.save(tmp_path / "m.sosi")
    loaded = SOSIClassifier.load(tmp_path / "m.sosi")
    assert {name: loaded.get_params()[name] for name in OPTIONS} == OPTIONS
    assert np.array_equal(loaded.classes_, fitted.classes_) and loaded.classes_.dtype.kind == "i"
    assert np.array_equal(loaded.embedding_, fitted.embedding_)
    assert np.array_equal(loaded.predict_proba(X), fitted.predict_proba(X))
    assert loaded.n_features_in_ == 5 and not hasattr(loaded, "history_")


def test_pickle_and_joblib_keep_every_bit(curves, tmp_path):
    X, y, _ = curves
    joblib_file = tmp_path / "m.joblib"
    for model in (
        SOSIClassifier(**OPTIONS).fit(X, y),
        FisherEmbedding().fit(X, y),
        HarmonicClassifier().fit(X, y),
        *(getattr(sosi, row.class_name)().fit(X, X[:, :2]) for row in _core.extensions()),
    ):
        joblib.dump(model, joblib_file)
        for copy in (pickle.loads(pickle.dumps(model)), joblib.load(joblib_file)):
            use = "transform" if hasattr(model, "transform") else "predict_proba"
            assert getattr(copy, use)(X).tobytes() == getattr(model, use)(X).tobytes()
            assert vars(copy).keys() == vars(model).keys()


def test_a_pickle_holds_the_model_file(fitted, tmp_path):
    fitted.save(tmp_path / "m.sosi")
    assert (tmp_path / "m.sosi").read_bytes() in pickle.dumps(fitted)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda b: b.replace(b'"format_version":"3"', b'"format_version":"9"'), "a newer sosi is needed"),
        (lambda b: b[:-9], "m.sosi: "),
        (lambda b: b"", "is too short, or not a safetensors file"),
        (lambda b: b[:-20] + bytes(20), "is damaged: its checksum does not fit its content"),
    ],
)
def test_files_that_cannot_be_believed_are_refused(fitted, tmp_path, damage, sentence):
    path = tmp_path / "m.sosi"
    fitted.save(path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(OSError, match=sentence) as caught:
        SOSIClassifier.load(path)
    assert str(path) in str(caught.value)


def test_missing_files_and_folders_are_named(fitted, tmp_path):
    with pytest.raises(OSError, match=r"none\.sosi: No such file"):
        SOSIClassifier.load(tmp_path / "none.sosi")
    with pytest.raises(OSError, match="nowhere"):
        fitted.save(tmp_path / "nowhere" / "m.sosi")
