# SPDX-License-Identifier: BSD-3-Clause
import os
import sys
from pathlib import Path

import numpy as np
import pytest

os.environ["MPLBACKEND"] = "Agg"
sys.path.insert(0, str(Path(__file__).parent))
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def curves():
    """Points on three closed curves, ten of each with a label: samples, labels, truth."""
    rng = np.random.default_rng(0)
    t = rng.uniform(0, 2 * np.pi, 240)
    kind = np.arange(240) % 3
    X = np.stack([np.cos(t), np.sin(t), np.cos(2 * t), kind * np.sin(t), kind * np.cos(t)], axis=1)
    X += 0.02 * rng.normal(size=X.shape)
    return X, np.where(np.arange(240) < 30, kind, -1), kind


@pytest.fixture(scope="session")
def program():
    """The command line program of the build, where there is one."""
    path = Path(os.environ.get("SOSI_PROGRAM", ROOT / "build/release/sosi"))
    if not path.exists():
        pytest.skip(f"there is no program {path}")
    return path
