# SPDX-License-Identifier: BSD-3-Clause
"""Supervised manifold learning with out-of-sample extension and few labels, for scikit-learn."""

from . import _embeddings, _extensions
from ._classifier import SOSIClassifier
from ._core import MemoryRefused
from ._core import version as __version__
from ._harmonic import HarmonicClassifier

# One class for each row of the library's tables.
_TABLES = {**_embeddings.CLASSES, **_extensions.CLASSES}
globals().update(_TABLES)

__all__ = sorted([*_TABLES, "HarmonicClassifier", "MemoryRefused", "SOSIClassifier", "__version__"])
