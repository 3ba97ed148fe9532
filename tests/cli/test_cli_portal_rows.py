"""The rows of several crawls, the plain lines that sum them up, and the table on a terminal."""

from __future__ import annotations

import io
import sys

import pyte
import pytest
from rich.console import Console

from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.cli import progress
from webarticlecurator.cli.live_display import LiveTable
from webarticlecurator.cli.progress import PlainLines, ProgressRow
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.progress import CrawlCounts


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def begun(rows: PlainLines, portal: str) -> ProgressRow:
    row = rows.progress_of(portal)
    row.begin("crawl", None, "pages")
    return row


def test_the_rate_is_that_of_the_last_minute(time: Time):
    row = begun(PlainLines(quiet=True), "one")
    assert row.requests_per_minute() == 0
    for second in range(1, 181):
        time.now += 1
        # two requests a second at first, then one every two seconds
        requests = 2 * second if second <= 60 else 120 + (second - 60) // 2
        row.count(CrawlCounts(requests=requests))
    assert row.requests_per_minute() == pytest.approx(30, abs=1)


def test_a_row_says_what_the_trouble_is_and_for_how_long_there_was_no_answer(time: Time):
    row = begun(PlainLines(quiet=True), "one")
    row.count(CrawlCounts(requests=1))
    assert row.describe_trouble() == ""
    row.count(CrawlCounts(requests=2, trouble="timeout", in_a_row=1))
    assert row.describe_trouble() == "timeout"
    row.count(CrawlCounts(requests=3, trouble="status 503", in_a_row=2))
    time.now += 45
    assert row.describe_trouble() == "status 503, 2 in a row; last answer 45 s ago"
    row.count(CrawlCounts(requests=4))
    assert row.describe_trouble() == ""


def test_the_time_left_is_that_of_the_stage(time: Time):
    row = begun(PlainLines(quiet=True), "one")
    row.expect(100, 100)
    for _ in range(10):
        time.now += 1
        row.step("http://one.example/")
    assert row.describe_time_left() == "about 90 s left"
    row.end()
    assert (row.state, row.describe_time_left()) == ("waiting", "")


@pytest.mark.parametrize(
    ("outcome", "state"),
    [
        (CrawlOutcome("one", Summary()), "done"),
        (CrawlOutcome("one", Summary(pending=1)), "done, with problems"),
        (CrawlOutcome("one", Summary(stopped="403")), "stopped by the portal"),
        (CrawlOutcome("one", error=StoreDamaged("broken")), "error"),
    ],
)
def test_a_row_shows_how_the_crawl_ended(outcome: CrawlOutcome, state: str):
    rows = PlainLines(quiet=True)
    row = begun(rows, "one")
    rows.end_crawl(outcome)
    assert (row.state, row.is_active) == (state, False)


def test_plain_lines_name_the_portal_and_the_sums_come_every_ten_seconds(
    time: Time, capsys: pytest.CaptureFixture[str]
):
    rows = PlainLines()
    one, two = begun(rows, "one"), begun(rows, "two")
    one.show_message("corpus c: new")
    time.now += 9
    one.count(CrawlCounts(9, 4, 20))
    two.count(CrawlCounts(1, 0, 3, "timeout", 1))
    assert capsys.readouterr().err == "one: corpus c: new\n"
    time.now += 1
    two.end()
    one.step("http://one.example/")
    two.step("http://two.example/")
    assert capsys.readouterr().err == (
        "2 portals: 1 crawl, 1 waiting; 4 articles, 23 due, 54 requests/min; trouble: two"
        " (timeout)\n"
    )


def test_many_portals_in_trouble_are_not_all_named(time: Time):
    rows = PlainLines(quiet=True)
    for number in range(8):
        begun(rows, f"p{number}").count(CrawlCounts(1, 0, 3, "timeout", 1))
    assert rows.describe_sums().endswith("p4 (timeout) and 3 more")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch):
    """Set columns and lines of the terminal."""

    def resize(columns: int, lines: int) -> None:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))

    return resize


def draw_lines(table: LiveTable) -> list[str]:
    """Return the lines of the table as a terminal of this size shows them."""
    stream = io.StringIO()
    Console(file=stream, soft_wrap=True).print(table.render())
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_the_table_has_a_row_for_each_portal_and_the_sums(time: Time, terminal):
    terminal(120, 30)
    table = LiveTable(io.StringIO())
    one, two = begun(table, "one"), begun(table, "két 報")
    time.now += 60
    one.count(CrawlCounts(60, 41, 17))
    one.expect(100, 100)
    for _ in range(50):
        one.step("http://one.example/")
    two.count(CrawlCounts(2, 0, 3, "status 429", 2))
    assert draw_lines(table) == [
        "portal  state  articles  due  req/min  left             trouble",
        "one     crawl        41   17       60  about 60 s left",
        "két 報  crawl         0    3        2                   status 429, 2 in a row",
        "2 portals: 2 crawl; 41 articles, 20 due, 62 requests/min; trouble: két 報 (status 429, 2 in"
        " a row)",
    ]


def test_of_more_portals_than_lines_those_in_trouble_and_those_at_work_are_shown(
    time: Time, terminal
):
    terminal(120, 8)
    table = LiveTable(io.StringIO())
    for number in range(40):
        begun(table, f"p{number:02}")
    for number in range(38):
        table.end_crawl(CrawlOutcome(f"p{number:02}", Summary()))
    table.rows[39].count(CrawlCounts(1, 0, 3, "timeout", 1))
    lines = draw_lines(table)
    assert [line.split()[0] for line in lines[1:5]] == ["p00", "p01", "p38", "p39"]
    assert lines[5].startswith("36 more. 40 portals: 2 crawl, 38 done")


def test_messages_of_pages_cannot_act_on_the_terminal():
    stream = io.StringIO()
    LiveTable(stream).progress_of("one").show_message("a\x1b[2Jtitle")
    assert stream.getvalue() == "one: a\\x1b[2Jtitle\n"


def test_a_single_work_is_one_line(time: Time, terminal):
    terminal(140, 30)
    table = LiveTable(io.StringIO(), is_single=True)
    row = table.progress_of("one")
    row.state = "crawl"
    row.begin("crawl", None, "pages")
    table.close()
    row.expect(40, 60)
    row.enter("news 2019-03")
    assert "–/s" in draw_lines(table)[0]
    time.now += 10
    for page in range(30):
        row.step(f"http://one.example/{page}")
    [line] = draw_lines(table)
    assert line.split()[1] == "crawl"
    assert line.count("━") == 10, "a half of what is expected at most"
    words = "30 of about 40–60 pages 3.0/s 3–10 s left news 2019-03 http://one.example/29"
    assert line.endswith(words)
    terminal(100, 30)
    assert "one.example" not in draw_lines(table)[0]


class Terminal:
    """A terminal whose screen a program of its own reads (pyte)."""

    def __init__(self, columns: int = 80, lines: int = 12) -> None:
        self.screen, self.stream = pyte.Screen(columns, lines), io.StringIO()

    def show(self) -> list[str]:
        self.screen.reset()
        pyte.Stream(self.screen).feed(self.stream.getvalue().replace("\n", "\r\n"))
        return [line.rstrip() for line in self.screen.display if line.strip()]


def test_a_terminal_shows_the_table_below_what_is_printed(terminal):
    terminal(80, 12)
    shown = Terminal()
    table = LiveTable(shown.stream)
    for portal in ("one", "two"):
        begun(table, portal)
    table.begin()
    table.rows[0].show_message("corpus c: new")
    table.draw()
    table.draw()
    message, *rows = shown.show()
    assert message == "one: corpus c: new"
    assert [row.split()[0] for row in rows] == ["portal", "one", "two", "2"]
    assert not shown.screen.cursor.hidden
    table.close()
    assert shown.show() == [message], "nothing of the table stays"


def test_a_narrow_terminal_has_no_line_that_is_broken(terminal):
    terminal(30, 12)
    shown = Terminal(30)
    table = LiveTable(shown.stream, is_single=True)
    row = begun(table, "one")
    row.enter("a column with a name that is longer than the terminal is wide")
    for page in range(3):
        row.step(f"http://one.example/{page}")
        table.draw()
    [line] = shown.show()
    assert line.split()[1] == "crawl"
    table.close()
    assert shown.show() == []


def test_what_others_print_appears_above_the_line(terminal, monkeypatch: pytest.MonkeyPatch):
    terminal(80, 12)
    shown, others = Terminal(), io.StringIO()
    monkeypatch.setattr(others, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr", others)
    table = LiveTable(shown.stream, is_single=True)
    begun(table, "one")
    address = f"http://one.example/{'a' * 90}"
    print(f"see {address}", file=sys.stderr)
    print("piped")
    print("without an end", end="", file=sys.stderr)
    table.draw()
    *above, line = shown.show()
    assert "".join(above) == f"see {address}"
    assert "crawl" in line
    table.close()
    assert shown.show()[-1] == "without an end"
    assert sys.stderr is others
