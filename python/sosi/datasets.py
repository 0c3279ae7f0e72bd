# SPDX-License-Identifier: BSD-3-Clause
"""Synthetic images of known structure, those of ``sosi demo``."""

from __future__ import annotations

import numpy as np

from . import _core

__all__ = ["make_lambert", "make_turntable"]


def make_lambert(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return twelve random smooth faces, each under the same 58 lights.

    Parameters
    ----------
    seed : int, default=0
        Another seed makes other faces.

    Returns
    -------
    images : ndarray of shape (696, 20, 17)
        Values from 0 to 1, with attached and cast shadows.
    classes : ndarray of shape (696,)
        The number of the face, from 0, ascending.
    """
    return _core.make_lambert(seed)


def make_turntable(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return twenty random solids on a turntable, 72 views each, 5 degrees apart.

    Parameters
    ----------
    seed : int, default=0
        Another seed makes other solids.

    Returns
    -------
    images : ndarray of shape (1440, 32, 32)
        Values from 0 to 1.
    classes : ndarray of shape (1440,)
        The number of the solid, from 0, ascending.
    """
    return _core.make_turntable(seed)
