# SPDX-License-Identifier: BSD-3-Clause
"""Supervised manifold learning with out-of-sample extension and few labels, for scikit-learn."""

from ._classifier import SOSIClassifier
from ._core import MemoryRefused
from ._core import version as __version__
from ._embeddings import FisherEmbedding, SupervisedLaplacianEigenmaps
from ._extensions import LLEExtension, NystromExtension, RBFExtension
from ._harmonic import HarmonicClassifier

__all__ = [
    "FisherEmbedding",
    "HarmonicClassifier",
    "LLEExtension",
    "MemoryRefused",
    "NystromExtension",
    "RBFExtension",
    "SOSIClassifier",
    "SupervisedLaplacianEigenmaps",
    "__version__",
]
