"""Rules that drop the counts that a template writes into the first or last line of a text, such as
``<span class="time">5 min read</span>`` before a paragraph that has no element of its own.

Like other parts of a template, they are known by what most pages have: the same words beside
other numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.text_units import Unit, fold_text
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.proposal import LearnedLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.page_summary import own_selectors
from webarticlecurator.proposing.text_rules.block_drops import make_drop_rule

MIN_PAGES = 3
MIN_SHARE = 0.5
"""Pages with such a count, and their share."""
MAX_SIZE = 40
"""Characters of the longest count."""
_INLINE = frozenset("b em i small span strong".split())
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class _Count:
    """An element with a count, and its words without the number."""

    element: etree._Element
    words: str


def learn_inline_counts(pages: Sequence[Page], kept: Sequence[Sequence[Unit]]) -> list[LearnedLine]:
    """Return the rules for counts at the edges of what is ``kept`` of each page: selectors that
    find nothing else on any of them."""
    found = [[*_list_counts(units)] for units in kept]
    totals = Counter(words for own in found for words in {each.words for each in own})
    least = max(MIN_PAGES, MIN_SHARE * len(pages))
    lines: list[LearnedLine] = []
    for words in sorted(each for each, number in totals.items() if number >= least):
        counts = [{each.element for each in own if each.words == words} for own in found]
        lines.extend(_find_rule(pages, counts))
    return lines


def _find_rule(
    pages: Sequence[Page], counts: Sequence[set[etree._Element]]
) -> Iterator[LearnedLine]:
    """Yield the first rule that finds all ``counts`` and nothing else, if there is one."""
    first = next(element for own in counts for element in own)
    pattern = "[\\d.,]+".join(map(re.escape, _NUMBER.split(text_of(first))))
    rules = [
        *(LearnedLine(css, "") for css in own_selectors(first)),
        LearnedLine(str(first.tag), "", ("regex", f"^{pattern}$")),
    ]
    for line in rules:
        rule = make_drop_rule(line)
        if all(
            {*select_elements((rule,), page)} == own
            for page, own in zip(pages, counts, strict=True)
        ):
            number = sum(map(bool, counts))
            evidence = f"on {number} of {len(pages)} pages, the same words beside a number on all"
            yield LearnedLine(line.rule, evidence, line.text)
            return


def _list_counts(units: Sequence[Unit]) -> Iterator[_Count]:
    """Yield the counts that begin the first of the units, or end the last."""
    if not units:
        return
    for element in units[0].element.iterchildren(*_INLINE):
        if _is_blank_before(element):
            yield from _read_count(element)
    for element in units[-1].element.iterchildren(*_INLINE):
        if _is_blank_behind(element):
            yield from _read_count(element)


def _read_count(element: etree._Element) -> Iterator[_Count]:
    text = text_of(element)
    if len(text) <= MAX_SIZE and _NUMBER.search(text) and _WORD.search(text):
        yield _Count(element, _NUMBER.sub("0", fold_text(text)))


def _is_blank_before(element: etree._Element) -> bool:
    """Return True if there is no text between an element and the block before it."""
    before = element.getprevious()
    if before is None:
        parent = element.getparent()
        return parent is None or not (parent.text or "").strip()
    return before.tag in BLOCK_TAGS and not (before.tail or "").strip()


def _is_blank_behind(element: etree._Element) -> bool:
    """Return True if there is no text between an element and the block behind it."""
    behind = element.getnext()
    return not (element.tail or "").strip() and (behind is None or behind.tag in BLOCK_TAGS)
