"""Limits on the size of a page. They are checked before it is parsed, because no parser can be
stopped.

The limits are several times the size of the largest real pages. A page within them is to take at
most 5 s of an idle core and 500 MB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import cast

from lxml import etree

MAX_CHARACTERS = 11_000_000

MAX_ELEMENTS = 120_000
"""The number of ``<`` that do not begin an end tag."""

MAX_ATTRIBUTES = 500
"""Further attributes of an element are removed: the parser compares each one with all before it."""

MAX_DEPTH_SUM = 3_000_000
"""The depths of all start and end tags, added up."""

_IS_NESTED_DEEPLY = etree.XPath(f"boolean({'/*' * 150})")
_COUNT_ELEMENTS = etree.XPath("count(//*)")

_MANY_TAGS = 20_000
"""A page with fewer tags is too deep only if an element has 150 ancestors or more."""

_MANY_ELEMENTS = _MANY_TAGS // 2
"""The same: an element has a start tag and an end tag. Elements are counted faster than tags."""

_FEW_ELEMENTS = isqrt(MAX_DEPTH_SUM)
"""So many elements are not too deep even if each is in the one before."""

_LONG_TAG = 8_000
"""In bytes; a shorter tag cannot have too many attributes."""

_ATTRIBUTE = re.compile(
    rb"""[\s/]*[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|(?=>)))?"""
)


def find_excess(text: str) -> str:
    """Return in words which limit the page exceeds, or ""."""
    if len(text) > MAX_CHARACTERS:
        return f"{len(text)} characters (at most {MAX_CHARACTERS})"
    if len(text) <= MAX_ELEMENTS:  # each element has a character at least
        return ""
    elements = text.count("<")
    if elements > MAX_ELEMENTS:
        elements -= text.count("</")
    return f"{elements} elements (at most {MAX_ELEMENTS})" if elements > MAX_ELEMENTS else ""


def is_too_deep(root: etree._Element, source: bytes) -> bool:
    """Return True if the elements have so many ancestors that visiting them all takes too long."""
    elements = cast("float", _COUNT_ELEMENTS(root))
    if elements <= _FEW_ELEMENTS:
        return False
    has_few_tags = elements <= _MANY_ELEMENTS or source.count(b"<") < _MANY_TAGS
    if has_few_tags and not _IS_NESTED_DEEPLY(root):
        return False
    depth = depth_sum = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        depth_sum += depth
    return depth_sum > MAX_DEPTH_SUM


def trim_attributes(source: bytes) -> bytes:
    """Return the markup without the attributes of an element that exceed ``MAX_ATTRIBUTES``."""
    pieces, begin = list[bytes](), 0
    for tag in find_long_tags(source, _LONG_TAG):
        pieces += source[begin : tag.start()], _trim_tag(tag[0])
        begin = tag.end()
    return b"".join((*pieces, source[begin:])) if pieces else source


def _trim_tag(source: bytes) -> bytes:
    tag = TAG_START.match(source)
    assert tag is not None
    end = kept_end = tag.end()
    count = 0
    while (attribute := _ATTRIBUTE.match(source, end)) is not None and attribute.end() > end:
        end, count = attribute.end(), count + 1
        if count <= MAX_ATTRIBUTES:
            kept_end = end
    return source if count <= MAX_ATTRIBUTES else source[:kept_end] + source[end:]


# Find very long tags fast: they may have more attributes than a parser can take.
#
# To look at each tag takes a third of the time of parsing the page. But no tag goes on after a
# ``>`` outside of quotes, so one such character in each piece of the page proves that all its tags
# are short.

TAG_START = re.compile(rb"<[a-zA-Z][^\s/>]*")
START_TAG = re.compile(
    TAG_START.pattern
    + rb"""[^>=]*(?:=(?:"[^"]*"|\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)?)[^>=]*)*"""
)
"""A tag without its ``>``; a ``<`` or, in quotes, a ``>`` among the attributes does not end it."""

_BEFORE_VALUE = b"= \t\n\r\f\v"
"""What is before a quote that begins a value."""


def find_long_tags(source: bytes, size: int) -> Iterator[re.Match[bytes]]:
    """Yield the matches of ``START_TAG`` that have ``size`` bytes or more."""
    begin, has_gap = 0, False
    for end in (*_list_ends(source, size // 2), len(source)):
        if end < 0:
            has_gap = True
            continue
        if has_gap:
            tags = START_TAG.finditer(source, begin, end)
            yield from (tag for tag in tags if tag.end() - tag.start() >= size)
        begin, has_gap = end, False


def _list_ends(source: bytes, size: int) -> Iterator[int]:
    """Yield, for each piece of ``size`` bytes, the position of a ``>`` in it that is outside of
    quotes, -1 if none is known.

    Before a ``>`` in quotes is the quote with which the value begins, and no other one of its kind
    between them. So neither the last ``"`` before it nor the last ``'`` may begin a value.
    """
    quotes = [b'"', b"'"]
    begins_value = [False, False]
    known = 0
    for begin in range(0, len(source), size):
        end = source.find(b">", begin, begin + size)
        while end >= 0:
            for number, quote in enumerate(quotes):
                last = source.rfind(quote, known, end)
                if last >= 0:
                    begins_value[number] = last > 0 and source[last - 1] in _BEFORE_VALUE
            known = end
            if not any(begins_value):
                break
            end = source.find(b">", end + 1, begin + size)
        yield end
