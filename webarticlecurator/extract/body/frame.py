"""A block that is still open."""

from __future__ import annotations

from dataclasses import dataclass, field

from webarticlecurator.extract.body.runs import Piece
from webarticlecurator.model.blocks import Node


@dataclass(slots=True)
class Frame:
    """``children`` of a container, ``pieces`` of a block of running text. ``implied``: no tag asked
    for it, so it ends as soon as something comes that it cannot hold. ``home``: the frame that
    takes it in, where that is not the one below. ``thread``: id and level of a comment, for the
    answers to it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    implied: bool = False
    children: list[Node] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    home: Frame | None = None
    thread: tuple[str, int] | None = None

    def copy(self) -> Frame:
        """The same block opened again, empty."""
        attributes = {k: v for k, v in self.attributes.items() if k != "id"}
        return Frame(self.name, attributes, self.implied, home=self.home, thread=self.thread)


@dataclass(frozen=True)
class PageDefaults:
    """``timezone``: IANA name for times without a zone (without it such times keep none).
    ``language``: BCP 47, of pages that say none; empty if nobody knows."""

    timezone: str | None = None
    language: str = ""


NO_DEFAULTS = PageDefaults()
