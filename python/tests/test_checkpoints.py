# SPDX-License-Identifier: BSD-3-Clause
"""A fit goes on from its checkpoint to the same bits."""

import subprocess
from contextlib import contextmanager

import numpy as np
import pytest

import sosi._base
from sosi import SOSIClassifier


@pytest.fixture(scope="module")
def many():
    """So many samples that a fit of many rounds is not over at once."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1200, 8))
    return X, np.where(np.arange(1200) < 60, (X[:, 0] > 0) + 2 * (X[:, 1] > 0), -1)


def assert_same_bits(model, other, folder):
    model.save(folder / "one.sosi")
    other.save(folder / "other.sosi")
    assert (folder / "one.sosi").read_bytes() == (folder / "other.sosi").read_bytes()
    assert np.array_equal(model.transduction_, other.transduction_)
    assert np.array_equal(model.confidence_, other.confidence_)
    assert [entry["n_centers"] for entry in model.history_] == [
        entry["n_centers"] for entry in other.history_
    ]


def test_an_interrupted_fit_goes_on_to_the_same_bits(many, tmp_path, monkeypatch):
    file = tmp_path / "state"

    @contextmanager
    def interrupting(verbose, title):
        def listen(*progress):
            if file.exists():
                raise KeyboardInterrupt

        yield listen

    with monkeypatch.context() as patch:
        patch.setattr(sosi._base, "listening", interrupting)
        with pytest.raises(KeyboardInterrupt):
            SOSIClassifier(rounds=40, checkpoint=file).fit(*many)
    resumed = SOSIClassifier(rounds=40, resume=str(file)).fit(*many)
    assert_same_bits(resumed, SOSIClassifier(rounds=40).fit(*many), tmp_path)


def test_a_checkpoint_of_python_serves_the_command_line(curves, program, tmp_path):
    X, y, _ = curves
    model = SOSIClassifier(rounds=3, checkpoint=tmp_path / "state").fit(X, y)
    np.savez(tmp_path / "curves.npz", X=X, y=y)
    flags = ["--samples", tmp_path / "curves.npz", "--rounds", "3", "--resume", tmp_path / "state"]
    subprocess.run([program, "fit", *flags, "--model", tmp_path / "m.sosi", "--quiet"], check=True)
    model.save(tmp_path / "python.sosi")
    assert (tmp_path / "python.sosi").read_bytes() == (tmp_path / "m.sosi").read_bytes()


def test_checkpoints_that_do_not_fit_are_refused(curves, tmp_path):
    X, y, _ = curves
    with pytest.raises(OSError, match="none: No such file"):
        SOSIClassifier(resume=tmp_path / "none").fit(X, y)
    with pytest.raises(OSError, match="nowhere"):
        SOSIClassifier(checkpoint=tmp_path / "nowhere" / "state").fit(X, y)
    SOSIClassifier(rounds=3, checkpoint=tmp_path / "state").fit(X, y)
    with pytest.raises(ValueError, match="the checkpoint is from another fit"):
        SOSIClassifier(rounds=4, resume=tmp_path / "state").fit(X, y)


def test_a_checkpoint_that_cannot_be_written_is_refused_at_once(curves, tmp_path):
    X, y, _ = curves
    with pytest.raises(OSError, match="there is no folder"):
        SOSIClassifier(rounds=1, checkpoint=tmp_path / "nowhere" / "state").fit(X, y)
