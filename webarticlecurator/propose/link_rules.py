"""Links that an archive page seems to list: selectors, dates beside them, lists in scripts.

Candidate link rules: selectors that the article links of a page have in common, the best ones
first.

Every link that looks like an article's proposes selectors of its heading, of itself, and of the
elements that contain only this link, each also inside the elements that contain several links. The
rule engine then shows which links each selector finds. The best selector finds many links to
articles, few others, and all of them in the same kind of place on the page. Where no element has a
name that lasts, the beginning that the addresses share is proposed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from lxml import etree

from webarticlecurator.archive.link_sources import Anchor, find_language
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.model.proposal import DataProposal, FieldLine, LinkProposal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.page.stable_names import (
    DISTINCTIVE_TAGS,
    ITEM_TAGS,
    class_selectors,
    container_selectors,
    is_in_navigation,
)
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.propose.place_rules import make_day_rule
from webarticlecurator.propose.written_days import find_date_shape, read_shaped_day
from webarticlecurator.rules import read_link_context, select_elements, select_links
from webarticlecurator.rules.elements import NotAnAddress, resolve, text_of
from webarticlecurator.rules.engine import find_boxes
from webarticlecurator.text.dates import DateContext

# Bounds of the search: every selector is run by the rule engine on the whole page.
MAX_PROPOSALS = 5

MAX_SELECTORS = 80
"""Selectors that the rule engine tries: those that most links propose."""

MAX_SCOPES = 4
"""Elements around a single item, each with several links, that may narrow a selector."""

HEADING_TAGS = ("h1", "h2", "h3", "h4")
_NAMED_FOLDER = re.compile(r"(?:/[a-z.~_-]+)+/", re.IGNORECASE | re.ASCII)
LinkGroups = dict[etree._Element, set[str]]
"""Element → the addresses of the links in it."""


@dataclass(frozen=True)
class RatedProposal:
    """A proposal and its score.

    ``complexity``: whether the selector ends with a mere tag, its spaces, its characters.
    """

    proposal: LinkProposal
    score: float
    complexity: tuple[bool, int, int]


def choose_best(rated: Iterable[RatedProposal]) -> tuple[LinkProposal, ...]:
    """Return the best proposal for each result, the best result first."""
    best: dict[frozenset[str], RatedProposal] = {}
    for each in sorted(rated, key=lambda each: (-each.score, each.complexity, each.proposal.css)):
        best.setdefault(frozenset(each.proposal.links), each)
    return tuple(each.proposal for each in best.values())[:MAX_PROPOSALS]


def group_links(article_links: Iterable[Anchor]) -> LinkGroups:
    """Return for each element which addresses the links in it have."""
    groups: LinkGroups = {}
    for anchor in article_links:
        for element in self_and_ancestors(anchor.element):
            groups.setdefault(element, set()).add(anchor.address)
    return groups


def list_link_selectors(anchor: Anchor, groups: LinkGroups) -> Iterator[str]:
    """Yield selectors of a link, of its heading and of the elements that contain only this link."""
    outer = [e for e in anchor.element.iterancestors() if e.tag not in ("html", "body")]
    single = [e for e in outer if len(groups[e]) == 1]
    shared = [e for e in outer if len(groups[e]) > 1]

    scopes = [scope for e in shared[:MAX_SCOPES] for scope in container_selectors(e)]
    # `main` is tried from any distance: it keeps menus out, and is no class of a theme.
    scopes += ["main"] if any(e.tag == "main" for e in shared[MAX_SCOPES:]) else []
    for item in [*anchor.element.iter(*HEADING_TAGS), anchor.element, *single]:
        yield from class_selectors(item)
        inner = [*class_selectors(item)]
        inner += [item.tag] if item.tag in ITEM_TAGS - DISTINCTIVE_TAGS else []
        yield from (f"{scope} {selector}" for scope in scopes for selector in inner)


def rate_proposal(
    proposal: LinkProposal, page: Page, articles: frozenset[str], at_least: int = 2
) -> RatedProposal | None:
    """Return a proposal with the links that it finds, or None if they are not a list: if fewer than
    ``at_least`` of them lead to ``articles``."""
    rule = proposal.rule()
    links = tuple(dict.fromkeys(normalize_address(link) for link in select_links((rule,), page)))
    hits = sum(link in articles for link in links)
    if hits < at_least:
        return None

    elements = select_elements((rule,), page)
    navigation_share = sum(map(is_in_navigation, elements)) / len(elements)
    last_part = proposal.css.split(" ")[-1]
    heading_bonus = 1.1 if re.split(r"[.[]", last_part)[0] in HEADING_TAGS else 1.0
    # Items of one list have one path of ancestor tags; teasers from several boxes have several.
    paths = Counter(
        "/".join(str(outer.tag) for outer in element.iterancestors()) for element in elements
    )
    uniformity = max(paths.values()) / len(elements)
    # Hits weigh twice: once for how many articles are found, once for how few other links. With it,
    # `curator new` finds 40 of 40 posts in 15 themes of blogs (bench/portals/blogs.py).
    score = hits * hits / len(links) * uniformity**2 * heading_bonus
    # Not to nothing: a list may itself stand in `nav`.
    score *= 1 - 0.8 * navigation_share
    is_mere_tag = last_part in ITEM_TAGS - DISTINCTIVE_TAGS
    complexity = (is_mere_tag, proposal.css.count(" "), len(proposal.css))
    return RatedProposal(replace(proposal, links=links), round(score, 6), complexity)


# The dates that a list shows beside its links, for portals whose articles show none.

MIN_SHARE = 0.9
"""Share of the links that must have a date beside them."""
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = Rule(kind="css", expression="time[datetime]", attr="datetime")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
MAX_DATE_SIZE = 60
"""Characters of the longest text with a date."""


def propose_listed_date(page: Page, css: str) -> FieldLine | None:
    """Return where the dates of the articles are that the link rule ``css`` lists, as a time or as
    text; None if most links have none beside them, or all the same."""
    links = (Rule(kind="css", expression=css),)
    contexts = read_link_context(links, (("date", _TIME),), page)
    dates = [found["date"] for found in contexts.values() if _ISO_DAY.match(found.get("date", ""))]
    if _are_their_days(dates, len(contexts)):
        rule = {"css": "time[datetime]", "attr": "datetime"}
        return FieldLine(rule, f"beside {len(dates)} of {len(contexts)} links")
    return _find_written_date(find_boxes(select_elements(links, page)), find_language(page))


def _are_their_days(days: Sequence[str], links: int) -> bool:
    """False also for the same day beside all links: it is today's, not theirs."""
    return len(days) >= max(2, MIN_SHARE * links) and len(set(days)) > 1


def _find_written_date(boxes: Sequence[etree._Element], language: str) -> FieldLine | None:
    """Return the selector of a short text with a date in nearly each of the ``boxes`` around
    links."""
    context = DateContext(None, language)
    texts: dict[str, dict[int, str]] = {}
    for number, box in enumerate(boxes):
        for element in box.iter(etree.Element):
            text = text_of(element)
            if len(text) <= MAX_DATE_SIZE and _YEAR.search(text):
                for css in own_selectors(element):
                    texts.setdefault(css, {}).setdefault(number, text)
    for css in sorted(texts, key=lambda css: (-len(texts[css]), len(css), css)):
        shown = texts[css].values()
        if len(shown) < MIN_SHARE * len(boxes):
            break
        for shape in sorted({find_date_shape(text, context) for text in shown} - {""}):
            days = [day for text in shown if (day := read_shaped_day(shape, text, context))]
            if _are_their_days(days, len(boxes)):
                evidence = f"beside {len(days)} of {len(boxes)} links"
                return make_day_rule(css, shape, shown, evidence)
    return None


# Lists that a script loads: the addresses of data in a page, and the list of articles in JSON.

# What a list of articles in JSON is, and how many of the addresses of data are asked for it.
MAX_ADDRESSES = 6
MIN_ARTICLES = 3
_MIN_SHARE = 0.8
"""Share of the items of a list that must have an address, each its own."""
_MAX_DEPTH = 5
_IN_QUOTES = re.compile(r"""["'`]((?:https?:)?/{1,2}[^"'`\s<>\\{}]{2,300})["'`]""")
_OF_DATA = re.compile(
    r"/api\b|/ajax|/wp-json/|\.json\b|\bjson\b|/load|[?&](?:page|p|offset)=", re.I
)
_FILE = re.compile(r"\.(?:js|css|png|jpe?g|gif|svg|webp|ico|woff2?|mp4|pdf)(?:[?#]|$)", re.I)
_ADDRESS_NAMES = ("url", "link", "href", "permalink", "canonical", "path", "uri")
_OTHER_NAMES = re.compile(r"image|img|thumb|avatar|author|category|tag|feed|comment|logo|src", re.I)
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def has_scripts(page: Page) -> bool:
    """Return True if scripts of the page may load more of it."""
    return next(page.root.iter("script"), None) is not None


def find_script_addresses(page: Page) -> tuple[str, ...]:
    """Return the addresses of the script files of the same site, in the order of the page."""
    sources = (script.get("src") or "" for script in page.root.iter("script"))
    return _resolve_same_site(page, filter(None, sources))


def find_data_addresses(page: Page, script: str = "") -> tuple[str, ...]:
    """Return addresses of the same site that look like those of data, in the scripts and
    attributes of a page, or in a ``script`` that it loads. One that ends in ``=`` lacks a number.
    """
    texts = [script] if script else []
    for element in page.root.iter(etree.Element) if not script else ():
        if element.tag == "script":
            texts.append(element.text or "")
        else:
            data = (value for name, value in element.items() if str(name).startswith("data-"))
            texts += (f'"{value}"' for value in data)
    found = (
        match[1]
        for text in texts
        for match in _IN_QUOTES.finditer(text.replace("\\/", "/"))
        if _OF_DATA.search(match[1]) and not _FILE.search(match[1])
    )
    return _resolve_same_site(page, found)[:MAX_ADDRESSES]


def _resolve_same_site(page: Page, addresses: Iterator[str]) -> tuple[str, ...]:
    resolved = []
    for address in addresses:
        with suppress(NotAnAddress):
            resolved.append(resolve(page.base, address))
    return tuple(dict.fromkeys(url for url in resolved if is_same_site(page.url, url)))


def propose_data_list(page: Page) -> DataProposal | None:
    """Return the longest list of articles in a page that is JSON, None if it has none."""
    lists = [*_find_lists(page, page.json, "", 0)]
    return max(lists, key=lambda found: len(found.links), default=None)


def _find_lists(page: Page, value: Any, path: str, depth: int) -> Iterator[DataProposal]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            below = f"{path}.{_quote_name(name)}" if path else _quote_name(name)
            yield from _find_lists(page, inner, below, depth + 1)
    elif isinstance(value, list):
        items = [item for item in value if isinstance(item, dict)]
        if len(items) >= MIN_ARTICLES:
            yield from _lists_of(page, items, f"{path}[]")


def _lists_of(page: Page, items: list[dict[str, Any]], path: str) -> Iterator[DataProposal]:
    """Yield the best list of addresses among the values of items."""
    by_name: dict[tuple[str, ...], list[str]] = {}
    for item in items:
        for name, value in _list_values(item):
            addresses = by_name.setdefault(name, [])
            if isinstance(value, str) and value.startswith(("http://", "https://", "/")):
                addresses.append(value)
    found = []
    for name, values in by_name.items():
        links = _resolve_same_site(page, (value for value in values if not _FILE.search(value)))
        # Pictures and authors have addresses, too, but an article has its own: each item another
        # one.
        if len(links) >= max(MIN_ARTICLES, _MIN_SHARE * len(items)):
            expression = ".".join(map(_quote_name, name))
            rank = _rank_name(name[-1])
            found.append((rank, len(name), DataProposal(page.url, f"{path}.{expression}", links)))
    if found:
        yield min(found, key=lambda each: each[:2])[2]


def _list_values(item: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in item.items():
        if isinstance(value, dict):
            yield from (((name, inner), below) for inner, below in value.items())
        else:
            yield (name,), value


def _rank_name(name: str) -> int:
    """Return the rank of a name: the usual names of addresses first, those of other things last."""
    if name.lower() in _ADDRESS_NAMES:
        return _ADDRESS_NAMES.index(name.lower())
    return len(_ADDRESS_NAMES) + bool(_OTHER_NAMES.search(name))


def _quote_name(name: str) -> str:
    """Return a name as JMESPath writes it."""
    if _PLAIN_NAME.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
