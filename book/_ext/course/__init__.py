"""The course's Sphinx extension: its roles and directives, the site's assets, the notebooks.

Loaded by `local_extensions` in _config.yml. What each role and directive is for, with an
example, is in book/reference/contributing.md.
"""

from __future__ import annotations

import sys
from importlib import import_module

# In the order in which their scripts stand in a page and their handlers run.
PARTS = (
    "site",
    "reading",
    "downloads",
    "cover",
    "bank",
    "plan",
    "record",
    "devices",
    "coverage",
    "terms",
    "errata",
    "on_device",
    "numbers",
    "boxes",
    "predict",
    "figures",
    "pages",
)


def setup(app) -> dict:
    """Set up each part. They are imported here, since build.py needs one small module of the package."""
    sys.path.insert(0, str(app.srcdir))  # for the grader, whose bank of answers some tables show
    for name in PARTS:
        import_module(f"{__name__}.{name}").setup(app)
    return {"env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
