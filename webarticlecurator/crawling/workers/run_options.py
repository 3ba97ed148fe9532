"""Options of a run, its runtime, and the checks of a portal before it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import ConfigProblem, require_no_problems
from webarticlecurator.base.portal.overrides import Override, find_clashes
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.workers.executor import Cluster
from webarticlecurator.crawling.workers.progress import NullProgress, Progress
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.storage.index.store_options import StoreOptions

if TYPE_CHECKING:
    from webarticlecurator.crawling.fetch.pace import RequestPace
    from webarticlecurator.crawling.fetch.wire_recorder import Connect


def check_template(portal: Portal) -> None:
    """Check the portal's own header template before any request. Raises ConfigError with every
    problem."""
    if not portal.has_own_template:
        return
    from webarticlecurator.tei.documents.document_template import find_template_problems

    require_no_problems(
        _template_problem(portal, message)
        for message in find_template_problems(portal.template_text)
    )


def check_overrides(portal: Portal) -> None:
    """Check that overrides under the id of an article do not contradict those under its address.
    Raises ConfigError with every problem."""
    if not portal.manual_overrides.overrides:
        return
    from webarticlecurator.articles.by_rules.manual_overrides import article_id_of

    rows_by_id: dict[str, list[Override]] = {}
    problems: list[ConfigProblem] = []
    rows = [
        (row, article)
        for article, rows in portal.manual_overrides.overrides.items()
        for row in rows
    ]
    for row, article in sorted(rows, key=lambda pair: pair[0].line):
        earlier_rows = rows_by_id.setdefault(
            article_id_of(article, portal.address, has_split_pages=portal.has_split_pages), []
        )
        if find_clashes(row, earlier_rows):
            line = next(other.line for other in earlier_rows if other.field == row.field)
            message = (
                f"{row.field} of {article} is already defined on line {line}, under another name of"
                " the article"
            )
            problems.append(_override_problem(portal, row, message))
        earlier_rows.append(row)
    require_no_problems(problems)


def _override_problem(portal: Portal, row: Override, message: str) -> ConfigProblem:
    file = f"{portal.path.stem}.overrides.tsv"
    allowed = "one row; several different values only for lists"
    return ConfigProblem(
        file, row.line, 1, "", "field", row.value, allowed, None, f"{message}; remove one"
    )


def _template_problem(portal: Portal, message: str) -> ConfigProblem:
    allowed = "a header template as tei_templates/default.xml, with its slots"
    return ConfigProblem(
        portal.template, 1, 1, "tei.template", "template", portal.template, allowed, None, message
    )


@dataclass(frozen=True)
class RefreshSelection:
    """Stored articles that a crawl asks for again, whatever ``article.refresh`` says: those with
    one of ``addresses``, those published (else listed) on ``published_since`` or later, or
    ``everything``."""

    addresses: tuple[str, ...] = ()
    published_since: date | None = None
    everything: bool = False

    def words(self) -> list[str]:
        """Return the selection as ``--refresh`` takes it."""
        since = f"published-since:{self.published_since}" if self.published_since else ""
        return [*self.addresses, *filter(None, (since, "all" if self.everything else ""))]


@dataclass(frozen=True)
class CrawlOptions:
    """Options of a crawl.

    ``since`` and ``until`` limit the date windows, ``column`` limits the crawl to one column.
    ``limit`` is the maximum of new articles. ``full`` walks the whole archive again. ``warc_only``
    builds no TEI; ``jobs`` and ``keep_old`` are those of ``BuildOptions``. ``proxy`` and
    ``ca_file`` (PEM) are those of the command line. ``refresh`` selects stored articles to ask for
    again.
    """

    since: date | None = None
    until: date | None = None
    column: str | None = None
    limit: int | None = None
    full: bool = False
    warc_only: bool = False
    jobs: int | None = 1
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    refresh: RefreshSelection | None = None
    keep_old: bool = False


@dataclass(frozen=True)
class BuildOptions:
    """Options of a build.

    ``warcs`` are WARC files of any origin that are read besides those of the corpus. ``jobs`` is
    the number of processes, None for an automatic choice. A script that uses more than one must
    have its main part under ``if __name__ == "__main__"``, since each process imports the script.
    ``everything`` also builds articles that have not changed. ``validates_all`` validates every
    document that is built, not only those of a sample (``tei.is_sampled``). ``prune`` takes the TEI
    that the rules no longer give, however much that is, and that of articles that nothing lists.
    ``keep_old`` leaves TEI of an older output version as it is.
    """

    warcs: tuple[Path, ...] = ()
    jobs: int | None = 1
    everything: bool = False
    validates_all: bool = False
    prune: bool = False
    keep_old: bool = False


@dataclass(frozen=True)
class Runtime:
    """The clock, store options, progress and executor of a run; by default the system clock and no
    progress.

    ``executor`` is the kind that runs the tasks for all articles: ``processes``, which ends a rule
    that takes too long; ``serial``, which runs them in this process; or ``cluster``, which runs
    them on the workers of ``cluster``. ``pace`` is that of all crawls of this process that may
    request the same hosts, None for a crawl alone. ``connect`` opens the connections to the portal,
    None for those of the network.
    """

    clock: Clock = field(default_factory=SystemClock)
    store: StoreOptions | None = None
    progress: Progress = field(default_factory=NullProgress)
    executor: str = "processes"
    cluster: Cluster | None = None
    pace: RequestPace | None = None
    connect: Connect | None = None

    def store_options(self) -> StoreOptions:
        return self.store or StoreOptions(
            now=self.clock.now,
            monotonic=self.clock.monotonic,
            show_message=self.progress.show_message,
        )
