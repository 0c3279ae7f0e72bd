# SPDX-License-Identifier: BSD-3-Clause
"""Parameters, defaults and docstrings are those of the library's field tables."""

import inspect
import os
import re
from pathlib import Path

import numpy as np
import pytest
from docstrings import expected_entries

import sosi
from sosi import _core
from sosi._options import option_text, option_value

TABLES = {
    sosi.SOSIClassifier: _core.fit_knobs,
    sosi.SupervisedLaplacianEigenmaps: _core.fit_knobs,
    sosi.FisherEmbedding: _core.fit_knobs,
    sosi.RBFExtension: _core.scale_knobs,
    sosi.LLEExtension: _core.lle_knobs,
    sosi.NystromExtension: _core.nystrom_knobs,
    sosi.HarmonicClassifier: _core.harmonic_knobs,
}
OTHERS = {"random_state", "n_jobs", "verbose", "max_memory", "embedding", "checkpoint", "resume"}


@pytest.mark.parametrize("estimator_class", TABLES)
def test_defaults_are_those_of_the_library(estimator_class):
    knobs = {knob.name: knob for knob in TABLES[estimator_class]()}
    for name, parameter in inspect.signature(estimator_class).parameters.items():
        if name in knobs and not (name == "embedding" and estimator_class is sosi.RBFExtension):
            assert option_value(option_text(parameter.default)) == option_value(knobs[name].default), name
        else:
            assert name in OTHERS, name


def test_classifier_has_every_option_of_the_command_line_in_its_order():
    names = [knob.name for knob in _core.fit_knobs()]
    assert list(inspect.signature(sosi.SOSIClassifier).parameters)[: len(names)] == names


@pytest.mark.parametrize("estimator_class", TABLES)
def test_docstring_says_what_the_field_table_says(estimator_class):
    entries = expected_entries(estimator_class, TABLES[estimator_class]())
    if "SOSI_UPDATE_DOCS" in os.environ:
        rewrite(estimator_class, entries)
    else:
        assert entries in inspect.getdoc(estimator_class).replace("\n", "\n    "), (
            "SOSI_UPDATE_DOCS=1 remakes it"
        )


def rewrite(estimator_class, entries):
    """Replace the entries of the options in the source, from the first one to what is not in the table."""
    path = Path(__file__).parents[1] / "sosi" / Path(inspect.getfile(estimator_class)).name
    names = [line.split(" :")[0].strip() for line in entries.splitlines() if not line.startswith(" " * 8)]
    text = path.read_text()
    start = text.index(f"class {estimator_class.__name__}(")
    first = text.index(f"\n    {names[0]} : ", start) + 1
    after = re.compile(r"^    (random_state|n_jobs) : ", re.MULTILINE).search(text, first).start()
    path.write_text(text[:first] + entries + "\n" + text[after:])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "auto"),
        (True, "true"),
        (np.False_, "false"),
        (np.int64(3), "3"),
        (1e-05, "1e-05"),
        ("loo", "loo"),
        ([0.5, 1], "0.5,1"),
        (np.array([0.25, 2.0]), "0.25,2.0"),
    ],
)
def test_values_become_the_text_of_the_command_line(value, text):
    assert option_text(value) == text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n_neighbors_within": 0}, "n_neighbors_within = 0: must be auto or a whole number at least 1"),
        ({"rounds": 2.5}, "rounds = 2.5: must be auto or a whole number at least 1"),
        ({"embedding": "pca"}, "embedding = pca: must be auto or laplacian|fisher|precomputed"),
        ({"ridge": float("nan")}, "ridge = nan: must be a number at least 0"),
        ({"max_memory": "many"}, "max_memory = many: must be an amount of memory, as 800M or 4G"),
        (
            {"scale": [1, 2, 3]},
            "scale = 1,2,3: must be one number or 2, one for each dimension of the embedding",
        ),
    ],
)
def test_bad_options_raise_the_sentence_of_the_library(curves, options, sentence):
    X, y, _ = curves
    with pytest.raises(ValueError) as caught:
        sosi.SOSIClassifier(**options).fit(X, y)
    assert str(caught.value) == sentence


def test_a_fit_that_needs_too_much_memory_is_refused(curves):
    X, y, _ = curves
    with pytest.raises(sosi.MemoryRefused) as caught:
        sosi.SOSIClassifier(max_memory=1000).fit(X, y)
    assert isinstance(caught.value, RuntimeError) and isinstance(caught.value, MemoryError)
