"""Headings: what a program adds to each of them (*[edit]*, *¶*) and to links, and headings that
many articles have, with text of their own below (*See also*).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.without_rules.page_hints import HEADINGS
from webarticlecurator.base.model.proposal import LearnedLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.page_summary import own_selectors
from webarticlecurator.proposing.text_rules.template_lines import select_root

MIN_HEADINGS = 4
MIN_HEADING_PAGES = 2
MIN_HEADING_SHARE = 0.9
"""Headings, pages and the share of the headings that have an addition."""
MAX_ADDITION = 20
"""Characters of the longest addition."""


def learn_heading_additions(pages: Sequence[Page], roots: Sequence[str]) -> list[LearnedLine]:
    """Return the rules for elements that are the same in nearly all headings of what ``roots``
    select, or the same in links, such as *(opens new window)*."""
    return [
        *_learn_additions(pages, roots, HEADINGS, MIN_HEADING_SHARE, "in each heading"),
        *_learn_additions(pages, roots, ("a",), 0, "in links"),
    ]


def _learn_additions(
    pages: Sequence[Page], roots: Sequence[str], tags: Collection[str], share: float, where: str
) -> list[LearnedLine]:
    """Return the rule for elements in those with ``tags`` whose text is the same in this ``share``
    of them."""
    total, on_pages = 0, Counter[str]()
    texts: dict[str, Counter[str]] = {}
    for page in pages:
        seen: set[str] = set()
        for heading in _list_elements(page, roots, tags):
            total += 1
            for css, text in _list_additions(heading):
                texts.setdefault(css, Counter())[text] += 1
                seen.add(css)
        on_pages.update(seen)
    found = [
        LearnedLine(css, f"{text!r} {where}")
        for css, counts in texts.items()
        for text, count in counts.most_common(1)
        if count >= max(MIN_HEADINGS, share * total)
        and count == sum(counts.values())
        and on_pages[css] >= MIN_HEADING_PAGES
    ]
    return found[:1]


def _list_elements(
    page: Page, roots: Sequence[str], tags: Collection[str]
) -> Iterator[etree._Element]:
    return (each for root in select_root(page, roots) for each in root.iter(*tags))


def _list_additions(heading: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield selector and text of the elements in a heading that are not all of it, the outermost
    first."""
    whole = text_of(heading)
    for element in heading.iterdescendants(etree.Element):
        text = text_of(element)
        if text and text != whole and len(text) <= MAX_ADDITION:
            yield from ((css, text) for css in dict.fromkeys(own_selectors(element)))


def has_own_text(line: LearnedLine, drops: Sequence[str], pages: Sequence[Page]) -> bool:
    """Return True for the rule of a heading with something below it, up to the next heading, that
    no other rule drops."""
    if line.text is None or line.rule not in HEADINGS:
        return False
    for page in pages:
        dropped = {element for css in drops for element in page.root.cssselect(css)}
        for heading in page.root.iter(line.rule):
            following = heading.getnext() if text_of(heading) == line.text[1] else None
            while following is not None and not isinstance(following.tag, str):
                following = following.getnext()
            if following is not None and following.tag not in HEADINGS and text_of(following):
                return following not in dropped
    return False
