"""Limits on the size of a page. They are checked before it is parsed, because no parser can be
stopped.

The limits are several times the size of the largest real pages. A page within them is to take at
most 5 s of an idle core and 500 MB.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from lxml import etree

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.long_tags import TAG_START, find_long_tags

MAX_CHARACTERS = 11_000_000

MAX_ELEMENTS = 120_000
"""The number of ``<`` that do not begin an end tag."""
_MIN_ELEMENT = 3
"""Characters of the shortest element: ``<p>``."""

MAX_ATTRIBUTES = 500
"""Further attributes of an element are removed: the parser compares each one with all before it."""

MAX_DEPTH_SUM = 3_000_000
"""The depths of all start and end tags, added up."""

_IS_NESTED_DEEPLY = etree.XPath(f"boolean({'/*' * 150})")

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
        return make_message(
            "{number} characters (at most {most})",
            number=len(text),
            most=MAX_CHARACTERS,
        )
    # to count takes a fiftieth of the time of a page with rules
    if len(text) <= MAX_ELEMENTS * _MIN_ELEMENT:
        return ""
    elements = text.count("<")
    if elements > MAX_ELEMENTS:
        elements -= text.count("</")
    return (
        make_message(
            "{number} elements (at most {most})",
            number=elements,
            most=MAX_ELEMENTS,
        )
        if elements > MAX_ELEMENTS
        else ""
    )


def is_too_deep(elements: Sequence[etree._Element], source: bytes) -> bool:
    """Return True if the elements of a page, its root first, have so many ancestors that visiting
    them all takes too long."""
    if len(elements) <= _FEW_ELEMENTS:
        return False
    has_few_tags = len(elements) <= _MANY_ELEMENTS or source.count(b"<") < _MANY_TAGS
    if has_few_tags and not _IS_NESTED_DEEPLY(elements[0]):
        return False
    depth = depth_sum = 0
    for event, _ in etree.iterwalk(elements[0], events=("start", "end")):
        depth += 1 if event == "start" else -1
        depth_sum += depth
    return depth_sum > MAX_DEPTH_SUM


def trim_attributes(source: bytes) -> bytes:
    """Return the markup without the attributes of an element that exceed ``MAX_ATTRIBUTES``."""
    pieces, begin = list[bytes](), 0
    for long_tag in find_long_tags(source, _LONG_TAG):
        text = long_tag[0]
        tag = TAG_START.match(text)
        assert tag is not None
        end = kept_end = tag.end()
        count = 0
        while (attribute := _ATTRIBUTE.match(text, end)) is not None and attribute.end() > end:
            end, count = attribute.end(), count + 1
            if count <= MAX_ATTRIBUTES:
                kept_end = end
        trimmed = text if count <= MAX_ATTRIBUTES else text[:kept_end] + text[end:]
        pieces += source[begin : long_tag.start()], trimmed
        begin = long_tag.end()
    return b"".join((*pieces, source[begin:])) if pieces else source
