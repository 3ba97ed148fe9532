"""Which rules read the texts of articles best: a root or none, each with the drops of what is left
of the template.

It compares articles with each other (``shared_blocks.py``): blocks that several articles repeat, or
that lead to other articles, are not text; blocks that only one article has are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from lxml import etree

from webarticlecurator.articles.units.text_units import (
    LINE_TAGS,
    MIN_PARAGRAPH_SIZE,
    Unit,
    fold_text,
    list_page_units,
)
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.articles.without_rules.pictures import find_pictures
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.proposal.proposal import (
    CommentRules,
    LearnedLine,
    LearnedRules,
    Proposal,
)
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.text_rules.block_drops import (
    learn_block_drops,
    learn_opening_drops,
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
    MIN_AGREEING,
    find_container,
    find_structural_roots,
)

MIN_KEPT = 0.5
"""Share of the text in a place from which on reading without rules takes it for text."""
MAX_SLIP = 60
"""Letters on one page that say nothing against a root: a short line may be text or template."""
FACTS = ("authors", "section", "keywords")
"""Fields whose values say nothing that the text of an article says."""


@dataclass(frozen=True)
class Articles:
    """The pages of articles of a portal, what is known of each (``facts``), and the addresses of
    the articles in the list."""

    proposal: Proposal
    pages: Sequence[Page]
    facts: Sequence[ArticleFacts]
    listed: Collection[str] = ()


def choose_reading(
    comments: CommentRules | None,
    proposal: Proposal,
    pages: Sequence[Page],
    facts: Sequence[ArticleFacts],
    listed: Collection[str] = (),
    further: Sequence[Page] = (),
    *,
    is_precise: bool = True,
) -> LearnedRules:
    """Return the roots and the drops that read the pages best, or no root. ``comments``: the rules
    for those of readers; ``facts``: what is known of the article on each page, ``listed``: the
    addresses of the articles in the list, ``further``: later pages of some. ``is_precise``: roots
    are read as they are; else without what reading without rules leaves out there, and its names
    are dropped where it keeps it."""
    without = LearnedRules(comments=comments)
    variants = [without]
    likely = _leave_seldom_kept(_list_units(read_kept(without, proposal, pages)), pages)
    for selectors in find_structural_roots(pages, likely, further)[::-1]:
        roots = tuple(_count_roots(selectors, pages))
        variants.insert(0, replace(without, roots=roots, is_precise=is_precise))
    # further pages of an article have its words in common
    once = _list_once(facts)
    pages, facts = [pages[n] for n in once], [facts[n] for n in once]
    kept = [read_kept(each, proposal, pages) for each in variants]
    between = [_list_between(page, own) for page, (_, own) in zip(pages, kept[-1], strict=True)]
    of_articles = Articles(proposal, pages, facts, listed)
    most = max(variants, key=lambda each: len(each.roots))
    template, texts = judge_texts(of_articles, [*map(_list_units, kept)], most)
    captions = [set[Unit]() if is_precise else _list_captions(page) for page in pages]
    rated: list[tuple[int, LearnedRules]] = []
    for variant, own in zip(variants, kept, strict=True):
        is_refined = bool(variant.roots) and not is_precise
        judged = [
            _sort_units(page, roots, units, bad, pictures, is_refined)
            if variant.roots
            else _sort_units(page, roots, units, bad, pictures, False, more)
            for page, (roots, units), more, bad, pictures in zip(
                pages, own, between, template, captions, strict=True
            )
        ]
        drops = learn_block_drops(judged, [line.rule for line in variant.roots])
        drops = [*list_form_drops(judged), *drops, *learn_opening_drops(judged)]
        rules = replace(variant, drops=tuple(drops))
        after = _list_units(read_kept(rules, proposal, pages) if rules.drops else own)
        losses = [*map(_measure_loss, after, template, texts)]
        if is_refined:
            losses = _leave_wrong_guesses(losses, after, texts)
        is_slip = len([*filter(None, losses)]) == 1 and sum(losses) <= MAX_SLIP
        rated.append((0 if variant.roots and is_slip else sum(losses), rules))
    # of equals the root: heuristics that lose nothing of these may lose something of others
    return min(rated, key=lambda pair: pair[0])[1]


def _measure_loss(kept: Sequence[Unit], template: set[Unit], text: set[Unit]) -> int:
    """Return the size of what is kept and is no text, and of the text that is missing."""
    return sum_sizes(unit for unit in kept if unit in template) + sum_sizes(text - {*kept})


def _leave_wrong_guesses(
    losses: Sequence[int], kept: Sequence[Sequence[Unit]], texts: Sequence[set[Unit]]
) -> list[int]:
    """Return the losses without those of pages of which less than half of the text is kept, if
    these are few: what was guessed of one page says less than what others confirm."""
    counted = [
        loss
        for loss, units, text in zip(losses, kept, texts, strict=True)
        if 2 * sum_sizes(text.intersection(units)) >= sum_sizes(text)
    ]
    return counted if len(counted) >= MIN_AGREEING * len(losses) else [*losses]


def _sort_units(
    page: Page,
    roots: tuple[etree._Element, ...],
    kept: Sequence[Unit],
    template: set[Unit],
    captions: set[Unit],
    is_refined: bool,
    more: Sequence[Unit] = (),
) -> JudgedPage:
    """Return what a reading keeps of a page, and what may be dropped: what is of the template, also
    among ``more``, and what refined roots leave out."""
    around = {*roots} if is_refined else set()
    inside = [unit for unit in list_page_units(page) if not around.isdisjoint(unit.around)]
    own = dict.fromkeys(unit for unit in (*kept, *captions) if unit not in template)
    bad = dict.fromkeys(unit for unit in (*kept, *more) if unit in template)
    beside = (unit for unit in inside if unit not in own and unit not in bad)
    return JudgedPage(page, roots, tuple(bad), tuple(own), tuple(beside))


def _list_captions(page: Page) -> set[Unit]:
    """Return the units of captions, which are no text, and stay with their pictures."""
    figures = {*page.root.iter("figure", "figcaption", "caption")}
    guess = find_article_text(page)
    figures.update(find_pictures(page, guess.roots).figures if guess else ())
    return {unit for unit in list_page_units(page) if not figures.isdisjoint(unit.around)}


def judge_texts(
    articles: Articles, kept: Sequence[Sequence[Sequence[Unit]]], rules: LearnedRules
) -> tuple[list[set[Unit]], list[set[Unit]]]:
    """Return, for each page, what is of the template and what is text of the units that some
    readings keep, the last of which is without rules. ``rules``: the roots of the layouts, and the
    comments of readers, which are no template."""
    pages, sure = articles.pages, kept[-1]
    likely = _leave_seldom_kept(sure, pages)
    # Another article may keep what reading without rules leaves out of these.
    units = [
        _in_order([*_list_between(page, sure[n]), *(unit for own in kept for unit in own[n])], page)
        for n, page in enumerate(pages)
    ]
    of_readers = [list_comments(rules, page) for page in pages]
    judged = _judge_layouts(articles, units, rules.roots)
    template = [bad - own for bad, own in zip(judged, of_readers, strict=True)]
    if not rules.is_precise:
        template = [bad - _list_captions(page) for bad, page in zip(template, pages, strict=True)]
    texts = [
        _list_text({unit for own in kept for unit in own[n]} - bad, {*likely[n]}, page)
        | of_readers[n]
        for n, (page, bad) in enumerate(zip(pages, template, strict=True))
    ]
    return template, texts


def _list_units(kept: Sequence[tuple[object, list[Unit]]]) -> list[list[Unit]]:
    return [units for _, units in kept]


def _judge_layouts(
    articles: Articles, units: Sequence[Sequence[Unit]], roots: Sequence[LearnedLine]
) -> list[set[Unit]]:
    """Return those of the ``units`` of each page that are of the template: on all pages together,
    or on those of its layout."""
    pages = articles.pages
    judged = [set[Unit]() for _ in pages]
    groups = [[*range(len(pages))]]
    for root in roots if len(roots) > 1 else ():
        rest = [n for group in groups[1:] for n in group]
        groups.append(
            [n for n in groups[0] if n not in rest and pages[n].root.cssselect(root.rule)]
        )
    for group in groups:
        found = judge_blocks(
            [pages[n] for n in group],
            [units[n] for n in group],
            [articles.facts[n] for n in group],
            articles.listed,
            articles.proposal.language,
        )
        for n, template in zip(group, found, strict=True):
            judged[n] |= template
    return judged


def _list_once(facts: Sequence[ArticleFacts]) -> list[int]:
    """Return the numbers of the pages without further ones of the same title, which are of one
    article, and have its words in common; all, if most have the same: it is that of the site."""
    first_of: dict[str, int] = {}
    for number, each in enumerate(facts):
        first_of.setdefault(each.title or str(number), number)
    return [*(first_of.values() if 2 * len(first_of) >= len(facts) else range(len(facts)))]


def _count_roots(selectors: Sequence[str], pages: Sequence[Page]) -> Iterator[LearnedLine]:
    """Yield the roots, each with the number of pages on which it is the first that finds one."""
    rest = [*pages]
    for css in selectors:
        own = [page for page in rest if page.root.cssselect(css)]
        rest = [page for page in rest if page not in own]
        yield LearnedLine(css, f"around the paragraphs on {len(own)} of {len(pages)} pages")


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
    text = proposed_yaml(replace(proposal, article=rules))
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
