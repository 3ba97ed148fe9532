"""What a template adds to each article: lines at the beginning or end of its text (the title once
more, who wrote it and when, how many comments it has, where to share it), signs in its headings,
and what its title begins or ends with that belongs to the site (`` - Echo``).

Lines are told by their words: beside numbers and links, these are the same on many pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.text_units import fold_text, list_page_units
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.proposal import LearnedLine
from webarticlecurator.base.text.word_pattern import WORD
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.page_summary import own_selectors

MIN_PAGES = 4
MIN_SHARE = 0.5
"""Pages with such a line, and their share of those with text."""
MAX_SIZE = 120
"""Characters of the longest line."""
MIN_COMMON = 0.8
"""Share of the words beside links that stand on several pages."""
MAX_LINK_SHARE = 0.9
MIN_SENTENCE = 7
"""Words of the shortest sentence: a fact has fewer."""
MAX_FACTS = 240
"""Characters of the longest line of facts: in scripts without spaces a paragraph is one word."""
_DAY = re.compile(r"(?<!\d)\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\d)|(?<!\d)(?:19|20)\d\d(?!\d)")
MAX_ROUNDS = 6
"""Lines one behind the other."""
_WORD = re.compile(WORD)
_OUTSIDE_LINKS = etree.XPath("descendant::text()[not(ancestor::a)]")


@dataclass(frozen=True)
class _Line:
    """A unit of the text: its element, and its links, if it has nothing else."""

    element: etree._Element
    links: tuple[etree._Element, ...]


def learn_template_lines(
    pages: Sequence[Page], roots: Sequence[str], drops: Sequence[str], heading: str
) -> list[LearnedLine]:
    """Return the rules for such lines in what the first of ``roots`` selects that selects anything;
    ``drops`` select what is left out already, ``heading`` the title (empty if it is not known)."""
    found: list[LearnedLine] = []
    for _ in range(MAX_ROUNDS):
        known = [*drops, *(line.rule for line in found)]
        line = _find_line(
            [_list_units(page, roots, known) for page in pages], pages, heading, known
        )
        if line is None:
            break
        found.append(line)
    return found


def _list_units(page: Page, roots: Sequence[str], drops: Sequence[str]) -> list[_Line]:
    """Return the units of the text of a page."""
    inside = {*select_root(page, roots)}
    dropped = {element for css in drops for element in page.root.cssselect(css)}
    dropped.update(page.root.iter("nav", "aside", "form"))  # each portal file drops these
    found = []
    units = list_page_units(page)
    blocks = {unit.element for unit in units}
    for unit in units:
        if inside.isdisjoint(unit.around) or not dropped.isdisjoint(unit.around):
            continue
        links: tuple[etree._Element, ...] = ()
        if unit.link_share > MAX_LINK_SHARE:
            links = tuple(
                link
                for link in unit.element.iter("a")
                if dropped.isdisjoint(self_and_ancestors(link))
                and next(each for each in self_and_ancestors(link) if each in blocks)
                is unit.element
            )
        if links or unit.link_share <= MAX_LINK_SHARE:
            found.append(_Line(unit.element, links))
    return found


def _find_line(
    units: Sequence[Sequence[_Line]], pages: Sequence[Page], heading: str, known: Sequence[str]
) -> LearnedLine | None:
    """Return the rule for the first or last units of most pages, other than the ``known`` ones;
    None if they are text."""
    at_least = max(MIN_PAGES, MIN_SHARE * sum(map(bool, units)))
    titles = [text_of(found[0]) if (found := _select(page, heading)) else "" for page in pages]
    for edge in (0, -1):
        counts = Counter(css for own in units if own for css in set(_list_selectors(own[edge])))
        for css in sorted(counts, key=lambda css: (-counts[css], len(css), css)):
            if counts[css] < at_least:
                break
            texts = [_select(page, css) for page in pages]
            why = "its words repeat" if _is_template(texts, titles) else ""
            why = why or ("its facts, a day among them" if are_fact_lines(texts) else "")
            if css not in known and why:
                where = "begins" if edge == 0 else "ends"
                return LearnedLine(
                    css, f"{where} the text of {counts[css]} of {len(pages)} pages: {why}"
                )
    return None


def select_root(page: Page, roots: Sequence[str]) -> list[etree._Element]:
    """Return what the first of the selectors finds that finds anything."""
    return next(filter(None, map(page.root.cssselect, roots)), [])


def _select(page: Page, css: str) -> list[etree._Element]:
    return page.root.cssselect(css) if css else []


def _list_selectors(line: _Line) -> Iterator[str]:
    """Yield the selectors of a unit, the more telling ones first: by its own names, by what it is
    behind, by its place in its parent."""
    yield from (css for link in line.links for css in own_selectors(link))
    element, tag = line.element, str(line.element.tag)
    before, parent = element.getprevious(), element.getparent()
    for each in self_and_ancestors(element):
        if text_of(each) != text_of(element):
            break
        yield from own_selectors(each)
    if before is not None and isinstance(before.tag, str):
        yield from (f"{css} + {tag}" for css in own_selectors(before))
    elif parent is not None and not (parent.text or "").strip():
        yield from (f"{css} > {tag}:first-child" for css in own_selectors(parent))


def _is_template(found: Sequence[Sequence[etree._Element]], titles: Sequence[str]) -> bool:
    """Return True if all that a selector finds is short, and is the title of its page, or has words
    that several pages have."""
    texts = [[text_of(each) for each in own] for own in found]
    if any(len(text) > MAX_SIZE for own in texts for text in own):
        return False
    shown = [(own, title) for own, title in zip(texts, titles, strict=True) if own and title]
    if shown and all(
        [fold_text(text) for text in own] == [fold_text(title)] for own, title in shown
    ):
        return True
    words = [{word for each in own for word in _list_words(each)} for own in found]
    pages = Counter(word for own in words for word in own)
    common = sum(count for count in pages.values() if count > 1)
    least = min(2, sum(map(bool, found)) // MIN_PAGES)
    often = any(count >= max(2, len(found) * MIN_SHARE) for count in pages.values())
    return bool(least and often and common >= MIN_COMMON * pages.total())


def are_fact_lines(found: Sequence[Sequence[etree._Element]]) -> bool:
    """Return True if all that a selector finds, one element a page, is a line of facts beside each
    other, such as author, day and section: no sentence, and each fact in an element of its own."""
    lines = [own[0] for own in found if own]
    if len(lines) < MIN_PAGES or any(len(own) > 1 for own in found):
        return False
    return all(map(_is_fact_line, lines))


def _is_fact_line(line: etree._Element) -> bool:
    texts = [" ".join(text.split()) for text in map(str, line.itertext()) if text.strip()]
    if sum(map(len, texts)) > MAX_FACTS:
        return False
    is_dated = any(map(_DAY.search, texts)) or next(line.iter("time"), None) is not None
    are_short = all(len(text.split()) < MIN_SENTENCE and text[-1] not in ".!?…" for text in texts)
    return is_dated and are_short and len(texts) > 1 and not (line.text or "").strip()


def _list_words(element: etree._Element) -> Iterator[str]:
    """Yield the words of an element that are in no link; of one that is all links, those in it."""
    outside = _OUTSIDE_LINKS(element)
    text = " ".join(map(str, outside)) if isinstance(outside, list) else ""
    yield from map(fold_text, _WORD.findall(text if _WORD.search(text) else text_of(element)))
