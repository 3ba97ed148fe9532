"""``browser-list``: one page, which a browser makes longer by scrolling or clicking."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.model.pagination import none
from webarticlecurator.model.pagination.mode import Mode

NAME = "browser-list"

MODE: Mode = replace(
    none.MODE,
    name=NAME,
    meaning="one page in a browser, which scrolls or clicks until the list ends",
    reads=("scroll", "click", "until", "max"),
)
