"""Read what the pages of an article load apart, from stored captures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from webarticlecurator.base.doubts.doubt_table import phrase_doubt
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticlePage
from webarticlecurator.pages.page.page import Page

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.loaded_parts import LoadedPart


def read_parts_of(
    portal: Portal, article_page: Page, parts: Iterable[tuple[LoadedPart, ArticlePage]]
) -> tuple[list[tuple[PageExtract, Capture]], list[Problem]]:
    """Return the blocks of the parts with their captures, and a problem for each that is missing.

    A part without text, such as the comments of an article that has none, is not a problem.
    """
    from webarticlecurator.articles.by_rules.loaded_parts import read_loaded_part

    read: list[tuple[PageExtract, Capture]] = []
    problems: list[Problem] = []
    for part, page in parts:
        if page.parsed is None or page.capture is None:
            words = page.words or phrase_doubt("part-missing", kind=part.rules.kind)
            problems.append(Problem("part-missing", part.url, words))
            continue
        loaded = read_loaded_part(portal, article_page, page.parsed, part.rules)
        if isinstance(loaded, PageExtract):
            read.append((loaded, page.capture))
    return read, problems
