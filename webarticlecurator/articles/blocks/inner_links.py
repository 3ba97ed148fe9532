"""Links within a page: footnotes, tables of contents, key moments of a live blog.

The target of such a link becomes an ``anchor`` in front of the first word there. Ids without a
link to them are layout and are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast
from urllib.parse import unquote

from lxml import etree

from webarticlecurator.articles.blocks.block_attributes import absolute_address
from webarticlecurator.base.model.blocks import Node, blocks_below, rewrite_blocks

_HREFS = etree.XPath(".//a[contains(@href, '#')]/@href", smart_strings=False)


def link_fragment(href: str, url: str, base: str) -> str:
    """Return the decoded fragment of a link within the page ``url``; empty for any other link.

    ``base``: the base of relative addresses. A bare ``#x`` means this page whatever the base is.
    """
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
    """The targets of links within the page ``url``, which a walk over the page finds one by one.

    ``exist``: True if there are any.
    """

    def __init__(self, roots: Iterable[etree._Element], url: str, base: str) -> None:
        """Collect the links in ``roots``; ``base``: the base of relative addresses."""
        self._url = url
        self._base = base
        # The fragments that links in `roots` use for places on the page itself
        hrefs = (str(href) for root in roots for href in cast("list[str]", _HREFS(root)))
        self._not_found_yet = {name for href in hrefs if (name := link_fragment(href, url, base))}
        self.exist = bool(self._not_found_yet)

    def target_of(self, link: etree._Element) -> str:
        """Return the name of the target on this page; empty if the link leads elsewhere."""
        return link_fragment(link.get("href") or "", self._url, self._base) if self.exist else ""

    def take_names(self, element: etree._Element) -> Iterator[str]:
        """Yield the names of the targets that ``element`` is; each name is taken only once."""
        if self._not_found_yet:
            for name in (element.get("id"), element.get("name") if element.tag == "a" else None):
                if name in self._not_found_yet:
                    self._not_found_yet.discard(name)
                    yield name

    def resolve(self, blocks: tuple[Node, ...]) -> tuple[Node, ...]:
        """Return the blocks of the whole page with matching links and anchors."""
        if not self.exist:
            return blocks
        nodes = list(blocks_below(blocks))
        anchors = {n.get("id") for n in nodes if n.name == "anchor"}
        links = {n.get("to") for n in nodes if n.name == "link"}
        return _rename_anchors(blocks, {name: name for name in anchors & links if name})


def rename_anchors(blocks: Sequence[Node], page: int, used: set[str]) -> tuple[Node, ...]:
    """Return the blocks of one page of an article with anchors that are unique in the article.

    An anchor that an earlier page has used gets the number of its ``page`` as a prefix. ``used``:
    the names used so far; those of this page are added.
    """
    own = [n.get("id") or "" for n in blocks_below(blocks) if n.name == "anchor"]
    new_names = {name: f"page-{page}-{name}" if name in used else name for name in own}
    used.update(new_names.values())
    return _rename_anchors(blocks, new_names) if new_names else tuple(blocks)


def _rename_anchors(blocks: Sequence[Node], new_names: Mapping[str, str]) -> tuple[Node, ...]:
    """Rename anchors and the links to them; names that are not in ``new_names`` are removed."""

    def rename(node: Node) -> tuple[Node, ...]:
        if node.name == "anchor":
            name = new_names.get(node.get("id") or "")
            return (Node("anchor", (), (("id", name),)),) if name else ()
        if node.name == "link" and node.get("to") is not None:
            attributes = (
                (key, new_names.get(value, "") if key == "to" else value)
                for key, value in node.attributes
            )
            return (Node("link", node.children, tuple((k, v) for k, v in attributes if v)),)
        return (node,)

    return tuple(n for n in rewrite_blocks(blocks, rename) if isinstance(n, Node))
