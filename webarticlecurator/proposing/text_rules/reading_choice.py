"""Which rules read the texts of articles best: a root or none, each with the drops of what is left
of the template.

It compares articles with each other (``shared_blocks.py``): blocks that several articles repeat, or
that lead to other articles, are not text; blocks that only one article has are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

from lxml import etree

from webarticlecurator.articles.without_rules.text_units import (
    LINE_TAGS,
    MIN_PARAGRAPH_SIZE,
    Unit,
    fold_text,
    list_page_units,
)
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.article_rules import BodyRules
from webarticlecurator.base.model.proposal import CommentRules, LearnedLine, LearnedRules, Proposal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.proposed_file import proposed_yaml
from webarticlecurator.proposing.text_rules.block_drops import (
    learn_block_drops,
    list_form_drops,
)
from webarticlecurator.proposing.text_rules.shared_blocks import (
    ArticleFacts,
    JudgedPage,
    is_part,
    judge_blocks,
    list_kept,
    sum_sizes,
)
from webarticlecurator.proposing.text_rules.structural_roots import (
    find_container,
    find_structural_roots,
)

MIN_KEPT = 0.5
"""Share of the text in a place from which on reading without rules takes it for text."""
MAX_SLIP = 60
"""Letters on one page that say nothing against a root: a short line may be text or template."""
FACTS = ("authors", "section", "keywords")
"""Fields whose values say nothing that the text of an article says."""


def choose_reading(
    comments: CommentRules | None,
    proposal: Proposal,
    pages: Sequence[Page],
    facts: Sequence[ArticleFacts],
    listed: Collection[str],
) -> LearnedRules:
    """Return the root and the drops that read the pages best, or no root. ``comments``: the rules
    for those of readers; ``facts``: what is known of the article on each page, ``listed``: the
    addresses of the articles in the list."""
    without = LearnedRules(comments=comments)
    sure = read_kept(without, proposal, pages)
    likely = _leave_seldom_kept([own for _, own in sure], pages)
    variants = [without]
    for css in find_structural_roots(pages, likely)[:1]:
        line = LearnedLine(css, f"around the paragraphs on {len(pages)} pages")
        variants.insert(0, replace(without, roots=(line,), is_precise=True))
    kept = [*(read_kept(each, proposal, pages) for each in variants[:-1]), sure]
    # Another article may keep what reading without rules leaves out of these.
    between = [_list_between(page, own) for page, (_, own) in zip(pages, sure, strict=True)]
    every = [
        [*more, *(unit for own in kept for unit in own[n][1])] for n, more in enumerate(between)
    ]
    units = [_in_order(own, page) for own, page in zip(every, pages, strict=True)]
    of_readers = [list_comments(without, page) for page in pages]
    judged_blocks = judge_blocks(pages, units, facts, listed, proposal.language)
    template = [bad - own for bad, own in zip(judged_blocks, of_readers, strict=True)]
    texts = [
        _list_text({unit for own in kept for unit in own[n][1]} - bad, {*likely[n]}, page)
        | of_readers[n]
        for n, (page, bad) in enumerate(zip(pages, template, strict=True))
    ]
    rated: list[tuple[int, LearnedRules]] = []
    for variant, own in zip(variants, kept, strict=True):
        left_out = [()] * len(pages) if variant.roots else between
        judged = [
            JudgedPage(
                page,
                roots,
                tuple(unit for unit in dict.fromkeys((*units, *more)) if unit in bad),
                tuple(unit for unit in units if unit not in bad),
            )
            for page, (roots, units), more, bad in zip(pages, own, left_out, template, strict=True)
        ]
        drops = learn_block_drops(judged, [line.rule for line in variant.roots])
        rules = replace(variant, drops=(*list_form_drops(judged), *drops))
        after = read_kept(rules, proposal, pages) if rules.drops else own
        # the size of what is no text in what the rules keep, and of the text that is missing
        losses = [
            sum_sizes(unit for unit in units_kept if unit in bad) + sum_sizes(text - {*units_kept})
            for (_, units_kept), bad, text in zip(after, template, texts, strict=True)
        ]
        is_slip = len([*filter(None, losses)]) == 1 and sum(losses) <= MAX_SLIP
        rated.append((0 if variant.roots and is_slip else sum(losses), rules))
    # of equals the root: heuristics that lose nothing of these may lose something of others
    return min(rated, key=lambda pair: pair[0])[1]


def list_comments(rules: LearnedRules, page: Page) -> set[Unit]:
    """Return the units of comments, which have rules of their own beside precise roots."""
    if rules.comments is None:
        return set()
    comments = {*page.root.cssselect(rules.comments.comment)}
    return {unit for unit in list_page_units(page) if not comments.isdisjoint(unit.around)}


def _in_order(units: Collection[Unit], page: Page) -> list[Unit]:
    """Return the units as they are on the page, each once."""
    chosen_units = {*units}
    return [unit for unit in list_page_units(page) if unit in chosen_units]


def _list_between(page: Page, kept: Sequence[Unit]) -> list[Unit]:
    """Return the units of the page in the innermost element with all that is kept, if that is not
    the body."""
    around = find_container(kept)
    return [unit for unit in list_page_units(page) if around is not None and unit.is_in(around)]


def read_kept(
    rules: LearnedRules, proposal: Proposal, pages: Sequence[Page]
) -> list[tuple[tuple[etree._Element, ...], list[Unit]]]:
    """Return the roots that rules select on each page, and the units that they keep of them."""
    body = _body_rules(rules, proposal)
    return [list_kept(page, body) for page in pages]


def _body_rules(rules: LearnedRules, proposal: Proposal) -> BodyRules:
    """Return the rules for the text as a portal file has them."""
    text = proposed_yaml(replace(proposal, article=rules, classifier=None))
    return load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8")).article.body


def _leave_seldom_kept(kept: Sequence[Collection[Unit]], pages: Sequence[Page]) -> list[list[Unit]]:
    """Return what is ``kept`` of each page without that in places of which little is kept on all
    pages together: comments that are taken for text on one of them."""
    sizes, every = Counter[str](), Counter[str]()
    for own, page in zip(kept, pages, strict=True):
        for unit in list_page_units(page):
            every[_describe_place(unit)] += unit.size
        for unit in own:
            sizes[_describe_place(unit)] += unit.size
    return [
        [unit for unit in own if sizes[place := _describe_place(unit)] >= MIN_KEPT * every[place]]
        for own in kept
    ]


def _describe_place(unit: Unit) -> str:
    """Return the tags from the unit up to the body."""
    return " ".join(str(each.tag) for each in unit.around)


def _list_text(units: set[Unit], sure: Collection[Unit], page: Page) -> set[Unit]:
    """Return the units that are text: those that reading without rules keeps, paragraphs beside
    them, and what is between them."""
    ordered = _in_order(units, page)
    paragraphs = [n for n, unit in enumerate(ordered) if unit in sure and unit.is_running_text]
    parents = {ordered[n].element.getparent() for n in paragraphs}
    # the lines of an old page are directly in its box
    parents |= {ordered[n].element for n in paragraphs if ordered[n].tag not in LINE_TAGS}
    lists = {unit.element.getparent() for unit in sure if is_part(unit)}
    first, last = (paragraphs[0], paragraphs[-1]) if paragraphs else (0, -1)
    return {
        unit
        for n, unit in enumerate(ordered)
        if unit in sure
        or unit.element.getparent() in lists
        or (unit.size >= MIN_PARAGRAPH_SIZE and unit.element.getparent() in parents)
        or (first < n < last and not parents.isdisjoint(unit.around[1 : 2 + is_part(unit)]))
        or _is_among_lines(unit, parents)
    }


def _is_among_lines(unit: Unit, parents: Collection[etree._Element | None]) -> bool:
    """Return True for a unit in an element of ``parents`` that has text of its own behind it: a
    heading among lines that only ``br`` parts."""
    behind = (unit.element, *unit.element.itersiblings())
    return unit.element.getparent() in parents and any((e.tail or "").strip() for e in behind)


def list_facts(metadata: Metadata, names: Sequence[str]) -> ArticleFacts:
    """Return what is known of an article by its metadata, and the ``names`` that lines may have
    beside it: of its site and its authors."""
    values = map(fold_text, (*names, *(each for name in FACTS for each in metadata.texts(name))))
    title = fold_text(" ".join(metadata.texts("title")))
    return ArticleFacts(title, tuple(sorted({*values} - {""}, key=len, reverse=True)))
