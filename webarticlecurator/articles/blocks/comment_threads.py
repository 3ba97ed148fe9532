"""Comments, taken out of the flow, with their level and the comment that each one replies to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.blocks import Node

_NUMBER = re.compile(r"(?<!\d)\d+\Z")


@dataclass(frozen=True)
class _Comment:
    """A comment as the page marks it up.

    ``level``: its level by nesting and references. ``reply_to``: id of the comment that contains it
    or that it refers to. ``depth``: the level that the page states.
    """

    id: str
    level: int
    reply_to: str | None
    depth: int


class CommentThreads:
    """The comments of one page, in the order of the page."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._levels: dict[str, int] = {}
        self._ids_by_name: dict[str, str] = {}
        """Name by which the page may refer to a comment → its id, empty if there are several."""
        self._count = 0
        self._comments: list[_Comment] = []

    def enter(
        self, attributes: dict[str, str], parent: tuple[str, int] | None
    ) -> tuple[dict[str, str], tuple[str, int]]:
        """Begin a comment; return its attributes with a unique id, and its thread (id and level).

        An id that the page lacks or repeats is made from the number of the comment on the page.
        ``parent``: the thread of the comment that contains it. The attribute ``answers`` refers to
        an earlier comment and takes precedence over ``parent``. The attribute ``depth``, the level
        that the page states, counts where neither of them exists.
        """
        self._count += 1
        parent = self._find(attributes.get("answers", "")) or parent
        id_ = attributes.get("id", "")
        if id_ and id_ not in self._levels:
            match = _NUMBER.search(id_)
            if match:
                number = match[0]
                if self._ids_by_name.get(number) != number:
                    self._ids_by_name[number] = "" if number in self._ids_by_name else id_
            self._ids_by_name[id_] = id_
        else:
            id_ = f"comment-{self._count}"
            while id_ in self._levels:
                id_ += "-"

        level = parent[1] + 1 if parent else 0
        self._levels[id_] = level
        reply_to = parent[0] if parent else None
        self._comments.append(_Comment(id_, level, reply_to, int(attributes.get("depth") or 0)))
        return {**attributes, "id": id_}, (id_, level)

    def _find(self, name: str) -> tuple[str, int] | None:
        """Return the thread of the comment whose id is ``name``, or ends in that number.

        ``12`` finds ``comment-12`` if no other id ends in 12.
        """
        id_ = self._ids_by_name.get(name)
        return (id_, self._levels[id_]) if id_ else None

    def add(self, nodes: list[Node]) -> None:
        """Add a closed comment, or text between comments."""
        self._nodes.extend(nodes)

    def blocks(self) -> tuple[Node, ...]:
        """Return one ``comments`` block, or nothing.

        A heading that is not first becomes a paragraph. Replies to a comment without text lose
        their ``reply-to``.
        """
        if not self._nodes:
            return ()
        ids = {node.get("id") for node in self._nodes}
        positions = _positions_by_depth(self._comments) or {
            comment.id: (comment.level, comment.reply_to) for comment in self._comments
        }
        children: list[Node | str] = []
        for node in self._nodes:
            if node.name == "heading" and children:
                node = Node("paragraph", node.children)
            elif node.name == "comment" and node.get("id") in positions:
                level, reply_to = positions[node.get("id") or ""]
                attributes = {**dict(node.attributes), "level": str(level)}
                if reply_to in ids and reply_to:
                    attributes["reply-to"] = reply_to
                node = Node(node.name, node.children, tuple(sorted(attributes.items())))
            children.append(node)
        return (Node("comments", tuple(children)),)


Positions = dict[str, tuple[int, str | None]]
"""Id of a comment → its level and the id of the comment that it replies to."""


def _positions_by_depth(comments: list[_Comment]) -> Positions | None:
    """Return the positions of comments that follow one another and state their depth.

    Each of them replies to the last comment before it that is less deep. None where comments
    contain others or refer to others, where all depths are equal, and where a comment is more than
    one level deeper than the one before: then the number means something else, such as the rank of
    the author.
    """
    depths = [comment.depth for comment in comments]
    has_leaps = any(deeper > before + 1 for before, deeper in pairwise(depths))
    if (
        has_leaps
        or len(set(depths)) < 2
        or depths[0] != min(depths)
        or any(comment.reply_to for comment in comments)
    ):
        return None
    positions: Positions = {}
    parents: list[_Comment] = []
    for comment in comments:
        while parents and parents[-1].depth >= comment.depth:
            parents.pop()
        positions[comment.id] = (len(parents), parents[-1].id if parents else None)
        parents.append(comment)
    return positions


def join_comments(comments: Sequence[tuple[str, Node]]) -> tuple[Node, ...]:
    """Return one ``comments`` block with unique ids, or nothing without comments.

    ``comments``: pairs of a prefix, one for each page or entry that was read by itself, and a child
    of its ``comments`` block. An id that an earlier one has used gets the prefix, also in the
    replies to it.
    """
    if not comments:
        return ()

    used: set[str] = set()
    new_ids: dict[tuple[str, str], str] = {}
    for prefix, child in comments:
        own = child.get("id")
        if own is not None:
            new = own if own not in used else f"{prefix}-{own}"
            used.add(new)
            new_ids[prefix, own] = new
    children: list[Node | str] = []
    for prefix, child in comments:
        attributes = (
            (key, new_ids.get((prefix, value), value) if key in ("id", "reply-to") else value)
            for key, value in child.attributes
        )
        is_later_heading = child.name == "heading" and children
        children.append(
            Node("paragraph", child.children)
            if is_later_heading
            else Node(child.name, child.children, tuple(attributes))
        )
    return (Node("comments", tuple(children)),)
