"""What describes a type of block: where it may be, what it holds, its TEI, its plain text."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from webarticlecurator.base.dataclasses import dataclass


class BlockGroup(Enum):
    """Where blocks of a type may be.

    - ``FLOW``: wherever text blocks are
    - ``MEDIA``: the same, and inside running text; they have addresses of media
    - ``INLINE``: inside running text
    - ``MARK``: inside running text, made of attributes of the page; no tag dictionary names it
    - ``PART``: only where another type holds it by name
    - ``JOINT``: between the pages of an article, made by joining them
    - ``BODY``: the root
    """

    FLOW = "flow"
    MEDIA = "media"
    INLINE = "inline"
    MARK = "mark"
    PART = "part"
    JOINT = "joint"
    BODY = "body"


class Content(Enum):
    """Several types of children at once.

    ``RUN``: running text with its inline elements; ``BOXED``: ``FLOW`` without a lead.
    """

    RUN = "run"
    MEDIA = "media"
    FLOW = "flow"
    BOXED = "boxed"


class TeiForm(Enum):
    """The TEI that a block becomes; ``tei/documents/pieces.py`` has a writer for each form.

    Several types share ``HIGHLIGHT`` (``hi``), ``LINE`` (``ab``), ``FLOATING_TEXT``, ``LIST``,
    ``FIGURE`` and ``EMBED``; their ``tei_type`` tells them apart. ``BY_PARENT``: the writer of the
    parent writes it.
    """

    PARAGRAPH = "p"
    LINE = "ab"
    FLOATING_TEXT = "floatingText"
    QUOTE = "quote"
    LIST = "list"
    TABLE = "table"
    FIGURE = "figure"
    EMBED = "embed"
    NOTE = "note"
    HIGHLIGHT = "hi"
    CODE = "code"
    FORMULA = "formula"
    LINK = "ref"
    INLINE_QUOTE = "q"
    LINE_BREAK = "lb"
    FOREIGN = "foreign"
    DATE = "date"
    ANCHOR = "anchor"
    RUBY = "ruby"
    READING = "rt"
    PAGE_BREAK = "pb"
    GAP = "gap"
    BY_PARENT = "by parent"


Children: TypeAlias = tuple["Content | str", ...]
"""Types of children: several at once, or single ones by name."""


_KEPT_ATTRIBUTES = frozenset(("when", "start", "rows"))
"""Attributes with a date or a number that is found under many names on pages."""


@dataclass(frozen=True)
class BlockType:
    """A row of the table of blocks.

    - ``name``: in tag dictionaries and in the block tree; ``meaning``: for the reference
    - ``holds``: the children that it may have; ``attributes``: names, separated by spaces
    - ``form``: its TEI, ``tei_type``: its ``@type`` (``@rend`` of ``hi``)
    - ``tei``, ``tei_elsewhere``: for docs/tei-reference.md, the TEI among blocks and in other
      places, where the form does not describe it
    - ``in_plain_text``: False where its text is left out of the plain text;
      ``tei/documents/read.py`` must be able to tell its element by its ``tei_type``, or refuses the
      row
    - ``implied_by``: blocks around which it is opened where the page has no tag for it;
      ``implied_in``: only in this parent
    - ``addresses``: HTML attributes that may hold its address, best first, separated by spaces;
      those of lazy loaders come before ``src``, which then holds a placeholder
    - ``class_words``: words in the names of classes that usually mean this block
    """

    name: str
    group: BlockGroup
    form: TeiForm
    meaning: str
    holds: Children = ()
    attributes: str = ""
    tei_type: str = ""
    tei: str = ""
    tei_elsewhere: str = ""
    in_plain_text: bool = True
    implied_by: Children = ()
    implied_in: str = ""
    addresses: str = ""
    class_words: str = ""

    @property
    def has_kept_value(self) -> bool:
        """True for a block with an address, a date or a number, whose attribute ``keep`` of a tag
        dictionary may name."""
        values = _KEPT_ATTRIBUTES.intersection(self.attributes.split())
        return bool(self.addresses or values) or self.tei_type == "time"
