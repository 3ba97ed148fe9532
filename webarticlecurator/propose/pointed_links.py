"""Link rules for the links that somebody has pointed at in an archive page: selectors that list all
of them, and the other articles of the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.archive.link_sources import Anchor, find_all_anchors, find_article_addresses
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.proposal import LinkProposal
from webarticlecurator.model.rule import Pager, Rule, TextTest
from webarticlecurator.page import Page
from webarticlecurator.page.css import to_css
from webarticlecurator.page.stable_names import (
    container_selectors,
    is_written_name,
    stable_classes,
    written_classes,
)
from webarticlecurator.propose.link_rules import (
    LinkGroups,
    RatedProposal,
    choose_best,
    group_links,
    list_link_selectors,
    rate_proposal,
)
from webarticlecurator.rules import select_elements, select_first
from webarticlecurator.rules.element_values import text_of

MAX_TRIED = 160
"""Selectors that the rule engine tries."""
MAX_CONTAINED = 8
"""Of these, the simplest ones that are also tried within a container."""
MAX_DEPTH = 4
"""Elements between a named one and the link, by whose tags the link is selected."""
_PATH_WEIGHT = 0.3
_FORM_WEIGHT = 0.9
_CONTAINER_WEIGHT = 0.9
_NUMBER = re.compile(r"\d+")


def find_pointed_link(page: Page, element: etree._Element) -> Anchor | None:
    """Return the link that somebody means who points at an element: the one around it, or the only
    one in it, or the only one in the next element around it that has any. None if there are
    several."""
    by_element = {anchor.element: anchor for anchor in find_all_anchors(page)}
    for outer in (element, *element.iterancestors()):
        if outer in by_element:
            return by_element[outer]
    for outer in (element, *element.iterancestors()):
        found = [by_element[inner] for inner in outer.iter("a") if inner in by_element]
        if found:
            return found[0] if len({anchor.address for anchor in found}) == 1 else None
    return None


def propose_links_for(page: Page, pointed: Sequence[Anchor]) -> tuple[LinkProposal, ...]:
    """Return up to five selectors for ``archive.links`` that list every link that was pointed at,
    the best first: each with its result, and where other links are in it, also without those whose
    addresses are of another form, and only those in the same container."""
    anchors = find_all_anchors(page)
    targets = {anchor.address for anchor in pointed}
    places = {_find_place(anchor) for anchor in pointed}
    same_place = {anchor.address for anchor in anchors if _find_place(anchor) in places}
    alike = frozenset((find_article_addresses(anchors) & same_place) | targets)

    def rate_all(proposals: Iterable[LinkProposal]) -> list[RatedProposal]:
        found = (rate_proposal(each, page, alike, at_least=len(targets)) for each in proposals)
        return [
            replace(each, score=each.score * _rate_precision(each.proposal, alike))
            for each in found
            if each is not None and targets <= {*each.proposal.links}
        ]

    candidates = [*islice(_list_common(pointed, anchors), MAX_TRIED)]
    rated = rate_all(LinkProposal(css, ()) for css in candidates)
    contained = rate_all(_limit_to_container(page, pointed, candidates))
    form = find_address_form([anchor.address for anchor in pointed])
    return choose_best([*rated, *contained, *_limit_to_form(rated, form, alike)])


def _limit_to_container(
    page: Page, pointed: Sequence[Anchor], candidates: Sequence[str]
) -> Iterator[LinkProposal]:
    """Yield proposals for the first or the last of several containers with the same name, where
    that has all links that were pointed at: the list below that of the newest articles."""
    simple = [css for css in candidates if " " not in css][:MAX_CONTAINED]
    others = [{*anchor.element.iterancestors()} for anchor in pointed[1:]]
    for outer in pointed[0].element.iterancestors():
        if outer.tag in ("html", "body") or not all(outer in each for each in others):
            continue
        for container in container_selectors(outer):
            found = select_elements((Rule(kind="css", expression=container),), page)
            if len(found) > 1 and outer in (found[0], found[-1]):
                pick = "first" if outer is found[0] else "last"
                yield from (LinkProposal(css, (), "", container, pick) for css in simple)


def _limit_to_form(
    rated: Sequence[RatedProposal], form: str, alike: frozenset[str]
) -> Iterator[RatedProposal]:
    """Yield the proposals without the links whose addresses are not of a form: less probable where
    these look like articles, too."""
    for each in rated if form else ():
        links = tuple(url for url in each.proposal.links if re.search(form, url))
        rest = {*each.proposal.links}.difference(links)
        if rest:
            proposal = replace(each.proposal, links=links, include=form)
            share = len(alike.intersection(links)) / len(alike.intersection(each.proposal.links))
            score = each.score * share * len(each.proposal.links) / len(links) * _FORM_WEIGHT
            yield replace(each, proposal=proposal, score=score)


def _rate_precision(proposal: LinkProposal, alike: frozenset[str]) -> float:
    """Return the share of the links that are alike; less for a selector by the nesting of tags, and
    for one by the order of containers."""
    share = len(alike.intersection(proposal.links)) / len(proposal.links)
    share *= _PATH_WEIGHT if ">" in proposal.css else 1
    return share * (_CONTAINER_WEIGHT if proposal.container else 1)


def _find_place(anchor: Anchor) -> tuple[str, ...]:
    """Return the classes of a link and the tags around it: the links of a list have the same."""
    around = (str(outer.tag) for outer in anchor.element.iterancestors())
    return (*sorted(stable_classes(anchor.element)), "in", *around)


def find_address_form(addresses: Sequence[str]) -> str:
    """Return a regex for the beginning of the path and the query that addresses have in common, up
    to the last separator; numbers in it are any numbers. "" if it is only a slash."""
    ends = []
    for address in addresses:
        parts = urlsplit(address)
        end = address[len(f"{parts.scheme}://{parts.netloc}") :]
        ends.append(_NUMBER.sub("0", end))
    common = "".join(_take_common(ends))
    # what is behind the last separator differs by chance
    kept = re.match(r".*[/?=&]", common)
    if kept is None or kept[0] == "/":
        return ""
    return re.escape(kept[0]).replace("0", r"\d+").replace(r"\-", "-")


def _take_common(texts: Sequence[str]) -> Iterator[str]:
    """Yield the characters with which all texts begin."""
    for characters in zip(*texts, strict=False):
        if len({*characters}) > 1:
            return
        yield characters[0]


def _list_common(pointed: Sequence[Anchor], anchors: Sequence[Anchor]) -> Iterator[str]:
    """Yield the selectors that all the links have, the simplest first; then those that only other
    links to the same addresses have, since an article may be linked beside its list, too."""
    groups = group_links(anchors)
    own = [[anchor] for anchor in pointed]
    every = [[each for each in anchors if each.address == anchor.address] for anchor in pointed]
    found: set[str] = set()
    for links in (own, every):
        lists = [{css for each in some for css in _list_selectors(each, groups)} for some in links]
        shared = set.intersection(*lists) - found
        yield from sorted(shared, key=lambda css: (css.count(" "), len(css), css))
        found |= shared


def _list_selectors(anchor: Anchor, groups: LinkGroups) -> Iterator[str]:
    yield from list_link_selectors(anchor, groups)
    yield from _list_boxes(anchor, groups)
    yield from _list_paths(anchor.element)


def _list_boxes(anchor: Anchor, groups: LinkGroups) -> Iterator[str]:
    """Yield selectors of the elements around a link that have several, of which it is the first:
    a rule for links takes the first one in an element."""
    for outer in anchor.element.iterancestors():
        if outer.tag in ("html", "body"):
            return
        if len(groups[outer]) > 1 and next(outer.iter("a")) is anchor.element:
            yield from container_selectors(outer)


def _list_paths(link: etree._Element) -> Iterator[str]:
    """Yield the tags from a named element, or from none, down to a link."""
    path = str(link.tag)
    for depth, outer in enumerate(link.iterancestors()):
        if outer.tag in ("html", "body") or depth == MAX_DEPTH:
            return
        yield from (f"{name} > {path}" for name in container_selectors(outer))
        path = f"{outer.tag} > {path}"
        yield path


# Rules for the link to the next archive page that somebody has pointed at.

MAX_PROPOSALS = 30
MAX_OUTER = 4
"""Elements around the link within which it is selected."""
MAX_BUTTON = 40
"""Characters of the text of a button."""
_NAMING = ("aria-label", "title", "data-testid")
_PAGE_NUMBER = re.compile(r"[1-9]\d{0,5}")
_CURRENT = re.compile(r"(?:^|[-_])(?:current|active|selected|actual)(?:$|[-_])", re.IGNORECASE)


def propose_next_for(page: Page, pointed: Anchor) -> tuple[Rule, ...]:
    """Return rules for ``pagination.next`` that find the link that was pointed at on its page, the
    simplest first."""
    found: dict[Rule, None] = {}
    for rule in _list_rules(pointed):
        if rule not in found:
            url = select_first((rule,), page, link=True)
            if url is not None and normalize_address(url) == pointed.address:
                found[rule] = None
    return tuple(found)[:MAX_PROPOSALS]


def _list_rules(pointed: Anchor) -> Iterator[Rule]:
    link = pointed.element
    if _PAGE_NUMBER.fullmatch(pointed.text):
        yield from _list_pagers(link, int(pointed.text))
    yield _css("a[rel~=next]")
    yield from map(_css, _list_own(link))
    outer = [each for each in link.iterancestors() if each.tag not in ("html", "body")]
    scopes = [css for each in outer[:MAX_OUTER] for css in container_selectors(each)]
    yield from (_css(f"{scope} a") for scope in scopes)
    yield from (_css(f"{scope} {own}") for scope in scopes for own in _list_own(link))
    test = _make_text_test(pointed.text)
    if test is not None:
        for css in (*_list_own(link), *(f"{scope} a" for scope in scopes), "a"):
            yield Rule(kind="css", expression=css, text=test)
    # in the head, where nobody sees whether it is there on the last page
    yield _css("link[rel~=next]")
    yield from (Rule(kind="css", expression=f"{scope} a", pick="last") for scope in scopes)


def _css(expression: str) -> Rule:
    return Rule(kind="css", expression=expression)


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


def _make_text_test(text: str) -> TextTest | None:
    """Return the test that the text of a link passes on every page; None if it has no text, too
    much, or begins with a number."""
    if not text or len(text) > MAX_BUTTON:
        return None
    before_number = re.split(r"\d", text)[0].strip()
    if before_number == text:
        return TextTest(equals=text)
    return TextTest(starts=before_number) if before_number else None


def _list_pagers(link: etree._Element, number: int) -> Iterator[Rule]:
    """Yield rules for a link with a page number: that behind the current one."""
    for outer in list(link.iterancestors())[:MAX_OUTER]:
        if outer.tag in ("html", "body"):
            return
        shown = [each for each in outer.iter(etree.Element) if text_of(each) == str(number - 1)]
        for scope in container_selectors(outer):
            for css in dict.fromkeys(_list_current(shown)):
                yield Rule(pager=Pager(scope=scope, current=css, links="a"))


def _list_current(shown: Sequence[etree._Element]) -> Iterator[str]:
    """Yield selectors of the current page number among the elements that show it: by a class
    that names it, by an id, by a tag that links do not have."""
    for current in shown:
        names = [name for name in written_classes(current) if is_written_name(name)]
        yield from (f"{current.tag}.{name}" for name in names if _CURRENT.search(name))
    for current in shown:
        if is_written_name(current.get("id") or ""):
            yield f"#{current.get('id')}"
    for current in reversed(shown):
        if current.tag not in ("a", "li", "div"):
            yield str(current.tag)
