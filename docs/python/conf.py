# SPDX-License-Identifier: BSD-3-Clause
"""How the pages of the Python package are made."""

import sosi

project = "sosi"
author = "the sosi developers"
version = release = sosi.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = f"sosi {version} for Python"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autosummary_generate = True
napoleon_google_docstring = False
nitpicky = False
exclude_patterns = []
