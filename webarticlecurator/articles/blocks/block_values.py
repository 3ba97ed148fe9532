"""The values that the walk, the builder and the views of a page share while blocks are built.

A block that is still open, and the defaults of a page for times and languages.
"""

from __future__ import annotations

from webarticlecurator.articles.blocks.open_blocks import Piece
from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.blocks import Node


@dataclass(slots=True)
class Frame:
    """An open block, which becomes a Node when it is closed.

    ``children``: the finished blocks in a container. ``pieces``: the content of a block of running
    text. ``implied``: the builder opened the block without a tag, so the block is closed as soon as
    something comes that it cannot hold. ``insert_into``: the frame that receives the finished
    block, if it is not the one below on the stack. ``thread``: id and level of a comment, for the
    replies to it.
    """

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    implied: bool = False
    children: list[Node] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    insert_into: Frame | None = None
    thread: tuple[str, int] | None = None

    def copy_empty(self) -> Frame:
        """Return the same block without content and without its id."""
        attributes = {k: v for k, v in self.attributes.items() if k != "id"}
        return Frame(
            self.name, attributes, self.implied, insert_into=self.insert_into, thread=self.thread
        )


@dataclass(frozen=True)
class PageDefaults:
    """What holds for a page unless the page declares otherwise.

    ``timezone``: IANA name for times without a zone; if it is None, such times keep no zone.
    ``language``: BCP 47 tag of the page; empty if it is unknown.
    """

    timezone: str | None = None
    language: str = ""


NO_DEFAULTS = PageDefaults()
"""Neither zone nor language are known."""
