"""A year of ordinary portals, crawled once a day: on how many days the crawl is quiet (exit code 0),
and what alarms on the others.

    python -m bench.portals.quiet_year [--kinds KIND …] [--seeds N …] [--days N] [--verbose]

Each portal (``ordinary_portal.py``, ``ordinary_days.py``) is served on loopback and crawled in this
process, with a clock that goes from day to day. Prints a line for each portal, and below it each
alarm: on which days, its kind, its first case, and what happened at the portal when it began. A day
on which the portal was down may be loud, and the next one must not. At the end, the articles that a
crawl could have read and that are not in TEI. The exit code is 1 if a year has fewer than 360 quiet
days.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bench.portals.ordinary_days import LOUD, live_day, plan_year
from bench.portals.ordinary_portal import KINDS, Answer, OrdinaryPortal
from bench.portals.random_sites.still_clock import StillClock
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.cli.exit_codes import exit_code_of
from webarticlecurator.cli.run_end import summary_exit_code
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

FIRST = date(2024, 2, 1)
YEAR_BEGINS = date(2024, 3, 1)
WANTED = 360 / 365
"""Share of the days that must be quiet."""
HOUR = 6
"""The hour of the crawl, after what is published on the day."""


@contextmanager
def serve_portal(portal: OrdinaryPortal) -> Iterator[str]:
    """Yield the address of the running portal."""
    base = ""

    def name_hosts(text: str) -> str:
        # the shop of advertisements is another host
        return text.replace("BASE", base).replace("SHOP", base.replace("127.0.0.1", "localhost"))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65536
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            answer = portal.answer(self.path)
            if answer is None or answer.is_slow:
                time.sleep(1.5 if answer is not None else 0)
                self.close_connection = True
                return
            self._send(answer)

        def _send(self, answer: Answer) -> None:
            content = name_hosts(answer.body).encode()
            self.send_response_only(answer.status)
            self.send_header("Date", f"{portal.now():%a, %d %b %Y %H:%M:%S} GMT")
            for name, value in answer.headers:
                self.send_header(name, name_hosts(value))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    base = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield base
    finally:
        server.shutdown()
        server.server_close()


@dataclass(frozen=True)
class CrawledDay:
    """What a crawl of a day ended with: exit code, and kind → its first case and message."""

    day: date
    code: int
    alarms: dict[str, str]
    events: Sequence[str]

    @property
    def may_be_loud(self) -> bool:
        return not LOUD.isdisjoint(self.events)


@dataclass
class Year:
    """The crawls of a portal; ``missing``: the articles that could be read
    and are not in TEI, and why."""

    portal: OrdinaryPortal
    days: list[CrawledDay] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def quiet(self) -> int:
        return sum(each.code == 0 for each in self.days)

    @property
    def wrong(self) -> list[CrawledDay]:
        """The days that are loud without a reason."""
        return [each for each in self.days if each.code and not each.may_be_loud]


def crawl_year(
    portal: OrdinaryPortal,
    folder: Path,
    clock: StillClock,
    plan: Iterable[tuple[date, Sequence[str]]],
) -> Year:
    """Crawl a portal on each day of a plan, which says what happens on it; on the first of a month
    the whole of it."""
    year, start = Year(portal), time.monotonic()
    day = portal.first
    readable: dict[int, tuple[date, str]] = {}
    while day < YEAR_BEGINS:
        live_day(portal, day)
        day += timedelta(days=1)
    with serve_portal(portal) as base:
        path = folder / "portal.yaml"
        path.write_text(portal.rules().replace("BASE", base), encoding="utf-8")
        rules = load_portal(path)
        for day, events in plan:
            clock.set_day(day)
            live_day(portal, day, events)
            if "down" not in events and "unreachable" not in events:
                for story in portal.listed():
                    # lists by dates are walked until yesterday
                    if not story.gone and story.shown.date() < day:
                        readable.setdefault(story.number, (day, story.path))
            options = CrawlOptions(full=day.day == 1)
            try:
                summary = crawl(
                    rules, folder / "corpus", options, Runtime(clock, executor="serial")
                )
                code = summary_exit_code(summary)
                found = {each.kind: f"{each.first} {each.message}" for each in summary.doubts}
                if summary.stopped:
                    found["stopped"] = summary.stopped
            except CuratorError as error:
                code, found = exit_code_of(error), {type(error).__name__: str(error)}
            year.days.append(CrawledDay(day, code, found, events))
        with view_corpus(folder / "corpus", rules.id) as corpus:
            for since, at in readable.values():
                row = corpus.frontier.find_article(f"{base}{at}")
                if row is None or row.state != "tei":
                    why = "not listed" if row is None else f"{row.state} {row.reason}"
                    year.missing.append(f"{at} (since {since}): {why}")
    year.seconds = time.monotonic() - start
    return year


def print_year(year: Year) -> None:
    """Print how many days were quiet, and each alarm with its days."""
    portal, days = year.portal, year.days
    loud = sum(each.code != 0 and each.may_be_loud for each in days)
    print(
        f"{portal.kind:9} seed {portal.seed}: quiet on {year.quiet} of {len(days)} days,"
        f" loud with reason on {loud}, without on {len(year.wrong)};"
        f" {len(portal.stories)} articles, {len(year.missing)} missing ({year.seconds:.0f} s)",
        flush=True,
    )
    begun: dict[str, CrawledDay] = {}
    for number, each in enumerate(days):
        for kind in each.alarms:
            begun.setdefault(kind, each)
        following = days[number + 1].alarms if number + 1 < len(days) else {}
        for kind in [kind for kind in begun if kind not in following]:
            first = begun.pop(kind)
            length = (each.day - first.day).days + 1
            happened = ", ".join(first.events) or "nothing special"
            print(
                f"    {first.day} {length:3} days {kind}: {first.alarms[kind][:160]!r} [{happened}]"
            )
    for missing in year.missing[:5]:
        print(f"    missing: {missing}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--seeds", nargs="+", type=int, default=(1, 2, 3))
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--verbose", action="store_true", help="the log of each crawl")
    given = parser.parse_args(arguments)
    if given.verbose:
        logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
    years = []
    for kind in given.kinds:
        for seed in given.seeds:
            clock = StillClock(FIRST, HOUR)
            portal = OrdinaryPortal(kind, seed, FIRST, clock.now)
            plan = plan_year(seed, YEAR_BEGINS, given.days)
            with tempfile.TemporaryDirectory(prefix="quiet-year") as folder:
                years.append(crawl_year(portal, Path(folder), clock, plan))
            print_year(years[-1])
    least = min(year.quiet for year in years)
    print(f"\nleast: {least} of {given.days} days; wrong alarms: ", end="")
    print(sum(len(year.wrong) for year in years), "days in", len(years), "years")
    if least < given.days * WANTED:
        sys.exit(1)


if __name__ == "__main__":
    main()
