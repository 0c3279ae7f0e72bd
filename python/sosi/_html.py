# SPDX-License-Identifier: BSD-3-Clause
"""What a fitted estimator says about itself in a notebook."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

_SIZE = 180
_MOST_POINTS = 400
_COLORS = (
    *("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951"),
    *("#ff8ab7", "#a463f2", "#97bbf5", "#9c6b4e", "#9498a0"),
)


def _facts(estimator: Any) -> list[tuple[str, str]]:
    """Return what is known, as name and value; nothing of an estimator that is not fitted."""
    facts = []
    known = vars(estimator)
    if "classes_" in known:
        names = ", ".join(str(name) for name in estimator.classes_[:8])
        more = ", …" if len(estimator.classes_) > 8 else ""
        facts.append(("classes", f"{len(estimator.classes_)}: {names}{more}"))
    if "n_features_in_" in known:
        facts.append(("features", str(estimator.n_features_in_)))
    if "embedding_" in known:
        rows, dimensions = estimator.embedding_.shape
        facts.append(("embedded samples", f"{rows} in {dimensions} dimensions"))
    if "scales_" in known:
        facts.append(("scales", f"{estimator.scales_.min():.4g} … {estimator.scales_.max():.4g}"))
    if known.get("history_"):
        last = estimator.history_[-1]
        facts.append(("rounds", f"{len(estimator.history_)}, the last with {last['n_centers']} centers"))
        facts.append(("median confidence", f"{last['median_confidence']:.4g}"))
    for name, value in known.get("diagnostics_", {}).items():
        facts.append((name.replace("_", " "), f"{value:.3g}"))
    return facts


def _scatter(points: np.ndarray, colors: np.ndarray) -> str:
    """Draw the first two dimensions of an embedding as a small picture."""
    step = max(1, len(points) // _MOST_POINTS)
    points, colors = points[::step, :2], colors[::step]
    low, high = points.min(axis=0), points.max(axis=0)
    places = 5 + (_SIZE - 10) * (points - low) / np.where(high > low, high - low, 1)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{_SIZE - y:.1f}" r="2.5" fill="{_COLORS[color % len(_COLORS)]}"/>'
        for (x, y), color in zip(places, colors, strict=True)
    )
    return f'<svg width="{_SIZE}" height="{_SIZE}" role="img" aria-label="embedding">{dots}</svg>'


def summary_html(estimator: Any) -> str:
    """Return a table of what was learned, with a picture of the embedding; empty before a fit."""
    facts = _facts(estimator)
    if not facts:
        return ""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in facts)
    embedding = vars(estimator).get("embedding_")
    picture = ""
    if embedding is not None and embedding.shape[1] >= 2:
        labels = vars(estimator).get("embedding_labels_", np.zeros(len(embedding)))
        picture = _scatter(embedding, np.unique(labels, return_inverse=True)[1])
    return f'<div class="sosi-summary" style="display:flex;gap:1em"><table>{rows}</table>{picture}</div>'
