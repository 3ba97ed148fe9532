"""Rules for the lists of a new design: the links of archive pages whose articles are known, and the
next page. Those of the old design stay beside them, each for the pages of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors, find_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.rules.results import select_first, select_links
from webarticlecurator.proposing.list_pages.link_groups import write_address_pattern
from webarticlecurator.proposing.list_pages.link_rules import group_links, list_link_selectors
from webarticlecurator.proposing.list_pages.next_links import propose_next_link
from webarticlecurator.proposing.list_pages.pointed_next import propose_next_for
from webarticlecurator.proposing.repair.design_names import is_lasting, place_selectors
from webarticlecurator.proposing.repair.field_rules import EMPTY, RIGHT, WRONG, choose_rated_rules

MAX_TRIED = 150
"""Link rules that are tried on all pages: those that most links suggest."""
MAX_RULES = 2
"""Selectors of one list: articles at its top may look otherwise."""

KeyPath = tuple[str, ...]


@dataclass(frozen=True)
class PageListing:
    """What is on an archive page: keys of the addresses of its articles, and of the next page."""

    links: tuple[str, ...]
    next_page: str = ""


@dataclass(frozen=True)
class KnownList:
    """An archive page as it was stored, what the rules list on it, its span and window, and as it
    is now. ``articles`` are all that are listed in its window.

    ``now``: what is to be listed on it now, where the list has moved on; its next page is not known
    if it has none. ``has_new``: articles that are not known stand before those that are (after
    them, in a list that grows there); what was ``linked_before`` is none of them.
    ``is_followed``: it was found behind the others, and has no old page of its own.
    """

    old: StoredPage
    new: StoredPage
    span: Span
    window: str
    is_closed: bool
    known: PageListing
    articles: frozenset[str] = frozenset()
    now: PageListing | None = None
    has_new: bool = False
    linked_before: frozenset[str] = frozenset()
    is_followed: bool = False

    @property
    def expected(self) -> PageListing:
        """What is to be listed on the page now."""
        return self.now or self.known

    @property
    def is_next_known(self) -> bool:
        """True if it is known which page comes next now, or that none does."""
        return self.now is None or bool(self.now.next_page)

    def list_others(self, links: Sequence[str]) -> tuple[str, ...]:
        """Return the links that are none of known articles, nor of new ones where they stand."""
        if self.has_new:
            keys = [*links] if self.span.newest_first else [*reversed(links)]
            forms = {*map(_find_form, self.expected.links)}
            first = next((n for n, key in enumerate(keys) if key in self.expected.links), 0)
            new = {key for key in keys[:first] if _find_form(key) in forms} - self.linked_before
            links = [key for key in links if key not in new]
        return tuple(key for key in links if key not in self.articles)


@dataclass(frozen=True)
class ListComparison:
    """What the rules list on an archive page now: known links that are missing, and others."""

    url: str
    known: int
    missing: tuple[str, ...]
    added: tuple[str, ...]
    next_page: str = ""

    @property
    def is_same(self) -> bool:
        """True if exactly the known articles are listed, and a known next page is found."""
        return not (self.missing or self.added or self.next_page)


def strip_host(url: str) -> str:
    """Return what of an address is the same when a portal moves to another host."""
    parts = urlsplit(normalize_address(url))
    return f"{parts.path.rstrip('/')}?{parts.query}"


def _find_form(key: str) -> str:
    """Return what the addresses of articles of a list have in common, by their keys."""
    return write_address_pattern(f"https://{key.removesuffix('?')}")


def read_listing(portal: Portal, stored: StoredPage, span: Span) -> PageListing:
    """Return what the rules of a span find on a page. To be called in a worker."""
    page = stored.page(portal, span.column)
    following = select_first(span.pagination.next, page, link=True)
    links = tuple(dict.fromkeys(map(strip_host, select_links(span.links, page))))
    return PageListing(links, strip_host(following) if following else "")


def compare_list(known: KnownList, found: PageListing) -> ListComparison:
    """Compare what is listed now with what is known. Where the pages of a window are cut otherwise
    than before, links to its other pages do not count."""
    now, expected = set(found.links), known.expected
    lacks = [link for link in expected.links if link not in now]
    is_cut_otherwise = bool(found.next_page) and len(found.links) < len(expected.links)
    wrong = ""
    if expected.next_page != found.next_page and not (expected.next_page and not lacks):
        wrong = make_message(
            "{found} (known: {known})",
            found=found.next_page or make_message("none"),
            known=expected.next_page or make_message("none"),
        )
    missing = () if is_cut_otherwise and found.links else tuple(lacks)
    is_right = is_cut_otherwise or not known.is_next_known
    others = known.list_others(found.links)
    return ListComparison(
        known.new.url, len(expected.links), missing, others, "" if is_right else wrong
    )


def list_link_rules(portal: Portal, stored: StoredPage, window: frozenset[str]) -> list[str]:
    """Return the selectors that the links to known articles of a page suggest, those that most of
    them do first. To be called in a worker."""
    links = [
        each for each in find_anchors(stored.page(portal)) if strip_host(each.address) in window
    ]
    groups = group_links(links)
    counts: Counter[str] = Counter()
    for anchor in links:
        counts.update(set(list_link_selectors(anchor, groups)))
        counts.update(set(_list_places(anchor.element, groups)))
    return [css for css, _ in counts.most_common() if is_lasting(css)][:MAX_TRIED]


def _list_places(link: etree._Element, groups: Mapping[etree._Element, set[str]]) -> Iterator[str]:
    """Yield selectors of a link by its steps below the elements that hold several links."""
    steps = [str(link.tag)]
    for outer in link.iterancestors():
        if outer.tag in ("body", "html"):
            return
        if len(groups.get(outer, ())) > 1:
            for scope in place_selectors(outer):
                yield f"{scope} > {' > '.join(reversed(steps))}"
                yield f"{scope} {steps[0]}"
        steps.append(str(outer.tag))


def find_links(
    portal: Portal, stored: StoredPage, selectors: Sequence[str], steps: Rule
) -> list[tuple[str, ...]]:
    """Return what each selector lists on a page, with the steps of a rule. To be called in a
    worker."""
    page = stored.page(portal)
    rules = (replace(steps, kind="css", expression=css) for css in selectors)
    return [tuple(dict.fromkeys(map(strip_host, select_links((r,), page)))) for r in rules]


LIST_STEPS = ("template", "replace", "include", "exclude")
"""Keys of a rule that are about the addresses, whatever the design."""


def keep_steps(rules: Sequence[Rule]) -> Rule:
    """Return a rule with the steps on addresses that the only one of ``rules`` has."""
    if len(rules) != 1:
        return Rule()
    (rule,) = rules
    return Rule(
        template=rule.template, replace=rule.replace, include=rule.include, exclude=rule.exclude
    )


def choose_links(portal: Portal, lists: Sequence[KnownList]) -> tuple[str, ...]:
    """Return the selectors that list most of the known articles and nothing else, on all pages."""
    votes: Counter[str] = Counter()
    for each in lists:
        page = each.new
        votes.update(run_supervised(portal, page.url, list_link_rules, page, each.articles))
    tried = [css for css, _ in votes.most_common(MAX_TRIED)]
    found = []
    for each in lists:
        page, steps = each.new, keep_steps(each.span.links)
        found.append(run_supervised(portal, page.url, find_links, page, tried, steps))
    chosen: list[str] = []
    missing = [set(each.expected.links) for each in lists]
    while any(missing) and len(chosen) < MAX_RULES:
        rated = {
            css: sum(
                len(left & set(links[n])) - 2 * len(each.list_others(links[n]))
                for left, links, each in zip(missing, found, lists, strict=True)
            )
            for n, css in enumerate(tried)
        }
        best = max(rated, key=lambda css: (rated[css], *_quality(css)), default="")
        if not best or rated[best] <= 0:
            break
        chosen.append(best)
        n = tried.index(best)
        missing = [left - set(links[n]) for left, links in zip(missing, found, strict=True)]
    return tuple(chosen)


def _quality(css: str) -> tuple[int, ...]:
    """Return a sort key, the largest for what is most probably so on other pages: no mere tag,
    names rather than places."""
    return (
        " " in css or "." in css,
        -css.count(":nth") - css.count("~"),
        -css.count(">") - css.count(" "),
        -len(css),
    )


def list_next_rules(portal: Portal, stored: StoredPage, known: str) -> list[Rule]:
    """Return the rules that a page suggests for the link to the next page, which ``known`` is the
    key of, "" for none. To be called in a worker."""
    page = stored.page(portal)
    guessed = propose_next_link([page])
    rules = [*guessed.rules] if guessed is not None else []
    for anchor in find_all_anchors(page) if known else ():
        if strip_host(anchor.address) == known:
            rules += propose_next_for(page, anchor)
    return [rule for rule in dict.fromkeys(rules) if is_lasting(rule.expression)]


def rate_next_rules(
    portal: Portal, stored: StoredPage, known: str, rules: Sequence[Rule], steps: Rule
) -> list[int]:
    """Return for each rule whether it finds the known next page. To be called in a worker."""
    page = stored.page(portal)
    urls = [select_first((_with_steps(rule, steps),), page, link=True) for rule in rules]
    keys = [strip_host(url) if url else "" for url in urls]
    # on the last page of a list, the link may lead to the page itself
    right = known or strip_host(stored.url)
    return [RIGHT if key == right else WRONG if key else EMPTY for key in keys]


def _with_steps(rule: Rule, steps: Rule) -> Rule:
    if rule.include is not None or not steps.has_steps:
        return rule
    return replace(rule, template=steps.template, replace=steps.replace, exclude=steps.exclude)


def choose_next(portal: Portal, lists: Sequence[KnownList]) -> list[Rule]:
    """Return the rules that find most of the known next pages, and no wrong one."""
    votes: Counter[Rule] = Counter()
    lists = [each for each in lists if each.is_next_known]
    for each in lists:
        page, known = each.new, each.expected.next_page
        votes.update(run_supervised(portal, page.url, list_next_rules, page, known))
    tried = [rule for rule, _ in votes.most_common(MAX_TRIED)]
    rated = []
    for each in lists:
        page, steps = each.new, keep_steps(each.span.pagination.next)
        known = each.expected.next_page
        rated.append(run_supervised(portal, page.url, rate_next_rules, page, known, tried, steps))
    return choose_rated_rules(tried, rated, lambda _rule: ())
