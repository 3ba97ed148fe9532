"""Leads learned from pages: one element at the beginning of the text, named as a lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

from webarticlecurator.articles.units.class_names import is_lead
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.base.proposal.proposal import LearnedLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.element_selectors import list_selectors

MIN_SHARE = 0.75
"""Share of the pages of a layout that have the lead."""


def learn_leads(pages: Sequence[Page], roots: Sequence[LearnedLine]) -> tuple[LearnedLine, ...]:
    """Return the signatures of leads, at most one for each layout, which most of its pages have."""
    leads: dict[str, LearnedLine] = {}
    rest = [*pages]
    for root in roots:
        own = [page for page in rest if page.root.cssselect(root.rule)]
        rest = [page for page in rest if page not in own]
        counts = Counter(css for page in own for css in {*_list_leads(page, root.rule)})
        css, count = min(counts.items(), key=lambda pair: (-pair[1], pair[0]), default=("", 0))
        if count >= max(2, MIN_SHARE * len(own)):
            leads.setdefault(css, LearnedLine(css, f"on {count} of {len(pages)} pages"))
    return tuple(leads.values())


def _list_leads(page: Page, root: str) -> Iterator[str]:
    """Yield the selectors that find nothing but the lead of a page: an element named so in its
    root, with no paragraph before it."""
    inside = {*page.root.cssselect(root)}
    for unit in list_page_units(page):
        above = [*takewhile(lambda each: each not in inside, unit.around)]
        if len(above) == len(unit.around):
            continue
        for element in filter(is_lead, above):
            for css in list_selectors(element):
                if len(page.root.cssselect(css)) == 1:
                    yield css
        if unit.is_running_text:
            return
