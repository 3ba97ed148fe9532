"""Quotations of posts that stand on the same page: the words of a post count once in a thread."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from lxml import etree

from webarticlecurator.articles.units.text_units import Unit, fold_text

REPEATED_QUOTE = "guess: quotation of a post on this page"
MIN_LETTERS = 20
"""Folded letters from which a line is looked for in other posts; a shorter one is there by
chance."""
MIN_SHARE = 80
"""Percent of the words of a quotation that other posts have, from which it repeats them."""
MAX_QUOTES = 500
"""Quotations of a page that are looked for, since each is compared with all of its text."""
_QUOTE = re.compile(r"quot(?:e|ation|ed)", re.IGNORECASE)
_BOXES = ("aside", "div")
_WRITER = re.compile(r"[^:]{1,80}:\s*")
"""Who wrote what is quoted, in the line of the quotation: *Anna wrote:*."""


def find_repeated_quotes(
    units: Sequence[Unit], roots: Collection[etree._Element]
) -> list[etree._Element]:
    """Return the quotations inside ``roots`` whose words are also in ``units`` outside of
    quotations."""
    quotes: dict[etree._Element, list[Unit]] = {}
    own = list[str]()
    for unit in units:
        inside = [*takewhile(lambda e: e not in roots, unit.around)]
        quote = next(filter(_is_quote, reversed(inside)), None)
        if quote is None:
            own.append(unit.folded_text)
        else:
            quotes.setdefault(quote, []).append(unit)
    posts = "\n".join(own) if len(quotes) <= MAX_QUOTES else ""
    return [quote for quote, lines in quotes.items() if posts and _is_repeated(lines, posts)]


def _is_quote(element: etree._Element) -> bool:
    names = element.get("class") or ""
    return element.tag == "blockquote" or (element.tag in _BOXES and bool(_QUOTE.search(names)))


def _is_repeated(lines: Sequence[Unit], posts: str) -> bool:
    """Return True if ``posts`` have most of the words of a quotation, beside its writer."""
    found = size = 0
    for line in lines:
        texts = (line.folded_text, fold_text(_WRITER.sub("", line.text, count=1)))
        long = [text for text in texts if len(text) >= MIN_LETTERS]
        size += line.size if long else 0
        found += line.size if any(text in posts for text in long) else 0
    return size > 0 and 100 * found >= MIN_SHARE * size
