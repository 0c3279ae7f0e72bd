# SPDX-License-Identifier: BSD-3-Clause
"""Whole fits against the plain transcription of the method in reference/.

Python does not show the centers of every round. Those of the last one are in the model file, those of the one
before in the checkpoint, and an earlier round is the last one of a shorter fit.
"""

import json
from dataclasses import replace

import numpy as np
import pytest
from problems import NAMES, PROBLEMS, TOLERANCE, Problem, assert_close, knobs, make_problem, random_curves
from reference.fit import Options, fit

from sosi import SOSIClassifier


def read_safetensors(path):
    """Return the arrays of a model file or a checkpoint."""
    content = path.read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    types = {"F64": "<f8", "I64": "<i8", "I32": "<i4", "U32": "<u4"}
    arrays = {}
    for name, entry in json.loads(content[8:start]).items():
        if name != "__metadata__":
            first, last = entry["data_offsets"]
            values = np.frombuffer(content[start + first : start + last], types[entry["dtype"]])
            arrays[name] = values.reshape(entry["shape"])
    return arrays


def assert_same_confidence(found, expected):
    """Compare the inverses: beside a labeled embedding, the distance divided by is rounding errors."""
    np.testing.assert_allclose(1 / np.asarray(found), 1 / np.asarray(expected), rtol=0, atol=TOLERANCE)


def assert_same_history(model, expected):
    n_labeled = len(expected.labeled.classes)
    assert len(model.history_) == len(expected.rounds)
    for entry, found in zip(model.history_, expected.rounds, strict=True):
        assert entry["n_centers"] == n_labeled + len(found.chosen)
        assert_same_confidence(entry["median_confidence"], np.median(found.confidence))
    for entry, before, found in zip(model.history_[1:], expected.rounds, expected.rounds[1:], strict=False):
        assert entry["n_changed"] == np.sum(before.labels != found.labels)


def assert_same_labels(model, problem, expected):
    """Compare what is said of the samples of the fit and of new ones."""
    assert np.array_equal(model.transduction_, NAMES[expected.labels])
    assert_same_confidence(model.confidence_, expected.confidence)
    for samples in (problem.new, problem.X):
        assert_close(model.transform(samples), expected.transform(samples))
        labels, confidence = expected.predict(samples)
        assert np.array_equal(model.predict(samples), NAMES[labels])
        assert_same_confidence(model.predict_confidence(samples), confidence)


def assert_same_map(model, expected, path):
    """Compare the map in the model file; its unlabeled centers may be in any order."""
    model.save(path)
    arrays = read_safetensors(path)
    n = len(expected.labeled.classes)
    f = expected.rounds[-1].f
    assert_close(arrays["scales"], f.scales)
    assert_close(arrays["embedding"], expected.labeled.embedding)
    assert_close(arrays["centers"][:n], f.centers[:n])
    order, expected_order = np.lexsort(arrays["centers"].T), np.lexsort(f.centers.T)
    assert_close(arrays["centers"][order], f.centers[expected_order])
    assert_close(arrays["coefficients"][order], f.coefficients[expected_order])


def assert_same_fit(problem, options, folder):
    """Compare a fit and all that can be seen of it."""
    expected = fit(problem.X, problem.codes, options)
    state = folder / "state"
    model = SOSIClassifier(**knobs(options), checkpoint=state).fit(problem.X, problem.y)
    assert model.diagnostics_["n_shifts"] == 0
    rows = expected.position[problem.codes >= 0]
    assert_close(model.embedding_, expected.labeled.embedding[rows])
    assert_same_history(model, expected)
    assert_same_labels(model, problem, expected)
    assert_same_map(model, expected, folder / "model")
    if options.rounds > 1:
        arrays, before = read_safetensors(state), expected.rounds[-2]
        n = len(expected.labeled.classes)
        assert sorted(arrays["centers"]) == [*range(n), *(n + i for i in sorted(before.chosen))]
        assert np.array_equal(arrays["classes"], before.labels)
        assert_same_confidence(arrays["confidence"], before.confidence)
    return model


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize(
    "rounds",
    [
        {"rounds": 6},
        {"embedding": "laplacian", "rounds": 5, "stop_fraction": 0.6},
        {"rounds": 6, "selection": "quota"},
        {"rounds": 6, "selection": "mixed"},
    ],
    ids=str,
)
def test_rounds(name, rounds, tmp_path):
    problem = make_problem(name)
    assert_same_fit(problem, Options(scale=problem.scale, **rounds), tmp_path)


@pytest.mark.parametrize("name", ["curves", "lambert"])
@pytest.mark.parametrize(
    "rounds",
    [
        {"scale": 0.4},
        {"scale": 0.4, "rounds": 4, "n_neighbors_projection": 1},
        {"scale": 0.4, "rounds": 4, "n_neighbors_projection": 5, "ridge": 0.01},
        {"scale": 0.4, "rounds": 5, "max_centers": 34},
        {"scale": "loo", "rounds": 4, "stop_fraction": 0.5},
        {"scale": "auto", "rounds": 4},
    ],
    ids=str,
)
def test_maps_and_scales_in_the_rounds(name, rounds, tmp_path):
    assert_same_fit(make_problem(name), Options(**rounds), tmp_path)


@pytest.mark.parametrize("rule", [{"scale": "loo"}, {"scale": "ratio", "scale_ratio": 1.3}], ids=str)
def test_scales_chosen_anew_in_every_round(rule, tmp_path):
    options = Options(**rule, rounds=3, stop_fraction=0.3, refit_scale=True)
    assert_same_fit(make_problem("curves"), options, tmp_path)


@pytest.mark.parametrize("selection", ["quota", "mixed"])
@pytest.mark.parametrize(
    "proportions", ["equal", "estimate", [0.1, 0.4, 0.2, 0.3], [1, 0, 2, 0]], ids=lambda given: str(given)
)
def test_class_proportions(selection, proportions, tmp_path):
    problem = make_problem("curves")
    for weight in (0.2, 0.7) if selection == "mixed" else (0.2,):
        options = Options(
            scale=0.4, rounds=6, selection=selection, class_proportions=proportions, quota_weight=weight
        )
        assert_same_fit(problem, options, tmp_path)


@pytest.mark.parametrize("selection", ["confidence", "quota"])
def test_every_round_is_the_last_of_a_shorter_fit(selection, tmp_path):
    problem = make_problem("turntable")
    options = Options(scale=0.4, rounds=6, selection=selection)
    whole = fit(problem.X, problem.codes, options)
    for r in range(1, 6):
        shorter = replace(options, rounds=r + 1, stop_fraction=r / 5)
        model = SOSIClassifier(**knobs(shorter)).fit(problem.X, problem.y)
        assert_same_map(model, replace(whole, rounds=whole.rounds[: r + 1]), tmp_path / "model")
        assert np.array_equal(model.transduction_[problem.codes < 0], NAMES[whole.rounds[r].labels])
        assert_same_confidence(model.confidence_[problem.codes < 0], whole.rounds[r].confidence)


@pytest.mark.parametrize("kind", ["unit", "standard"])
def test_normalization(kind, tmp_path):
    problem = Problem(*random_curves(4, 16, 5, seed=7), labels_per_class=5)
    problem.X *= [1, 3, 0.5, 2, 0]
    problem.new *= [1, 3, 0.5, 2, 0]
    problem.new[0] = 0
    assert_same_fit(problem, Options(scale=0.2, rounds=4, normalize=kind), tmp_path)


def test_equal_samples_are_one(tmp_path):
    problem = Problem(*random_curves(4, 16, 5, seed=8), labels_per_class=5)
    labeled, unlabeled = np.flatnonzero(problem.codes >= 0), np.flatnonzero(problem.codes < 0)
    copied = np.concatenate([labeled[2:5], unlabeled[:4], labeled[:3]])
    problem.X = np.vstack([problem.X, problem.X[copied]])
    given = np.concatenate([problem.codes[copied[:7]], [-1, -1, -1]])  # the last ones without their label
    problem.codes = np.concatenate([problem.codes, given])
    problem.y = np.where(problem.codes == -1, -1, NAMES[problem.codes])
    model = assert_same_fit(problem, Options(scale=0.3, rounds=4), tmp_path)
    assert model.diagnostics_["n_duplicates"] == 10
