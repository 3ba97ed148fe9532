"""Which rules read the texts of articles best: the proposed ones, the same with what heuristics say
of their content, or none but drops; each with the drops of what is left of the template.

The judge is what articles have in common (``shared_blocks.py``): what is repeated on several of
them, or leads to others, is no text; what no other article has is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from lxml import etree

from webarticlecurator.articles.without_rules.text_units import (
    MIN_PARAGRAPH_SIZE,
    Unit,
    fold_text,
    list_page_units,
)
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.article_rules import BodyRules
from webarticlecurator.base.model.proposal import LearnedRules, Proposal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.block_drops import learn_block_drops, make_drop_rule
from webarticlecurator.proposing.propose.shared_blocks import (
    ArticleFacts,
    JudgedPage,
    judge_blocks,
    list_kept,
    sum_sizes,
)

FACTS = ("authors", "section", "keywords")
"""Fields whose values say nothing that the text of an article says."""


@dataclass(frozen=True)
class _Reading:
    """Rules, and what they keep of each page; ``loss``: what is not text in it, and the text that
    is missing."""

    rules: LearnedRules
    loss: int


def choose_reading(
    rules: LearnedRules,
    proposal: Proposal,
    pages: Sequence[Page],
    known: Sequence[Metadata],
    listed: Collection[str],
) -> LearnedRules:
    """Return the rules with the drops of what they leave of the template; or, where these read the
    pages worse, fewer of them. ``known``: the metadata of each page, ``listed``: the addresses of
    the articles in the list."""
    facts = [_list_facts(metadata) for metadata in known]
    variants = [rules]
    if rules.roots and rules.is_precise:
        variants.append(replace(rules, is_precise=False))
    if rules.roots:
        variants.append(replace(rules, roots=(), leads=(), is_precise=False))
    kept = [_read(each, proposal, pages) for each in variants]
    # Another article may keep what reading without rules leaves out of these.
    dropping = [*map(make_drop_rule, rules.drops)]
    between = [
        _list_between(page, own, {*select_elements(dropping, page, any_of=True)})
        for page, (_, own) in zip(pages, kept[-1], strict=True)
    ]
    every = [
        [*more, *(unit for own in kept for unit in own[n][1])] for n, more in enumerate(between)
    ]
    units = [_in_order(own, page) for own, page in zip(every, pages, strict=True)]
    template = judge_blocks(pages, units, facts, listed, proposal.language)
    texts = [
        _list_text({unit for own in kept for unit in own[n][1]} - bad, {*kept[-1][n][1]})
        for n, bad in enumerate(template)
    ]
    best: _Reading | None = None
    for variant, own in zip(variants, kept, strict=True):
        beside = between if not (variant.roots and variant.is_precise) else [()] * len(pages)
        judged = [
            JudgedPage(
                page,
                roots,
                tuple(unit for unit in dict.fromkeys((*units, *more)) if unit in bad),
                tuple(unit for unit in units if unit not in bad),
            )
            for page, (roots, units), more, bad in zip(pages, own, beside, template, strict=True)
        ]
        lines = learn_block_drops(judged, [line.rule for line in variant.roots])
        more_rules = replace(variant, drops=(*variant.drops, *lines))
        loss = 0
        after = _read(more_rules, proposal, pages) if lines else own
        for (_, units_kept), bad, text in zip(after, template, texts, strict=True):
            loss += sum_sizes(unit for unit in units_kept if unit in bad)
            loss += sum_sizes(text - {*units_kept})
        if best is None or loss < best.loss:
            best = _Reading(more_rules, loss)
        if not best.loss:
            break
    return best.rules if best is not None else rules


def _in_order(units: Collection[Unit], page: Page) -> list[Unit]:
    """Return the units as they are on the page, each once."""
    wanted = {*units}
    return [unit for unit in list_page_units(page) if unit in wanted]


def _list_between(
    page: Page, kept: Sequence[Unit], dropped: Collection[etree._Element]
) -> list[Unit]:
    """Return the units of the page in the innermost element with all that is kept, if that is not
    the body, without those that are ``dropped``."""
    paragraphs = [unit for unit in kept if unit.is_running_text]
    if not paragraphs:
        return []
    others = [{*unit.around} for unit in paragraphs[1:]]
    around = next(
        (e for e in paragraphs[0].around if all(e in each for each in others) and e.tag != "p"),
        None,
    )
    if around is None or around.tag in ("body", "html"):
        return []
    return [
        unit
        for unit in list_page_units(page)
        if unit.is_in(around) and not any(each in dropped for each in unit.around)
    ]


def _read(
    rules: LearnedRules, proposal: Proposal, pages: Sequence[Page]
) -> list[tuple[tuple, list[Unit]]]:
    body = _body_rules(rules, proposal)
    return [list_kept(page, body) for page in pages]


def _body_rules(rules: LearnedRules, proposal: Proposal) -> BodyRules:
    """Return the rules for the text as a portal file has them."""
    text = proposed_yaml(replace(proposal, article=rules, classifier=None))
    return load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8")).article.body


def _list_text(units: set[Unit], sure: Collection[Unit]) -> set[Unit]:
    """Return the units that are text: those that reading without rules keeps, and paragraphs beside
    them."""
    parents = {unit.element.getparent() for unit in sure if unit in units}
    return {
        unit
        for unit in units
        if unit in sure or (unit.size >= MIN_PARAGRAPH_SIZE and unit.element.getparent() in parents)
    }


def _list_facts(metadata: Metadata) -> ArticleFacts:
    values = (fold_text(value) for name in FACTS for value in metadata.texts(name))
    title = fold_text(" ".join(metadata.texts("title")))
    return ArticleFacts(title, tuple(sorted({*values} - {""}, key=len, reverse=True)))
