# SPDX-License-Identifier: BSD-3-Clause
"""Classes, parameters, defaults and docstrings come from the library's tables."""

import inspect

import numpy as np
import pytest

import sosi
from sosi import _core
from sosi._options import Parameter, option_text, option_value, takes

RUN = {"random_state", "n_jobs", "verbose", "max_memory", "device", "checkpoint", "resume"}
SCALE = [knob.name for knob in _core.scale_knobs()]
EMBEDDINGS = [row for row in _core.embeddings() if row.class_name]
EXTENSIONS = _core.extensions()
CHOICES = "|".join(row.name for row in _core.embeddings())


def parameters_of(cls):
    return list(inspect.signature(cls).parameters)


def test_every_row_of_the_tables_has_its_class():
    for row in [*EMBEDDINGS, *EXTENSIONS]:
        assert row.class_name in sosi.__all__
        assert getattr(sosi, row.class_name).__name__ == row.class_name
    linear = {"pca", "lpp", "olpp", "lda", "mfa", "lfda", "linear-laplacian", "linear-fisher"}
    others = {"laplacian", "fisher", "nsse", "eigenmaps", "isomap", "lle", "mds"}
    assert {row.name for row in EMBEDDINGS} == linear | others
    assert {"rbf", "lle", "nystrom-modified", "nystrom", "gp"} < {row.name for row in EXTENSIONS}


@pytest.mark.parametrize("row", EMBEDDINGS, ids=lambda row: row.name)
def test_an_embedding_has_its_own_options_and_those_of_the_map(row):
    names = parameters_of(getattr(sosi, row.class_name))
    own = ["n_components", *(knob.name for knob in row.knobs), *SCALE, "normalize"]
    assert names[: len(own)] == own
    assert set(names[len(own) :]) <= RUN


@pytest.mark.parametrize("row", EXTENSIONS, ids=lambda row: row.name)
def test_an_extension_has_its_own_options(row):
    names = parameters_of(getattr(sosi, row.class_name))
    assert names == ["embedding", *(knob.name for knob in row.knobs), "n_jobs", "verbose"]


def test_classifier_has_every_option_of_the_command_line_in_its_order():
    names = [knob.name for knob in _core.fit_knobs()]
    assert parameters_of(sosi.SOSIClassifier)[: len(names)] == names
    assert set(parameters_of(sosi.SOSIClassifier)[len(names) :]) == RUN


def test_defaults_are_those_of_the_library():
    signature = inspect.signature(sosi.SOSIClassifier).parameters
    for knob in _core.fit_knobs():
        default = signature[knob.name].default
        assert option_value(option_text(default)) == option_value(knob.default), knob.name
        if knob.accepts.startswith("a number"):
            assert isinstance(default, float), knob.name


def test_docstrings_say_what_the_tables_say():
    for cls, knobs in [
        (sosi.SOSIClassifier, _core.fit_knobs()),
        (sosi.HarmonicClassifier, _core.harmonic_knobs()),
        *((getattr(sosi, row.class_name), row.knobs) for row in [*EMBEDDINGS, *EXTENSIONS]),
    ]:
        words = " ".join(cls.__doc__.split())
        assert "{parameters}" not in words
        for knob in knobs:
            sentence = " ".join((knob.summary[0].upper() + knob.summary[1:] + ".").split())
            assert f"{knob.name} : {knob.accepts}, default=" in words, knob.name
            assert sentence in words, knob.name


def test_constructors_store_what_they_get_and_refuse_the_rest():
    @takes(Parameter("a", "int", 1, "A."), Parameter("b", "str", "x", "B.", keyword_only=True))
    class Example:
        """Example.

        Parameters
        ----------
    {parameters}
        """

    assert vars(Example()) == {"a": 1, "b": "x"}
    assert vars(Example(5, b="y")) == {"a": 5, "b": "y"}
    assert 'b : str, default="x"' in Example.__doc__
    with pytest.raises(TypeError):
        Example(1, "y")
    with pytest.raises(TypeError):
        Example(c=1)


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
        ({"n_neighbors_within": 0}, "n_neighbors_within = 0: must be auto or an integer at least 1"),
        ({"rounds": 2.5}, "rounds = 2.5: must be auto or an integer at least 1"),
        ({"embedding": "umap"}, f"embedding = umap: must be auto or {CHOICES}"),
        ({"extension": "umap"}, "extension = umap: must be " + "|".join(row.name for row in EXTENSIONS)),
        ({"device": "abacus"}, "device = abacus: must be auto|cpu"),
        ({"effort": "quik"}, "effort = quik: must be quick|normal|thorough; did you mean 'quick'?"),
        ({"ridge": float("nan")}, "ridge = nan: must be a number at least 0"),
        ({"max_memory": "many"}, "max_memory = many: must be an amount of memory, such as 800M or 4G"),
        (
            {"scale": [1, 2, 3]},
            "scale = 1,2,3: must be one number or 2, one per dimension of the embedding",
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


@pytest.mark.parametrize("extension", [row.name for row in EXTENSIONS if row.name != "rbf"])
def test_a_classifier_by_any_extension_is_saved_and_loaded(curves, extension, tmp_path):
    X, y, truth = curves
    model = sosi.SOSIClassifier(extension=extension).fit(X, y)
    # These need classes apart by planes, or samples that are dense.
    if extension not in ("linear", "polynomial", "local-similarity", "mds-extension"):
        assert np.mean(model.transduction_ == truth) > 0.8
    model.save(tmp_path / "m.sosi")
    loaded = sosi.SOSIClassifier.load(tmp_path / "m.sosi")
    assert loaded.transform(X).tobytes() == model.transform(X).tobytes()
    assert loaded.extension == extension
