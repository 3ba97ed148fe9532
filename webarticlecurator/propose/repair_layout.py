"""A layout for the new design of a portal, from pages whose articles are known: where the text is,
what to drop in it, where title, authors and date are, and what tells the design from the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from lxml import etree

from webarticlecurator.article import read_article_page
from webarticlecurator.config import load_portal
from webarticlecurator.config.proposed_file import to_field_yaml, to_line_yaml
from webarticlecurator.config.yaml_edit import Keyword, YamlValue, add_value, find_value
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.propose.induce_rules import InducedRules, induce_rules
from webarticlecurator.propose.known_articles import (
    FIELDS,
    KnownArticle,
    ReadingComparison,
    compare_reading,
)
from webarticlecurator.propose.known_fields import (
    RIGHT,
    choose_field_rules,
    choose_tried,
    list_field_rules,
    rate_rules,
    write_rule,
)
from webarticlecurator.propose.known_places import lasting_selectors, summarize_known_page
from webarticlecurator.propose.learning import list_rule_lines
from webarticlecurator.propose.metadata_rules import learn_fields
from webarticlecurator.propose.page_summary import PageSummary, summarize_page
from webarticlecurator.rules import select_elements
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised

LAYOUTS = ("article", "layouts")
_ALWAYS = "html"
"""A condition that every page meets, for trials."""

Body = dict[str, YamlValue]


@dataclass(frozen=True)
class NewPage:
    """A page in the new design, and what is known of its article, if anything."""

    stored: StoredPage
    known: KnownArticle | None = None


@dataclass(frozen=True)
class PagePlaces:
    """What a page suggests: summaries for the induction of roots and drops, rules by field."""

    summaries: tuple[PageSummary | None, ...]
    rules: tuple[tuple[str, tuple[Rule, ...]], ...]


def propose_layout(
    portal: Portal, text: str, pages: Sequence[NewPage], when: Callable[[Sequence[str]], YamlValue]
) -> Body:
    """Return the entry of ``layouts``, without its name, for pages in the new design; empty where
    the rules of ``portal`` (its file is ``text``) read all of them the same.

    ``when`` gets the selectors of the text and returns the condition of the layout.
    """
    known = [(page.stored, page.known) for page in pages if page.known is not None]
    if not known:
        layout = _propose_unknown(portal, [page.stored for page in pages])
    else:
        places = [run_supervised(portal, s.url, find_places, s, k) for s, k in known]
        metadata = _choose_metadata(portal, known, places)
        layout = _choose_body(portal, text, known, places, metadata)
    if not layout:
        return {}
    body = layout.get("body")
    roots = body.get("root", ()) if isinstance(body, dict) else ()
    selectors = [each for each in roots if isinstance(each, str)] if roots != "none" else []
    return {"when": when(selectors), **layout}


def find_places(portal: Portal, stored: StoredPage, known: KnownArticle) -> PagePlaces:
    """Return what a page suggests. To be called in a worker, since it reads the page."""
    page = stored.page(portal)
    summaries = (
        summarize_known_page(page, known),
        summarize_known_page(page, known, is_narrow=True),
    )
    rules = tuple((name, tuple(list_field_rules(page, name, known.get(name)))) for name in FIELDS)
    return PagePlaces(summaries, rules)


# The metadata: rules for the fields that the present ones do not read the same.


def _choose_metadata(
    portal: Portal,
    known: Sequence[tuple[StoredPage, KnownArticle]],
    places: Sequence[PagePlaces],
) -> Body:
    chosen: Body = {}
    inherited = dict(portal.article.metadata)
    for name in FIELDS:
        tried = choose_tried([dict(each.rules)[name] for each in places])
        lists = [inherited.get(name, ()), *((rule,) for rule in tried)]
        rated = [
            run_supervised(portal, stored.url, rate_on_page, stored, name, each, lists)
            for stored, each in known
        ]
        if all(
            values[0] == RIGHT or (not each.get(name) and not values[0])
            for values, (_, each) in zip(rated, known, strict=True)
        ):
            continue
        found = choose_field_rules(
            {rule: [values[n + 1] for values in rated] for n, rule in enumerate(tried)}
        )
        right = sum(values[0] == RIGHT for values in rated)
        better = sum(
            any(values[tried.index(rule) + 1] == RIGHT for rule in found) for values in rated
        )
        if found and better > right:
            chosen[name] = [write_rule(rule) for rule in found]
    return chosen


def rate_on_page(
    portal: Portal,
    stored: StoredPage,
    name: str,
    known: KnownArticle,
    rules: Sequence[tuple[Rule, ...]],
) -> list[int]:
    """Rate rules for a field on a page. To be called in a worker."""
    return rate_rules(portal, stored.page(portal), name, known.get(name), rules)


# The text: what is induced, with and without the drops and the heuristics, judged by reading.


def _choose_body(
    portal: Portal,
    text: str,
    known: Sequence[tuple[StoredPage, KnownArticle]],
    places: Sequence[PagePlaces],
    metadata: Body,
) -> Body:
    """Return the layout that reads most of the pages the same, the simplest of equals."""
    fields: Body = {"metadata": metadata} if metadata else {}
    best: Body = {}
    most: tuple[float, ...] = ()
    for body in ({}, *_list_bodies(portal, text, places)):
        layout = {**({"body": body} if body else {}), **fields}
        trial = try_layout(portal, text, {"when": _ALWAYS, **layout}) if layout else portal
        if trial is None:
            continue
        read = [judge(portal, trial, stored, each) for stored, each in known]
        same = (sum(each.is_same for each in read), round(sum(each.f1 for each in read), 2))
        if same > most:
            best, most = layout, same
        if same[0] == len(known):
            break
    return best


def _list_bodies(portal: Portal, text: str, places: Sequence[PagePlaces]) -> Iterator[Body]:
    """Yield the rules for the text that are tried, without repetitions."""
    old = find_value(text, ("article", "body", "drop"))
    inherited = list(old) if isinstance(old, list) else [old] if old else []
    tried: list[Body] = []
    for summaries in zip(*(each.summaries for each in places), strict=True):
        induced = induce_rules([each for each in summaries if each is not None], min_pages=1)
        for body in _write_bodies(portal, induced, inherited):
            if body not in tried:
                tried.append(body)
                yield body
    yield {"root": Keyword("none"), "guess": True}


def _write_bodies(
    portal: Portal, induced: InducedRules, inherited: Sequence[YamlValue]
) -> Iterator[Body]:
    rules = list_rule_lines(induced)
    if not rules.roots:
        return
    roots = [root.rule for root in rules.roots]
    drops: list[YamlValue] = [*map(to_line_yaml, rules.drops)]
    exact: Body = {"guess": Keyword("elsewhere")} if portal.article.body.guess else {}
    both = [*drops, *(each for each in inherited if each not in drops)]
    for some in (drops, both):
        yield {"root": roots, **exact, **({"drop": some} if some else {})}
    yield {"root": roots, "guess": True, **({"drop": drops} if drops else {})}


def try_layout(portal: Portal, text: str, layout: Mapping[str, YamlValue]) -> Portal | None:
    """Return the portal with a further layout, tried first; None if the file would be wrong."""
    changed = add_layout(text, {"name": "repaired", **layout})
    return reload_portal(portal, changed)


def reload_portal(portal: Portal, text: str) -> Portal | None:
    """Return the portal of a changed file; None if it would be wrong."""
    allowed = {digest for _, digest in portal.hooks}
    try:
        return load_portal(portal.path, allow_hooks=allowed, content=text.encode())
    except ConfigError:
        return None


def add_layout(text: str, layout: Mapping[str, YamlValue]) -> str:
    """Return the text of a portal file with a layout before all others."""
    if find_value(text, LAYOUTS) is None:
        return add_value(text, LAYOUTS, [dict(layout)])
    return add_value(text, LAYOUTS, dict(layout), first=True)


def judge(
    portal: Portal, trial: Portal, stored: StoredPage, known: KnownArticle
) -> ReadingComparison:
    """Compare what the rules of ``trial`` read on a page with what is known."""
    found: ReadingComparison = run_supervised(portal, stored.url, judge_page, stored, known, trial)
    return found


def judge_page(
    portal: Portal, stored: StoredPage, known: KnownArticle, trial: Portal
) -> ReadingComparison:
    """Read a page and compare. To be called in a worker."""
    return compare_reading(known, read_article_page(trial, stored.page(portal)))


# What tells the new design from the old one.


def choose_condition(
    portal: Portal, selectors: Sequence[str], new: Sequence[StoredPage], old: Sequence[StoredPage]
) -> str | list[str] | None:
    """Return selectors of which each new page has one and no old page any: the given ones, or else
    a name that all new pages have. None if there is nothing of the kind."""
    counts = [
        run_supervised(portal, page.url, find_selected, page, tuple(selectors)) for page in old
    ]
    fresh = [css for css in selectors if not any(css in each for each in counts)]
    found = [run_supervised(portal, page.url, find_selected, page, tuple(fresh)) for page in new]
    if fresh and all(found):
        return fresh[0] if len(fresh) == 1 else fresh
    return _find_own_name(portal, new, old)


def choose_absence(
    portal: Portal, new: Sequence[StoredPage], old: Sequence[StoredPage]
) -> str | None:
    """Return a selector that holds where a name is absent that all old pages have and no new one
    has; None if there is no such name."""
    name = _find_own_name(portal, old, new)
    return None if name is None else f"body:not(:has({name}))"


def _find_own_name(
    portal: Portal, pages: Sequence[StoredPage], others: Sequence[StoredPage]
) -> str | None:
    """Return the first name that all pages have and none of the others."""
    names = [run_supervised(portal, page.url, list_names, page) for page in pages]
    common = set.intersection(*map(set, names)) if names else set()
    for page in others:
        common -= set(run_supervised(portal, page.url, list_names, page))
    order = {css: number for number, css in enumerate(names[0] if names else ())}
    return min(common, key=lambda css: (css.count(">"), order[css]), default=None)


def find_selected(portal: Portal, stored: StoredPage, selectors: Sequence[str]) -> set[str]:
    """Return the selectors that find anything on a page. To be called in a worker."""
    page = stored.page(portal)
    rules = {css: Rule(kind="css", expression=css) for css in selectors}
    return {css for css, rule in rules.items() if select_elements((rule,), page)}


def list_names(portal: Portal, stored: StoredPage) -> tuple[str, ...]:
    """Return the names that elements of a page have, and those of pairs of tags one inside the
    other. To be called in a worker."""
    return tuple(_list_names(stored.page(portal)))


def _list_names(page: Page) -> dict[str, None]:
    names: dict[str, None] = {}
    for element in page.root.iter(etree.Element):
        own = lasting_selectors(element)
        parent = element.getparent()
        names |= dict.fromkeys(own)
        if parent is not None and parent.tag != "html" and str(element.tag).isalnum():
            names[f"{parent.tag} > {element.tag}"] = None
    return {css: None for css in names if css not in ("body", "html")}


# Without known articles: what the pages have in common.


def _propose_unknown(portal: Portal, pages: Sequence[StoredPage]) -> Body:
    summaries = [run_supervised(portal, page.url, _summarize, page) for page in pages]
    induced = induce_rules([each for each in summaries if each is not None])
    rules = list_rule_lines(induced)
    parsed = [page.page(portal) for page in pages]
    roots = [root.rule for root in rules.roots]
    drops: list[YamlValue] = [*map(to_line_yaml, rules.drops)]
    fields = learn_fields(parsed, roots, portal, [d for d in drops if isinstance(d, str)])
    body: Body = {"guess": Keyword("elsewhere") if rules.is_precise else True}
    body |= {"root": roots} if roots else {"root": Keyword("none"), "guess": True}
    body |= {"drop": drops} if drops else {}
    metadata: Body = {}
    for name, lines in fields:
        if name not in FIELDS:
            continue
        metadata[name] = [*map(to_field_yaml, lines)]
    return {"body": body, **({"metadata": metadata} if metadata else {})}


def _summarize(portal: Portal, stored: StoredPage) -> PageSummary | None:
    return summarize_page(stored.page(portal))


def first_day(pages: Sequence[StoredPage]) -> date | None:
    """Return the first day on which one of the pages was fetched."""
    return min((page.captured for page in pages if page.captured is not None), default=None)
