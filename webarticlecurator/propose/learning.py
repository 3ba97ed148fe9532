"""``curator learn`` and ``curator tags``: what is proposed from all stored pages of a portal.

``curator learn``: learns rules from what the stored pages of a portal have in common.

The rules are written down, so that the TEI of an article never depends on other articles unseen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from webarticlecurator.article import select_layout
from webarticlecurator.article.article_page import embedded_page
from webarticlecurator.article.diagnostics import list_candidates
from webarticlecurator.captures.article_pages import (
    ArticlePage,
    FirstPageReader,
    Source,
    find_first_page,
    follow_pages,
)
from webarticlecurator.captures.tasks import Task
from webarticlecurator.config import base_tags, load_portal
from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.yaml_tree import NotReadable, decode_yaml
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import FieldLine, LearnedLine, LearnedRules
from webarticlecurator.model.verdict import WITHOUT_PAGE
from webarticlecurator.page import Page
from webarticlecurator.propose.induce_rules import (
    InducedRules,
    RootComparison,
    ValidatedSelector,
    compare_roots,
    induce_rules,
)
from webarticlecurator.propose.inventory import Inventory, PageTally
from webarticlecurator.propose.inventory_table import Table, parse_table
from webarticlecurator.propose.metadata_rules import NAMES, Affix, LearnedField, find_title_affixes
from webarticlecurator.propose.page_summary import PageSummary, summarize_page
from webarticlecurator.propose.suggest import TagSuggester
from webarticlecurator.propose.tag_evidence import (
    DecisionIndex,
    PortalDecisions,
    read_portal_decisions,
    tally_page,
)
from webarticlecurator.resources import data_folder
from webarticlecurator.store import ArticleRow, CorpusView
from webarticlecurator.stored_pages.page_store import StoredPages, select_articles
from webarticlecurator.stored_pages.survey import sampling_key, survey_articles
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
    sample = _SummarySample()
    count = 0
    select = partial(select_articles, portal)
    for article in survey_articles(portal, pages, select, summarize_stored_page, runtime):
        if article is None:
            continue
        count += 1
        sample.add(article)
        for source, title in article.titles:
            titles.setdefault(source, []).append(title)
    affixes = find_title_affixes(titles, _portal_names(portal))
    if not _has_own_elements(portal):
        return LearningResult(count, affixes)
    summaries = sample.summaries()
    induced = induce_rules(summaries)
    if not portal.article.body.root:
        return LearningResult(count, affixes, induced)
    comparison = compare_roots(summaries, induced) if induced.roots else None
    return LearningResult(count, affixes, induced, comparison)


class _SummarySample:
    """At most MAX_SUMMARIES summaries: the same ones in the same order, whatever is added first."""

    def __init__(self) -> None:
        self._kept: dict[bytes, PageSummary] = {}

    def add(self, article: ArticleSummary) -> None:
        if article.summary is not None:
            self._kept[sampling_key(article.url)] = article.summary
        if len(self._kept) > MAX_SUMMARIES:
            del self._kept[max(self._kept)]

    def summaries(self) -> list[PageSummary]:
        return [self._kept[key] for key in sorted(self._kept)]


def summarize_stored_page(portal: Portal, source: Source, task: Task) -> ArticleSummary | None:
    """Summarize the first page of an article; None if it is not stored, or not an article."""
    page = find_first_page(portal, source, task.start, task.shared)
    if page is None:
        return None
    candidates = list_candidates(portal, page)
    if not candidates:
        return None
    titles = tuple(
        (candidate.source, value)
        for candidate in candidates
        if candidate.field == "title"
        for value in candidate.values
    )
    return ArticleSummary(task.canonical, titles, _summarize(portal, page))


def _summarize(portal: Portal, page: Page) -> PageSummary | None:
    """Return the summary of a page; None if its text is in a script, not in its own elements."""
    if not _has_own_elements(portal):
        return None
    rules = select_layout(portal, page).rules
    own_rules = rules.body if rules.body.root else None
    return summarize_page(page, own_rules) if embedded_page(page, rules) is page else None


def _has_own_elements(portal: Portal) -> bool:
    """True if the text of an article is in the elements of its page, and no other article's."""
    return not (portal.article.page or portal.article.split)


def _portal_names(portal: Portal) -> tuple[str, ...]:
    host = plain_host(portal.home)
    publisher = portal.publisher.name if portal.publisher else ""
    return (portal.title, portal.id, publisher, host, host.partition(".")[0])


# The rules that pages suggest as lines of a file, each with its evidence.
#
# ``curator learn`` and ``curator new`` write them.

MAX_SAMPLES = 3
"""Values that are shown with a rule."""


def list_rule_lines(induced: InducedRules | None, affixes: Sequence[Affix] = ()) -> LearnedRules:
    """Return the rules for the pages of articles, and the affixes to remove from titles."""
    induced = induced or InducedRules(0)
    return LearnedRules(
        tuple(LearnedLine(affix.pair[0], _affix_evidence(affix)) for affix in affixes),
        tuple(
            LearnedLine(", ".join((*root.leads, root.selector)), _evidence(root, "of the text"))
            for root in induced.roots
        ),
        tuple(_drop_line(drop) for drop in induced.drops),
        tuple(
            LearnedLine(lead.selector, f"on {lead.pages} of {lead.of} pages")
            for lead in induced.leads
        ),
        induced.is_precise,
    )


def list_field_lines(fields: Sequence[LearnedField]) -> Iterator[tuple[str, tuple[FieldLine, ...]]]:
    """Yield the rules for each field."""
    for learned in fields:
        yield (
            learned.field,
            tuple(
                FieldLine(
                    selector.css,
                    f"on {pages} of {learned.of} pages: {'; '.join(values[:MAX_SAMPLES])}",
                    selector.label.strip(),
                    NAMES if selector.is_split else "",
                    learned.field == "section",
                )
                for selector, pages, values in learned.rules
            ),
        )


def _drop_line(rule: ValidatedSelector) -> LearnedLine:
    if rule.starts:
        test = ("equals" if rule.whole else "starts", rule.starts)
        return LearnedLine(rule.selector, f"word for word on {rule.pages} of {rule.of} pages", test)
    return LearnedLine(rule.selector, _evidence(rule, "of it no text of the article"))


def _evidence(rule: ValidatedSelector, what: str) -> str:
    return f"on {rule.pages} of {rule.of} pages, {round(100 * rule.share)} % {what}"


def _affix_evidence(affix: Affix) -> str:
    return f"{affix.count} of {affix.of} titles from {affix.source}"


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
