"""``curator watch``: a column that has fewer articles than its own past lets expect calls a person,
once for a cause, and once more when that has ended.

How long articles are and which fields they have is compared by ``building/run_drift``, whose
findings are doubts of the crawl; here they say the likely cause.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CorpusLocked, CuratorError
from webarticlecurator.base.model.forecast import Forecast, find_drop
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import read_if_present, write_file
from webarticlecurator.base.text.times import find_zone
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.crawling.crawl.calls import call_person
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.crawl.drop_causes import find_cause
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.storage.store.view import CorpusView, view_corpus

ALARMS = "alarms.json"
"""The open alarms, in the corpus folder: column → first day, and cause."""
_PAST = timedelta(days=3 * 366)


@dataclass(frozen=True)
class ColumnAlarm:
    """What is expected and seen of a column, and since when that is too few (None: it is not)."""

    column: str
    forecast: Forecast
    since: date | None

    def __str__(self) -> str:
        found = self.forecast
        return make_message(
            "column {column}: {seen} articles from {first} to {last} (expected {expected}; so few"
            " have a chance of {chance})",
            column=self.column,
            seen=found.seen,
            first=found.first.isoformat(),
            last=found.last.isoformat(),
            expected=f"{found.expected:.1f}",
            chance=f"{found.chance:.2g}",
        )


def judge_columns(
    portal: Portal, corpus: CorpusView, now: datetime, known: Mapping[str, Mapping[str, str]]
) -> Iterator[ColumnAlarm]:
    """Yield what is expected and seen of each column of which enough is known, up to yesterday in
    the portal's zone. ``known``: the open alarms, as ``read_alarms``."""
    last = now.astimezone(find_zone(portal.timezone)).date() - timedelta(1)
    counts: dict[str, dict[date, int]] = {}
    for column, day, number in corpus.dated_articles.count_days((last - _PAST).isoformat()):
        counts.setdefault(column, {})[date.fromisoformat(day)] = number
    dated = [column.name for column in portal.columns if column.name in counts]
    for column in dated:
        since = date.fromisoformat(known[column]["since"]) if column in known else None
        found, is_alarm = find_drop(counts[column], last, len(dated), since)
        if found is not None:
            yield ColumnAlarm(column, found, (since or found.first) if is_alarm else None)


def list_forecasts(portal: Portal, folder: Path, now: datetime) -> Iterator[tuple[str, ...]]:
    """Yield a head, and for each column what is expected and seen, and why it is an alarm or not.
    Raises as ``view_corpus``."""
    yield ("column", "first", "last", "expected", "seen", "chance", "alarm_since")
    with view_corpus(folder, portal.id) as corpus:
        for each in judge_columns(portal, corpus, now, read_alarms(folder)[0]):
            found = each.forecast
            numbers = (f"{found.expected:.1f}", str(found.seen), f"{found.chance:.2g}")
            since = each.since.isoformat() if each.since else ""
            yield (each.column, f"{found.first}", f"{found.last}", *numbers, since)


def read_alarms(folder: Path) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return the first day and the cause of the open alarms of a corpus, by column: none, and a
    line for the log, if the file is damaged."""
    try:
        known = json.loads(read_if_present(folder / ALARMS) or b"{}")
        for each in known.values():
            date.fromisoformat(each["since"])
            str.strip(each["cause"])
    except (ValueError, AttributeError, KeyError, TypeError):
        return {}, [make_message("{path} is damaged; it is made anew", path=str(folder / ALARMS))]
    return known, []


def call_about_columns(
    read_portal: Callable[[Path], Portal], corpora: Path, now: datetime, run: ScheduledRun
) -> list[str]:
    """Call a person about the columns of a crawl that has ended, where an alarm begins or ends;
    return lines for the log."""
    folder = corpora / run.outcome.portal
    lines: list[str] = []
    if isinstance(run.outcome.error, CorpusLocked):  # nothing was crawled
        return lines
    try:
        settings = load_settings(folder)
        kept, lines = read_alarms(folder)
        portal = read_portal(run.file)
        names = {column.name for column in portal.columns}
        known = {column: each for column, each in kept.items() if column in names}
        with view_corpus(folder, run.outcome.portal) as corpus:
            found = [*judge_columns(portal, corpus, now, known)]
            causes = {
                each.column: _find_cause(portal, corpus, run.outcome, each.column)
                for each in found
                if each.since is not None and each.column not in known
            }
        for each in found:
            if (each.since is None) == (each.column not in known):
                continue
            told = dict(known)
            if each.since is not None:
                cause = causes[each.column]
                told[each.column] = {"since": each.since.isoformat(), "cause": cause}
                title = make_message("{portal}: too few articles", portal=run.outcome.portal)
            else:
                cause = told.pop(each.column)["cause"]
                title = (
                    make_message("{portal}: fewer articles are usual now", portal=portal.id)
                    if each.forecast.is_few
                    else make_message("{portal}: as many as before", portal=portal.id)
                )
            text = make_message(
                "{what}; likely cause: {cause}", what=str(each), cause=as_message(cause)
            )
            is_reached, failures = call_person(folder, settings, title, text, now)
            # whom no way reached is called again after the next crawl
            known = told if is_reached else known
            lines += [title, text, *failures]
        if lines or known != kept:
            write_file(folder / ALARMS, [json.dumps(known, ensure_ascii=False).encode("utf-8")])
    except (CuratorError, OSError, ValueError) as error:
        lines.append(make_message("its columns were not compared: {error}", error=str(error)))
    return lines


def _find_cause(portal: Portal, corpus: CorpusView, outcome: CrawlOutcome, column: str) -> str:
    if outcome.summary is None:
        return make_message("the crawl failed: {error}", error=str(outcome.error))
    return find_cause(portal, corpus, outcome.summary, column)
