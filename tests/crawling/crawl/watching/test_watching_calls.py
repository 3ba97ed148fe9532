"""A watch calls a person when a column has fewer articles than its past lets expect."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from benches import import_bench
from lxml import etree
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.model.forecast import find_drop
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.crawl.calls import call_person
from webarticlecurator.crawling.crawl.column_alarms import (
    ALARMS,
    call_about_columns,
    list_forecasts,
)
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.portal_file.config.load import load_portal

FIRST = date(2024, 3, 11)
NOW = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
TEXT = "The words of an article that is as long as they are. " * 9
BY = "<p class=by>Ann</p>"
RULES = """
fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {metadata: {authors: p.by, published: {css: time, attr: datetime}}}
"""


def days(number: int) -> list[date]:
    return [FIRST + timedelta(n) for n in range(number)]


def pages(number: int) -> dict[str, str]:
    """Four articles on each of the first days."""
    names = {f"/{day}-{n}": day for day in days(number) for n in range(4)}
    dated = {
        name: article(f"{TEXT} {name}.", around=f'<time datetime="{day}"></time>{BY}')
        for name, day in names.items()
    }
    return {"/list": listing(*names), **dated}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """The portal of all tests, crawled once."""
    with small_portal(tmp_path_factory.mktemp("crawled"), pages(50)) as running:  # until 29 April
        running.executor = "serial"
        running.crawl(RULES)
        yield running


@pytest.fixture
def portal(crawled: SmallPortal, tmp_path: Path) -> Iterator[SmallPortal]:
    """The portal with a copy of its corpus; it is as before when the test has ended."""
    before = (crawled.folder, crawled.pages, crawled.clock.time)
    shutil.copytree(crawled.corpus, tmp_path / "corpus")
    crawled.folder = tmp_path
    told = f"import sys; open({str(tmp_path / 'told')!r}, 'a').write(sys.stdin.read())"
    settings = {"notify": {"command": [sys.executable, "-c", told], "feed": "calls.atom"}}
    (crawled.corpus / "settings.yaml").write_text(json.dumps(settings), encoding="utf-8")
    yield crawled
    crawled.folder, crawled.pages, crawled.clock.time = before


def follow(portal: SmallPortal, now: datetime, rules: str = RULES) -> list[str]:
    portal.clock.time = max(now, portal.clock.time)  # dates after the crawl are none
    outcome = CrawlOutcome("small", portal.crawl(rules))
    run = ScheduledRun(portal.folder / "portal.yaml", now, now, outcome, None)
    return call_about_columns(read, portal.corpus.parent, now, run)


def read(path: Path) -> Portal:
    return load_portal(path)


def test_a_stop_calls_once_and_once_more_when_it_has_ended(
    portal: SmallPortal, tmp_path: Path
) -> None:
    link_corpus(portal)
    assert follow(portal, NOW - timedelta(2)) == []  # of 29 April are as many as ever
    assert not (tmp_path / "told").exists()
    called = follow(portal, NOW)
    assert called[0] == "small: too few articles"
    assert "0 articles" in called[1] and "expected 8.0" in called[1]
    assert follow(portal, NOW) == []
    told = (tmp_path / "told").read_text("utf-8")
    assert told.count("too few articles") == 1
    assert json.loads((portal.corpus / ALARMS).read_bytes())
    (head, row) = list_forecasts(read(portal.folder / "portal.yaml"), portal.corpus, NOW)
    assert dict(zip(head, row, strict=True))["alarm_since"] == "2024-04-30"
    portal.pages = pages(60)
    ended = follow(portal, NOW + timedelta(7))
    assert ended[0] == "small: as many as before"
    atom = "{http://www.w3.org/2005/Atom}"
    feed = etree.fromstring((portal.corpus / "calls.atom").read_bytes())
    titles = [entry.findtext(f"{atom}title") for entry in feed.iter(f"{atom}entry")]
    assert titles == ["small: as many as before", "small: too few articles"]
    assert json.loads((portal.corpus / ALARMS).read_bytes()) == {}


def test_whom_nothing_reached_is_called_again(portal: SmallPortal) -> None:
    link_corpus(portal)
    settings = portal.corpus / "settings.yaml"
    works = settings.read_text(encoding="utf-8")
    fails = json.dumps({"notify": {"command": [sys.executable, "-c", "raise SystemExit(1)"]}})
    settings.write_text(fails, encoding="utf-8")
    title, _, failure = follow(portal, NOW)
    assert title == "small: too few articles"
    assert failure.startswith("nobody was called: ")
    settings.write_text(works, encoding="utf-8")
    assert follow(portal, NOW)[0] == "small: too few articles"
    assert follow(portal, NOW) == []


def publish(portal: SmallPortal, number: int, around: str = BY, text: str = TEXT) -> None:
    around += '<time datetime="2024-04-29"></time>'
    new = {f"/{number}-{n}": article(f"{text} {number}-{n}.", around=around) for n in range(number)}
    portal.pages = {**portal.pages, **new, "/list": listing(*new)}


@pytest.mark.parametrize(
    "around, text, said, measure",
    [
        ("", TEXT, "12 of 12 new articles have no authors (before: 0 of 200)", "authors"),
        (BY, "Subscribe.", "new articles have 2 words (before: 109)", "length"),
    ],
)
def test_pages_that_lack_a_field_or_are_short_call_once_and_once_more_at_the_end(
    portal: SmallPortal, tmp_path: Path, around: str, text: str, said: str, measure: str
) -> None:
    """By a list with all numbers of articles as ever: their past says nothing."""
    link_corpus(portal)
    publish(portal, 12, around, text)
    title, what = follow(portal, NOW - timedelta(2))
    assert title == "small: its articles are not as before"
    assert what == f"the pages of column all: {said}; likely cause: the portal has a new design"
    assert follow(portal, NOW - timedelta(2)) == []
    path = portal.folder / "portal.yaml"
    rows = [*list_forecasts(read(path), portal.corpus, NOW - timedelta(2))]
    assert [row[1] for row in rows if row[-1] == "2024-04-30"] == [measure]
    publish(portal, 9)
    ended, _ = follow(portal, NOW - timedelta(2), RULES.replace("p.by", "[p.by, time]"))
    assert ended == "small: its articles are as before"
    assert (tmp_path / "told").read_text("utf-8").count("its articles are") == 2
    assert json.loads((portal.corpus / ALARMS).read_bytes()) == {}


def test_a_new_design_that_shows_in_numbers_and_on_pages_calls_once(
    portal: SmallPortal, tmp_path: Path
) -> None:
    link_corpus(portal)
    publish(portal, 12, around="")
    titles = follow(portal, NOW)[::2]
    assert titles == ["small: too few articles", "small: its articles are not as before"]
    told = (tmp_path / "told").read_text("utf-8")
    assert told.count("small: ") == 1 and "the portal has a new design" in told


def link_corpus(portal: SmallPortal) -> None:
    if portal.corpus.name != "small":
        (portal.corpus.parent / "small").symlink_to(portal.corpus)


def test_damaged_alarms_are_said_and_made_anew(portal: SmallPortal) -> None:
    link_corpus(portal)
    for damaged in ("[]", "{", '{"echo": {"since": 5, "cause": ""}}'):
        (portal.corpus / ALARMS).write_text(damaged, encoding="utf-8")
        said, title, _ = follow(portal, NOW)
        assert said.endswith(f"{ALARMS} is damaged; it is made anew")
        assert title == "small: too few articles"
        assert follow(portal, NOW) == []


def test_a_file_that_is_no_atom_file_is_not_overwritten(portal: SmallPortal) -> None:
    link_corpus(portal)
    feed = portal.corpus / "calls.atom"
    for damaged in ("<feed", "<html/>"):
        (portal.corpus / ALARMS).unlink(missing_ok=True)
        feed.write_text(damaged, encoding="utf-8")
        _, _, failure = follow(portal, NOW)
        assert failure.startswith("nobody was called: ") and "is no Atom file" in failure
        assert feed.read_text(encoding="utf-8") == damaged


def test_a_lower_level_ends_an_alarm_by_a_call_that_says_so(portal: SmallPortal) -> None:
    link_corpus(portal)
    follow(portal, NOW)
    assert follow(portal, NOW + timedelta(54)) == []
    assert follow(portal, NOW + timedelta(55))[0] == "small: fewer articles are usual now"


def test_a_column_that_is_not_in_the_portal_file_leaves_the_alarms(portal: SmallPortal) -> None:
    link_corpus(portal)
    open_alarm = {"gone": {"since": "2024-04-01", "cause": "the portal refuses"}}
    (portal.corpus / ALARMS).write_text(json.dumps(open_alarm), encoding="utf-8")
    assert follow(portal, NOW - timedelta(2)) == []
    assert json.loads((portal.corpus / ALARMS).read_bytes()) == {}


class Kept(Message):
    """Keeps the mails that arrive."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[tuple[str, str]] = []

    def handle_message(self, message: object) -> None:
        self.mails.append((message["Subject"], message.get_payload()))  # type: ignore[index, attr-defined]


def test_a_mail_arrives(tmp_path: Path) -> None:
    kept = Kept()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Controller(kept, hostname="127.0.0.1", port=port)
    server.start()
    try:
        text = f"notify: {{mail: me@echo.example, smtp: '127.0.0.1:{port}'}}\n"
        (tmp_path / "settings.yaml").write_text(text, encoding="utf-8")
        settings = load_settings(tmp_path)
        assert call_person(tmp_path, settings, "echo: too few", "column a", NOW) == (True, [])
    finally:
        server.stop()
    ((subject, body),) = kept.mails
    assert subject == "echo: too few" and body.strip() == "column a"
    is_reached, (failure,) = call_person(tmp_path, settings, "echo: too few", "column a", NOW)
    assert not is_reached
    assert failure.startswith("nobody was called: ")


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are others on Windows")
def test_a_command_of_settings_that_others_can_write_is_not_run(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(f"notify: {{command: [touch, {tmp_path / 'run'}]}}\n", encoding="utf-8")
    path.chmod(0o666)
    _, (failure,) = call_person(tmp_path, load_settings(tmp_path), "a", "b", NOW)
    assert "can be written by others" in failure and not (tmp_path / "run").exists()
    path.chmod(0o644)
    assert call_person(tmp_path, load_settings(tmp_path), "a", "b", NOW) == (True, [])
    assert (tmp_path / "run").exists()


def test_a_column_without_days_is_listed_as_unknown(portal: SmallPortal) -> None:
    columns = "archive: {columns: {news: {url: BASE/list}, other: {url: BASE/b}}, links: h2}"
    written = portal.write(RULES.replace("archive: {url: BASE/list, links: h2}", columns))
    rows = [row[:5] for row in list_forecasts(written, portal.corpus, NOW)]
    assert ("other", "articles", "", "", "unknown") in rows


def test_what_the_oracle_finds_is_found_without_more_false_calls() -> None:
    bench = import_bench("forecast")
    found = [bench.run_history(seed, is_dropped=True) for seed in range(0, 60, 2)]
    of_oracle = [each for each in found if each["oracle"]]
    assert sum(bool(each["in two"]) for each in of_oracle) >= 0.9 * len(of_oracle) > 0
    assert bench.run_history(1, is_dropped=False)["false"] <= 4  # in two years


@pytest.mark.parametrize("share", [0, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_irregular_by_itself_makes_few_calls(share: int) -> None:
    bench = import_bench("forecast")
    calls = {
        kind: bench.count_calls(bench.make_irregular(kind, 1)) for kind in bench.IRREGULAR[share::2]
    }
    assert all(number <= 4 for number in calls.values()), calls  # in two years


def test_a_lower_level_is_usual_after_some_weeks_and_a_later_stop_calls_again() -> None:
    counts = {FIRST + timedelta(n): 20 if n < 400 else 10 for n in range(700)}
    changes: list[tuple[int, bool]] = []
    since = None
    for n in range(390, 800):
        found, is_alarm = find_drop(counts, FIRST + timedelta(n), since=since)
        assert found is not None
        if is_alarm != (since is not None):
            changes.append((n, found.is_few))
        since = (since or found.first) if is_alarm else None
    assert changes == [(401, True), (456, True), (701, True), (756, True)]


def test_a_holiday_is_no_alarm_and_a_stop_is_one_at_the_crawl_after_or_at_the_weekend() -> None:
    working = {day: 10 for day in days(120) if day.weekday() < 5}
    friday = max(day for day in working if day.weekday() == 4)
    thursday, sunday = friday - timedelta(1), friday + timedelta(2)
    assert not find_drop({**working, friday: 0}, friday)[1]
    assert not find_drop({**working, friday: 0}, sunday)[1]
    stopped = {**working, thursday: 0, friday: 0}
    assert not find_drop(stopped, thursday)[1]
    for last in (friday, sunday):
        found, is_alarm = find_drop(stopped, last)
        assert is_alarm and found is not None and found.first == thursday


def test_an_alarm_that_begins_after_the_last_day_is_compared() -> None:
    counts = dict.fromkeys(days(60), 5)
    found, is_alarm = find_drop(counts, FIRST + timedelta(59), since=FIRST + timedelta(60))
    assert found is not None and found.seen == 5 and not is_alarm


def test_a_short_or_empty_past_gives_no_forecast() -> None:
    assert find_drop({}, date(2024, 1, 1)) == (None, False)
    counts = {FIRST + timedelta(n): 5 for n in range(20)}
    assert find_drop(counts, FIRST + timedelta(20)) == (None, False)
