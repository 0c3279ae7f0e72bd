# SPDX-License-Identifier: BSD-3-Clause
"""Options as text and back, and constructors made from the library's tables.

The tables of the library parse and check every option; here they also give the estimators their parameters,
defaults and documentation.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

_WIDTH = 110


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


def option_texts(estimator: Any, knobs: Iterable) -> dict[str, str]:
    """Return the text of every one of the knobs that the estimator has as a parameter."""
    params = estimator.get_params(deep=False)
    return {knob.name: option_text(params[knob.name]) for knob in knobs if knob.name in params}


class Parameter(NamedTuple):
    """A parameter of a constructor."""

    name: str
    accepts: str
    default: Any
    sentence: str
    keyword_only: bool = False

    @classmethod
    def of(cls, knob: Any) -> Parameter:
        """Return an option of the library as a parameter."""
        default = option_value(knob.default)
        # The field tables write whole defaults of numbers without a point.
        if knob.accepts.startswith(("a number", "auto or a number")) and type(default) is int:
            default = float(default)
        return cls(knob.name, knob.accepts, default, knob.summary[0].upper() + knob.summary[1:] + ".")

    def entry(self) -> str:
        """Return its entry in a numpydoc list of parameters."""
        shown = f'"{self.default}"' if isinstance(self.default, str) else repr(self.default)
        lines = textwrap.wrap(self.sentence, _WIDTH - 8, initial_indent=" " * 8, subsequent_indent=" " * 8)
        return "\n".join([f"    {self.name} : {self.accepts}, default={shown}", *lines])


N_JOBS = Parameter(
    "n_jobs",
    "int or None",
    None,
    "Threads; None is 1, -1 one per core. The result does not depend on it.",
    keyword_only=True,
)
VERBOSE = Parameter(
    "verbose",
    "int",
    0,
    "1 shows a progress bar (with tqdm, where it is installed).",
    keyword_only=True,
)
DEVICE = Parameter(
    "device",
    '"auto" or "cpu"',
    "auto",
    "What kernel systems are computed on; auto takes the best there is.",
    keyword_only=True,
)
MAX_MEMORY = Parameter(
    "max_memory",
    "int, str or None",
    None,
    'Memory limit in bytes or as ``"4G"``; a fit that needs more is refused; None: what is free.',
    keyword_only=True,
)
RANDOM_STATE = Parameter(
    "random_state",
    "int, RandomState instance or None",
    None,
    "Replaces `seed` if given.",
    keyword_only=True,
)


def _constructor(parameters: list[Parameter]) -> Callable[..., None]:
    """Return an ``__init__`` that stores its parameters, as scikit-learn wants it."""
    positional = [p for p in parameters if not p.keyword_only]
    keyword = [p for p in parameters if p.keyword_only]
    names = [*(p.name for p in positional), *(["*"] if keyword else []), *(p.name for p in keyword)]
    defaults = {p.name: p.default for p in parameters}
    signature = ", ".join(name if name == "*" else f"{name}=defaults[{name!r}]" for name in names)
    body = "\n".join(f"    self.{p.name} = {p.name}" for p in parameters)
    scope: dict[str, Any] = {"defaults": defaults}
    exec(f"def __init__(self, {signature}):\n{body}\n", scope)
    return scope["__init__"]


def takes(*parameters: Parameter) -> Callable[[type], type]:
    """Give a class these parameters; ``{parameters}`` in its docstring is where they are documented."""

    def decorate(cls: type) -> type:
        ordered = [p for p in parameters if not p.keyword_only] + [p for p in parameters if p.keyword_only]
        init = _constructor(ordered)
        init.__qualname__ = f"{cls.__qualname__}.__init__"
        init.__module__ = cls.__module__
        cls.__init__ = init
        entries = "\n".join(p.entry() for p in ordered)
        cls.__doc__ = cls.__doc__.replace("    {parameters}", entries)
        return cls

    return decorate
