"""A layout for the new design of a portal, from pages whose articles are known: where the text is,
what to drop in it, where title, authors and date are, and what tells the design from the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lxml import etree

from webarticlecurator.config.proposed_file import to_field_yaml, to_line_yaml, to_rule_yaml
from webarticlecurator.config.yaml_edit import Keyword, YamlValue
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.propose.induce_rules import induce_rules
from webarticlecurator.propose.learning import list_rule_lines
from webarticlecurator.propose.metadata_rules import learn_fields
from webarticlecurator.propose.page_summary import PageSummary, summarize_page
from webarticlecurator.repair.known_articles import (
    FIELDS,
    KnownArticle,
)
from webarticlecurator.repair.known_fields import (
    RIGHT,
    choose_field_rules,
    choose_tried,
    rate_rules,
    suggest_field_rules,
)
from webarticlecurator.repair.known_places import lasting_selectors, summarize_known_page
from webarticlecurator.repair.layout_trials import Body, judge, try_layouts
from webarticlecurator.repair.repair_body import BodyChoice
from webarticlecurator.rules import select_elements
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.text.characters import CODE_TAGS

MIN_ALIKE = 0.75
"""Share of the names that two pages of one design have in common."""


@dataclass(frozen=True)
class NewPage:
    """A page in the new design; what is known of its article, if anything, and its ``old`` page."""

    stored: StoredPage
    known: KnownArticle | None = None
    old: StoredPage | None = None


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
        body = BodyChoice(portal, text, known).choose([each.summaries for each in places])
        layout = {"body": body} if body else {}
        trial = try_layouts(portal, text, [layout])[0] if body else portal
        metadata = _choose_metadata(trial or portal, known, places)
        layout |= {"metadata": metadata} if metadata else {}
    if not layout:
        return {}
    chosen = layout.get("body")
    roots = chosen.get("root", ()) if isinstance(chosen, dict) else ()
    selectors = [each for each in roots if isinstance(each, str)] if roots != "none" else []
    return {"when": when(selectors), **layout}


def find_places(portal: Portal, stored: StoredPage, known: KnownArticle) -> PagePlaces:
    """Return what a page suggests. To be called in a worker, since it reads the page."""
    page = stored.page(portal)
    summaries = (
        summarize_known_page(page, known),
        summarize_known_page(page, known, is_narrow=True),
    )
    rules = tuple(
        (name, tuple(suggest_field_rules(page, portal, name, known.get(name)))) for name in FIELDS
    )
    return PagePlaces(summaries, rules)


# The metadata: rules for the fields that the present ones do not read the same.


def _choose_metadata(
    portal: Portal,
    known: Sequence[tuple[StoredPage, KnownArticle]],
    places: Sequence[PagePlaces],
) -> Body:
    """Return the rules by field; ``portal`` reads all pages by the layout for the text."""
    chosen: Body = {}
    read = [judge(portal, portal, *each) for each in known]
    for name in FIELDS:
        right = sum(name not in each.different for each in read)
        if right == len(read):
            continue
        tried = choose_tried([dict(each.rules)[name] for each in places])
        rated = [
            run_supervised(portal, stored.url, rate_on_page, stored, name, each, tried)
            for stored, each in known
        ]
        found = choose_field_rules(dict(zip(tried, zip(*rated, strict=True), strict=True)))
        numbers = [tried.index(rule) for rule in found]
        if sum(any(values[n] == RIGHT for n in numbers) for values in rated) > right:
            chosen[name] = [to_rule_yaml(rule) for rule in found]
    return chosen


def rate_on_page(
    portal: Portal, stored: StoredPage, name: str, known: KnownArticle, rules: Sequence[Rule]
) -> list[int]:
    """Rate rules for a field on a page. To be called in a worker."""
    return rate_rules(portal, stored.page(portal), name, known.get(name), rules)


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
    has; None without such a name."""
    name = _find_own_name(portal, old, new)
    return None if name is None else f"body:not(:has({name}))"


def _find_own_name(
    portal: Portal, pages: Sequence[StoredPage], others: Sequence[StoredPage]
) -> str | None:
    """Return the first name that all pages have and none of the others."""
    names = [run_supervised(portal, page.url, list_design_names, page) for page in pages]
    common = set.intersection(*map(set, names)) if names else set()
    for page in others:
        common -= set(run_supervised(portal, page.url, list_design_names, page))
    order = {css: number for number, css in enumerate(names[0] if names else ())}
    return min(common, key=lambda css: (css.count(">"), order[css]), default=None)


def looks_alike(portal: Portal, one: StoredPage, other: StoredPage) -> bool:
    """True if two pages have most names of elements in common."""
    pages = (one, other)
    first, second = (set(run_supervised(portal, p.url, list_design_names, p, False)) for p in pages)
    return len(first & second) >= MIN_ALIKE * len(first | second)


def find_selected(portal: Portal, stored: StoredPage, selectors: Sequence[str]) -> set[str]:
    """Return the selectors that find anything on a page. To be called in a worker."""
    page = stored.page(portal)
    rules = {css: Rule(kind="css", expression=css) for css in selectors}
    return {css for css, rule in rules.items() if select_elements((rule,), page)}


def list_design_names(
    portal: Portal, stored: StoredPage, with_tags: bool = True
) -> tuple[str, ...]:
    """Return the names that elements of a page have, and those of pairs of tags one inside the
    other. To be called in a worker."""
    names = _list_names(stored.page(portal))
    return tuple(css for css in names if with_tags or ">" not in css)


def _list_names(page: Page) -> dict[str, None]:
    names: dict[str, None] = {}
    body = page.root.find("body")
    for element in () if body is None else (page.root, *body.iter(etree.Element)):
        if element.tag in CODE_TAGS:
            continue
        names |= dict.fromkeys(lasting_selectors(element))
        parent = element.getparent()
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
    body: Body = {"guess": Keyword("elsewhere") if rules.is_precise else Keyword("true")}
    body |= {"root": roots} if roots else {"root": Keyword("none"), "guess": Keyword("true")}
    body |= {"drop": drops} if drops else {}
    metadata: Body = {}
    for name, lines in fields:
        if name not in FIELDS:
            continue
        metadata[name] = [*map(to_field_yaml, lines)]
    return {"body": body, **({"metadata": metadata} if metadata else {})}


def _summarize(portal: Portal, stored: StoredPage) -> PageSummary | None:
    return summarize_page(stored.page(portal))
