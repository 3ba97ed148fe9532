"""The link from an archive page to the next one: which it is, and rules that find it.

A link counts as that to the next page by what it says of itself (``rel``, names, an arrow, words,
a number behind that of the page) and by its address, which has the form of the page's own with a
larger number, or adds a number to it. One alone of these is often wrong: arrows also lead to the
next picture, and a class ``next`` to a newer article.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from lxml import etree

from webarticlecurator.base.portal.hosts import is_same_site
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import NextProposal, NumberedProposal
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.crawling.archive.link_anchors import Anchor, find_all_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.own_pager import is_counted_address
from webarticlecurator.pages.rules.results import has_pager_without_current, select_first
from webarticlecurator.proposing.list_pages.address_numbers import compare_numbers, list_numbers
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.link_rating import (
    RatedLink,
    adds_number,
    find_href,
    rate_address,
    rate_name,
    rate_text,
)
from webarticlecurator.proposing.list_pages.mirrored_rules import mirror_next_rules
from webarticlecurator.proposing.list_pages.more_button import find_more_address
from webarticlecurator.proposing.list_pages.next_pages import NUMBER_IN_ADDRESS
from webarticlecurator.proposing.list_pages.next_rules import list_rules, list_telling_rules
from webarticlecurator.proposing.list_pages.page_numbers import (
    PAGE_NUMBER_TEXT,
    PageNumbers,
    find_page_numbers,
    is_other_window,
)
from webarticlecurator.proposing.list_pages.paging import find_address_shape

MIN_SCORE = 1

NOT_FOLLOWED: Mapping[str, str] = MappingProxyType({})

MIN_ALIKE = 3
"""Links that look alike and lead to different pages."""


def propose_next_link(
    pages: Sequence[Page],
    without: frozenset[str] = frozenset(),
    following: Mapping[str, str] = NOT_FOLLOWED,
) -> NextProposal | None:
    """Return the rules that find the link to the next page on pages of one list, the best first,
    with its target on the first of them; on pages that have none, those of a button that has it for
    a script, or else those that the link to the previous page suggests. None if there is none of
    them. What is at the addresses ``without`` is known to be no next page; ``following`` is the
    next page of some of them, by their addresses, as it was seen: none leads back."""
    before = {target: url for url, target in following.items()}
    back = (before.get(normalize_address(page.url), "") for page in pages)
    named = _leave_heads(
        [find_next_links(page, without | {url}) for page, url in zip(pages, back, strict=True)]
    )
    links = [
        find_links_to(page, following[url])
        if (url := normalize_address(page.url)) in following
        else own
        for page, own in zip(pages, named, strict=True)
    ]
    found = [rule for page, own in zip(pages, links, strict=True) for rule in _list_all(page, own)]
    targets = [own[0].anchor.address if own else "" for own in links]
    if not any(links):
        buttons = [find_more_address(page) for page in pages]
        found = [rule for rules, target in buttons for rule in rules if target not in without]
        targets = [target if target not in without else "" for _, target in buttons]
        found = found or [rule for page in pages for rule in mirror_next_rules(page)]
    rules = [*dict.fromkeys(found)]
    if len(pages) > 1:
        there = {rule: [find_target(rule, page) for page in pages] for rule in rules}
        rules = [
            rule
            for rule in rules
            if not (_leads_back(there[rule], pages) or _is_often_wrong(there[rule], targets))
        ]
        rules.sort(key=lambda rule: -_rate_rule(rule, there[rule], pages, targets))
    return NextProposal(tuple(rules), targets[0]) if rules else None


def _leave_heads(links: Sequence[Sequence[RatedLink]]) -> Sequence[Sequence[RatedLink]]:
    """Return the links of pages without those that only the head of a page has, where others show
    theirs: programs name a next page in the head of the last one, too."""
    shown = [[each for each in own if each.anchor.element.tag != "link"] for own in links]
    if not any(shown):
        return links
    return [own if seen else () for own, seen in zip(links, shown, strict=True)]


def find_links_to(page: Page, target: str) -> tuple[RatedLink, ...]:
    """Return the links of a page to an address, those that say most clearly what they are first."""
    numbers = find_page_numbers(page)
    anchors = [each for each in _list_candidates(page) if each.address == target]
    rated = [RatedLink(each, *_rate(page, each, numbers)) for each in anchors]
    return tuple(sorted(rated, key=lambda each: -each.score))


def list_counted_links(
    page: Page, listed: set[str], *, with_windows: bool = False
) -> Iterator[str]:
    """Yield the addresses that a page links, beside the articles ``listed``, and that differ from
    its own in a counter, whatever the links say: those that count on first, the nearest of them
    before the others; those of a menu, as of numbered sections, last. Behind them come counted
    addresses that stand alone, as that of the week before. Windows of dates are pages of an index
    alone (``with_windows``)."""
    url = normalize_address(page.url)
    found: dict[str, tuple[bool, bool, bool, int]] = {}
    candidates = [*_list_candidates(page)]
    named: dict[str, set[str]] = {}
    alike: dict[str, set[str]] = {shape: {*listed} for shape in {*map(find_address_shape, listed)}}
    for anchor in candidates:
        alike.setdefault(find_address_shape(anchor.address), set()).add(anchor.address)
        if not PAGE_NUMBER_TEXT.fullmatch(anchor.text):
            named.setdefault(find_address_shape(anchor.address), set()).add(anchor.address)
    for anchor in candidates:
        target = anchor.address
        is_dated = find_dated_address(target) is not None and find_dated_address(url) is None
        is_window = is_dated or is_other_window(url, target)
        if target in listed or (is_window and not with_windows):
            continue
        order = 1 if adds_number(url, target) else compare_numbers(url, target)
        shape = find_address_shape(target)
        is_alone = len(alike[shape]) < MIN_ALIKE and "#" in shape
        if order or _moves_cursor(url, target) or is_alone:
            is_menu = len(named.get(shape, ())) >= MIN_ALIKE
            key = is_menu, order < 0, not order, _distance(page, anchor)
            found[target] = min(found.get(target, key), key)
    yield from sorted(found, key=lambda each: found[each])


def _moves_cursor(url: str, target: str) -> bool:
    """Return True if an address differs from another one in one value of its query, with a
    number."""
    (here, before), (there, after) = (each.partition("?")[::2] for each in (url, target))
    changed = {*after.split("&")}.difference(before.split("&"))
    return here == there and len(changed) == 1 and bool(DIGITS.search(changed.pop()))


def _list_all(page: Page, links: Sequence[RatedLink]) -> Iterator[Rule]:
    """Yield the rules for links to the next page: first those by what readers see of them, then
    that for the head of the page, which nobody has looked at, then those by their places."""
    shown = [each for each in links if each.anchor.element.tag != "link"]
    for link in shown:
        yield from list_telling_rules(page, link)
    for link in links:
        if link not in shown:
            yield from list_rules(page, link)
    for link in shown:
        yield from list_rules(page, link)


def _rate_rule(
    rule: Rule, found: Sequence[str], pages: Sequence[Page], targets: Sequence[str]
) -> float:
    """Return on how many pages a rule finds the next page; one that leads wrong is worse than one
    that finds nothing. Where no next page is known, an address of the form of others may be one, or
    that of a first page without a number. ``found`` is what a rule finds on each page."""
    points = 0.0
    forms = {find_address_shape(each) for each in targets if each}
    known = {normalize_address(page.url) for page in pages}
    for there, target in zip(found, targets, strict=True):
        is_first = there not in known and any(adds_number(there, each) for each in targets if each)
        may_be_next = there and not target and (is_first or find_address_shape(there) in forms)
        is_right = may_be_next or _is_same(there, target)
        points += (1.0 if target else 0.5) if is_right else -2 if there else -1
    return points - 2 * sum(has_pager_without_current((rule,), page) for page in pages)


def _is_often_wrong(found: Sequence[str], targets: Sequence[str]) -> bool:
    """Return True if what a rule finds on pages is more often another link than the next page."""
    wrong = [not _is_same(*each) for each in zip(found, targets, strict=True) if all(each)]
    return 2 * sum(wrong) > len(wrong)


def _is_same(url: str, other: str) -> bool:
    """Return True for one address that is written with a slash at its end and without."""
    return url.rstrip("/") == other.rstrip("/")


def _leads_back(targets: Sequence[str], pages: Sequence[Page]) -> bool:
    """Return True if a rule leads from one of the pages to another one, and from there back.
    ``targets`` is what it finds on each page."""
    urls = [normalize_address(page.url) for page in pages]
    found = dict(zip(urls, targets, strict=True))
    return any(there and found.get(there) == url for url, there in found.items())


def find_target(rule: Rule, page: Page) -> str:
    """Return the address that a rule finds on a page, "" for none or that of the page itself."""
    url = select_first((rule,), page, link=True)
    found = normalize_address(url) if url is not None else ""
    return "" if found == normalize_address(page.url) else found


def find_next_links(page: Page, without: frozenset[str] = frozenset()) -> tuple[RatedLink, ...]:
    """Return the links to the next page, those that say most clearly what they are first, that of
    the head of the page last; all of them lead to the same address, but for a slash at its end."""
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
    same = [each for each in rated if _is_same(each.anchor.address, best.anchor.address)]
    return tuple(sorted(same, key=lambda each: (each.anchor.element.tag == "link", -each.score)))


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
        target = find_href(page, element)
        if "next" in (element.get("rel") or "").lower().split() and target:
            yield Anchor(element, target, "")


def _distance(page: Page, anchor: Anchor) -> int:
    """Return how many pages further a link leads, by its number beside the current one, or by the
    numbers of its address."""
    numbers = find_page_numbers(page)
    if numbers is not None and PAGE_NUMBER_TEXT.fullmatch(anchor.text):
        return abs(int(anchor.text) - numbers.current)
    here, there = list_numbers(page.url), list_numbers(anchor.address)
    return abs(there[-1] - here[-1]) if len(here) == len(there) and here else 0


def _rate(page: Page, anchor: Anchor, numbers: PageNumbers | None) -> tuple[float, bool]:
    """Return the points of a link, and whether a name says what it is."""
    relation = rate_address(page.url, anchor.address)
    text = rate_text(anchor.text)
    names = _rate_names(anchor.element)
    # a theme that names both links of a pager alike: what is shown and the address outweigh it
    if text > 0 and relation > 0:
        names = max(names, 0)
    rel = (anchor.element.get("rel") or "").lower().split()
    own = 6.0 * ("next" in rel) - 6.0 * ("prev" in rel or "previous" in rel)
    if anchor.element.tag == "link":
        own -= 1
    number = 0.0
    if numbers is not None and PAGE_NUMBER_TEXT.fullmatch(anchor.text):
        is_inside = any(each is numbers.scope for each in anchor.element.iterancestors())
        number = 4.0 if is_inside and int(anchor.text) == numbers.current + 1 else -4.0
    points = own + names + text + number
    return (0, False) if points <= 0 else (points + relation, own > 0 or names > 0)


def _rate_names(link: etree._Element) -> float:
    """Return what the names of a link, of the element around it and of those in it say."""
    own = " ".join(link.get(name) or "" for name in ("class", "id", "data-testid"))
    label_text = " ".join(link.get(name) or "" for name in ("aria-label", "title"))
    parent = link.getparent()
    around = parent.get("class") or "" if parent is not None and len(parent) < 4 else ""
    inside = " ".join(each.get("class") or "" for each in link.iterdescendants(etree.Element))
    return max(
        [rate_name(own), rate_text(label_text), rate_name(around), rate_name(inside)], key=abs
    )


def is_list_address(url: str, target: str) -> bool:
    """Return True if an address has the form of those of other pages of the list that the page at
    ``url`` is of."""
    return bool(compare_numbers(normalize_address(url), target)) or adds_number(url, target)


def is_later_page(url: str, target: str) -> bool:
    """Return True if an address is that of a later page of what begins at ``url``, by a number
    behind it or in place of its 0 or 1."""
    if adds_number(url, target) or is_counted_address(normalize_address(url), target):
        return True
    here, there = list_numbers(normalize_address(url)), list_numbers(target)
    if not compare_numbers(normalize_address(url), target):
        return False
    return any(one in (0, 1) and two > one for one, two in zip(here, there, strict=True))


MAX_LATER = 2
"""Second pages of articles on which the rule for the next page is tried."""


def propose_next_part(
    pages: Sequence[Page],
    visit: Callable[[str], Page | None],
    is_article: Callable[[Page, str, Page | None], bool],
) -> Rule | None:
    """Return the rule for the link to the next page of articles that begin on ``pages``: it finds
    nothing else on any of them, and on second pages, which ``visit`` returns, it leads on or
    nowhere. None if there is none. ``is_article`` returns True for a first page, an address, and
    its page if it was visited, where that is another article: a list names it, or it reads so."""
    rules: Counter[Rule] = Counter()
    second: dict[str, Page] = {}
    for page in pages:
        for rule in dict.fromkeys(_list_all(page, find_next_links(page))):
            target = find_target(rule, page)
            if is_later_page(page.url, target):
                rules[rule] += 1
                second.setdefault(target, page)
    wrong = {url for url, first in second.items() if is_article(first, url, None)}
    later = []
    for url in [url for url in second if url not in wrong][:MAX_LATER]:
        found = visit(url)
        if found is not None and is_article(second[url], url, found):
            wrong.add(url)
        elif found is not None:
            later.append(found)
    return next(
        (
            rule
            for rule, _ in sorted(rules.items(), key=lambda each: -each[1])
            if all(_finds_part_or_nothing(rule, page, wrong) for page in pages)
            and all(_leads_on(rule, page) for page in later)
        ),
        None,
    )


def _leads_on(rule: Rule, page: Page) -> bool:
    target = find_target(rule, page)
    return not target or (compare_numbers(normalize_address(page.url), target) or 0) > 0


def _finds_part_or_nothing(rule: Rule, page: Page, wrong: Collection[str]) -> bool:
    target = find_target(rule, page)
    if target:
        return target not in wrong and is_later_page(page.url, target)
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
    return next(
        (
            anchor.element
            for anchor in find_all_anchors(page)
            if _rate_names(anchor.element) + rate_text(anchor.text) < 0
            and is_list_address(page.url, anchor.address)
        ),
        None,
    )


def find_numbered(page: Page, following: str) -> NumberedProposal | None:
    """Return the address template of a page and the next one at ``following`` (or, without it, the
    previous one), which differ in one number; None if they differ otherwise."""
    url = normalize_address(page.url)
    pager = find_pager(page) if not following else None
    near = [anchor.address for anchor in find_all_anchors(page) if anchor.element is pager]
    for other in [following] if following else near:
        here, there = list_numbers(url), list_numbers(other)
        if compare_numbers(url, other) != (1 if following else -1):
            continue
        (place,) = (n for n, pair in enumerate(zip(here, there, strict=True)) if pair[0] != pair[1])
        step = abs(there[place] - here[place])
        number = list(NUMBER_IN_ADDRESS.finditer(url, url.index("/", url.index("://") + 3)))[place]
        template = f"{url[: number.start()]}{{page}}{url[number.end() :]}"
        first = 0 if here[place] == 0 else 1 if step == 1 else here[place] % step
        return NumberedProposal(template, first, step)
    return None
