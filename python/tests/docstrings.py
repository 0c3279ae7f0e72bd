# SPDX-License-Identifier: BSD-3-Clause
"""The part of a docstring that the library's field tables say."""

import inspect
import textwrap

WIDTH = 110


def expected_entry(knob, default):
    """Return the numpydoc entry of an option."""
    shown = f'"{default}"' if isinstance(default, str) else repr(default)
    sentence = knob.summary[0].upper() + knob.summary[1:] + "."
    lines = textwrap.wrap(sentence, WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return "\n".join([f"    {knob.name} : {knob.accepts}, default={shown}", *lines])


def expected_entries(estimator_class, knobs):
    """Return the entries of the options that a class has, in the order of its signature."""
    by_name = {knob.name: knob for knob in knobs}
    parameters = inspect.signature(estimator_class).parameters
    return "\n".join(
        expected_entry(by_name[name], parameter.default)
        for name, parameter in parameters.items()
        if name in by_name
    )
