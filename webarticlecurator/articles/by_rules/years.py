"""Normalize a year, from a value of its own or from a copyright line."""

from __future__ import annotations

import re

from webarticlecurator.base.text.date_words import YEAR

_COPYRIGHT = re.compile(r"©|\(c\)|\bcopyright\b", re.IGNORECASE)
_EARLIEST = 1600
"""There were no newspapers before."""


def normalize_year(text: str, latest: int) -> str | None:
    """Return the first year in ``text`` up to ``latest``; None if there is none.

    A year after a copyright sign comes before others (``Founded 1848. © 2011–2019 Echo`` is 2011):
    of several, the copyright was first claimed in the first one.
    """
    sign = _COPYRIGHT.search(text)
    for part in (text[sign.end() :] if sign else "", text):
        for match in YEAR.finditer(part):
            year = int(match[0])
            if _EARLIEST <= year <= latest:
                return str(year)
    return None
