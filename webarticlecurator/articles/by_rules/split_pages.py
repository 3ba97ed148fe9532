"""Read a stored page that holds several articles (``article.split``).

Each article has its own id, metadata and blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.blocks.article_body import read_body_elements, reject_without_root
from webarticlecurator.articles.blocks.article_roots import find_roots_inside
from webarticlecurator.articles.blocks.block_values import PageDefaults
from webarticlecurator.articles.by_rules.comments import apply_comments_rule
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import build_page_extract, embedded_page
from webarticlecurator.articles.by_rules.part_ids import find_id_rule, write_id_rule
from webarticlecurator.articles.by_rules.part_names import PartName, name_parts
from webarticlecurator.articles.by_rules.split_parts import PagePart, html_without, split_page
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.articles.rights.rights import read_rights
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.portal_file.config.tags import base_tags

ReadResult = PageExtract | Rejected


def read_split_page(portal: Portal, page: Page) -> tuple[tuple[str, ReadResult], ...] | Rejected:
    """Return (fragment, article) for every article on the page, in document order.

    The canonical address of an article is that of the page, ``#`` and the fragment: the id of the
    article on the page, or what tells it apart (``part_names.py``).

    The text is what ``body.root`` selects inside the article's element, or all of the element. The
    metadata are looked for in the same element, without nested articles. The rest of the page
    supplies the remaining fields, but no dates and no authors.

    Rejected: the whole page, by the page checks, or ``no-root`` where no article is found.
    """
    layout = select_layout(portal, page)
    rejected = check_page(page, layout.rules)
    if rejected:
        return rejected

    text_page = embedded_page(page, layout.rules)
    parts = list_parts(portal, layout.rules, text_page) if text_page is not None else []
    if text_page is None or not parts:
        return Rejected(page.url, "no-root", "article.split finds no article on the page")

    is_known = all(name.is_id for name, _, _ in parts)
    cure = "" if is_known else _describe_missing_id(text_page, [part for _, part, _ in parts])
    body_rules = layout.rules.body
    rights = read_rights(page)
    roots = find_roots_inside(text_page, body_rules, tuple(part.element for _, part, _ in parts))
    defaults = PageDefaults(portal.stated_zone, portal.language)
    articles: list[tuple[str, ReadResult]] = []
    for name, part, sources in parts:
        fragment = name.fragment
        url = f"{text_page.url}#{fragment}"
        if roots[part.element]:
            body = read_body_elements(
                text_page, roots[part.element], body_rules, base_tags(), defaults
            )
            body = apply_comments_rule(body, layout.rules, portal.pseudonym_key, text_page.url)
        else:
            body = reject_without_root(text_page, body_rules)
        if isinstance(body, Rejected):
            articles.append((fragment, replace(body, url=url)))
            continue
        article = build_page_extract(portal, sources, layout, body)
        problems = article.problems
        if not name.is_id:
            problems = (*problems, Problem("post-without-id", url, cure))
        article = replace(article, url=url, rights=rights, problems=problems)
        articles.append((fragment, article))
    return tuple(articles)


def list_outside_text(portal: Portal, page: Page) -> tuple[str, ...]:
    """Return the paragraphs of a page that are in none of its articles and that `body.drop` does
    not take, each once."""
    rules = select_layout(portal, page).rules
    text_page = embedded_page(page, rules)
    if text_page is None or rules.split is None:
        return ()
    known = [part.element for part in split_page(text_page, rules.split)]
    known += select_elements(rules.body.drop, text_page, any_of=True)
    units = (unit for unit in list_page_units(text_page) if unit.is_running_text)
    return tuple(dict.fromkeys(unit.text for unit in units if not any(map(unit.is_in, known))))


def list_parts(
    portal: Portal, rules: ArticleRules, page: Page
) -> list[tuple[PartName, PagePart, MetadataSources]]:
    """Return each article on ``page`` with its name and with the sources of its metadata."""
    parts = split_page(page, rules.split) if rules.split is not None else ()
    if not parts:
        return []
    # Fields of one article must not count for another; what is outside of all belongs to each.
    surrounding = page.inner(html_without(page.root, (part.element for part in parts)))
    pages = [surrounding.inner(html_without(part.element, part.inside)) for part in parts]
    names = name_parts(portal, rules, tuple(zip(parts, pages, strict=True)))
    return [
        (name, part, MetadataSources(own, surrounding=surrounding))
        for name, part, own in zip(names, parts, pages, strict=True)
    ]


def _describe_missing_id(page: Page, parts: Sequence[PagePart]) -> str:
    message = make_message(
        "it has no id of its own (`article.split.id`): its title and day, or its words, identify"
        " it, so an edit makes it a new article"
    )
    rule = find_id_rule([(page, [part.element for part in parts])])
    if rule is None:
        return message
    return make_message(
        "{message}. All articles of the page have a value of their own by `id: {rule}`",
        message=message,
        rule=write_id_rule(rule),
    )
