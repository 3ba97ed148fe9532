"""``infinite-scroll``: numbers up to the first page without links."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.model.pagination import numbered
from webarticlecurator.model.pagination.mode import Mode, name_no_last_page

MODE: Mode = replace(
    numbered.MODE,
    name="infinite-scroll",
    meaning="page by number, up to the first page without links",
    reads=("first", "step", "first_url"),
    names_last_page=name_no_last_page,
    passes_empty_first=False,
)
