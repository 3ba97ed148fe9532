"""Links that lead to another place of the same page: footnotes, lists of contents, key moments of a
live blog.

Where such a link leads to becomes an ``anchor`` in front of the first word there; ids that no link
asks for are layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast
from urllib.parse import unquote

from lxml import etree

from webarticlecurator.extract.body.media import absolute_address
from webarticlecurator.model.blocks import Node, blocks_below, rewrite_blocks

_HREFS = etree.XPath(".//a[contains(@href, '#')]/@href", smart_strings=False)


def link_fragment(href: str, url: str, base: str) -> str:
    """What a link of the page ``url`` calls the place on the same page to which it leads, decoded;
    empty for any other link. ``base``: what addresses on the page are relative to (``#x`` alone
    means this page, whatever it is)."""
    address = href.strip()
    if "#" not in address:
        return ""
    if (
        not address.startswith("#")
        and absolute_address(base, address).partition("#")[0] != url.partition("#")[0]
    ):
        return ""
    return unquote(address.partition("#")[2])


class AnchorTargets:
    """The places of the page ``url`` that links in ``roots`` lead to, while a walk comes to them.
    ``base``: what addresses on the page are relative to."""

    def __init__(self, roots: Iterable[etree._Element], url: str, base: str) -> None:
        self._url = url
        self._base = base
        self._waiting = linked_fragments(roots, url, base)
        self.any = bool(self._waiting)

    def led_to(self, link: etree._Element) -> str:
        """The place that a link leads to; empty if it leads elsewhere."""
        return link_fragment(link.get("href") or "", self._url, self._base) if self.any else ""

    def met(self, element: etree._Element) -> Iterator[str]:
        """The places that begin at ``element``; each is met once."""
        for name in _names(element) if self._waiting else ():
            if name in self._waiting:
                self._waiting.discard(name)
                yield name

    def settled(self, blocks: tuple[Node, ...]) -> tuple[Node, ...]:
        """The blocks of the whole page, links and places in agreement."""
        return resolve_inner_links(blocks) if self.any else blocks


def linked_fragments(roots: Iterable[etree._Element], url: str, base: str) -> set[str]:
    """The places of the page that links in ``roots`` lead to."""
    hrefs = (str(href) for root in roots for href in cast("list[str]", _HREFS(root)))
    return {name for href in hrefs if (name := link_fragment(href, url, base))}


def _names(element: etree._Element) -> Iterator[str]:
    """The names under which links may lead to an element."""
    yield element.get("id") or ""
    if element.tag == "a":
        yield element.get("name") or ""


def resolve_inner_links(blocks: Sequence[Node]) -> tuple[Node, ...]:
    """Links that found no place lead to their address alone; places that no link is left for go."""
    nodes = list(blocks_below(blocks))
    kept = {n.get("id") for n in nodes if n.name == "anchor"} & {
        n.get("to") for n in nodes if n.name == "link"
    }
    return _changed(blocks, {name: name for name in kept if name})


def rename_anchors(blocks: Sequence[Node], page: int, used: set[str]) -> tuple[Node, ...]:
    """The blocks of a later page of an article: places that an earlier one has under the same name
    get the number of their page. ``used`` grows."""
    own = [n.get("id") or "" for n in blocks_below(blocks) if n.name == "anchor"]
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

    return tuple(n for n in rewrite_blocks(blocks, change) if isinstance(n, Node))
