"""Find the article's HTML as a string in a script, where the page itself shows hardly any text.

A portal file says where it is with ``article.page``. Without that, a string is taken only if it
has
paragraphs, and the page shows nothing or declares a description that the string contains.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from lxml import etree

from webarticlecurator.articles.units.page_hints import (
    collect_hints,
    find_page_title,
    repeats_description,
)
from webarticlecurator.articles.units.text_units import (
    SKIPPED_TAGS,
    fold_text,
    list_page_units,
    list_units,
)
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.pages.page.page import Page

MIN_PARAGRAPHS = 3
"""``p`` elements in the string of an article; one or two are in widgets, too."""
MIN_VISIBLE_TEXT = 200
"""Size of a page's text below which it shows nothing but a shell for scripts."""
MIN_SHARE = 0.5
"""Of the text that the page shows, what a string must have to be the article instead."""
MIN_STRING_LENGTH = 400
"""Characters of source from which a string can hold an article."""
_STRING_CONTENT = re.compile(r'(?:[^"\\]+|\\.)*')
_SERIALISED = re.compile(r'"(?:children|className|__html)":')
"""React's elements as JSON (Next.js), in which the HTML is in many pieces."""
_ESCAPE = re.compile(r"\\.")
_PARAGRAPH = re.compile(r"<p[\s>]", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")


def find_embedded_page(page: Page) -> Page | None:
    """Return the page made of the longest such string, None if there is none or the page shows its
    article itself."""
    if page.json is not None:
        return None
    # Without a title, what was found is perhaps not the article but, say, the footer of all pages.
    shown = find_article_text(page)
    if shown is not None and find_page_title(page) is not None:
        return None
    codes = (script.text or "" for script in page.elements.with_tag("script"))
    literals = (literal for code in codes for literal in long_literals(code))
    candidates = [
        text
        for literal in literals
        for text in _decode_literal(literal)
        if len(_PARAGRAPH.findall(text)) >= MIN_PARAGRAPHS
        and not _SERIALISED.search(text)
        and _belongs_to_page(page, text)
    ]
    if not candidates:
        return None
    embedded = page.inner(max(candidates, key=len))
    # What the page shows is longer than a footer: a thread in noscript has its first post in a
    # script, too (Flarum).
    is_longer = shown is None or MIN_SHARE * _text_size(shown.roots) <= _text_size([embedded.root])
    return embedded if is_longer else None


def _text_size(roots: Iterable[etree._Element]) -> int:
    units = (unit for root in roots for unit in list_units(root, SKIPPED_TAGS - {"noscript"}))
    return sum(unit.size for unit in units)


def long_literals(code: str) -> Iterator[str]:
    """Yield the long string literals with their quotation marks.

    A literal without an end is skipped together with its content, so that each character is read
    once.
    """
    begin = code.find('"')
    while begin >= 0:
        end = _STRING_CONTENT.match(code, begin + 1).end()  # type: ignore[union-attr]
        is_closed = code[end : end + 1] == '"'
        length = end - begin - 1
        if (
            is_closed
            and length >= MIN_STRING_LENGTH
            and length - len(_ESCAPE.findall(code, begin + 1, end)) >= MIN_STRING_LENGTH
        ):
            yield code[begin : end + 1]
            end += 1
        begin = code.find('"', end)


def _decode_literal(literal: str) -> Iterator[str]:
    """Yield the string of a literal and the long strings inside it; nothing if it is not JSON."""
    try:
        text = json.loads(literal, strict=False)
    except ValueError:
        return
    yield text
    for inner in long_literals(text):
        yield from _decode_literal(inner)


def _belongs_to_page(page: Page, text: str) -> bool:
    if sum(unit.size for unit in list_page_units(page)) < MIN_VISIBLE_TEXT:
        return True
    return repeats_description(fold_text(_TAG.sub(" ", text)), collect_hints(page))
