"""One stored page → its part of the inventory, by the same way to its roots as ``read_article_page`` goes."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from webarticlecurator.config import base_tags
from webarticlecurator.extract.body.root import drops, roots, roots_inside
from webarticlecurator.extract.gate.gate import gate
from webarticlecurator.extract.inventory.page import survey
from webarticlecurator.extract.inventory.tally import PageTally
from webarticlecurator.extract.read_article_page import carried
from webarticlecurator.extract.split import split
from webarticlecurator.extract.tags.dictionary import tagger
from webarticlecurator.extract.versions import choose
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.page import Page


def tally_page(portal: Portal, page: Page, *, later: bool = False) -> PageTally | None:
    """The elements of the article on ``page`` by signature; None for a page that is no article, or has no root. ``later``: it is
    not the page that the article begins with (``body.once`` is dropped)."""
    chosen = choose(portal, page)
    inner = None if gate(page, chosen.rules) else carried(page, chosen.rules)
    if inner is None:
        return None
    rules = chosen.rules.body
    if later:
        rules = replace(rules, drop=(*rules.drop, *rules.once))
    found = _roots(inner, chosen.rules)
    if not found:
        return None
    return survey(page.url, found, drops(inner, rules, found), tagger(rules.tags, base_tags(), rules.signature))


def _roots(page: Page, rules: ArticleRules) -> tuple[etree._Element, ...]:
    if rules.split is None:
        return roots(page, rules.body)
    inside = roots_inside(page, rules.body, tuple(part.element for part in split(page, rules.split)))
    return tuple(element for found in inside.values() for element in found)
