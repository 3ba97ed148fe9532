"""Writes an entry of ``<portal>.tests.yaml`` as text that can be added below the others."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.portal.expectation import Expectation, ExpectedLinks, ExpectedValue
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, yaml_value


def entry_text(entry: Expectation, indent: int = 0) -> str:
    """Return the entry as an item of a YAML list, from which ``read_expectations`` reads an equal
    entry.

    Lines end with LF, also the last one; ``indent`` is the number of spaces before the dash.
    """
    lines = [f"{entry.kind}: {yaml_value(entry.url)}"]
    lines += [] if entry.column is None else [f"column: {yaml_value(entry.column)}"]
    lines += [] if entry.links is None else _links_lines(entry.links)
    lines += [_value_line(value) for value in entry.values]
    lines.append(f"accepted: {'yes' if entry.accepted else 'no'}")
    pad = " " * indent
    return "".join(f"{pad}{'- ' if n == 0 else '  '}{line}\n" for n, line in enumerate(lines))


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
    yield from (f"{pad}- {yaml_value(url)}" for url in links.addresses)


def _value_line(value: ExpectedValue) -> str:
    if not value.values:
        return f"{value.name}: none"
    if value.name == "authors" or len(value.values) > 1:
        return f"{value.name}: {yaml_value(value.values)}"
    is_word = value.name in ("published", "rejected")
    (text,) = value.values
    return f"{value.name}: {yaml_value(Keyword(text) if is_word else text)}"
