# SPDX-License-Identifier: BSD-3-Clause
"""Progress of a run: a bar where tqdm is installed, else a line a stage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, float, int, int], None]


def _words(stage: str, round_number: int, n_rounds: int) -> str:
    return stage if round_number < 0 else f"round {round_number + 1} of {n_rounds}"


@contextmanager
def listening(verbose: int, title: str) -> Iterator[Listener | None]:
    """Give a function for the library to call with its progress, or None when nobody wants to know."""
    if not verbose:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:

        def tell(stage: str, fraction: float, round_number: int, n_rounds: int) -> None:
            words = _words(stage, round_number, n_rounds)
            print(f"{title}: {100 * fraction:3.0f}% {words}", file=sys.stderr)

        yield tell
        print(f"{title}: 100% done", file=sys.stderr)
        return
    with tqdm(
        total=100, desc=title, bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}{postfix}"
    ) as bar:

        def listen(stage: str, fraction: float, round_number: int, n_rounds: int) -> None:
            bar.n = 100 * fraction
            bar.set_postfix_str(_words(stage, round_number, n_rounds))  # draws the bar, too

        yield listen
        bar.set_postfix_str("", refresh=False)
        bar.update(100 - bar.n)
