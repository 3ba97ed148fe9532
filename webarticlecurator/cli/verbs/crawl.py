"""``curator crawl`` extends the corpus, once; ``watch`` does so again and again, ``demo`` with a
made-up portal.
"""

from __future__ import annotations

import argparse
import threading
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import (
    CONFIGS,
    CORPORA,
    CORPUS_HELP,
    NETWORK,
    add_command,
    option,
    parse_address,
    parse_count,
    parse_day,
    shared,
)
from webarticlecurator.cli.output import (
    DONE,
    RUN_WORDS,
    USAGE,
    describe_error,
    describe_exception,
    print_json,
    print_json_line,
    print_message,
)
from webarticlecurator.cli.portal_file import (
    corpus_folder,
    list_portal_files,
    list_present_files,
    make_reader,
    open_portal_file,
    portal_path,
)
from webarticlecurator.cli.progress import (
    KNOWN_ERRORS,
    ProgressFile,
    choose_display,
    choose_progress,
    outcome_exit_code,
    outcome_json,
    outcome_lines,
    outcome_state,
    print_summary,
    raise_program_error,
)
from webarticlecurator.config import load_portal
from webarticlecurator.crawl.crawl import crawl, plan_crawl
from webarticlecurator.crawl.crawl_portals import (
    CrawlOutcome,
    PortalCrawl,
    check_folders,
    crawl_portals,
)
from webarticlecurator.crawl.scheduler import (
    FileChange,
    PortalFiles,
    ScheduledRun,
    Scheduler,
    require_croniter,
)
from webarticlecurator.errors import COMMAND_ENDS, CorpusLocked, UsageError
from webarticlecurator.folders import data_folder
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import view_corpus
from webarticlecurator.text.times import Clock
from webarticlecurator.text.translation import as_message, join_messages, make_message
from webarticlecurator.workers.executor import CrawlOptions, RefreshSelection, Runtime
from webarticlecurator.workers.progress import NullProgress, Progress, allow_many_open_files

# ``curator crawl`` extends the corpus; ``curator demo`` does so with a made-up portal on this
# machine.


# ``curator crawl``: fetches archive pages and articles, and makes TEI of what is new; of one
# portal, or of several at the same time.


PUBLISHED_SINCE = "published-since:"
"""Before a date in ``--refresh``."""


def register(commands: Any) -> None:
    add_command(
        commands,
        "crawl",
        "curator crawl portal.yaml --from 2015-01-01 --column news",
        run,
        *CONFIGS,
        shared("--corpus", help=CORPUS_HELP + "; of several portals, the folder of their corpora"),
        option(
            "--from",
            dest="since",
            type=parse_day,
            metavar="D",
            help="only date windows from this day on, YYYY-MM-DD",
        ),
        option(
            "--until",
            type=parse_day,
            metavar="D",
            help="only date windows up to this day, YYYY-MM-DD",
        ),
        option("--column", help="only this column"),
        option("--limit", type=parse_count, metavar="N", help="stop after N new articles"),
        option(
            "--full", action="store_true", help="walk the whole archive again, closed spans too"
        ),
        option(
            "--refresh",
            nargs="+",
            type=_parse_refresh,
            action="extend",
            metavar="WHAT",
            help="also ask again for stored articles: addresses, published-since:YYYY-MM-DD, or"
            " all",
        ),
        option("--warc-only", action="store_true", help="make no TEI"),
        *NETWORK,
        "--json",
        "--quiet",
        "--progress",
    )


def run(args: argparse.Namespace) -> int:
    if args.progress is None:
        return _crawl(args, None)
    with ProgressFile(args.progress) as file:
        return file.end(_crawl(args, file))


def _crawl(args: argparse.Namespace, file: ProgressFile | None) -> int:
    refresh = None
    if args.refresh:
        days = [each.published_since for each in args.refresh if each.published_since]
        refresh = RefreshSelection(
            tuple(dict.fromkeys(url for each in args.refresh for url in each.addresses)),
            min(days, default=None),
            any(each.everything for each in args.refresh),
        )
    options = CrawlOptions(
        since=args.since,
        until=args.until,
        column=args.column,
        limit=args.limit,
        full=args.full,
        warc_only=args.warc_only,
        proxy=args.proxy,
        ca_file=args.ca,
        refresh=refresh,
    )
    if len(args.configs) > 1 or Path(args.configs[0]).is_dir():
        return crawl_several(args, options, file)
    portal = open_portal_file(portal_path(args.configs[0]), args.allow_hooks)
    runtime = Runtime(progress=choose_progress(args.quiet, file, portal.id))
    summary = crawl(portal, corpus_folder(args, portal), options, runtime)
    return print_summary(summary, as_json=args.json)


def _parse_refresh(text: str) -> RefreshSelection:
    """Return the articles that one word of ``--refresh`` selects."""
    if text == "all":
        return RefreshSelection(everything=True)
    if text.startswith(PUBLISHED_SINCE):
        return RefreshSelection(published_since=parse_day(text.removeprefix(PUBLISHED_SINCE)))
    try:
        return RefreshSelection((parse_address(text),))
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}; or all, or {PUBLISHED_SINCE}YYYY-MM-DD") from None


# ``curator crawl`` of several portals: checks all files first, then crawls, then prints how each
# crawl ended.


def crawl_several(
    args: argparse.Namespace, options: CrawlOptions, file: ProgressFile | None = None
) -> int:
    """Crawl the portals of all CONFIG arguments at the same time and return the exit code: that of
    the most serious outcome, which is the highest. Nothing is requested if a file is wrong.

    The progress is written to ``file``, too, if there is one.
    """
    if options.refresh is not None and options.refresh.addresses:
        raise UsageError(
            make_message(
                "--refresh {url}: an address of one portal, and several portal files",
                url=options.refresh.addresses[0],
            ),
            "Give the file of its portal alone.",
        )
    runtime = Runtime()
    parent = args.corpus if args.corpus is not None else Path("corpora")
    crawls: list[PortalCrawl] = []
    has_errors = False
    for path in list_portal_files(args.configs):
        try:
            portal = open_portal_file(path, args.allow_hooks)
            plan_crawl(portal, options, runtime)
            crawls.append(PortalCrawl(portal, parent / portal.id))
        except KNOWN_ERRORS as error:
            print_message(f"curator crawl: {describe_error(error)}")
            has_errors = True
    if has_errors:
        return USAGE
    check_folders(crawls)

    display = choose_display(args.quiet, file)
    allow_many_open_files()
    outcomes = crawl_portals(crawls, options, runtime, display)
    for outcome in outcomes:
        for line in outcome_lines(outcome):
            print_message(f"{outcome.portal}: {line}")
    if args.json:
        print_json([outcome_json(outcome) for outcome in outcomes])
    raise_program_error(outcomes)
    return max(outcome_exit_code(outcome) for outcome in outcomes)


# ``curator demo``: runs everything on the made-up portal, on this machine only.


def register_demo(commands: Any) -> None:
    add_command(
        commands,
        "demo",
        "curator demo --corpus corpora/demo",
        run_demo,
        option(
            "--corpus",
            metavar="DIR",
            type=Path,
            default=Path("corpora") / "demo",
            help="the corpus folder (default: corpora/demo here)",
        ),
        option(
            "--files",
            action="store_true",
            help="write the portal file and its tables into examples/ here, to try changes on",
        ),
        "--json",
        "--quiet",
    )


EXAMPLES = Path("examples")


def run_demo(args: argparse.Namespace) -> int:
    # imported here: a crawl needs it not, and would wait .03 of its .3 s of imports for it
    from webarticlecurator.examples.server import DemoServer
    from webarticlecurator.trial.demo_files import write_demo_files

    if args.files:
        for path in write_demo_files(EXAMPLES):
            print_message(make_message("wrote {path}", path=path))
    config = (EXAMPLES if args.files else data_folder("examples")) / "demo.yaml"
    portal = load_portal(config)
    with DemoServer() as server:
        print_message(
            make_message(
                "the made-up portal {home} runs on this machine; its portal file is {config}",
                home=portal.home,
                config=config,
            ),
            args.quiet,
        )
        options = CrawlOptions(proxy=server.proxy)
        runtime = Runtime(progress=choose_progress(args.quiet))
        summary = crawl(portal, args.corpus, options, runtime)
    code = print_summary(summary, as_json=args.json)
    if not args.quiet:
        corpus = args.corpus
        example = next((path for path in sorted(corpus.glob("tei/*/*/*.xml"))), corpus / "tei")
        lines = [
            "",
            "look at",
            f"  {corpus / 'warc'}: what the portal answered, byte by byte"
            f" ({summary.warc_bytes:,} bytes)",
            f"  {example}: an article in TEI",
            "and try",
            f"  curator status {config} --corpus {corpus}",
            *(
                f'  curator why {config} "{address}" --corpus {corpus}   ({state})'
                for address, state in _find_examples(corpus, portal.id)
            ),
            f"  curator export {config} --corpus {corpus} --format csv --output demo.csv",
            f"  curator demo --corpus {corpus}   (again: nothing is fetched twice)",
        ]
        print_message("\n".join(lines))
    return code


def _find_examples(folder: Path, portal_id: str) -> Iterator[tuple[str, str]]:
    """Yield the address of an article in TEI and of one that was rejected, and what they are."""
    with view_corpus(folder, portal_id) as corpus:
        for state in ("tei", "rejected"):
            row = next(iter(corpus.frontier.articles(state)), None)
            if row is not None:
                yield row.requested, row.reason or "in TEI"


# ``curator watch``: crawls portals again and again, each by the ``schedule`` of its file.


def register_watch(commands: Any) -> None:
    add_command(
        commands,
        "watch",
        "curator watch my-portals/ --corpus corpora",
        run_watch,
        *CONFIGS,
        option(
            "--once",
            action="store_true",
            help="crawl what is due now, and end; for a line of crontab",
        ),
        CORPORA,
        option("--warc-only", action="store_true", help="make no TEI"),
        *NETWORK,
        "--json",
        "--quiet",
    )


def run_watch(args: argparse.Namespace) -> int:
    """Watch until an interruption; with ``--once``, return the exit code: that of the most serious
    outcome."""
    require_croniter()
    files = list_portal_files(args.configs)
    options = CrawlOptions(warc_only=args.warc_only, proxy=args.proxy, ca_file=args.ca)
    runtime = Runtime()
    # no other run needs what proposes rules
    from webarticlecurator.repair.portal_repair import propose_after_drift

    read = partial(open_portal_file, allow_hooks=False)
    mend = partial(propose_after_drift, read, args.corpus, runtime, args.proxy, args.ca)
    log = WatchLog(runtime.clock, quiet=args.quiet, as_json=args.json, mend=mend)
    scheduler = Scheduler(
        PortalFiles(
            lambda: list_present_files(args.configs),
            _choose_reader(files if args.allow_hooks else (), options, runtime),
        ),
        args.corpus,
        options,
        runtime,
        log,
    )
    allow_many_open_files()
    if not args.once:
        scheduler.run()
    runs = scheduler.run_once()
    raise_program_error([run.outcome for run in runs])
    # a crawl that another command's crawl has left out has no exit code
    crawled = [run.outcome for run in runs if run_state(run.outcome) != LEFT_OUT]
    return max([USAGE if log.has_wrong_files else DONE, *map(outcome_exit_code, crawled)])


def _choose_reader(
    allowed: Sequence[Path], options: CrawlOptions, runtime: Runtime
) -> Callable[[Path], Portal]:
    """Return a function that reads a portal file as ``make_reader`` and checks all that needs no
    corpus."""
    read_portal = make_reader(allowed)

    def read(file: Path) -> Portal:
        portal = read_portal(file)
        plan_crawl(portal, options, runtime)
        return portal

    return read


# The log of ``curator watch``: lines on standard error, and with ``--json`` one JSON object for
# each crawl that has ended.

LEFT_OUT = "left out"
"""State of a crawl whose corpus another command was working on."""


class WatchLog:
    """Prints what a scheduler does; a ``ScheduleLog``.

    ``quiet``: only crawls that have ended, and problems. ``has_wrong_files`` is True if a portal
    file was left out. ``mend`` is called after each crawl, and returns lines for the log.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        quiet: bool,
        as_json: bool,
        mend: Callable[[ScheduledRun], Sequence[str]] = lambda _run: (),
    ) -> None:
        self._clock, self._quiet, self._as_json, self._mend = clock, quiet, as_json, mend
        self._lock = threading.Lock()
        self.has_wrong_files = False

    def show_file(self, change: FileChange, next_start: datetime | None) -> None:
        if change.error is not None:
            self.has_wrong_files = True
            self._print(
                make_message(
                    "{file}: left out until its problems are mended\n{error}",
                    file=change.file,
                    error=describe_error(change.error),
                )
            )
        elif change.portal is None:
            self.show_line(make_message("{file}: removed", file=change.file))
        else:
            start = describe_next_start(next_start, make_message("no schedule, not crawled"))
            self.show_line(
                make_message(
                    "{portal}: {start} ({file})",
                    portal=change.portal.id,
                    start=start,
                    file=change.file,
                )
            )

    def begin_run(self, portal: str) -> None:
        self.show_line(make_message("{portal}: crawl starts", portal=portal))

    def leave_out(self, portal: str, next_start: datetime) -> None:
        start = describe_next_start(next_start)
        self._print(
            make_message(
                "{portal}: left out, the last crawl still runs; {start}",
                portal=portal,
                start=start,
            )
        )

    def end_run(self, run: ScheduledRun) -> None:
        outcome = run.outcome
        state = run_state(outcome)
        line = make_message(
            "{portal}: {state}, started {started}",
            portal=outcome.portal,
            state=as_message(state),
            started=_format(run.started),
        )
        if outcome.summary is not None:
            line = make_message(
                "{line}: {archive_pages} archive pages, {articles} articles, {built} built",
                line=line,
                archive_pages=outcome.summary.new_archive_pages,
                articles=outcome.summary.new_articles,
                built=outcome.summary.built,
            )
        start = describe_next_start(run.next_start, make_message("not crawled any more"))
        self._print(join_messages("; ", (line, start)))
        if state != COMMAND_ENDS[DONE].state:
            for each in outcome_lines(outcome):
                self._print(join_messages(": ", (outcome.portal, each)))
        if outcome.error is not None and not isinstance(outcome.error, KNOWN_ERRORS):
            self._print(describe_exception(outcome.error))
        if self._as_json:
            values = (
                run.outcome.portal,
                str(run.file),
                _format(run.started),
                _format(run.ended),
                state,
                _format(run.next_start) if run.next_start is not None else None,
            )
            answer = dict(zip(RUN_WORDS.values(), values, strict=True))
            kind = "error" if run.outcome.summary is None else "summary"
            result = outcome_json(run.outcome)
            print_json_line({**answer, kind: result["error"] if kind == "error" else result})
        for each in self._mend(run):
            self._print(join_messages(": ", (outcome.portal, each)))

    def progress_of(self, portal: str) -> Progress:
        return _PortalMessages(self, portal)

    def end_crawl(self, outcome: CrawlOutcome) -> None:
        """Print nothing: ``end_run`` prints it with the next start."""

    def show_line(self, text: str) -> None:
        """Print a line that is no result and no problem."""
        if not self._quiet:
            self._print(text)

    def _print(self, text: str) -> None:
        with self._lock:
            print_message(join_messages(" ", (_format(self._clock.now()), text)))


class _PortalMessages(NullProgress):
    """The messages of a crawl, with the name of its portal."""

    def __init__(self, log: WatchLog, portal: str) -> None:
        self._log, self._portal = log, portal

    def show_message(self, text: str) -> None:
        self._log.show_line(join_messages(": ", (self._portal, text)))


def run_state(outcome: CrawlOutcome) -> str:
    """Return in a few words how a scheduled crawl ended."""
    return LEFT_OUT if isinstance(outcome.error, CorpusLocked) else outcome_state(outcome)


def describe_next_start(start: datetime | None, otherwise: str = "") -> str:
    """Return the next start of a portal in words, or ``otherwise`` if there is none."""
    if start is None:
        return otherwise
    return make_message("next start {time}", time=_format(start))


def _format(time: datetime) -> str:
    """Return a UTC time as ISO 8601, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")
