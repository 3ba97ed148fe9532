"""The link from an archive page to the next one: which it is, and rules that find it.

A link counts as that to the next page by what it says of itself (``rel``, names, an arrow, words,
a number behind that of the page) and by its address, which has the form of the page's own with a
larger number, or adds a number to it. One alone of these is often wrong: arrows also lead to the
next picture, and a class ``next`` to a newer article.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from lxml import etree

from webarticlecurator.archive.link_sources import Anchor, find_all_anchors, is_article_address
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.model.proposal import NextProposal, NumberedProposal
from webarticlecurator.model.rule import Rule, TextTest
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.page.stable_names import stable_classes
from webarticlecurator.propose.link_trials import (
    compare_numbers,
    list_pager_rules,
    propose_next_for,
)
from webarticlecurator.propose.paging import (
    find_dated_address,
    find_more_address,
    match_more_text,
)
from webarticlecurator.rules import has_pager_without_current, select_first
from webarticlecurator.rules.elements import NotAnAddress, resolve, text_of
from webarticlecurator.text.words import list_phrases

MAX_LINES = 40
"""Characters of the text of a button; a longer text is a headline."""
MAX_LEVELS = 4
"""Elements around a page number in which the others are."""
MIN_SCORE = 1
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NUMBER = re.compile(r"\d+")
_ADDED_NUMBER = re.compile(r"[/_.-]?(?:[a-z]+[/_.-]?)?\d{1,4}", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"[1-9]\d{0,4}")
_NEXT_NAMES = frozenset(("next", "older", "nxt"))
_PREVIOUS_NAMES = frozenset(("prev", "previous", "newer"))
_LAST_NAMES = frozenset(("last", "double", "first"))
_MIRRORED = {
    "prev": "next",
    "previous": "next",
    "newer": "older",
    "left": "right",
}
_ARROWS = "»›→⟩❯>"
_ARROWS_BACK = "«‹←⟨❮<"
_RIGHT, _LEFT = "right", "left"

MIN_ALIKE = 3
"""Links that look alike and lead to different pages."""
STANDARD_RULES = (
    Rule(kind="css", expression="a[rel~=next]"),
    Rule(kind="css", expression="link[rel~=next]"),
)


@dataclass(frozen=True)
class RatedLink:
    """A link that may lead to the next page: what speaks for it, in points."""

    anchor: Anchor
    score: float
    is_named: bool


@dataclass(frozen=True)
class PageNumbers:
    """The page numbers of a pager: the element around them, and the current one."""

    scope: etree._Element
    current: int
    elements: tuple[etree._Element, ...]


def propose_next_link(
    pages: Sequence[Page], without: frozenset[str] = frozenset()
) -> NextProposal | None:
    """Return the rules that find the link to the next page on pages of one list, the best first,
    with its target on the first of them; on pages that have none, those of a button that has it for
    a script, or else those that the link to the previous page suggests. None if there is none of
    them. What is at the addresses ``without`` is known to be no next page."""
    links = [find_next_links(page, without) for page in pages]
    found = [rule for page, own in zip(pages, links, strict=True) for rule in _list_all(page, own)]
    targets = [own[0].anchor.address if own else "" for own in links]
    if not any(links):
        buttons = [find_more_address(page) for page in pages]
        found = [rule for rules, target in buttons for rule in rules if target not in without]
        targets = [target if target not in without else "" for _, target in buttons]
        found = found or [rule for page in pages for rule in mirror_next_rules(page)]
    rules = [*dict.fromkeys(found)]
    if len(pages) > 1:
        rules.sort(key=lambda rule: -_rate_rule(rule, pages, targets))
    return NextProposal(tuple(rules), targets[0]) if rules else None


def _list_all(page: Page, links: Sequence[RatedLink]) -> Iterator[Rule]:
    return (rule for link in links for rule in _list_rules(page, link))


def _rate_rule(rule: Rule, pages: Sequence[Page], targets: Sequence[str]) -> float:
    """Return on how many pages a rule finds the next page; one that leads wrong is worse than one
    that finds nothing, and so is one that leads from the next page back."""
    points = 0.0
    found = {normalize_address(page.url): _find_target(rule, page) for page in pages}
    for (url, there), target in zip(found.items(), targets, strict=True):
        points += (1.0 if target else 0.5) if there == target else -2 if there else -1
        points -= 4 * (bool(there) and found.get(there) == url)
    return points - 2 * sum(has_pager_without_current((rule,), page) for page in pages)


def _find_target(rule: Rule, page: Page) -> str:
    """Return the address that a rule finds on a page, "" for none or that of the page itself."""
    url = select_first((rule,), page, link=True)
    found = normalize_address(url) if url is not None else ""
    return "" if found == normalize_address(page.url) else found


def find_next_links(page: Page, without: frozenset[str] = frozenset()) -> tuple[RatedLink, ...]:
    """Return the links to the next page, those that say most clearly what they are first; all of
    them lead to the same address."""
    numbers = find_page_numbers(page)
    candidates = [*_list_candidates(page)]
    targets: dict[tuple[str, ...], set[str]] = {}
    for anchor in candidates:
        targets.setdefault(_look_of(anchor), set()).add(anchor.address)
    rated = [
        RatedLink(anchor, score, is_named)
        for anchor in candidates
        # a link at each article leads to no page of the list
        if anchor.address not in without and len(targets[_look_of(anchor)]) < MIN_ALIKE
        for score, is_named in [_rate(page, anchor, numbers)]
        if score >= MIN_SCORE
    ]
    if not rated:
        return ()
    best = max(rated, key=lambda each: (each.score, -_distance(page, each.anchor)))
    same = [each for each in rated if each.anchor.address == best.anchor.address]
    return tuple(sorted(same, key=lambda each: -each.score))


def _list_candidates(page: Page) -> Iterator[Anchor]:
    for anchor in (*find_all_anchors(page), *_list_head_links(page)):
        is_other = anchor.address != normalize_address(page.url)
        if is_other and is_same_site(page.url, anchor.address):
            yield anchor


def _look_of(anchor: Anchor) -> tuple[str, ...]:
    """Return the visible words of a link: its text, and the classes of it and of what is in it."""
    inside = (each.get("class") or "" for each in anchor.element.iter(etree.Element))
    return (anchor.text, *inside)


def _list_head_links(page: Page) -> Iterator[Anchor]:
    for element in page.root.iter("link"):
        target = _find_href(page, element)
        if "next" in (element.get("rel") or "").lower().split() and target:
            yield Anchor(element, target, "")


def _find_href(page: Page, element: etree._Element) -> str:
    """Return the address that an element links, "" where that is none."""
    try:
        return normalize_address(resolve(page.base, element.get("href") or ""))
    except NotAnAddress:
        return ""


def _distance(page: Page, anchor: Anchor) -> int:
    """Return how many pages further a link leads, by the numbers of its address."""
    here, there = _numbers(page.url), _numbers(anchor.address)
    return abs(there[-1] - here[-1]) if len(here) == len(there) and here else 0


def _rate(page: Page, anchor: Anchor, numbers: PageNumbers | None) -> tuple[float, bool]:
    """Return the points of a link, and whether a name says what it is."""
    relation = _rate_address(page.url, anchor.address)
    text = _rate_text(anchor.text)
    names = _rate_names(anchor.element)
    # a theme that names both links of a pager alike: what is shown and the address outweigh it
    if text > 0 and relation > 0:
        names = max(names, 0)
    rel = (anchor.element.get("rel") or "").lower().split()
    own = 6.0 * ("next" in rel) - 6.0 * ("prev" in rel or "previous" in rel)
    if anchor.element.tag == "link":
        own -= 1
    number = 0.0
    if numbers is not None and _PAGE_NUMBER.fullmatch(anchor.text):
        is_inside = any(each is numbers.scope for each in anchor.element.iterancestors())
        number = 4.0 if is_inside and int(anchor.text) == numbers.current + 1 else -4.0
    says = own + names + text + number
    if says <= 0:
        return 0, False
    return says + relation, own > 0 or names > 0


def _rate_names(link: etree._Element) -> float:
    """Return what the names of a link, of the element around it and of those in it say."""
    own = " ".join(link.get(name) or "" for name in ("class", "id", "data-testid"))
    said = " ".join(link.get(name) or "" for name in ("aria-label", "title"))
    parent = link.getparent()
    around = parent.get("class") or "" if parent is not None and len(parent) < 4 else ""
    inside = " ".join(each.get("class") or "" for each in link.iterdescendants(etree.Element))
    rated = [_rate_name(own), _rate_text(said), _rate_name(around), _rate_name(inside)]
    return max(rated, key=abs)


def _rate_name(classes: str) -> float:
    words = {word.lower() for name in classes.split() for word in _WORD.findall(name)}
    # WordPress: what was written before is on the next page
    if {"nav", "previous"} <= words:
        return 3
    if {"nav", "next"} <= words:
        return 0.5
    if words & _PREVIOUS_NAMES or words & _LAST_NAMES:
        return -3
    if words & _NEXT_NAMES:
        return 3
    return 2 * (_RIGHT in words) - 2 * (_LEFT in words)


def _rate_text(text: str) -> float:
    if not text or len(text) > MAX_LINES:
        return 0
    plain = text.lower().strip(f"{_ARROWS}{_ARROWS_BACK}|[]() \u00a0.")
    # a word says more than an arrow: "« older posts"
    for section, points in (("next", 3), ("previous", -3)):
        if any(plain.startswith(start) for start in _list_starts(section)):
            return points
    if match_more_text(plain):
        return 2
    arrows = re.sub(r"\s", "", text)
    if arrows[-1:] and arrows[-1] in _ARROWS:
        return 2
    return -2 if arrows[:1] and arrows[0] in _ARROWS_BACK else 0


@lru_cache(maxsize=2)
def _list_starts(section: str) -> tuple[str, ...]:
    return tuple(phrase.lower() for phrase in list_phrases("next-links", section))


def _rate_address(url: str, target: str) -> float:
    """Return what the address of a link says, beside that of its page."""
    if _is_other_window(url, target):
        return -9
    order = compare_numbers(normalize_address(url), target)
    if order:
        return 4.0 * order if order > 0 else -6.0
    here, there = urlsplit(normalize_address(url)), urlsplit(target)
    if _adds_number(url, target):
        return 4
    if here.netloc == there.netloc and here.path.rstrip("/") == there.path.rstrip("/"):
        return 1
    if there.path.startswith(f"{here.path.rstrip('/')}/") and len(here.path) > 1:
        return 0.5
    return -5 if is_article_address(target.partition("?")[0]) else -3


def _adds_number(url: str, target: str) -> bool:
    """Return True if an address is that of a page with a page number behind it, as that of a second
    page is: in the path, or as one more value of the query."""
    here, there = urlsplit(normalize_address(url)), urlsplit(target)
    path, longer = (re.sub(r"\.\w+$", "", each.path).rstrip("/") for each in (here, there))
    if here.netloc != there.netloc or not longer.startswith(path):
        return False
    if path != longer:
        return here.query == there.query and bool(_ADDED_NUMBER.fullmatch(longer[len(path) :]))
    before, after = (parse_qsl(each.query, keep_blank_values=True) for each in (here, there))
    added = [each for each in after if each not in before]
    return len(added) == 1 == len(after) - len(before) and added[0][1].isdecimal()


def _numbers(url: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(url.partition("://")[2].partition("/")[2])]


def is_list_address(url: str, target: str) -> bool:
    """Return True if an address has the form of those of other pages of the list that the page at
    ``url`` is of."""
    return bool(compare_numbers(normalize_address(url), target)) or _adds_number(url, target)


def is_later_page(url: str, target: str) -> bool:
    """Return True if an address is that of a later page of what begins at ``url``, by a number
    behind it or in place of its 0 or 1."""
    if _adds_number(url, target):
        return True
    here, there = _numbers(normalize_address(url)), _numbers(target)
    if not compare_numbers(normalize_address(url), target):
        return False
    return any(one in (0, 1) and two > one for one, two in zip(here, there, strict=True))


MAX_LATER = 2
"""Second pages of articles on which the rule for the next page is tried."""


def propose_next_part(pages: Sequence[Page], visit: Callable[[str], Page | None]) -> Rule | None:
    """Return the rule for the link to the next page of articles that begin on ``pages``: it finds
    nothing else on any of them, and on second pages, which ``visit`` returns, it leads on or
    nowhere. None if there is none."""
    rules: Counter[Rule] = Counter()
    second: dict[str, None] = {}
    for page in pages:
        for rule in dict.fromkeys(_list_all(page, find_next_links(page))):
            target = _find_target(rule, page)
            if is_later_page(page.url, target):
                rules[rule] += 1
                second[target] = None
    later = [found for url in [*second][:MAX_LATER] if (found := visit(url)) is not None]
    for rule, _ in sorted(rules.items(), key=lambda each: -each[1]):
        if all(_finds_part_or_nothing(rule, page) for page in pages) and all(
            _leads_on(rule, page) for page in later
        ):
            return rule
    return None


def _leads_on(rule: Rule, page: Page) -> bool:
    target = _find_target(rule, page)
    return not target or (compare_numbers(normalize_address(page.url), target) or 0) > 0


def _finds_part_or_nothing(rule: Rule, page: Page) -> bool:
    target = _find_target(rule, page)
    if target:
        return is_later_page(page.url, target)
    return not has_pager_without_current((rule,), page)


def find_pager(page: Page) -> etree._Element | None:
    """Return the element that shows that a list goes on: the link to the next page, the page
    numbers, or the link to the previous page."""
    for link in find_next_links(page):
        if link.anchor.element.tag != "link":
            return link.anchor.element
    numbers = find_page_numbers(page)
    if numbers is not None:
        return numbers.scope
    for anchor in find_all_anchors(page):
        if _rate_names(anchor.element) + _rate_text(anchor.text) < 0 and is_list_address(
            page.url, anchor.address
        ):
            return anchor.element
    return None


def find_numbered(page: Page, following: str) -> NumberedProposal | None:
    """Return the address template of a page and the next one at ``following`` (or, without it, the
    previous one), which differ in one number; None if they differ otherwise."""
    url = normalize_address(page.url)
    pager = find_pager(page) if not following else None
    near = [anchor.address for anchor in find_all_anchors(page) if anchor.element is pager]
    for other in [following] if following else near:
        here, there = _numbers(url), _numbers(other)
        if compare_numbers(url, other) != (1 if following else -1):
            continue
        (place,) = (n for n, pair in enumerate(zip(here, there, strict=True)) if pair[0] != pair[1])
        step = abs(there[place] - here[place])
        number = list(_NUMBER.finditer(url, url.index("/", url.index("://") + 3)))[place]
        template = f"{url[: number.start()]}{{page}}{url[number.end() :]}"
        first = 0 if here[place] == 0 else 1 if step == 1 else here[place] % step
        return NumberedProposal(template, first, step)
    return None


# The rules for a link.


def _list_rules(page: Page, link: RatedLink) -> Iterator[Rule]:
    """Yield rules that find a link, or another one to the same address, those that rely on what it
    says of itself first."""
    if link.anchor.element.tag == "link":
        yield from _keep_right(page, STANDARD_RULES[1:], link.anchor.address)
        return
    yield from _keep_right(page, [*_list_telling_rules(link.anchor)], link.anchor.address)
    yield from propose_next_for(page, link.anchor)


def _keep_right(page: Page, rules: Sequence[Rule], address: str) -> Iterator[Rule]:
    for rule in rules:
        url = select_first((rule,), page, link=True)
        if url is not None and normalize_address(url) == address:
            yield rule


def _list_telling_rules(anchor: Anchor) -> Iterator[Rule]:
    """Yield rules by what a link says: its relation, names, those around and in it, its text."""
    link = anchor.element
    yield STANDARD_RULES[0]
    yield from (_css(f"a.{name}") for name in stable_classes(link) if _rate_name(name) > 0)
    for parent in list(link.iterancestors())[:1]:
        names = (name for name in stable_classes(parent) if _rate_name(name) > 0)
        yield from (_css(f"{parent.tag}.{name} a") for name in names)
    for inner in link.iterdescendants(etree.Element):
        names = (name for name in stable_classes(inner) if _rate_name(name) > 0)
        yield from (_css(f"a:has({inner.tag}.{name})") for name in names)
    arrow = anchor.text[-1:]
    if _rate_text(anchor.text) > 0:
        scopes = [
            *(f"a.{name}" for name in stable_classes(link)),
            *(
                f"{outer.tag}.{name} a"
                for outer in link.iterancestors()
                if outer.tag not in ("html", "body")
                for name in stable_classes(outer)
            ),
        ]
        test = TextTest(contains=arrow) if arrow in _ARROWS else None
        if test is None and not _NUMBER.search(anchor.text):
            test = TextTest(equals=anchor.text)
        yield from (_css(scope, test) for scope in scopes if test is not None)


def _css(expression: str, text: TextTest | None = None) -> Rule:
    return Rule(kind="css", expression=expression, text=text)


# The page numbers of a pager.


def find_page_numbers(page: Page) -> PageNumbers | None:
    """Return the pager whose current number is known: it is no link to another page, or is marked
    unlike the others."""
    links = {each.element: each for each in find_all_anchors(page)}
    tried: set[etree._Element] = set()
    for element, anchor in links.items():
        if not _PAGE_NUMBER.fullmatch(anchor.text):
            continue
        is_dated = find_dated_address(anchor.address) is not None
        is_in_calendar = is_dated and find_dated_address(normalize_address(page.url)) is None
        if is_in_calendar or _is_other_window(page.url, anchor.address):
            continue
        for scope in list(element.iterancestors())[:MAX_LEVELS]:
            if scope in tried or scope.tag in ("html", "body"):
                continue
            tried.add(scope)
            found = _read_numbers(scope, links)
            if found is not None:
                return found
    return None


def _read_numbers(scope: etree._Element, links: dict[etree._Element, Anchor]) -> PageNumbers | None:
    shown = [
        each
        for each in scope.iter(etree.Element)
        if each is not scope and len(each) == 0 and _PAGE_NUMBER.fullmatch(text_of(each))
    ]
    numbers = {
        int(text_of(each)): each for each in shown if any(up in links for up in _up(each, scope))
    }
    others = [each for each in shown if int(text_of(each)) not in numbers]
    for each in others:
        number = int(text_of(each))
        if number + 1 in numbers or number - 1 in numbers:
            return PageNumbers(scope, number, tuple(_up(each, scope)))
    marks: dict[tuple[str, ...], list[int]] = {}
    for number, each in numbers.items():
        mark = (*(up.tag + " " + " ".join(stable_classes(up)) for up in _up(each, scope)),)
        marks.setdefault(mark, []).append(number)
    alone = [found[0] for found in marks.values() if len(found) == 1]
    if len(alone) == 1 and len(numbers) > 2 and len(marks) == 2:
        (number,) = alone
        return PageNumbers(scope, number, tuple(_up(numbers[number], scope)))
    return None


def _up(element: etree._Element, scope: etree._Element) -> list[etree._Element]:
    """Return the element and those around it within a scope."""
    return [each for each in self_and_ancestors(element, scope) if each is not scope]


def _is_other_window(url: str, target: str) -> bool:
    """Return True for the address of another window than that of the page, as a calendar links."""
    here, there = find_dated_address(normalize_address(url)), find_dated_address(target)
    if here is None or there is None:
        return False
    return (there.day, there.step) != (here.day, here.step)


# Rules from a page that has a previous page, but no next one: the last one.


def mirror_next_rules(page: Page) -> tuple[Rule, ...]:
    """Return rules for the next page by the names of the link to the previous one, and by the page
    numbers. What leads to another date is no page of this list."""
    found: list[Rule] = []
    for element in page.root.iter("a", "link"):
        leads_back = not {"prev", "previous"}.isdisjoint((element.get("rel") or "").lower().split())
        if leads_back and not _is_other_window(page.url, _find_href(page, element)):
            found.append(_css(f"{element.tag}[rel~=next]"))
    for anchor in find_all_anchors(page):
        link = anchor.element
        if _is_other_window(page.url, anchor.address):
            continue
        if _rate_address(page.url, anchor.address) < -5:  # a smaller number
            found += (_css(f"a.{name}") for name in _mirror(stable_classes(link)))
            parent = link.getparent()
            if parent is not None:
                found += (
                    _css(f"{parent.tag}.{name} a") for name in _mirror(stable_classes(parent))
                )
            for inner in link.iterdescendants(etree.Element):
                names = _mirror(stable_classes(inner))
                found += (_css(f"a:has({inner.tag}.{name})") for name in names)
    numbers = find_page_numbers(page)
    if numbers is not None:
        found += list_pager_rules(numbers.scope, numbers.elements)
    # On the last page they find nothing.
    rules = dict.fromkeys(found)
    return tuple(rule for rule in rules if select_first((rule,), page, link=True) is None)


def _mirror(names: Iterator[str]) -> Iterator[str]:
    for name in names:
        mirrored = _WORD.sub(_mirror_word, name)
        if mirrored != name:
            yield mirrored


def _mirror_word(word: re.Match[str]) -> str:
    other = _MIRRORED.get(word[0].lower())
    if other is None:
        return word[0]
    return other.capitalize() if word[0][0].isupper() else other
