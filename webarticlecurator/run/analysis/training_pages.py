"""Stored pages of a portal as training pages: its rules say what is text on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from webarticlecurator.errors import UsageError
from webarticlecurator.extract import read_article_page, select_layout
from webarticlecurator.extract.analysis.training.labelled_page import LabelledPage, label_page
from webarticlecurator.extract.analysis.training.staged_page import StagedPage, stage_page
from webarticlecurator.extract.body.roots import is_guessed
from webarticlecurator.extract.unit_classifier.classify_units import load_classifier
from webarticlecurator.model.article import PageExtract
from webarticlecurator.model.article_rules import ArticleRules
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.run.analysis.survey import StoredPages, select_articles, survey_articles
from webarticlecurator.run.building.article_page_choice import Source, find_first_page
from webarticlecurator.run.building.tasks import Task
from webarticlecurator.run.setup import Runtime
from webarticlecurator.tei import plain_lines

MAX_ARTICLES = 60
"""Articles of a portal to learn from by default: its pages are much alike."""
MIN_ARTICLES = 5
"""Articles of a portal, at least: fewer say more about the articles than about the portal."""


@dataclass(frozen=True)
class TrainingPortal:
    """The labelled pages of a portal; ``rules``: the digest of the rules that labelled them."""

    id: str
    rules: str
    pages: Sequence[StagedPage]


def label_portal(
    portal: Portal, pages: StoredPages, runtime: Runtime | None = None
) -> TrainingPortal:
    """Return the labelled pages of a portal: the same ones in the same order for the same corpus.

    ``portal`` must be loaded without rules that were learned, which say no more than the classifier
    itself. Raises UsageError where its rules do not say what is text, or on too few pages, and what
    ``survey_articles`` raises.
    """
    if not any(map(_says_what_is_text, _list_rules(portal))):
        raise UsageError(
            f"{portal.id}: its rules do not say what is text (expected article.body.root without"
            " `guess: true`, `page` or `split`)",
            "Write the root and drops of its articles into the portal file, or leave it out.",
        )
    select = partial(select_articles, portal)
    stage = f"read {portal.id}"
    found = survey_articles(portal, pages, select, _label_stored_page, runtime, stage)
    labelled = [page for page in found if page is not None]
    if len(labelled) < MIN_ARTICLES:
        raise UsageError(
            f"{portal.id}: too few stored articles whose text a root finds: {len(labelled)}"
            f" (expected at least {MIN_ARTICLES})",
            "Crawl more of them, or leave the portal out.",
        )
    return TrainingPortal(portal.id, portal.tei_digest, labelled)


def _list_rules(portal: Portal) -> Iterator[ArticleRules]:
    yield portal.article
    yield from (layout.rules for layout in portal.layouts)


def _says_what_is_text(rules: ArticleRules) -> bool:
    """Return True if the text is in elements of the page that rules alone choose."""
    body = rules.body
    return bool(body.root) and not (body.guess and body.refine) and not (rules.page or rules.split)


def _label_stored_page(portal: Portal, source: Source, task: Task) -> StagedPage | None:
    """Return the labelled first page of an article; None if it is not stored, not an article, or
    no rule says what is its text."""
    page = find_first_page(portal, source, task.start, task.shared)
    labelled = label_by_rules(portal, page) if page is not None else None
    return stage_page(labelled.without_tree(), load_classifier()) if labelled else None


def label_by_rules(portal: Portal, page: Page) -> LabelledPage | None:
    """Return the units of a page, labelled by the text that the rules of the portal find on it;
    None if it is not an article, or if no root rule finds its text."""
    rules = select_layout(portal, page).rules
    if not _says_what_is_text(rules) or is_guessed(page, rules.body):
        return None
    read = read_article_page(portal, page)
    text = "\n".join(plain_lines(read.blocks)) if isinstance(read, PageExtract) else ""
    # as a page of its own: what was derived from it by rules has nothing to do with the labels
    return label_page(Page(page.url, page.text, captured=page.captured), text) if text else None
