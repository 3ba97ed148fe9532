"""Comments: taken out of the flow, one after the other, with their level and the comment they answer."""

from __future__ import annotations

import re

from webarticlecurator.model.blocks import Node

_NUMBER = re.compile(r"\d+\Z")


class Threads:
    """The comments of one page, in the order of the page."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._levels: dict[str, int] = {}
        self._names: dict[str, str] = {}  # by which the page may call a comment → its id; empty: several
        self._count = 0

    def enter(self, attributes: dict[str, str], parent: tuple[str, int] | None) -> tuple[dict[str, str], tuple[str, int]]:
        """A comment begins: its attributes with id, level and reply-to, and its own thread. An id that the page lacks or
        repeats is made from the comment's number on the page. ``parent``: the comment it stands in; ``answers`` among the
        attributes names an earlier comment that it answers, and counts before."""
        self._count += 1
        parent = self._named(attributes.get("answers", "")) or parent
        own = attributes.get("id", "")
        if own and own not in self._levels:
            self._note(own)
        else:
            own = f"comment-{self._count}"
            while own in self._levels:
                own += "-"
        level = parent[1] + 1 if parent else 0
        self._levels[own] = level
        done = {**attributes, "id": own, "level": str(level)}
        if parent:
            done["reply-to"] = parent[0]
        return done, (own, level)

    def _named(self, name: str) -> tuple[str, int] | None:
        """The comment whose id is ``name``, or the only one whose id ends in this number (``comment-12``)."""
        known = self._names.get(name)
        return (known, self._levels[known]) if known else None

    def _note(self, own: str) -> None:
        number = _NUMBER.search(own)
        if number and self._names.get(number[0]) != number[0]:
            self._names[number[0]] = "" if number[0] in self._names else own
        self._names[own] = own

    def add(self, nodes: list[Node]) -> None:
        """A comment that has ended, or text between comments."""
        self._nodes.extend(nodes)

    def blocks(self) -> tuple[Node, ...]:
        """One ``comments`` block, or none. Only the first heading stays one. Answers to a comment that had no text answer
        nobody."""
        if not self._nodes:
            return ()
        ids = {n.get("id") for n in self._nodes}
        return (Node("comments", tuple(_settled(n, i == 0, ids) for i, n in enumerate(self._nodes))),)


def _settled(child: Node, first: bool, ids: set[str | None]) -> Node:
    if child.name == "heading" and not first:
        return Node("paragraph", child.children)
    if child.get("reply-to") in ids:
        return child
    return Node(child.name, child.children, tuple((k, v) for k, v in child.attributes if k != "reply-to"))
