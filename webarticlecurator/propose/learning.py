"""``curator learn`` and ``curator tags``: what is proposed from all stored pages of a portal.

``curator learn``: learns rules from what the stored pages of a portal have in common.

The rules are written down, so that the TEI of an article never depends on other articles unseen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from webarticlecurator.article import select_layout
from webarticlecurator.article.diagnostics import list_field_candidates
from webarticlecurator.article.one_page import embedded_page
from webarticlecurator.captures.article_pages import (
    FirstPageReader,
    Source,
    find_first_page,
    follow_pages,
)
from webarticlecurator.captures.tasks import Task
from webarticlecurator.config import base_tags, load_portal
from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.yaml_tree import NotReadable, decode_yaml
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.folders import data_folder
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import LearnedLine, LearnedRules
from webarticlecurator.model.verdict import WITHOUT_PAGE
from webarticlecurator.propose.induce_rules import (
    InducedRules,
    RootComparison,
    ValidatedSelector,
    compare_roots,
    induce_rules,
)
from webarticlecurator.propose.inventory import Inventory, PageTally
from webarticlecurator.propose.inventory_table import Table, parse_table
from webarticlecurator.propose.page_summary import PageSummary, summarize_page
from webarticlecurator.propose.suggest import TagSuggester
from webarticlecurator.propose.tag_evidence import (
    DecisionIndex,
    PortalDecisions,
    read_portal_decisions,
    tally_page,
)
from webarticlecurator.propose.template_lines import Affix, find_title_affixes
from webarticlecurator.store import ArticleRow, CorpusView
from webarticlecurator.stored_pages.captured_pages import (
    sampling_key,
    select_articles,
    survey_articles,
)
from webarticlecurator.stored_pages.page_store import StoredPages
from webarticlecurator.workers.executor import Runtime

MAX_ARTICLES = 2000
"""Articles to read by default: enough to find what every fifth title has."""
MAX_SUMMARIES = 300
"""Articles whose pages are compared: enough to find a layout that every twentieth page has, few
enough to keep in memory."""


@dataclass(frozen=True)
class ArticleSummary:
    """What learning keeps of an article: (source, title) pairs, a summary of its first page."""

    url: str
    titles: tuple[tuple[str, str], ...]
    summary: PageSummary | None


@dataclass(frozen=True)
class LearningResult:
    """What was learned from ``articles`` articles.

    ``affixes`` of their titles are in the order in which they have to be removed. ``induced`` are
    the rules for their pages; None if the portal file takes the text from a script, or splits
    pages. ``comparison`` is given if the portal file has its own ``root``, which is then in force.
    """

    articles: int
    affixes: tuple[Affix, ...]
    induced: InducedRules | None = None
    comparison: RootComparison | None = None


def learn_rules(
    portal: Portal, pages: StoredPages, runtime: Runtime | None = None
) -> LearningResult:
    """Learn rules from stored articles.

    ``portal`` must be loaded without rules that were learned before. Raises what
    ``survey_articles`` raises.
    """
    titles: dict[str, list[str]] = {}
    kept: dict[bytes, PageSummary] = {}
    count = 0
    select = partial(select_articles, portal)
    for article in survey_articles(portal, pages, select, summarize_stored_page, runtime):
        if article is None:
            continue
        count += 1
        for source, title in article.titles:
            titles.setdefault(source, []).append(title)
        # The same MAX_SUMMARIES in the same order, whatever is read first.
        if article.summary is not None:
            kept[sampling_key(article.url)] = article.summary
        if len(kept) > MAX_SUMMARIES:
            del kept[max(kept)]
    host = plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    names = (portal.title, portal.id, publisher, host, host.partition(".")[0])
    affixes = find_title_affixes(titles, names)
    if not _has_own_elements(portal):
        return LearningResult(count, affixes)
    summaries = [kept[key] for key in sorted(kept)]
    induced = induce_rules(summaries)
    has_choice = bool(portal.article.body.root and induced.roots)
    comparison = compare_roots(summaries, induced) if has_choice else None
    return LearningResult(count, affixes, induced, comparison)


def summarize_stored_page(portal: Portal, source: Source, task: Task) -> ArticleSummary | None:
    """Summarize the first page of an article; None if it is not stored, or not an article."""
    page = find_first_page(portal, source, task.start, task.shared)
    if page is None:
        return None
    candidates = list_field_candidates(portal, page)
    if not candidates:
        return None
    titles = tuple(
        (candidate.source, value)
        for candidate in candidates
        if candidate.field == "title"
        for value in candidate.values
    )
    summary = None
    if _has_own_elements(portal):
        rules = select_layout(portal, page).rules
        # of a page whose text is in a script, nothing
        if embedded_page(page, rules) is page:
            summary = summarize_page(page, rules.body if rules.body.root else None)
    return ArticleSummary(task.canonical, titles, summary)


def _has_own_elements(portal: Portal) -> bool:
    """True if the text of an article is in the elements of its page, and no other article's."""
    return not (portal.article.page or portal.article.split)


# The rules that pages suggest as lines of a file, each with its evidence.
#
# ``curator learn`` and ``curator new`` write them.


def list_rule_lines(induced: InducedRules | None, affixes: Sequence[Affix] = ()) -> LearnedRules:
    """Return the rules for the pages of articles, and the affixes to remove from titles."""
    induced = induced or InducedRules(0)
    titles = (
        LearnedLine(each.pair[0], f"{each.count} of {each.of} titles from {each.source}")
        for each in affixes
    )
    roots = (
        LearnedLine(", ".join((*root.leads, root.selector)), _evidence(root, "of the text"))
        for root in induced.roots
    )
    drops = []
    for drop in induced.drops:
        evidence = _evidence(drop, "of it no text of the article")
        test = None
        if drop.starts:
            evidence = f"word for word on {drop.pages} of {drop.of} pages"
            test = ("equals" if drop.whole else "starts", drop.starts)
        drops.append(LearnedLine(drop.selector, evidence, test))
    leads = (
        LearnedLine(lead.selector, f"on {lead.pages} of {lead.of} pages") for lead in induced.leads
    )
    return LearnedRules(tuple(titles), tuple(roots), tuple(drops), tuple(leads), induced.is_precise)


def _evidence(rule: ValidatedSelector, what: str) -> str:
    return f"on {rule.pages} of {rule.of} pages, {round(100 * rule.share)} % {what}"


# ``curator tags inventory``: counts the tags of every stored article by signature.
#
# Nothing is written, and the network is not used.

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
    parsed = [page.parsed for page in pages if page.parsed is not None]
    # The text begins on the last page if the layout is reversed.
    is_reversed = bool(parsed) and select_layout(portal, parsed[0]).rules.reversed
    opening = parsed[-1 if is_reversed else 0] if parsed else None
    tallies = (tally_page(portal, page, later=page is not opening) for page in parsed)
    return tuple(tally for tally in tallies if tally is not None)


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
