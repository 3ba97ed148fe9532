"""What the article view shows of a page: as data, compared, and as parts that belong together."""

from __future__ import annotations

from collections.abc import Mapping

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.text.translation import translate
from webarticlecurator.proposing.trial.page_verdicts import ElementVerdict, VerdictState
from webarticlecurator.studio.frame.page_frame import NO_NODE


@dataclass(frozen=True)
class ShownBlock:
    """A block of the text: the numbers of its elements, and its lines of the TEI from 0. ``state``
    is kept, or unclaimed; ``page`` is the number of its page."""

    name: str
    depth: int
    text: str
    state: VerdictState
    nodes: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    page: int = 0


@dataclass(frozen=True)
class ShownValue:
    """A value of a field, the rule that found it, and the number of its element on the first page,
    where a rule selects one (else NO_NODE)."""

    field: str
    value: str
    source: str
    node: int = NO_NODE


@dataclass(frozen=True)
class ScreenPage:
    """A page of the article: its address, and the record id of its capture ("": it is not stored).
    ``trouble``: why it has no text, ""."""

    url: str
    record: str
    trouble: str = ""


@dataclass(frozen=True)
class ArticleScreen:
    """An article as the rules read it, and one of its pages.

    ``rejected``: the reason of a rejected page, else "". ``choice``: how the text was found.
    ``words``: of each state. ``verdicts`` are in document order, by the numbers of the elements,
    ``parents`` has the number of the parent of each element; both are empty where the text is not
    in the page itself. ``others``: the articles of a page that holds several.
    ``pages`` are in link order, then what they load; ``shown`` is the number of the page that is
    shown: ``layout``, ``choice``, ``confidence``, ``verdicts`` and ``parents`` are those of it, all
    else is of the article.
    """

    rejected: str = ""
    layout: str = ""
    choice: str = ""
    confidence: int | None = None
    words: Mapping[VerdictState, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    values: tuple[ShownValue, ...] = ()
    blocks: tuple[ShownBlock, ...] = ()
    tei: tuple[str, ...] = ()
    verdicts: Mapping[int, ElementVerdict] = field(default_factory=dict)
    parents: tuple[int, ...] = ()
    others: tuple[str, ...] = ()
    pages: tuple[ScreenPage, ...] = ()
    shown: int = 0

    def name_page(self, number: int) -> str:
        """Return what a page is called in lists, "" for the only one."""
        return translate("page {page}", page=number + 1) if len(self.pages) > 1 else ""
