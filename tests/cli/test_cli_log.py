"""``-v``, ``-vv`` and ``--log``: a line for each request, and the decisions of a command."""

from __future__ import annotations

import argparse
import io
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest
from portal_group import portal_group
from small_portal import Answer, SmallPortal, article, listing, moved, small_portal

from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.command_line import build_parser
from webarticlecurator.cli.command_table import COMMANDS
from webarticlecurator.cli.live_display import LiveTable
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.workers.shared_worker import end_worker, evaluate_in_worker

SECRET = "v3ry/secret+c00kie"
QUOTED = "v3ry%2Fsecret%2Bc00kie"
RULES = f"""\
archive:
  columns: {{hírek: {{url: "BASE/list?page={{page}}"}}}}
  pagination: {{mode: numbered}}
  links: h2 a
fetch: {{delay: 0, cookies: {{sid: "{SECRET}"}}}}
"""
REQUEST = re.compile(r"small: (GET \S+) (\S+), \d+ bytes, \d+\.\d\d s: (.+)")


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """A portal with a redirect, an article that comes at the second try, one that robots.txt
    forbids, one that is left out, and a secret in an address."""
    busy = iter((Answer("later", 503),))
    pages = {
        "/robots.txt": Answer("User-agent: *\nDisallow: /forbidden\n"),
        "/list?page=1": listing("/moved", "/busy", "/forbidden"),
        "/list?page=2": listing(f"/a?sid={QUOTED}", "/excluded"),
        "/moved": moved("/here"),
        "/here": article("One two."),
        "/busy": lambda: next(busy, Answer(article("Three."))),
        f"/a?sid={QUOTED}": article("Four."),
    }
    with small_portal(tmp_path, pages) as served:
        served.write(RULES, portal__exclude__tsv=f"id\treason\n{served.base}/excluded\tnot ours\n")
        yield served


def crawl(portal: SmallPortal, *options: str) -> int:
    config, corpus = str(portal.folder / "portal.yaml"), str(portal.corpus)
    return main(["crawl", config, "--corpus", corpus, *options])


def requests_in(portal: SmallPortal, text: str) -> list[tuple[str, str, str]]:
    """Return method with path, status and purpose of each line of a request."""
    found = REQUEST.findall(text)
    return [(asked.replace(portal.base, ""), status, purpose) for asked, status, purpose in found]


def test_each_request_is_one_line(portal: SmallPortal, capsys: pytest.CaptureFixture[str]):
    assert crawl(portal, "-v") == 0
    printed = capsys.readouterr()
    *requests, made_up = requests_in(portal, printed.err)
    # The pages lack the headlines of their list.
    assert re.fullmatch(r"GET /[0-9a-f]{20}", made_up[0])
    assert made_up[1:] == ("404", "made-up address")
    assert requests == [
        ("GET /robots.txt", "200", "robots.txt"),
        ("GET /.well-known/tdmrep.json", "404", "tdmrep.json"),
        ("GET /list?page=1", "200", "archive page of hírek, page 1"),
        ("GET /moved", "302", "article of hírek"),
        ("GET /here", "200", "redirect of article of hírek"),
        ("GET /busy", "503", "article of hírek"),
        ("GET /busy", "200", "article of hírek"),
        ("GET /list?page=2", "200", "archive page of hírek, page 2"),
        ("GET /a?sid=…", "200", "article of hírek"),
        ("GET /list?page=3", "404", "archive page of hírek, page 3"),
        ("GET /list?page=4", "404", "archive page of hírek, page 4"),
    ]
    assert len(portal.headers) == 12
    assert printed.err.count("small: ") == 12
    assert "small: " not in printed.out


def test_without_the_options_nothing_is_logged_or_set_up(
    portal: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    logger = logging.getLogger("webarticlecurator")
    before = [*logger.handlers], logger.level
    assert crawl(portal, "-vv") == 0
    assert (logger.handlers, logger.level) == before
    capsys.readouterr()
    assert crawl(portal, "--full") == 0
    assert "small: " not in "".join(capsys.readouterr())


def test_twice_v_also_tells_the_decisions(portal: SmallPortal, capsys: pytest.CaptureFixture[str]):
    assert crawl(portal, "-vv") == 0
    base, lines = portal.base, capsys.readouterr().err
    for line in (
        f"walk of hírek, span 1 begins (top): {base}/list?page=1",
        f"not requested: robots.txt forbids {base}/forbidden",
        f"asks again in 1 s, try 2 of 4: {base}/busy, 503",
        f"{base}/list?page=1: 3 new articles; next {base}/list?page=2",
        f"not requested: {base}/excluded is on the exclude list",
        f"{base}/list?page=4: 0 new articles; the walk ends: the portal answers 404 or 410: there"
        " is no such archive page",
        "due: 5 articles; the TEI of all others is kept (processes: 1)",
        f"built {base}/here: undated/",
    ):
        assert lines.count(f"small: {line}") == 1, line
    assert len(requests_in(portal, lines)) == 12
    assert crawl(portal, "-vv") == 0
    lines = capsys.readouterr().err
    assert f"begins (top, ends at known pages): {base}/list?page=1\n" in lines
    assert "due: 0 articles; the TEI of all others is kept" in lines


def test_a_file_takes_the_lines_and_no_secret(
    portal: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    file = portal.folder / "napló.log"
    assert crawl(portal, "--log", str(file)) == 0
    assert "GET" not in capsys.readouterr().err
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(requests_in(portal, "\n".join(lines))) == 12
    begin = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ INFO small: GET http://"
    assert all(re.match(begin, line) for line in lines)
    assert crawl(portal, "-vv", "--quiet", "--log", str(file)) == 0
    assert "GET" not in capsys.readouterr().err
    text = file.read_text(encoding="utf-8")
    assert text.splitlines()[:12] == lines, "the earlier lines stay"
    assert "Z DEBUG small: walk of hírek" in text
    assert crawl(portal, "-vv", "--full", "--log", str(file)) == 0
    printed = capsys.readouterr().err
    written = file.read_text(encoding="utf-8")
    for secret in (SECRET, QUOTED):
        assert secret not in written
        assert secret not in "\n".join(re.findall("(?m)^small: .*", printed))


@pytest.mark.parametrize("name", [".", "no folder/log"])
def test_a_file_that_cannot_be_written_is_wrong_usage(
    portal: SmallPortal, capsys: pytest.CaptureFixture[str], name: str
):
    assert crawl(portal, "--log", str(portal.folder / name)) == 2
    message = capsys.readouterr().err
    assert "(expected a file that can be written)\n  Choose another file with --log." in message
    assert portal.headers == []


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")
def test_a_full_disk_ends_the_log_and_not_the_crawl(
    portal: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    assert crawl(portal, "--log", "/dev/full") == 0
    assert capsys.readouterr().err.count("the log file can no longer be written: /dev/full") == 1


def test_requests_that_are_sent_ahead_are_logged_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    paths = [f"/{number}" for number in range(6)]
    pages = {"/list": listing(*paths), **{path: article(f"Text {path}.") for path in paths}}
    with small_portal(tmp_path, pages) as portal:
        portal.write("archive: {url: BASE/list, links: h2 a}\nfetch: {delay: 0, connections: 3}\n")
        assert crawl(portal, "-v") == 0
        found = requests_in(portal, capsys.readouterr().err)
    assert sorted(found[3:]) == [(f"GET {path}", "200", "article of all") for path in paths]


def test_a_check_of_the_portal_is_logged_too(
    portal: SmallPortal, capsys: pytest.CaptureFixture[str]
):
    main(["check", str(portal.folder / "portal.yaml"), "--live", "-v"])
    found = requests_in(portal, capsys.readouterr().err)
    assert found[:2] == [
        ("GET /robots.txt", "200", "robots.txt"),
        ("GET /list?page=1", "200", "page"),
    ]
    assert len(found) == len(portal.headers)


def test_the_lines_of_several_crawls_name_their_portals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with portal_group(tmp_path, "one.example", "two.example") as group:
        files = [str(group.write(host)) for host in group.hosts]
        words = ["--corpus", str(tmp_path / "corpora"), "--proxy", group.proxy, "-v"]
        assert main(["crawl", *files, *words]) == 0
        sent = {host: len(times) for host, times in group.requested.items()}
    lines = capsys.readouterr().err
    for host, number in sent.items():
        name = host.partition(".")[0]
        assert len(re.findall(f"(?m)^{name}: GET http://{host}/", lines)) == number
    assert len(re.findall(": GET ", lines)) == sum(sent.values())


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_appear_above_the_table_of_several_crawls(monkeypatch: pytest.MonkeyPatch):
    from webarticlecurator.cli.command_log import write_log

    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    table = LiveTable(stream)
    for name in ("one", "two"):
        table.progress_of(name).begin("crawl", None, "pages")
    table.begin()
    with write_log(argparse.Namespace(verbosity=1)):
        for number in range(3):
            table.draw()
            get_logger("webarticlecurator.test").info("request %d", number)
    table.draw()
    screen = pyte.Screen(100, 24)
    pyte.Stream(screen).feed(stream.getvalue().replace("\n", "\r\n"))
    shown = [line.split()[0] for line in screen.display if line.strip()]
    table.close()
    assert shown == ["request", "request", "request", "portal", "one", "two", "2"]
    assert sys.stderr is stream


def test_a_worker_logs_nothing(portal: SmallPortal):
    made, logger = portal.write(RULES), logging.getLogger("webarticlecurator")
    logger.setLevel(logging.DEBUG)
    try:
        assert not evaluate_in_worker(made, is_logging, None, "here")
    finally:
        logger.setLevel(logging.NOTSET)
        end_worker()


def is_logging(_portal: Portal, _source: object, _task: object) -> bool:
    return logging.getLogger("webarticlecurator.pages.page").isEnabledFor(logging.ERROR)


def test_every_command_has_the_options():
    def parsers_below(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
        below = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        if not below:
            yield parser
        for action in below:
            for each in action.choices.values():
                yield from parsers_below(each)

    without = [
        parser.prog
        for parser in parsers_below(build_parser(COMMANDS))
        if not {"-v", "--log"} <= set(parser._option_string_actions)
    ]
    assert not without
