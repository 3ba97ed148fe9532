"""The rules for a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.portal.rule import Rule, TextTest
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.crawling.archive.link_anchors import Anchor
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.class_tokens import stable_classes
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_first
from webarticlecurator.proposing.list_pages.link_rating import (
    ARROWS_BACK,
    NEXT_ARROWS,
    STANDARD_RULES,
    RatedLink,
    css_rule,
    rate_name,
    rate_text,
)
from webarticlecurator.proposing.list_pages.page_numbers import PAGE_NUMBER_TEXT
from webarticlecurator.proposing.list_pages.pointed_next import (
    list_classes_at,
    list_pagers,
    propose_next_for,
)


def list_rules(page: Page, link: RatedLink) -> Iterator[Rule]:
    """Yield rules that find a link, or another one to the same address, those that rely on what it
    says of itself first."""
    if link.anchor.element.tag == "link":
        yield from _keep_right(page, STANDARD_RULES[1:], link.anchor.address)
        return
    yield from list_telling_rules(page, link)
    yield from propose_next_for(page, link.anchor)


def list_telling_rules(page: Page, link: RatedLink) -> Iterator[Rule]:
    """Yield rules that find a link by what it says of itself."""
    rules = [*_list_telling_rules(link.anchor)]
    yield from _keep_right(page, rules, link.anchor.address)


def _keep_right(page: Page, rules: Sequence[Rule], address: str) -> Iterator[Rule]:
    for rule in rules:
        url = select_first((rule,), page, link=True)
        if url is not None and normalize_address(url) == address:
            yield rule


def _list_telling_rules(anchor: Anchor) -> Iterator[Rule]:
    """Yield rules by what a link says: its relation, names, those around and in it, its text."""
    link = anchor.element
    yield STANDARD_RULES[0]
    classes = list_classes_at(link)
    yield from (css_rule(form.format(name)) for name, form in classes if rate_name(name) > 0)
    if PAGE_NUMBER_TEXT.fullmatch(anchor.text):
        yield from list_pagers(link, int(anchor.text))
    first, last = anchor.text[:1], anchor.text[-1:]
    test = None
    if rate_text(anchor.text) > 0:
        if last in NEXT_ARROWS:
            test = TextTest(contains=last)
        elif not DIGITS.search(anchor.text):
            test = TextTest(equals=anchor.text)
    elif first and first in ARROWS_BACK:  # to the week before, as was seen
        test = TextTest(starts=first)
    if test is not None:
        scopes = [
            *(f"a.{name}" for name in stable_classes(link)),
            *(
                f"{outer.tag}.{name} a"
                for outer in link.iterancestors()
                if outer.tag not in ("html", "body")
                for name in stable_classes(outer)
            ),
            *(["a"] if test.starts else []),
        ]
        yield from (css_rule(scope, test) for scope in scopes)
