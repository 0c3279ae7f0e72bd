# SPDX-License-Identifier: BSD-3-Clause
"""The method as its formulas say it, to compare the library with.

Slow and plain: every system is solved anew, every sample left out in turn, every face of a simplex tried. It
follows the paper, docs/algorithm.md and docs/methods, and shares no code with the library.
Samples are rows, classes are numbered from 0, and -1 is no class.
"""
