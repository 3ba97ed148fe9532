"""Counting words: runs without white space, never across the edge of a block."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from webarticlecurator.extract.body.line_breaks import BLOCK_TAGS
from webarticlecurator.model.article import TextAccount
from webarticlecurator.model.html_tags import CODE_TAGS


def source_words(element: etree._Element) -> list[str]:
    """The words of a piece of a page as a browser would show it; code is no text."""
    pieces = [element.text or ""] if element.tag not in CODE_TAGS else []
    for event, inner in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if inner is element:
            continue
        edge = " " if inner.tag in BLOCK_TAGS or inner.tag in ("br", "img") else ""
        if event == "start":
            pieces.append(edge + (inner.text or "" if inner.tag not in CODE_TAGS else ""))
        else:
            pieces.append(edge + (inner.tail or ""))
    return "".join(pieces).split()


def own_words(element: etree._Element) -> int:
    """How many words stand directly in ``element``, not in another one inside it."""
    return sum(
        len(text.split()) for text in (element.text, *(child.tail for child in element)) if text
    )


class WordAccount:
    """The account of one page while it is written."""

    def __init__(self) -> None:
        self._dropped: dict[str, int] = {}
        self._base: dict[str, int] = {}
        self._unclaimed: dict[str, int] = {}

    def drop(self, rule: str, element: etree._Element) -> None:
        """``element`` with all below it was dropped by ``rule``."""
        count = 0 if element.tag in CODE_TAGS else len(source_words(element))
        if count:
            self._dropped[rule] = self._dropped.get(rule, 0) + count

    def unknown(self, signature: str, element: etree._Element) -> None:
        """``element`` is kept, but no dictionary knows it: nobody has decided what becomes of its
        own words."""
        count = own_words(element)
        if count:
            self._unclaimed[signature] = self._unclaimed.get(signature, 0) + count

    def fell_back(self, signature: str) -> None:
        """No row of the portal spoke about an element."""
        self._base[signature] = self._base.get(signature, 0) + 1

    def close(self, kept: int) -> TextAccount:
        """The account of a page of which ``kept`` words are in the body."""
        return TextAccount(
            kept=kept,
            dropped=tuple(sorted(self._dropped.items())),
            unclaimed=tuple(sorted(self._unclaimed.items())),
            base=tuple(sorted(self._base.items())),
        )


def sum_accounts(accounts: Iterable[TextAccount]) -> TextAccount:
    """The sum of accounts."""
    every = tuple(accounts)
    counted = [a.outside for a in every if a.outside is not None]
    return TextAccount(
        kept=sum(a.kept for a in every),
        dropped=_sum(a.dropped for a in every),
        unclaimed=_sum(a.unclaimed for a in every),
        base=_sum(a.base for a in every),
        outside=sum(counted) if counted else None,
    )


def _sum(tables: Iterable[tuple[tuple[str, int], ...]]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for name, count in (pair for table in tables for pair in table):
        counts[name] = counts.get(name, 0) + count
    return tuple(sorted(counts.items()))
