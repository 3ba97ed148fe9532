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
        """One ``comments`` block, or what stood in it if there is no comment in it. Only the first heading stays one."""
        if not any(n.name == "comment" for n in self._nodes):
            return tuple(self._nodes)
        first, *rest = self._nodes
        plain = [Node("paragraph", n.children) if n.name == "heading" else n for n in rest]
        return (Node("comments", (first, *plain)),) if self._nodes else ()
