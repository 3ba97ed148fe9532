"""Comments: taken out of the flow, one after the other, with their level and the comment they
answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from webarticlecurator.model.blocks import Node

_NUMBER = re.compile(r"\d+\Z")


@dataclass(frozen=True)
class _Said:
    """What is known of a comment: ``reply_to``: the comment it stands in or names; ``depth``: the
    level that the page states."""

    id: str
    level: int
    reply_to: str | None
    depth: int


class CommentThreads:
    """The comments of one page, in the order of the page."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._levels: dict[str, int] = {}
        # by which the page may call a comment → its id; empty: several
        self._names: dict[str, str] = {}
        self._count = 0
        self._said: list[_Said] = []

    def enter(
        self, attributes: dict[str, str], parent: tuple[str, int] | None
    ) -> tuple[dict[str, str], tuple[str, int]]:
        """A comment begins: its attributes with id, level and reply-to, and its own thread. An id
        that the page lacks or repeats is made from the comment's number on the page. ``parent``:
        the comment it stands in; ``answers`` among the attributes names an earlier comment that it
        answers, and counts before. ``depth`` among them, the level that the page states, counts
        where nothing else says whom a comment answers."""
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
        self._said.append(
            _Said(own, level, parent[0] if parent else None, int(attributes.get("depth") or 0))
        )
        return {**attributes, "id": own}, (own, level)

    def _named(self, name: str) -> tuple[str, int] | None:
        """The comment whose id is ``name``, or the only one whose id ends in this number
        (``comment-12``)."""
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
        """One ``comments`` block, or none. Only the first heading stays one. Answers to a comment
        that had no text answer nobody."""
        if not self._nodes:
            return ()
        ids = {n.get("id") for n in self._nodes}
        places = _by_depth(self._said) or {
            said.id: (said.level, said.reply_to) for said in self._said
        }
        return (
            Node(
                "comments",
                tuple(_settled(n, i == 0, ids, places) for i, n in enumerate(self._nodes)),
            ),
        )


Places = dict[str, tuple[int, str | None]]
"""Id of a comment → its level, and the comment it answers."""


def _by_depth(comments: list[_Said]) -> Places | None:
    """Comments that stand one after the other and state how deep they are: each answers the last
    one before it that is less deep. None where comments stand in, or name, others; where all are
    equally deep; and where one is deeper by more than one than that before it: then the number is
    of something else, as of what its author has earned."""
    depths = [said.depth for said in comments]
    leaps = any(deeper > before + 1 for before, deeper in pairwise(depths))
    if (
        leaps
        or len(set(depths)) < 2
        or depths[0] != min(depths)
        or any(said.reply_to for said in comments)
    ):
        return None
    places: Places = {}
    above: list[_Said] = []
    for said in comments:
        while above and above[-1].depth >= said.depth:
            above.pop()
        places[said.id] = (len(above), above[-1].id if above else None)
        above.append(said)
    return places


def _settled(child: Node, first: bool, ids: set[str | None], places: Places) -> Node:
    if child.name == "heading" and not first:
        return Node("paragraph", child.children)
    place = places.get(child.get("id") or "") if child.name == "comment" else None
    if place is None:
        return child
    level, reply_to = place
    attributes = {**dict(child.attributes), "level": str(level)}
    if reply_to in ids and reply_to:
        attributes["reply-to"] = reply_to
    return Node(child.name, child.children, tuple(sorted(attributes.items())))
