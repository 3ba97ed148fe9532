"""Which rules read the texts of articles best: the proposed ones, the same with what heuristics say
of their content, or none but drops; each with the drops of what is left of the template.

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
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.article_rules import BodyRules
from webarticlecurator.base.model.proposal import LearnedLine, LearnedRules, Proposal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.proposed_file import proposed_yaml
from webarticlecurator.proposing.text_rules.block_drops import (
    learn_block_drops,
    list_form_drops,
    make_drop_rule,
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

MOST_PAGES = 0.9
"""Share of the pages on which the words of a drop are those of all."""
MIN_KEPT = 0.5
"""Share of the text in a place from which on reading without rules takes it for text."""
FACTS = ("authors", "section", "keywords")
"""Fields whose values say nothing that the text of an article says."""


@dataclass(frozen=True)
class _Reading:
    """Rules, and how well they read the pages: ``loss`` is the size of what is no text in what they
    keep, and of the text that is missing; ``is_plain``: they keep all of a root but the drops."""

    rules: LearnedRules
    loss: int
    is_plain: bool


def choose_reading(
    rules: LearnedRules,
    proposal: Proposal,
    pages: Sequence[Page],
    facts: Sequence[ArticleFacts],
    listed: Collection[str],
) -> LearnedRules:
    """Return the rules with the drops of what they leave of the template; or, where these read the
    pages worse, fewer of them. ``facts``: what is known of the article on each page, ``listed``:
    the addresses of the articles in the list."""
    # The words of some sections are on some pages: a rule for all sections is tried first.
    worded = [line for line in rules.drops if _is_of_few(line, pages)]
    rules = replace(rules, drops=tuple(line for line in rules.drops if line not in worded))
    without = replace(rules, roots=(), leads=(), is_precise=False)
    sure = read_kept(without, proposal, pages)
    variants = [rules]
    if rules.roots:
        other = replace(rules, is_precise=not rules.is_precise)
        variants.insert(len(variants) if rules.is_precise else 0, other)
    likely = _leave_seldom_kept([own for _, own in sure], pages)
    for css in find_structural_roots(pages, likely)[:1]:
        line = LearnedLine(css, f"around the paragraphs on {len(pages)} pages")
        built = replace(without, roots=(line,), is_precise=True)
        # One element with everything is better than several, or none.
        is_alone = rules.roots and all(
            len(roots) == 1 for roots, _ in read_kept(rules, proposal, pages)
        )
        variants.insert(len(variants) if is_alone else 0, built)
    if rules.roots:
        variants.append(without)
    kept = [read_kept(each, proposal, pages) for each in variants]
    # Another article may keep what reading without rules leaves out of these.
    dropping = [*map(make_drop_rule, rules.drops)]
    between = [
        _list_between(page, own, {*select_elements(dropping, page, any_of=True)})
        for page, (_, own) in zip(pages, sure, strict=True)
    ]
    every = [
        [*more, *(unit for own in (*kept, sure) for unit in own[n][1])]
        for n, more in enumerate(between)
    ]
    units = [_in_order(own, page) for own, page in zip(every, pages, strict=True)]
    comments = [list_comments(rules, page) for page in pages]
    judged_blocks = judge_blocks(pages, units, facts, listed, proposal.language)
    template = [bad - own for bad, own in zip(judged_blocks, comments, strict=True)]
    texts = [
        _list_text({unit for own in kept for unit in own[n][1]} - bad, {*likely[n]}, page)
        | comments[n]
        for n, (page, bad) in enumerate(zip(pages, template, strict=True))
    ]
    best: _Reading | None = None
    for variant, own in zip(variants, kept, strict=True):
        left_out = between if not (variant.roots and variant.is_precise) else [()] * len(pages)
        judged = [
            JudgedPage(
                page,
                roots,
                tuple(unit for unit in dict.fromkeys((*units, *more)) if unit in bad),
                tuple(unit for unit in units if unit not in bad),
            )
            for page, (roots, units), more, bad in zip(pages, own, left_out, template, strict=True)
        ]
        lines = learn_block_drops(judged, [line.rule for line in variant.roots])
        lines = [*list_form_drops(judged), *lines]
        more_rules = replace(variant, drops=(*variant.drops, *lines))
        loss = 0
        after = read_kept(more_rules, proposal, pages) if lines else own
        for (_, units_kept), bad, text in zip(after, template, texts, strict=True):
            loss += sum_sizes(unit for unit in units_kept if unit in bad)
            loss += sum_sizes(text - {*units_kept})
        is_plain = bool(variant.roots) and variant.is_precise
        # heuristics that lose nothing of these may lose something of others
        if best is None or (loss, not is_plain) < (best.loss, not best.is_plain):
            left = [line for line in worded if _drops_kept(line, pages, after)]
            best = _Reading(replace(more_rules, drops=(*more_rules.drops, *left)), loss, is_plain)
        if not best.loss and best.is_plain:
            break
    return best.rules if best is not None else rules


def _is_of_few(line: LearnedLine, pages: Sequence[Page]) -> bool:
    """Return True for a drop by words that are on few of the pages."""
    if line.text is None:
        return False
    found = sum(bool([*select_elements((make_drop_rule(line),), page)]) for page in pages)
    return found < MOST_PAGES * len(pages)


def _drops_kept(
    line: LearnedLine,
    pages: Sequence[Page],
    read: Sequence[tuple[tuple[etree._Element, ...], Sequence[Unit]]],
) -> bool:
    """Return True if a drop takes something of what is kept of the pages."""
    return any(
        not {*select_elements((make_drop_rule(line),), page)}.isdisjoint(unit.around)
        for page, (_, units) in zip(pages, read, strict=True)
        for unit in units
    )


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


def _list_between(
    page: Page, kept: Sequence[Unit], dropped: Collection[etree._Element]
) -> list[Unit]:
    """Return the units of the page in the innermost element with all that is kept, if that is not
    the body, without those that are ``dropped``."""
    around = find_container(kept)
    if around is None:
        return []
    return [
        unit
        for unit in list_page_units(page)
        if unit.is_in(around) and not any(each in dropped for each in unit.around)
    ]


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
