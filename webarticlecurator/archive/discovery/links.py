"""Candidate link rules: selectors that the article links of a page have in common, the best ones
first.

Every link that looks like an article's proposes selectors: of its headline, of itself, of what
holds it alone, each also inside what holds several of them. The rule engine then says what each
selector really lists. Best is what lists many such links, few others, and stands at one kind of
place on the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.archive.discovery.class_tokens import (
    DISTINCTIVE_TAGS,
    ITEM_TAGS,
    class_selectors,
    container_selectors,
    is_in_navigation,
)
from webarticlecurator.archive.discovery.link_anchors import (
    Anchor,
    find_anchors,
    find_article_addresses,
)
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.proposal import LinkProposal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import self_and_ancestors
from webarticlecurator.rules import select_elements, select_first, select_links
from webarticlecurator.rules.resolve import NotAnAddress, resolve

MAX_PROPOSALS = 5
MAX_SELECTORS = 80
"""Selectors that the engine is asked about: those that the most links propose."""
MAX_SCOPES = 4
"""Elements around the single item, each holding several links, that may narrow a selector."""
HEADING_TAGS = ("h1", "h2", "h3", "h4")
Groups = dict[etree._Element, set[str]]


@dataclass(frozen=True)
class _Candidate:
    proposal: LinkProposal
    score: float
    # whether its end is a mere tag; words and letters of the selector
    simple: tuple[bool, int, int]


def propose_link_rules(page: Page) -> tuple[LinkProposal, ...]:
    """Up to five selectors for ``archive.links`` with different results, the best first; () for a
    page without a list."""
    found = find_anchors(page)
    articles = find_article_addresses(found)
    likely = [anchor for anchor in found if anchor.address in articles]
    best: dict[frozenset[str], _Candidate] = {}
    for css in _proposed(likely):
        candidate = _tried(css, page, articles)
        same = best.get(frozenset(candidate.proposal.links)) if candidate else None
        if candidate and (same is None or _rank(candidate) < _rank(same)):
            best[frozenset(candidate.proposal.links)] = candidate
    return tuple(
        candidate.proposal for candidate in sorted(best.values(), key=_rank)[:MAX_PROPOSALS]
    )


def _rank(candidate: _Candidate) -> tuple[float, tuple[bool, int, int], str]:
    return (-candidate.score, candidate.simple, candidate.proposal.css)


def _proposed(likely: list[Anchor]) -> list[str]:
    """Selectors by how many addresses propose them."""
    groups = _groups(likely)
    votes: dict[str, set[str]] = {}
    for anchor in likely:
        for css in _selectors(anchor, groups):
            votes.setdefault(css, set()).add(anchor.address)
    several = [css for css, addresses in votes.items() if len(addresses) > 1]
    return sorted(several, key=lambda css: (-len(votes[css]), len(css), css))[:MAX_SELECTORS]


def _groups(likely: list[Anchor]) -> Groups:
    """Element → the addresses of the links in it."""
    groups: Groups = {}
    for anchor in likely:
        for element in self_and_ancestors(anchor.element):
            groups.setdefault(element, set()).add(anchor.address)
    return groups


def _selectors(anchor: Anchor, groups: Groups) -> Iterator[str]:
    outer = [e for e in anchor.element.iterancestors() if e.tag not in ("html", "body")]
    alone = [e for e in outer if len(groups[e]) == 1]
    around = [e for e in outer if len(groups[e]) > 1]
    items = [*anchor.element.iter(*HEADING_TAGS), anchor.element, *alone]
    scopes = [scope for e in around[:MAX_SCOPES] for scope in container_selectors(e)]
    scopes += ["main"] if any(e.tag == "main" for e in around[MAX_SCOPES:]) else []
    for item in items:
        inside = [
            *class_selectors(item),
            *([item.tag] if item.tag in ITEM_TAGS - DISTINCTIVE_TAGS else []),
        ]
        yield from class_selectors(item)
        yield from (f"{scope} {token}" for scope in scopes for token in inside)


def _tried(css: str, page: Page, articles: frozenset[str]) -> _Candidate | None:
    """The selector with what the engine lists by it; None if that is no list."""
    rule = Rule(kind="css", expression=css)
    listed = tuple(dict.fromkeys(normalize_address(link) for link in select_links((rule,), page)))
    good = sum(link in articles for link in listed)
    if good < 2:
        return None
    found = select_elements((rule,), page)
    aside = sum(map(is_in_navigation, found)) / len(found)
    end = css.split(" ")[-1]
    headline = 1.1 if end.split(".")[0] in HEADING_TAGS else 1.0
    score = good * good / len(listed) * _alike(found) ** 2 * headline * (1 - 0.8 * aside)
    return _Candidate(
        LinkProposal(css, listed),
        round(score, 6),
        (end in ITEM_TAGS - DISTINCTIVE_TAGS, css.count(" "), len(css)),
    )


def _alike(found: tuple[etree._Element, ...]) -> float:
    """Which part of the elements stands at the most frequent kind of place: the tags on the way to
    it."""
    places = Counter(
        "/".join(str(outer.tag) for outer in element.iterancestors()) for element in found
    )
    return max(places.values()) / len(found)


_FEEDS = ("application/rss+xml", "application/atom+xml", "application/feed+json")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-(?:[A-Za-z]{2}|\d{3}))?")


def find_site_name(page: Page) -> str:
    """``og:site_name``, else the page's title; empty if it has neither."""
    rules = [Rule(kind="meta", expression=name) for name in ("og:site_name", "application-name")]
    found = select_first(
        (*rules, Rule(kind="css", expression="head title"), Rule(kind="css", expression="title")),
        page,
    )
    return " ".join((found or "").split())


def find_language(page: Page) -> str:
    """The language tag (BCP 47) of the ``html`` element, else of the meta elements; empty if they
    say none."""
    sources = [
        page.root.get("lang"),
        page.root.get("{http://www.w3.org/XML/1998/namespace}lang"),
        page.root.get("xml:lang"),
    ]
    sources += [
        select_first((Rule(kind="meta", expression=name),), page)
        for name in ("og:locale", "language", "content-language")
    ]
    for source in sources:
        tag = (source or "").strip().replace("_", "-")
        if _LANGUAGE.fullmatch(tag):
            return tag
    return ""


def find_feeds(page: Page) -> tuple[str, ...]:
    """Absolute addresses of the feeds that the page names (``link rel=alternate``)."""
    found = []
    for element in page.root.iter("link"):
        kind = (element.get("type") or "").partition(";")[0].strip().lower()
        if kind in _FEEDS and "alternate" in (element.get("rel") or "").lower().split():
            found.append(element.get("href") or "")
    return _absolute(page.url, found)


def find_sitemaps(robots_url: str, robots_text: str) -> tuple[str, ...]:
    """Absolute addresses in the ``Sitemap:`` lines of a robots.txt."""
    return _absolute(
        robots_url, re.findall(r"(?im)^[ \t]*sitemap[ \t]*:[ \t]*([^\s#]+)", robots_text)
    )


def _absolute(base: str, addresses: list[str]) -> tuple[str, ...]:
    found = []
    for address in addresses:
        try:
            found.append(resolve(base, address))
        except NotAnAddress:
            continue
    return tuple(dict.fromkeys(found))
