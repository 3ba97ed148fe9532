"""Find very long tags fast: they may have more attributes than a parser can take.

To look at each tag takes a third of the time of parsing the page. But no tag goes on after a
``>`` outside of quotes, so one such character in each piece of the page proves that all its tags
are short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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
            yield from _find_between(source, begin, end, size)
        begin, has_gap = end, False


def _find_between(source: bytes, begin: int, end: int, size: int) -> Iterator[re.Match[bytes]]:
    """Yield those of a part of the page. A byte is found in a third of the time that an expression
    takes to get to it, in scripts that have few."""
    while (begin := source.find(b"<", begin, end - size + 1)) >= 0:
        tag = START_TAG.match(source, begin, end)
        if tag is not None and tag.end() - begin >= size:
            yield tag
        begin = tag.end() if tag is not None else begin + 1


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
