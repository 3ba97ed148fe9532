"""What tells the new design from the old one."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.proposing.repair.design_names import MIN_ALIKE, lasting_selectors


def choose_condition(
    portal: Portal,
    selectors: Sequence[str],
    new: Sequence[StoredPage],
    old: Sequence[StoredPage],
    days: YamlValue | None = None,
) -> YamlValue | None:
    """Return what holds for each page in the new design and no old one: of the ``selectors`` those
    that no old page has, a name that all new pages have, the ``days``, or that a name is absent
    which all old pages have. None if there is nothing of the kind."""
    on_old = [run_supervised(portal, p.url, find_selected, p, selectors) for p in old]
    fresh = [css for css in selectors if not any(css in each for each in on_old)]
    if fresh and all(run_supervised(portal, p.url, find_selected, p, fresh) for p in new):
        return fresh[0] if len(fresh) == 1 else fresh
    new_names, old_names = (
        [run_supervised(portal, p.url, list_design_names, p) for p in pages] for pages in (new, old)
    )
    if (own := _find_own_name(new_names, old_names)) or days is not None:
        return own or days
    absent = _find_own_name(old_names, new_names)
    return f"body:not(:has({absent}))" if absent else None


def _find_own_name(pages: Sequence[Sequence[str]], others: Sequence[Sequence[str]]) -> str:
    """Return the first name that all pages have and none of the others; "" without one."""
    common = set.intersection(*map(set, pages)) if pages else set()
    common.difference_update(*others)
    order = {css: number for number, css in enumerate(pages[0] if pages else ())}
    return min(common, key=lambda css: (css.count(">"), order[css]), default="")


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
    page = stored.page(portal)
    names: dict[str, None] = {}
    body = page.root.find("body")
    for element in () if body is None else (page.root, *body.iter(etree.Element)):
        if element.tag in CODE_TAGS:
            continue
        names |= dict.fromkeys(lasting_selectors(element))
        parent = element.getparent()
        is_inside = parent is not None and parent.tag != "html" and str(element.tag).isalnum()
        if with_tags and is_inside:
            names[f"{parent.tag} > {element.tag}"] = None
    return tuple(css for css in names if css not in ("body", "html"))
