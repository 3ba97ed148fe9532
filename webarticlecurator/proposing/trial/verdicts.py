"""The verdict on each element of a page, and what was found there without a rule.

What becomes of each element of a page, and why: kept, unclaimed, dropped, or outside the roots.

The steps are those of ``read_article_page`` without the metadata, and of ``read_loaded_part``, so
that the verdicts are those of the TEI.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.articles.blocks.article_body import (
    BodyResult,
    read_body,
    read_body_elements,
    reject_without_root,
)
from webarticlecurator.articles.blocks.article_roots import find_roots, find_roots_inside
from webarticlecurator.articles.blocks.block_values import PageDefaults
from webarticlecurator.articles.blocks.walk_record import WalkRecord
from webarticlecurator.articles.by_rules.comments import apply_comments_rule
from webarticlecurator.articles.by_rules.layout_choice import Layout, select_layout
from webarticlecurator.articles.by_rules.loaded_parts import find_part_roots, read_part_roots
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.articles.by_rules.split_parts import split_page
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.portal.article_rules import BodyRules, PartRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule, label_rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import sum_accounts
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.trial.page_verdicts import (
    PageVerdicts,
    account_of_dropped,
    collect_verdicts,
    with_words_outside,
)
from webarticlecurator.proposing.trial.verdicts_without_rules import read_without_rules


def read_element_verdicts(
    portal: Portal, page: Page, *, is_continuation: bool = False
) -> PageVerdicts:
    """Return what ``read_article_page`` does with each element of a page.

    ``is_continuation``: the page continues an article. Nothing that a page contains makes this
    function raise.
    """
    layout = select_layout(portal, page)
    rejected = check_page(page, layout.rules)
    text_page = None if rejected else embedded_page(page, layout.rules)
    if text_page is None:
        rejected = rejected or Rejected(page.url, "no-root", "no rule of article.page finds HTML")
        return with_words_outside(PageVerdicts(page, rejected=rejected, layout=layout.name))

    rules = layout.rules.body
    if is_continuation and layout.rules.split is None:
        rules = replace(rules, drop=(*rules.drop, *rules.first_page_only))
    groups = _find_root_groups(text_page, layout, rules)
    if not groups:
        rejected = _reject_without_root(text_page, layout)
        return with_words_outside(PageVerdicts(text_page, rejected=rejected, layout=layout.name))

    record, results = WalkRecord(), list[BodyResult | Rejected]()
    for roots in groups:
        body = _read_roots(portal, text_page, (roots, rules, layout), record)
        results.append(apply_comments_rule(body, layout.rules, portal.pseudonym_key, text_page.url))
    read = [result for result in results if isinstance(result, BodyResult)]
    choice = _describe_choice(portal, page, text_page, rules)
    verdicts = PageVerdicts(
        text_page,
        tuple(root for roots in groups for root in roots),
        collect_verdicts(groups, record, layout.rules.comments, choice),
        sum_accounts(body.account for body in read) if read else account_of_dropped(record),
        next((result for result in results if isinstance(result, Rejected) and not read), None),
        layout.name,
        choice,
        read[0].confidence if read else None,
        tuple(problem.message for body in read for problem in body.problems),
        tuple(record.changes),
    )
    return with_words_outside(verdicts)


def read_part_verdicts(
    portal: Portal, article_page: Page, page: Page, part: PartRules
) -> Iterator[PageVerdicts]:
    """Yield what ``read_loaded_part`` does with each element of a part that ``article_page`` loads:
    for ``page``, or for each HTML text in it that the rules of the part select."""
    layout = select_layout(portal, article_page)
    comments, key = layout.rules.comments, portal.pseudonym_key
    for each, roots in find_part_roots(page, part):
        record = WalkRecord()
        body = read_part_roots(portal, layout.rules, part.kind, each, roots, record)
        result = apply_comments_rule(body, layout.rules, key, page.url)
        choice = _name_root(each, part.root) or make_message("the whole part")
        verdicts = PageVerdicts(
            each,
            roots,
            collect_verdicts((roots,), record, comments, choice),
            layout=layout.name,
            choice=choice,
            changes=tuple(record.changes),
            part=part.kind,
        )
        if isinstance(result, Rejected):
            yield with_words_outside(
                replace(verdicts, account=account_of_dropped(record), rejected=result)
            )
        else:
            problems = tuple(problem.message for problem in result.problems)
            yield with_words_outside(replace(verdicts, account=result.account, problems=problems))


def _read_roots(
    portal: Portal,
    page: Page,
    choice: tuple[tuple[etree._Element, ...], BodyRules, Layout],
    record: WalkRecord,
) -> BodyResult | Rejected:
    """Read the body of the page, or of one of several articles on it."""
    roots, rules, layout = choice
    if layout.rules.split is not None:
        defaults = PageDefaults(portal.stated_zone, portal.language)
        return read_body_elements(page, roots, rules, base_tags(), defaults, record=record)
    zone, language = portal.stated_zone, portal.language
    return read_body(page, rules, base_tags(), timezone=zone, language=language, record=record)


def _find_root_groups(
    page: Page, layout: Layout, rules: BodyRules
) -> tuple[tuple[etree._Element, ...], ...]:
    """Return the roots of each article on the page that has any."""
    split = layout.rules.split
    if split is None:
        roots = find_roots(page, rules)
        return (roots,) if roots else ()
    parts = tuple(part.element for part in split_page(page, split))
    return tuple(roots for roots in find_roots_inside(page, rules, parts).values() if roots)


def _reject_without_root(page: Page, layout: Layout) -> Rejected:
    if layout.rules.split is not None:
        return Rejected(
            page.url, "no-root", make_message("article.split finds no article on the page")
        )
    return reject_without_root(page, layout.rules.body)


def _describe_choice(portal: Portal, page: Page, text_page: Page, rules: BodyRules) -> str:
    """Return how the roots were found."""
    found = read_without_rules(portal, page)
    rule = _name_root(text_page, rules.root)
    if found is None or found.state == "unused":
        return rule or make_message("the whole part (article.split)")
    if found.state == "refined":
        return make_message("{rule}, refined (guess: true)", rule=rule)
    return (
        make_message("guessed, because no rule finds it")
        if rules.root
        else make_message("guessed without a rule")
    )


def _name_root(page: Page, rules: tuple[Rule, ...]) -> str:
    """Return the first root rule that matches, "" if none does."""
    matching = (rule for rule in rules if select_elements((rule,), page))
    return next((f"root: {label_rule(rule).removeprefix('css:')}" for rule in matching), "")
