"""Read a stored page that holds several articles (``article.split``).

Each article has its own id, metadata and blocks.
"""

from __future__ import annotations

from webarticlecurator.articles.by_rules.article_body import read_body_elements, reject_without_root
from webarticlecurator.articles.by_rules.article_roots import find_roots_inside
from webarticlecurator.articles.by_rules.block_values import PageDefaults
from webarticlecurator.articles.by_rules.comments import apply_comments_rule
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import build_page_extract, embedded_page
from webarticlecurator.articles.by_rules.page_checks import check_page
from webarticlecurator.articles.by_rules.rights import read_rights
from webarticlecurator.articles.by_rules.split_parts import PagePart, html_without, split_page
from webarticlecurator.articles.without_rules.sources import MetadataSources
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.model.article_rules import Split
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

ReadResult = PageExtract | Rejected


def read_split_page(portal: Portal, page: Page) -> tuple[tuple[str, ReadResult], ...] | Rejected:
    """Return (fragment, article) for every article on the page, in document order.

    The canonical address of an article is that of the page, ``#`` and the fragment: the id of the
    article on the page, or ``n`` and its number if it has none or one that is already taken.

    The text is what ``body.root`` selects inside the article's element, or all of the element. The
    metadata are looked for in the same element, without nested articles. The rest of the page
    supplies the remaining fields, but no dates and no authors.

    Rejected: the whole page, by the page checks, or ``no-root`` where no article is found.
    """
    layout = select_layout(portal, page)
    rejected = check_page(page, layout.rules)
    if rejected:
        return rejected

    text_page, rule = embedded_page(page, layout.rules), layout.rules.split
    parts = split_page(text_page, rule) if text_page is not None and rule is not None else ()
    if text_page is None or not parts:
        return Rejected(page.url, "no-root", "article.split finds no article on the page")

    # Fields of one article must not count for another; what is outside of all belongs to each.
    surrounding = _page_without_parts(text_page, parts)
    body_rules = layout.rules.body
    rights = read_rights(page)
    roots = find_roots_inside(text_page, body_rules, tuple(part.element for part in parts))
    defaults = PageDefaults(portal.stated_zone, portal.language)
    articles: list[tuple[str, ReadResult]] = []
    for fragment, part in _assign_fragments(parts):
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
        article = build_page_extract(portal, _sources_of_part(surrounding, part), layout, body)
        articles.append((fragment, replace(article, url=url, rights=rights)))
    return tuple(articles)


def part_sources(page: Page, rule: Split) -> tuple[tuple[str, MetadataSources], ...]:
    """Return (fragment, metadata sources) for every article on ``page``.

    The fragments are those of ``read_split_page``.
    """
    parts = split_page(page, rule)
    surrounding = _page_without_parts(page, parts) if parts else page
    return tuple(
        (fragment, _sources_of_part(surrounding, part))
        for fragment, part in _assign_fragments(parts)
    )


def _assign_fragments(parts: tuple[PagePart, ...]) -> list[tuple[str, PagePart]]:
    assigned: dict[str, PagePart] = {}
    ids = {part.id for part in parts}
    for number, part in enumerate(parts, start=1):
        # By number only where no id can name it: an id stays when an article is added above, a
        # number moves.
        fragment = part.id if part.id and part.id not in assigned else f"n{number}"
        # a made-up fragment must not be the id of another article
        while fragment != part.id and fragment in ids:
            fragment += "-"
        assigned[fragment] = part
    return list(assigned.items())


def _page_without_parts(page: Page, parts: tuple[PagePart, ...]) -> Page:
    """Return the page without its articles, since metadata of one must not count for another."""
    return page.inner(html_without(page.root, (part.element for part in parts)))


def _sources_of_part(surrounding: Page, part: PagePart) -> MetadataSources:
    return MetadataSources(surrounding.inner(part.own_html()), surrounding=surrounding)
