"""Rules for the link to the next archive page that somebody has pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml import etree

from webarticlecurator.base.portal.rule import Pager, Rule, TextTest
from webarticlecurator.crawling.archive.link_anchors import Anchor
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.class_tokens import container_selectors, stable_classes
from webarticlecurator.pages.page.css_compound import to_css
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.stable_names import is_written_name, written_classes
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_first
from webarticlecurator.proposing.list_pages.link_rating import css_rule
from webarticlecurator.proposing.list_pages.more_button import list_data_rules

MAX_PROPOSALS = 30
MAX_OUTER = 4
"""Elements around the link within which it is selected."""
MAX_BUTTON = 40
"""Characters of the text of a button."""
_NAMING = ("aria-label", "title", "data-testid")
_PAGE_NUMBER = re.compile(r"[1-9]\d{0,5}")
_BEFORE_NUMBER = re.compile(r"([^\W\d][^/?&#\d\"]*/?)\d+[^\d#]*(?:#.*)?$")
"""The name before the last number of an address, as in ``?page=2``."""
_CURRENT = re.compile(r"(?:^|[-_])(?:current|active|selected|actual)(?:$|[-_])", re.IGNORECASE)


def propose_next_for(page: Page, pointed: Anchor) -> tuple[Rule, ...]:
    """Return rules for ``pagination.next`` that find the link that was pointed at on its page, the
    simplest first."""
    if pointed.element.tag not in ("a", "link"):
        return list_data_rules(pointed.element, page)[:MAX_PROPOSALS]
    found = (
        rule
        for rule in dict.fromkeys(_list_rules(pointed))
        if (url := select_first((rule,), page, link=True)) is not None
        and normalize_address(url) == pointed.address
    )
    return tuple(islice(found, MAX_PROPOSALS))


def _list_rules(pointed: Anchor) -> Iterator[Rule]:
    link = pointed.element
    if _PAGE_NUMBER.fullmatch(pointed.text):
        yield from list_pagers(link, int(pointed.text))
    yield css_rule("a[rel~=next]")
    yield from map(css_rule, _list_own(link))
    outer = [each for each in link.iterancestors() if each.tag not in ("html", "body")]
    scopes = [css for each in outer[:MAX_OUTER] for css in container_selectors(each)]
    yield from (css_rule(f"{scope} a") for scope in scopes)
    yield from (css_rule(f"{scope} {own}") for scope in scopes for own in _list_own(link))
    # The text of a link that is the same on every page: all of it, or what is before a number.
    text = pointed.text if len(pointed.text) <= MAX_BUTTON else ""
    start = re.split(r"\d", text)[0].strip()
    if start:
        test = TextTest(equals=text) if start == text else TextTest(starts=start)
        for css in (*_list_own(link), *(f"{scope} a" for scope in scopes), "a"):
            yield Rule(kind="css", expression=css, text=test)
    # in the head, where nobody sees whether it is there on the last page
    yield css_rule("link[rel~=next]")
    yield from (Rule(kind="css", expression=f"{scope} a", pick="last") for scope in scopes)


def _list_own(link: etree._Element) -> Iterator[str]:
    """Yield selectors of the link by its attributes and by the elements that are in it."""
    if is_written_name(link.get("id") or ""):
        yield f"a#{link.get('id')}"
    names = [*stable_classes(link)]
    yield from (f"a.{name}" for name in names)
    if len(names) > 1:
        yield f"a.{'.'.join(sorted(names))}"
    for attribute in _NAMING:
        value = link.get(attribute) or ""
        if value and not re.search(r"\d", value):
            yield to_css("a", (), (), ((attribute, value),))
    for inner in link.iterdescendants(etree.Element):
        yield from (f"a:has({inner.tag}.{name})" for name in stable_classes(inner))


def list_classes_at(link: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield the classes of a link, of the element around it and of those in it, each with the form
    of a selector of the link by such a class."""
    places = [(link, "a.{}")]
    places += ((outer, f"{outer.tag}.{{}} a") for outer in islice(link.iterancestors(), 1))
    places += ((inner, f"a:has({inner.tag}.{{}})") for inner in link.iterdescendants(etree.Element))
    yield from ((name, form) for element, form in places for name in stable_classes(element))


def list_pagers(link: etree._Element, number: int) -> Iterator[Rule]:
    """Yield rules for a link with a page number: that behind the current one, or, of pages that
    are numbered from the oldest, that before it; first those for any link around it, then those
    for links with addresses that begin as its own: an element may hold other numbers, too."""
    start = _BEFORE_NUMBER.search(link.get("href") or "")
    for links in ("a", *([f'a[href*="{start[1]}"]'] if start is not None else [])):
        for step in (1, -1):
            for outer in list(link.iterancestors())[:MAX_OUTER]:
                if outer.tag in ("html", "body"):
                    break
                current = str(number - step)
                shown = [each for each in outer.iter(etree.Element) if text_of(each) == current]
                yield from list_pager_rules(outer, shown, step, links)


def list_pager_rules(
    outer: etree._Element, shown: Sequence[etree._Element], step: int = 1, links: str = "a"
) -> Iterator[Rule]:
    """Yield rules for the number behind the current one, which the elements ``shown`` in ``outer``
    show, among ``links``."""
    return (
        Rule(pager=Pager(scope=scope, current=css, links=links, step=step))
        for scope in container_selectors(outer)
        for css in dict.fromkeys(_list_current(shown))
    )


def _list_current(shown: Sequence[etree._Element]) -> Iterator[str]:
    """Yield selectors of the current page number among the elements that show it: by a class
    that names it, by an id, by a tag that links do not have."""
    for current in shown:
        names = [name for name in written_classes(current) if is_written_name(name)]
        yield from (f"{current.tag}.{name}" for name in names if _CURRENT.search(name))
    for current in shown:
        if is_written_name(current.get("id") or ""):
            yield f"#{current.get('id')}"
    yield from (
        str(current.tag) for current in reversed(shown) if current.tag not in ("a", "li", "div")
    )
