"""Comments: taken out of the flow, one after the other, with their level and the comment they answer."""

from __future__ import annotations

from webarticlecurator.model.blocks import Node


class Threads:
    """The comments of one page, in the order of the page."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._ids: set[str] = set()
        self._count = 0

    def enter(self, attributes: dict[str, str], parent: tuple[str, int] | None) -> tuple[dict[str, str], tuple[str, int]]:
        """A comment begins: its attributes with id, level and reply-to, and its own thread. An id that the page lacks or
        repeats is made from the comment's number on the page."""
        self._count += 1
        own = attributes.get("id", "")
        if not own or own in self._ids:
            own = f"comment-{self._count}"
            while own in self._ids:
                own += "-"
        self._ids.add(own)
        level = parent[1] + 1 if parent else 0
        done = {**attributes, "id": own, "level": str(level)}
        if parent:
            done["reply-to"] = parent[0]
        return done, (own, level)

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
