"""An entry of ``<portal>.tests.yaml`` as text, so that it can be put below the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from webarticlecurator.model.expectation import Expectation, ExpectedLinks, ExpectedValue

_SIMPLE = re.compile(r"https?://[A-Za-z0-9/?&=._~%+@;$()*-]+")
"""Addresses that need no quotes; a colon or # could mean something to YAML."""


def entry_text(entry: Expectation, indent: int = 0) -> str:
    """The entry as lines of a YAML list (LF, the last one ended) that ``read_expectations`` reads
    as the same entry; ``indent`` spaces stand before its dash."""
    lines = [f"{entry.kind}: {_address(entry.url)}"]
    lines += [] if entry.column is None else [f"column: {quote_scalar(entry.column)}"]
    lines += [] if entry.links is None else _links(entry.links)
    lines += [line for value in entry.values for line in _value(value)]
    lines.append(f"accepted: {'yes' if entry.accepted else 'no'}")
    pad = " " * indent
    return "".join(f"{pad}{'- ' if n == 0 else '  '}{line}\n" for n, line in enumerate(lines))


def quote_scalar(text: str) -> str:
    """Text as a YAML scalar in double quotes; what cannot be seen is escaped."""
    return '"' + "".join(_character(c) for c in text) + '"'


def _character(c: str) -> str:
    if c in '"\\':
        return f"\\{c}"
    if c.isprintable():
        return c
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"


def _address(url: str) -> str:
    return url if _SIMPLE.fullmatch(url) else quote_scalar(url)


def _links(links: ExpectedLinks) -> Iterator[str]:
    if links.whole and not links.addresses:
        yield "links: none"
        return
    yield "links:"
    pad = "  "
    if not links.whole:
        yield from () if links.count is None else (f"  count: {links.count}",)
        yield from ("  some:",) if links.addresses else ()
        pad = "    "
    yield from (f"{pad}- {_address(url)}" for url in links.addresses)


def _value(value: ExpectedValue) -> Iterator[str]:
    if not value.values:
        yield f"{value.name}: none"
        return
    shown = [_written(value.name, v) for v in value.values]
    yield (
        f"{value.name}: [{', '.join(shown)}]"
        if value.name == "authors"
        else f"{value.name}: {shown[0]}"
    )


def _written(name: str, value: str) -> str:
    if name in ("published", "rejected"):
        return value
    return _address(value) if name == "next_page" else quote_scalar(value)
