"""``curator tags inventory``: counts the tags of every stored article by signature.

Nothing is written, and the network is not used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from webarticlecurator.article import select_layout
from webarticlecurator.captures.article_pages import (
    ArticlePage,
    FirstPageReader,
    Source,
    follow_pages,
)
from webarticlecurator.captures.tasks import Task
from webarticlecurator.config import base_tags, load_portal
from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.yaml_tree import NotReadable, decode_yaml
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import WITHOUT_PAGE
from webarticlecurator.propose.inventory import Inventory, PageTally
from webarticlecurator.propose.inventory_table import Table, parse_table
from webarticlecurator.propose.page_tags import tally_page
from webarticlecurator.propose.portal_decisions import (
    DecisionIndex,
    PortalDecisions,
    read_portal_decisions,
)
from webarticlecurator.propose.suggest import TagSuggester
from webarticlecurator.resources import data_folder
from webarticlecurator.store import ArticleRow, CorpusView
from webarticlecurator.stored_pages.survey import StoredPages, survey_articles
from webarticlecurator.workers.setup import Runtime

_NOT_READ = (*WITHOUT_PAGE, "continuation", "duplicate", "excluded")
"""Rejections of addresses without a page of their own; other rejected pages are checked again."""


def take_inventory(
    portal: Portal,
    pages: StoredPages,
    runtime: Runtime | None = None,
    *,
    with_tree: bool = False,
) -> Inventory:
    """Count the tags of all stored articles, by the current rules.

    ``with_tree`` also counts for the content tree and the bigrams. Raises what ``survey_articles``
    raises.
    """
    inventory = Inventory(with_tree=with_tree)
    articles = survey_articles(
        portal, pages, _select_first_pages, tally_article, runtime, stage="inventory"
    )
    for tallies in articles:
        for tally in tallies:
            inventory.add(tally)
    inventory.finish()
    return inventory


def _select_first_pages(corpus: CorpusView) -> Iterator[ArticleRow]:
    """Yield every article whose first page may be stored, in the order of listing.

    Several articles on one page are one row, that of the page.
    """
    for row in corpus.frontier.articles("stored", "tei", "rejected"):
        if row.reason not in _NOT_READ and "#" not in row.requested:
            yield row


def tally_article(portal: Portal, source: Source, task: Task) -> tuple[PageTally, ...]:
    """Count the tags of each stored page of an article, in the order of its links.

    Pages that are not an article are left out.
    """
    finder = FirstPageReader(portal, source).pages_of(task.start, task.shared)
    found = follow_pages(task.start, finder)
    pages = found.pages if found.whole is None else (found.whole,)
    captured = [page for page in pages if page.parsed is not None]
    opening = _find_opening_page(portal, captured)
    tallies = (
        tally_page(portal, article_page.parsed, later=article_page is not opening)
        for article_page in captured
        if article_page.parsed is not None
    )
    return tuple(tally for tally in tallies if tally is not None)


def _find_opening_page(portal: Portal, captured: list[ArticlePage]) -> ArticlePage | None:
    """Return the page with which the text begins: the last one if the layout is reversed."""
    first = captured[0] if captured else None
    if first is None or first.parsed is None:
        return None
    return captured[-1] if select_layout(portal, first.parsed).rules.reversed else first


# ``curator tags suggest``: the tag dictionaries from which suggestions are made.
#
# They are those of the shipped portal files, and the base dictionary.

_NOT_PORTALS = (".tests", ".learned")


def build_suggester(
    own: PortalDecisions | None = None,
    without: Collection[str] = (),
    shipped: Iterable[PortalDecisions] | None = None,
) -> TagSuggester:
    """Return a suggester that knows the decisions of all shipped portals and of ``own``.

    ``own`` are the decisions made so far; ``without`` are ids of portals to leave out. Portals that
    share their dictionary count as one. ``shipped`` is the result of ``read_shipped_decisions`` if
    the caller has it.
    """
    portals = [own] if own is not None else []
    portals += [
        decisions
        for decisions in (read_shipped_decisions() if shipped is None else shipped)
        if decisions.portal not in without and decisions.portal != (own and own.portal)
    ]
    distinct = {decisions.rows: decisions for decisions in reversed(portals)}.values()
    return TagSuggester(DecisionIndex(distinct), base_tags())


def read_shipped_decisions() -> Iterator[PortalDecisions]:
    """Yield the decisions of the shipped portal files, by name.

    A file that cannot be read, or has no decisions, is left out.
    """
    for path in sorted(data_folder("site_configs").glob("*.yaml")):
        if path.stem.endswith(_NOT_PORTALS):
            continue
        try:
            decisions = read_portal_decisions(load_portal(path))
        except ConfigError:
            continue
        if decisions.rows:
            yield decisions


# Tag dictionaries as files.


def load_tag_table(path: Path) -> Table:
    """Read a tag dictionary; raise UsageError or ConfigError if it cannot be read."""
    try:
        content = read_regular(path, MAX_TABLE)
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}", "Give the file of a tag dictionary (TSV)."
        ) from None
    return decode_tag_table(content, path)


def decode_tag_table(content: bytes, path: Path) -> Table:
    """Return the tag dictionary that a file holds. Raises as ``load_tag_table``."""
    try:
        return parse_table(decode_yaml(content, str(path)), str(path))
    except NotReadable as wrong:
        raise ConfigError((wrong.problem,)) from wrong
