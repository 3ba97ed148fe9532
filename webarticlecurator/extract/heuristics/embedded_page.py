"""The article's HTML where a page shows hardly any text and carries it as a string in a script. For
guessing without rules.

A portal file says the same with ``article.page``. Here a string is taken only if it holds
paragraphs and the page itself shows nothing, or describes itself in words of the string.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from webarticlecurator.extract.heuristics.article_text import find_article_text
from webarticlecurator.extract.heuristics.page_hints import collect_hints, find_title_position
from webarticlecurator.extract.heuristics.text_units import fold_text, list_page_units
from webarticlecurator.page import Page

PARAGRAPHS = 3
SHOWN = 200
"""A page that shows less text than this (in characters) shows nothing."""
LONG = 400
"""A string of fewer characters, as they are written, holds no article."""
_INSIDE = re.compile(r'(?:[^"\\]+|\\.)*')
_ESCAPE = re.compile(r"\\.")
_PARAGRAPH = re.compile(r"<p[\s>]", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")


def find_embedded_page(page: Page) -> Page | None:
    """The page made of the longest such string; None if the page has text of its own, or no such
    string."""
    if page.json is not None or (find_article_text(page) is not None and _shows_title(page)):
        return None
    found = [
        text
        for text in _strings(page)
        if len(_PARAGRAPH.findall(text)) >= PARAGRAPHS and _belongs(page, text)
    ]
    return page.inner(max(found, key=len)) if found else None


def _shows_title(page: Page) -> bool:
    """False for a page that shows other text than the article: what stands at the foot of all
    pages."""
    return find_title_position(list_page_units(page), collect_hints(page)) is not None


def _strings(page: Page) -> Iterator[str]:
    """The long strings in scripts, read as JSON has them; those inside a string, too."""
    for script in page.root.iter("script"):
        for literal in _literals(script.text or ""):
            yield from _read(literal)


def _literals(code: str) -> Iterator[str]:
    """The long strings, each with its quotation marks. Where none ends, nothing that begins inside
    it does: each character is read once."""
    begin = code.find('"')
    while begin >= 0:
        end = _INSIDE.match(code, begin + 1).end()  # type: ignore[union-attr]
        closed = code[end : end + 1] == '"'
        size = end - begin - 1
        if closed and size >= LONG and size - len(_ESCAPE.findall(code, begin + 1, end)) >= LONG:
            yield code[begin : end + 1]
            end += 1
        begin = code.find('"', end)


def _read(literal: str) -> Iterator[str]:
    try:
        text = json.loads(literal, strict=False)
    except ValueError:
        return
    yield text
    for inner in _literals(text):
        yield from _read(inner)


def _belongs(page: Page, text: str) -> bool:
    if sum(unit.size for unit in list_page_units(page)) < SHOWN:
        return True
    plain = fold_text(_TAG.sub(" ", text))
    return any(said[:40] in plain for said in collect_hints(page).descriptions if len(said) >= 20)
