"""Writes an entry of ``<portal>.tests.yaml`` as text that can be added below the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from webarticlecurator.model.expectation import Expectation, ExpectedLinks, ExpectedValue

_SIMPLE = re.compile(r"https?://[A-Za-z0-9/?&=._~%+@;$()*-]+")
"""Addresses that need no quotes; another colon or # could have a meaning in YAML."""


def entry_text(entry: Expectation, indent: int = 0) -> str:
    """Return the entry as an item of a YAML list, from which ``read_expectations`` reads an equal
    entry.

    Lines end with LF, also the last one; ``indent`` is the number of spaces before the dash.
    """
    lines = [f"{entry.kind}: {_quote_address(entry.url)}"]
    lines += [] if entry.column is None else [f"column: {quote_scalar(entry.column)}"]
    lines += [] if entry.links is None else _links_lines(entry.links)
    lines += [_value_line(value) for value in entry.values]
    lines.append(f"accepted: {'yes' if entry.accepted else 'no'}")
    pad = " " * indent
    return "".join(f"{pad}{'- ' if n == 0 else '  '}{line}\n" for n, line in enumerate(lines))


def quote_scalar(text: str) -> str:
    """Return text as a YAML scalar in double quotes, with invisible characters escaped."""
    return '"' + "".join(_escape(c) for c in text) + '"'


def _escape(c: str) -> str:
    if c in '"\\':
        return f"\\{c}"
    if c.isprintable():
        return c
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"


def _quote_address(url: str) -> str:
    return url if _SIMPLE.fullmatch(url) else quote_scalar(url)


def _links_lines(links: ExpectedLinks) -> Iterator[str]:
    if links.whole and not links.addresses:
        yield "links: none"
        return
    yield "links:"
    pad = "  "
    if not links.whole:
        if links.count is not None:
            yield f"  count: {links.count}"
        if links.addresses:
            yield "  some:"
        pad = "    "
    yield from (f"{pad}- {_quote_address(url)}" for url in links.addresses)


def _value_line(value: ExpectedValue) -> str:
    if not value.values:
        return f"{value.name}: none"
    scalars = [_quote_field(value.name, text) for text in value.values]
    if value.name == "authors":
        return f"{value.name}: [{', '.join(scalars)}]"
    return f"{value.name}: {scalars[0]}"


def _quote_field(name: str, value: str) -> str:
    if name in ("published", "rejected"):
        return value
    return _quote_address(value) if name == "next_page" else quote_scalar(value)
