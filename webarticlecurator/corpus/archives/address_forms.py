"""What the addresses of a portal's articles look like: their forms, with the column of each.

Two addresses have the same form if they agree in host, number of path segments, kind of each
segment, first segment where that is a word, ending and names of parameters:
``https://a.example/news/2019/05/a-title`` and ``https://a.example/news/2020/11/other-words``.
"""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import urlsplit

from webarticlecurator.base.portal.hosts import plain_host

MAX_FORMS = 10_000
"""Forms that are remembered; a portal has tens of them."""
FIRST_YEAR = 1990
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:(?=[/_.-]?(?:0[1-9]|1[0-2])(?!\d{3}))|(?=/))")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")

_WORD = "word"

Form = tuple[str, ...]


class AddressForms:
    """The forms of the addresses that were added, and how many of each column have them."""

    def __init__(self) -> None:
        self._columns: dict[Form, Counter[str]] = {}
        self._in_any_section: set[Form] = set()

    def __len__(self) -> int:
        return len(self._columns)

    def add(self, url: str, column: str) -> None:
        """Add the address of an article, and its column or ``""``."""
        form = form_of(url)
        if form in self._columns or len(self._columns) < MAX_FORMS:
            self._columns.setdefault(form, Counter())[column] += 1
            self._in_any_section.add(_without_section(form))

    def has_form_of(self, url: str) -> bool:
        """Return True if an address of this form was added."""
        return form_of(url) in self._columns

    def has_form_in_other_section(self, url: str) -> bool:
        """Return True if an address of this form was added, whatever its first segment."""
        return _without_section(form_of(url)) in self._in_any_section

    def column_of(self, url: str) -> str:
        """Return the column of most addresses of this form; ``""`` for an unknown form."""
        columns = self._columns.get(form_of(url))
        if not columns:
            return ""
        return min(columns.items(), key=lambda pair: (-pair[1], pair[0]))[0]


def form_of(url: str) -> Form:
    """Return the form of an absolute address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return (url,)
    segments = parts.path.strip("/").split("/")
    ending = _ENDING.search(segments[-1])
    kinds = [_kind_of(segment) for segment in segments]
    if kinds[0] == _WORD and len(segments) > 1:
        kinds[0] = f"/{segments[0].lower()}"
    names = sorted({part.partition("=")[0] for part in parts.query.split("&") if part})
    return (plain_host(url), *kinds, ending[0].lower() if ending else "", *names)


def _without_section(form: Form) -> Form:
    """Return the form with any word in place of its first segment, if that is one."""
    return (form[0], _WORD, *form[2:]) if len(form) > 1 and form[1].startswith("/") else form


def _kind_of(segment: str) -> str:
    text = _ENDING.sub("", segment)
    if text.isdigit():
        return f"{len(text)} digits" if len(text) <= 2 or len(text) == 4 else "digits"
    return _WORD if text.isalpha() else "title"


def find_year(url: str, captured: str) -> str:
    """Return the year in an address, if it has one up to the capture; else that of the capture
    (14 digits)."""
    latest = captured[:4]
    found = (match[1] for match in _YEAR.finditer(_path_and_query(url)))
    return next((year for year in found if str(FIRST_YEAR) <= year <= latest), latest)


def _path_and_query(url: str) -> str:
    """Return path and query of an address, or all of an invalid one."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
