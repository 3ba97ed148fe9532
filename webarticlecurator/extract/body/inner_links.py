"""Links that lead to another place of the same page: footnotes, lists of contents, key moments of a live blog.

Where such a link leads to becomes an ``anchor`` in front of the first word there; ids that no link asks for are layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast
from urllib.parse import unquote

from lxml import etree

from webarticlecurator.extract.body.media import absolute
from webarticlecurator.model.blocks import Node, below, rewritten

_HREFS = etree.XPath(".//a[contains(@href, '#')]/@href", smart_strings=False)


def fragment(href: str, url: str, base: str) -> str:
    """What a link of the page ``url`` calls the place on the same page to which it leads, decoded; empty for any other link.
    ``base``: what addresses on the page are relative to (``#x`` alone means this page, whatever it is)."""
    address = href.strip()
    if "#" not in address:
        return ""
    if not address.startswith("#") and absolute(base, address).partition("#")[0] != url.partition("#")[0]:
        return ""
    return unquote(address.partition("#")[2])


def wanted(roots: Iterable[etree._Element], url: str, base: str) -> set[str]:
    """The places of the page that links in ``roots`` lead to."""
    hrefs = (str(href) for root in roots for href in cast("list[str]", _HREFS(root)))
    return {name for href in hrefs if (name := fragment(href, url, base))}


def places(element: etree._Element) -> Iterator[str]:
    """The names under which links may lead to an element."""
    yield element.get("id") or ""
    if element.tag == "a":
        yield element.get("name") or ""


def resolved(blocks: Sequence[Node]) -> tuple[Node, ...]:
    """Links that found no place lead to their address alone; places that no link is left for go."""
    nodes = list(below(blocks))
    kept = {n.get("id") for n in nodes if n.name == "anchor"} & {n.get("to") for n in nodes if n.name == "link"}
    return _changed(blocks, {name: name for name in kept if name})


def renamed(blocks: Sequence[Node], page: int, used: set[str]) -> tuple[Node, ...]:
    """The blocks of a later page of an article: places that an earlier one has under the same name get the number of their
    page. ``used`` grows."""
    own = [n.get("id") or "" for n in below(blocks) if n.name == "anchor"]
    table = {name: f"page-{page}-{name}" if name in used else name for name in own}
    used.update(table.values())
    return _changed(blocks, table) if table else tuple(blocks)


def _changed(blocks: Sequence[Node], table: Mapping[str, str]) -> tuple[Node, ...]:
    """Every name through ``table``; a name that is not in it goes."""

    def change(node: Node) -> tuple[Node, ...]:
        if node.name == "anchor":
            name = table.get(node.get("id") or "")
            return (Node("anchor", (), (("id", name),)),) if name else ()
        if node.name == "link" and node.get("to") is not None:
            named = ((k, table.get(v, "") if k == "to" else v) for k, v in node.attributes)
            return (Node("link", node.children, tuple((k, v) for k, v in named if v)),)
        return (node,)

    return tuple(n for n in rewritten(blocks, change) if isinstance(n, Node))
