"""Rules for archive pages that are proposed for what somebody has pointed at, and what each of them
lists on the other stored pages.

The functions that take a portal and a stored page read the page: they are called in a worker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from posixpath import commonprefix
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.link_sources import (
    Anchor,
    find_all_anchors,
    find_article_addresses,
    is_article_address,
)
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
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
from webarticlecurator.propose.paging import (
    find_address_shape,
    find_data_address,
    list_data_rules,
)
from webarticlecurator.rules import select_elements, select_first, select_links
from webarticlecurator.rules.elements import text_of
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.text.translation import make_message

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
        if found and len({anchor.address for anchor in found}) == 1:
            return found[0]
        if found:
            break
    for outer in (element, *islice(element.iterancestors(), MAX_DEPTH)):
        data = find_data_address(outer, page)
        if data is not None:
            return Anchor(outer, data[1], " ".join(text_of(outer).split()))
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
        if {*each.proposal.links}.difference(links):
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
    after_host = (address[len("://".join(urlsplit(address)[:2])) :] for address in addresses)
    common = commonprefix([_NUMBER.sub("0", each) for each in after_host])
    # what is behind the last separator differs by chance
    kept = re.match(r".*[/?=&]", common)
    if kept is None or kept[0] == "/":
        return ""
    return re.escape(kept[0]).replace("0", r"\d+").replace(r"\-", "-")


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
    """Yield selectors of a link, and of what is around it."""
    yield from list_link_selectors(anchor, groups)
    path = str(anchor.element.tag)
    for depth, outer in enumerate(anchor.element.iterancestors()):
        if outer.tag in ("html", "body"):
            return
        # A rule for links takes the first one in an element.
        if len(groups[outer]) > 1 and next(outer.iter("a")) is anchor.element:
            yield from container_selectors(outer)
        # The tags from a named element, or from none, down to the link.
        if depth < MAX_DEPTH:
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
        yield from _list_pagers(link, int(pointed.text))
    yield _css("a[rel~=next]")
    yield from map(_css, _list_own(link))
    outer = [each for each in link.iterancestors() if each.tag not in ("html", "body")]
    scopes = [css for each in outer[:MAX_OUTER] for css in container_selectors(each)]
    yield from (_css(f"{scope} a") for scope in scopes)
    yield from (_css(f"{scope} {own}") for scope in scopes for own in _list_own(link))
    # The text of a link that is the same on every page: all of it, or what is before a number.
    text = pointed.text if len(pointed.text) <= MAX_BUTTON else ""
    start = re.split(r"\d", text)[0].strip()
    if start:
        test = TextTest(equals=text) if start == text else TextTest(starts=start)
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


def _list_pagers(link: etree._Element, number: int) -> Iterator[Rule]:
    """Yield rules for a link with a page number: that behind the current one."""
    for outer in list(link.iterancestors())[:MAX_OUTER]:
        if outer.tag in ("html", "body"):
            return
        shown = [each for each in outer.iter(etree.Element) if text_of(each) == str(number - 1)]
        yield from list_pager_rules(outer, shown)


def list_pager_rules(outer: etree._Element, shown: Sequence[etree._Element]) -> Iterator[Rule]:
    """Yield rules for the number behind the current one, which the elements ``shown`` in ``outer``
    show."""
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


# What each rule does on the other stored pages.


MIN_LISTED = 2
"""Articles that a list has at least."""
MAX_INNER = 3
"""Selectors of links that are tried within a list."""
MAX_NEXT = 8
"""Rules for the next page that are shown."""
MIN_FITS = 0.6
"""Share of the pages on which another rule lists something: a rule that does so on fewer is worse;
the last page of a list may be empty."""

PageAddresses = tuple[str, tuple[tuple[str, ...], ...]]
"""The address of a page, and what each rule finds there."""


@dataclass(frozen=True)
class PointedLink:
    """A link that somebody has pointed at: the number of its element, its address and text;
    ``around`` are the numbers of the elements around the link and in it."""

    element: int
    url: str
    text: str
    around: frozenset[int] = frozenset()


@dataclass(frozen=True)
class LinkTrial:
    """A rule for links on the page where links were pointed at and on others: how many it lists on
    each, and how many of all these are listed on several pages, as those beside a list are."""

    rule: Rule
    counts: tuple[tuple[str, int], ...]
    repeated: int

    @property
    def fits(self) -> int:
        """The number of pages on which it lists anything."""
        return sum(count > 0 for _, count in self.counts)


@dataclass(frozen=True)
class NextTrial:
    """A rule for the next page on the page where its link was pointed at and on others: the address
    that it finds on each, or ""; ``wrong`` are pages where that is no later page of the list."""

    rule: Rule
    targets: tuple[tuple[str, str], ...]
    wrong: tuple[str, ...]

    @property
    def fits(self) -> int:
        """The number of pages with a later page."""
        return sum(bool(target) for _, target in self.targets) - len(self.wrong)


def read_pointed_link(portal: Portal, stored: StoredPage, element: int) -> PointedLink:
    """Return the link that is meant by an element of a page. Raises UsageError if there is none, or
    several."""
    page = stored.page(portal)
    anchor = _find_link(page, stored.url, element)
    numbers = {each: number for number, each in enumerate(page.elements.all)}
    around = (*anchor.element.iterancestors(), *anchor.element.iter(etree.Element))
    return PointedLink(
        numbers[anchor.element],
        anchor.address,
        anchor.text,
        frozenset(numbers[each] for each in around),
    )


def propose_link_rules_at(
    portal: Portal, stored: StoredPage, elements: Sequence[int]
) -> tuple[Rule, ...]:
    """Return rules that list the links at these elements of a page, the best first. Raises as
    ``read_pointed_link``."""
    page = stored.page(portal)
    pointed = [_find_link(page, stored.url, element) for element in elements]
    return tuple(each.rule() for each in propose_links_for(page, pointed))


def propose_list_rules_at(portal: Portal, stored: StoredPage, element: int) -> tuple[Rule, ...]:
    """Return rules that list the articles in one of the elements around ``element``, the innermost
    first: what the present rules select in it, or all links there that look alike. Raises
    UsageError without any."""
    page = stored.page(portal)
    if not 0 <= element < len(page.elements.all):
        raise UsageError(
            make_message("{url} has no element {mark}", url=stored.url, mark=element),
            make_message("Point at another element."),
        )
    anchors = find_all_anchors(page)
    articles = find_article_addresses(anchors)
    start = page.elements.all[element]
    found: dict[tuple[str, ...], Rule] = {}
    for outer in (start, *start.iterancestors()):
        inside = [
            each
            for each in anchors
            if each.address in articles and outer in (each.element, *each.element.iterancestors())
        ]
        if outer.tag in ("html", "body") or len({each.address for each in inside}) < MIN_LISTED:
            continue
        for within in _list_containers(page, outer):
            for css in _list_inner(portal, page, inside, anchors):
                rule = Rule(kind="css", expression=css, within=within)
                links = tuple(map(normalize_address, select_links((rule,), page)))
                if links:
                    found.setdefault(links, rule)
    if not found:
        raise UsageError(
            make_message("no list of articles around this place"),
            make_message("Click a headline, or between two of them."),
        )
    return tuple(found.values())[:MAX_NEXT]


def _list_containers(page: Page, outer: etree._Element) -> Iterator[Rule]:
    """Yield rules that select an element alone: by its name, or as first or last of its name."""
    for css in container_selectors(outer):
        same = select_elements((_css(css),), page)
        if len(same) == 1 and same[0] is outer:
            yield _css(css)
        elif same and outer in (same[0], same[-1]):
            yield replace(_css(css), pick="first" if outer is same[0] else "last")


def _list_inner(
    portal: Portal, page: Page, inside: Sequence[Anchor], anchors: Sequence[Anchor]
) -> Iterator[str]:
    """Yield selectors of the links in a list: those of the present rules that find some of them,
    those that its first and last link have in common, and all links."""
    addresses = {each.address for each in inside}
    spans = [span.links for column in portal.columns for span in column.spans]
    for rule in {each: None for rules in (portal.links, *spans) for each in rules}:
        links = {normalize_address(url) for url in select_links((rule,), page)}
        if rule.kind == "css" and addresses & links:
            yield rule.expression
    yield from islice(_list_common([inside[0], inside[-1]], anchors), MAX_INNER)
    yield "a"


def propose_exclusions(url: str) -> tuple[str, ...]:
    """Return regexes for addresses like one, wide ones first: those of its host, of its folders, of
    its form, with the names in its query; and that address alone."""
    parts = urlsplit(url)
    beginning = rf"^https?://{re.escape(parts.netloc)}"
    # a number in the path is a day or an id, which articles have, too
    words = takewhile(lambda each: not each.isdigit(), parts.path.split("/")[1:-1])
    folders = [re.escape(each) for each in words if each]
    names = [re.escape(each.partition("=")[0]) for each in parts.query.split("&") if each]
    regexes = [
        *(f"://[^/]+/{'/'.join(folders[:number])}/" for number in range(1, len(folders) + 1)),
        *(f"[?&]{name}=" for name in names),
        find_address_form([url]),
        f"{beginning}/",
        f"{beginning}{re.escape(url.partition(parts.netloc)[2])}$",
    ]
    return tuple(dict.fromkeys(each for each in regexes if each and re.search(each, url)))


def propose_next_rules_at(portal: Portal, stored: StoredPage, element: int) -> tuple[Rule, ...]:
    """Return rules that find the link at an element of a page as that to the next page. Raises as
    ``read_pointed_link``."""
    page = stored.page(portal)
    return propose_next_for(page, _find_link(page, stored.url, element))


def list_links_by_rules(
    portal: Portal, stored: StoredPage, rules: Sequence[Rule]
) -> tuple[tuple[str, ...], ...]:
    """Return the addresses that each rule lists on a page."""
    page = stored.page(portal)
    return tuple(tuple(map(normalize_address, select_links((rule,), page))) for rule in rules)


def find_next_by_rules(
    portal: Portal, stored: StoredPage, rules: Sequence[Rule]
) -> tuple[tuple[str, ...], ...]:
    """Return the next page that each rule finds on a page, if any."""
    page = stored.page(portal)
    found = (select_first((rule,), page, link=True) for rule in rules)
    return tuple((normalize_address(url),) if url else () for url in found)


def rank_link_rules(rules: Sequence[Rule], pages: Sequence[PageAddresses]) -> list[LinkTrial]:
    """Return how the rules do on the pages, the best first: as they were proposed, but last those
    whose links are mostly on several pages, or that list nothing on pages on which another does;
    and one that lists further articles before the one that leaves them out."""
    trials: list[_Counted] = []
    for number, rule in enumerate(rules):
        counts = tuple((url, len(found[number])) for url, found in pages)
        times = Counter(address for _, found in pages for address in {*found[number]})
        trials.append((LinkTrial(rule, counts, sum(count > 1 for count in times.values())), times))
    enough = MIN_FITS * max((trial.fits for trial, _ in trials), default=0)
    ranked = sorted(
        trials, key=lambda each: (2 * each[0].repeated > len(each[1])) + (each[0].fits < enough)
    )
    if ranked:
        fuller = [each for each in ranked[1:] if _adds_articles(each, ranked[0])]
        best = max(fuller, key=lambda each: len(each[1]), default=ranked[0])
        ranked = [best, *(each for each in ranked if each is not best)]
    return [trial for trial, _ in ranked]


_Counted = tuple[LinkTrial, Counter[str]]
"""A rule, and on how many pages it lists each address."""


def _adds_articles(fuller: _Counted, other: _Counted) -> bool:
    """Return True if a rule lists what another one does, and on several pages further articles, at
    most as many: each on one page alone, as those of a list are, and not those beside it."""
    (trial, times) = fuller
    (other_trial, other_times) = other
    added = times - other_times
    pairs = zip(trial.counts, other_trial.counts, strict=True)
    return (
        sum(more > fewer for (_, more), (_, fewer) in pairs) > 1
        and other_times <= times
        and len(added) <= len(other_times)
        and all(count == 1 and is_article_address(url) for url, count in added.items())
    )


def rank_next_rules(
    rules: Sequence[Rule], pages: Sequence[PageAddresses], pointed: tuple[str, str]
) -> list[NextTrial]:
    """Return how the rules do on the pages, the best first: those that lead wrong on fewest pages,
    then those that find nothing on fewest, the last page of each list aside, then as they were
    proposed; for equal results one rule.

    ``pointed``: the address of the page on which the link was pointed at, and its target.
    """
    here, there = map(_numbers, pointed)
    # Only the second address has a number after the first page of a list.
    direction = 1 if len(there) == len(here) + 1 else compare_numbers(*pointed)
    # The last known page of each list, which may be the last of all.
    ends: dict[str, str] = {}
    for url, _ in pages:
        shape = find_address_shape(url)
        if compare_numbers(ends.setdefault(shape, url), url) == (direction or 1):
            ends[shape] = url
    trials: dict[tuple[tuple[str, str], ...], NextTrial] = {}
    for number, rule in enumerate(rules):
        targets = tuple((url, "".join(found[number][:1])) for url, found in pages)
        # It leads back, or from a list of numbered pages to something else.
        wrong = tuple(
            url
            for url, target in targets
            if (target and normalize_address(url) == target)
            or (target and direction and compare_numbers(url, target) == -direction)
        )
        trials.setdefault(targets, NextTrial(rule, targets, wrong))

    def rate(trial: NextTrial) -> tuple[int, bool, int]:
        misses = sum(not target and url not in ends.values() for url, target in trial.targets)
        return len(trial.wrong), trial.rule.pick is not None, misses

    return sorted(trials.values(), key=rate)[:MAX_NEXT]


def compare_numbers(url: str, target: str) -> int:
    """Return 1 or -1 if two addresses of one form have one number that differs, the larger one
    second or first; else 0."""
    if find_address_shape(url) != find_address_shape(target):
        return 0
    changed = [(a, b) for a, b in zip(_numbers(url), _numbers(target), strict=True) if a != b]
    return (1 if changed[0][1] > changed[0][0] else -1) if len(changed) == 1 else 0


def _numbers(url: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", url.partition("://")[2].partition("/")[2])]


def _find_link(page: Page, url: str, number: int) -> Anchor:
    elements = page.elements.all
    anchor = find_pointed_link(page, elements[number]) if 0 <= number < len(elements) else None
    if anchor is None:
        raise UsageError(
            make_message("{url}: not one link there (expected a single one)", url=url),
            make_message("Point at one headline, at the link itself, or at a button for more."),
        )
    return anchor
