# SPDX-License-Identifier: BSD-3-Clause
"""Options as text and back: the field tables of the library parse and check them."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np


def option_text(value: Any) -> str:
    """Write a value as the command line would; None is auto, a sequence is separated by commas."""
    if value is None:
        return "auto"
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value))
    if np.ndim(value) == 1:
        return ",".join(option_text(item) for item in value)
    return str(value)


def option_value(text: str) -> Any:
    """Read what an option's text stands for in Python."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def option_texts(estimator: Any, knobs: list) -> dict[str, str]:
    """Return the text of every one of the knobs that the estimator has as a parameter."""
    params = estimator.get_params(deep=False)
    return {knob.name: option_text(params[knob.name]) for knob in knobs if knob.name in params}
