"""``curator watch``: a column that has fewer articles than its own past lets expect, or articles
that are shorter or lack a field, calls a person, once for a cause, and once more when that has
ended.
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
from webarticlecurator.crawling.building.run_drift import compare_shapes, name_place, read_drifts
from webarticlecurator.crawling.crawl.calls import call_person
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.crawl.drop_causes import find_cause
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.storage.store.view import CorpusView, view_corpus

ALARMS = "alarms.json"
"""The open alarms, in the corpus folder: what is watched → first day, cause, and column."""
_PAGES = "layout-drift: "
"""Begins the names of alarms about pages; the others are names of columns."""
_PAST = timedelta(days=3 * 366)


@dataclass(frozen=True)
class Watched:
    """Something of a column that is watched, its name in the file of alarms, and since when it is
    an alarm (None: it is none). ``text`` says what is seen; ``begins`` and ``ends`` are titles of
    calls."""

    name: str
    column: str
    since: date | None
    text: str
    begins: str
    ends: str


@dataclass(frozen=True)
class ColumnForecast:
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
) -> Iterator[ColumnForecast]:
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
            yield ColumnForecast(column, found, (since or found.first) if is_alarm else None)


def watch_columns(
    portal: Portal, corpus: CorpusView, now: datetime, known: Mapping[str, Mapping[str, str]]
) -> Iterator[Watched]:
    """Yield what is watched: the number of articles of each column of which enough is known, and
    the pages of columns, as long as builds say that they have changed or after ``known``, the open
    alarms."""
    for each in judge_columns(portal, corpus, now, known):
        ends = (
            make_message("{portal}: fewer articles are usual now", portal=portal.id)
            if each.forecast.is_few
            else make_message("{portal}: as many as before", portal=portal.id)
        )
        begins = make_message("{portal}: too few articles", portal=portal.id)
        yield Watched(each.column, each.column, each.since, str(each), begins, ends)
    drifts = {_PAGES + each.place: each for each in read_drifts(corpus.run_log)}
    begins = make_message("{portal}: its articles are not as before", portal=portal.id)
    ends = make_message("{portal}: its articles are as before", portal=portal.id)
    for name in sorted({*drifts, *(each for each in known if each.startswith(_PAGES))}):
        place, drift = name.removeprefix(_PAGES), drifts.get(name)
        seen = drift.words if drift else make_message("as before")
        text = make_message("the pages of column {of}: {seen}", of=place, seen=seen)
        since = now.date() if drift else None
        column = drift.column if drift else known[name].get("column", "")
        yield Watched(name, column, since, text, begins, ends)


def list_forecasts(portal: Portal, folder: Path, now: datetime) -> Iterator[tuple[str, ...]]:
    """Yield a head, and what is expected and seen of each column, and why it is an alarm or not:
    of its articles by day ("unknown" where too little is known of their days), and of their words
    and fields in the last build.
    Raises as ``view_corpus``."""
    yield ("column", "of", "first", "last", "expected", "seen", "chance", "alarm_since")
    with view_corpus(folder, portal.id) as corpus:
        alarms = read_alarms(folder)[0]
        judged = [*judge_columns(portal, corpus, now, alarms)]
        known = {each.column for each in judged}
        for column in portal.columns:
            if column.name not in known:
                yield (column.name, "articles", "", "", "unknown", "", "", "")
        for each in judged:
            found = each.forecast
            numbers = (f"{found.expected:.1f}", str(found.seen), f"{found.chance:.2g}")
            since = each.since.isoformat() if each.since else ""
            yield (each.column, "articles", f"{found.first}", f"{found.last}", *numbers, since)
        changed = {(each.place, each.measure) for each in read_drifts(corpus.run_log)}
        for key, (before, last) in sorted(corpus.run_shapes.split_last().items()):
            place = name_place(*key)
            for measure in compare_shapes(before, last):
                is_open = (place, measure.name) in changed
                since = alarms.get(_PAGES + place, {}).get("since", "") if is_open else ""
                numbers = (
                    f"{measure.expected:.1f}",
                    f"{measure.seen:.0f}",
                    f"{measure.chance:.2g}",
                )
                yield (place, measure.name, "", "", *numbers, since)


def read_alarms(folder: Path) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return the first day and the cause of the open alarms of a corpus, by column: none, and a
    line for the log, if the file is damaged."""
    try:
        known = json.loads(read_if_present(folder / ALARMS) or b"{}")
        for each in known.values():
            date.fromisoformat(each["since"])
            str.strip(each["cause"])
            str.strip(each.get("column", ""))
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
        names = {"", *(column.name for column in portal.columns)}
        known = {name: each for name, each in kept.items() if each.get("column", name) in names}
        with view_corpus(folder, run.outcome.portal) as corpus:
            changed = [
                each
                for each in watch_columns(portal, corpus, now, known)
                if (each.since is None) is (each.name in known)
            ]
            causes = {
                each.name: known[each.name]["cause"]
                if each.name in known
                else _find_cause(portal, corpus, run.outcome, each.column)
                for each in changed
            }
        for each in changed:
            cause = causes[each.name]
            told = {name: alarm for name, alarm in known.items() if name != each.name}
            is_said = (each.column, cause) in {
                (alarm.get("column", name), alarm["cause"]) for name, alarm in told.items()
            }
            if each.since is not None:
                alarm = {"since": each.since.isoformat(), "cause": cause, "column": each.column}
                told[each.name] = alarm
            title = each.ends if each.since is None else each.begins
            text = make_message(
                "{what}; likely cause: {cause}", what=each.text, cause=as_message(cause)
            )
            lines += [title, text]
            # a new design may be seen by fewer articles, and by their pages: one call
            is_reached, failures = (
                (True, []) if is_said else call_person(folder, settings, title, text, now)
            )
            # whom no way reached is called again after the next crawl
            known = told if is_reached else known
            lines += failures
        if lines or known != kept:
            write_file(folder / ALARMS, [json.dumps(known, ensure_ascii=False).encode("utf-8")])
    except (CuratorError, OSError, ValueError) as error:
        lines.append(make_message("its columns were not compared: {error}", error=str(error)))
    return lines


def _find_cause(portal: Portal, corpus: CorpusView, outcome: CrawlOutcome, column: str) -> str:
    if outcome.summary is None:
        return make_message("the crawl failed: {error}", error=str(outcome.error))
    return find_cause(portal, corpus, outcome.summary, column)
