# SPDX-License-Identifier: BSD-3-Clause
"""The reference itself, against problems solved by an independent program, where they are there."""

import json
import os
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from reference.baselines import harmonic, lle, nystrom
from reference.embeddings import class_graphs, embed
from reference.fit import Options, fit
from reference.rounds import simplex_weights
from reference.samples import median_distance, median_squared_distance, nearest
from reference.scales import ScaleProblem, separable_pairs

FOLDER = Path(os.environ.get("SOSI_GOLDEN", ROOT / "../shared/golden"))
TOLERANCE = 1e-8


def assert_close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE * np.abs(expected).max())


class Golden:
    """A problem with the output of every stage."""

    def __init__(self, path):
        self.expected = dict(np.load(path))
        self.knobs = json.loads(path.with_suffix(".json").read_text())
        self.names = np.unique(self.expected["labels"])[1:]  # the first is -1
        y = self.expected["labels"]
        self.samples, self.labels = self.expected["samples"], np.searchsorted(self.names, y)
        self.labels[y == -1] = -1
        self.labeled, self.unlabeled = self.samples[y != -1], self.samples[y == -1]
        self.classes = self.labels[y != -1]
        known = {field.name for field in fields(Options)}
        relative = self.expected["scales"] / median_distance(self.labeled)
        self.options = Options(**{k: v for k, v in self.knobs.items() if k in known}, scale=relative)

    def __getitem__(self, name):
        return self.expected[name]


PATHS = sorted(FOLDER.glob("*.npz"))


@pytest.fixture(scope="module", params=PATHS or [None], ids=lambda path: path.stem if path else "none")
def golden(request):
    if request.param is None:
        pytest.skip("no reference problems in ../shared/golden (or $SOSI_GOLDEN)")
    return Golden(request.param)


def test_graphs_and_embedding(golden):
    assert_close(median_squared_distance(golden.labeled), golden["heat"])
    within, between = class_graphs(golden.labeled, golden.classes, golden.options)
    assert_close(within, golden["within_graph"])
    assert_close(between, golden["between_graph"])
    values, embedding = embed(golden.labeled, golden.classes, golden.options)
    assert_close(values, golden["eigenvalues"])
    assert_close(embedding, golden["embedding"])


def test_scale_criteria(golden):
    embedding = golden["embedding"]
    problem = ScaleProblem(golden.labeled, embedding, golden.classes, golden.knobs["n_neighbors_scale"])
    G, D, _ = problem.scan(golden["scale_grid"])
    assert_close(G, golden["G"])
    assert_close(D, golden["D"])
    for k in range(embedding.shape[1]):
        expected = np.argwhere(golden["separable"][:, :, k])
        assert set(separable_pairs(embedding[:, k], golden.classes)) == set(map(tuple, expected))


def test_projections(golden):
    n_classes = len(golden.names)
    for row, weights in enumerate(golden["projection_weights"]):
        x = golden.unlabeled[row // n_classes]
        members = np.flatnonzero(golden.classes == row % n_classes)
        found = nearest(x, golden.labeled, members, golden.knobs["n_neighbors_projection"])
        assert np.array_equal(found, members[golden["projection_neighbors"][row]])
        assert_close(simplex_weights(x, golden.labeled[found]), weights)


def test_rounds(golden):
    result = fit(golden.samples, golden.labels, golden.options)
    first = result.rounds[0].f
    assert_close(first.coefficients, golden["coefficients"])
    for x, expected in zip(golden.unlabeled, golden["gradient"], strict=False):
        assert_close(first.gradient(x), expected)
    for r, round_ in enumerate(result.rounds):
        assert_close(round_.values, golden["round_embedding"][r])
        assert np.array_equal(golden.names[round_.labels], golden["round_labels"][r])
        assert_close(1 / round_.confidence, 1 / golden["round_confidence"][r])
        assert len(round_.chosen) == golden["round_centers"][r]
    assert set(result.rounds[-1].chosen) == set(golden["last_centers"])


def test_baselines(golden):
    labeled, embedding, knobs = golden.labeled, golden["embedding"], golden.knobs
    by_lle = [
        lle(x, labeled, embedding, knobs["lle_neighbors"], knobs["lle_regularization"])
        for x in golden.unlabeled
    ]
    assert_close(by_lle, golden["lle"])
    by_nystrom = [nystrom(x, labeled, embedding, golden["heat"]) for x in golden.unlabeled]
    assert_close(by_nystrom, golden["nystrom"])
    found = harmonic(golden.samples, golden.labels, knobs["harmonic_neighbors"], golden["heat"])
    assert_close(found[golden.labels == -1], golden["harmonic"])
