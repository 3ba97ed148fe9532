"""``curator warc fetch`` and ``curator warc addresses``, on a portal on loopback."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from skipped_pauses import skip_pauses
from small_portal import Answer, SmallPortal, article, moved, small_portal
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS, REFUSED, USAGE
from webarticlecurator.cli.main import main

PAGES: dict[str, str | Answer] = {
    "/robots.txt": Answer(
        "User-agent: *\nDisallow: /no\n", headers=(("Content-Type", "text/plain"),)
    ),
    "/one": article("One."),
    "/old": moved("/new"),
    "/new": article("New."),
    "/lost": moved("/gone"),
    "/gone": Answer("no longer", 410),
    "/down": Answer("oops", 500),
    "/no": article("Forbidden."),
}
LISTED = ("/one", "/old", "/lost", "/gone", "/down", "/no", "/never")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallPortal]:
    skip_pauses(monkeypatch)
    with small_portal(tmp_path, PAGES) as portal:
        yield portal


def write_list(site: SmallPortal, *paths: str) -> str:
    path = site.folder / "list.txt"
    lines = ["# what we want", *(site.base + each for each in paths), "", site.base + paths[0]]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def fetch(site: SmallPortal, *paths: str, more: tuple[str, ...] = ("--allow-private",)) -> int:
    output = ["--output", str(site.folder / "pages.warc.gz")]
    table = ["--outcomes", str(site.folder / "outcomes.tsv")]
    return main(["warc", "fetch", write_list(site, *paths), *output, *table, "--quiet", *more])


def parse(site: SmallPortal, text: str) -> dict[str, tuple[str, str, str]]:
    """Path → outcome, status and final path."""
    rows = csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {
        row["url"].removeprefix(site.base): (
            row["outcome"],
            row["status"],
            row["final"].removeprefix(site.base),
        )
        for row in rows
    }


def outcomes(site: SmallPortal) -> dict[str, tuple[str, str, str]]:
    return parse(site, (site.folder / "outcomes.tsv").read_text(encoding="utf-8"))


def test_a_list_is_fetched_with_robots_and_every_address_gets_its_outcome(site: SmallPortal):
    assert fetch(site, *LISTED) == PROBLEMS
    assert outcomes(site) == {
        "/one": ("page", "200", "/one"),
        "/old": ("redirected", "200", "/new"),
        "/lost": ("gone", "410", "/gone"),
        "/gone": ("gone", "410", "/gone"),
        "/down": ("error", "500", "/down"),
        "/no": ("failed", "", ""),
        "/never": ("gone", "404", "/never"),
    }
    assert "/no" not in site.asked
    assert site.asked.count("/one") == 1


def test_the_file_is_one_that_other_tools_read(site: SmallPortal, capsys):
    assert fetch(site, "/one", "/old") == DONE
    path = site.folder / "pages.warc.gz"
    Checker(type("Arguments", (), {"inputs": [str(path)], "verbose": True})()).process_all()
    assert "digest failed" not in capsys.readouterr().out
    with path.open("rb") as stream:
        kinds = [
            (record.rec_type, record.rec_headers.get_header("WARC-Target-URI"))
            for record in ArchiveIterator(stream)
        ]
    assert kinds[0] == ("warcinfo", None)
    responses = [url.removeprefix(site.base) for kind, url in kinds if kind == "response"]
    assert responses == ["/robots.txt", "/one", "/old", "/new"]


def test_a_second_run_asks_only_for_what_has_no_answer(site: SmallPortal, capfd):
    fetch(site, *LISTED)
    site.asked.clear()
    site.pages["/down"] = article("Up again.")
    assert fetch(site, *LISTED, "/more") == PROBLEMS
    assert site.asked == ["/down", "/more"], "and /no is still forbidden"
    assert outcomes(site)["/down"] == ("page", "200", "/down")


def test_a_record_that_is_not_whole_is_cut_off_and_fetched_again(site: SmallPortal, capfd):
    fetch(site, "/one", "/new")
    path = site.folder / "pages.warc.gz"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    site.asked.clear()
    assert fetch(site, "/one", "/new") == DONE
    assert site.asked == ["/new"]
    assert "bytes of an incomplete record were cut off" in capfd.readouterr().err
    assert outcomes(site)["/new"] == ("page", "200", "/new")


def test_private_addresses_are_not_requested_unless_they_are_allowed(site: SmallPortal):
    assert fetch(site, "/one", more=()) == PROBLEMS
    assert site.asked == []
    table = (site.folder / "outcomes.tsv").read_text(encoding="utf-8")
    assert "private-address" in table


def test_a_site_that_refuses_is_left_and_the_others_go_on(site: SmallPortal, tmp_path: Path, capfd):
    with small_portal(tmp_path, {f"/{n}": Answer("stop", 403) for n in range(20)}) as other:
        urls = [*(f"{other.base}/{n}" for n in range(20)), f"{site.base}/one"]
        (tmp_path / "list.txt").write_text("\n".join(urls), encoding="utf-8")
        path = str(tmp_path / "refused.warc.gz")
        table = ["--outcomes", str(tmp_path / "outcomes.tsv")]
        given = ["warc", "fetch", str(tmp_path / "list.txt"), "--output", path, *table]
        assert main([*given, "--allow-private"]) == REFUSED
        assert len(other.asked) == 10
    assert site.asked == ["/one"]
    assert "is not asked any more: the portal refused 10 requests" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "contains no address"),
        (b"ftp://a.example/\nhttps://a.example/\nnothing", ":1: not an absolute address"),
        (b"\xff\xfe", "not an absolute address"),
    ],
)
def test_a_list_without_addresses_is_refused_before_any_request(
    tmp_path: Path, content: bytes, words: str, capfd
):
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    given = ["warc", "fetch", str(path), "--output", str(tmp_path / "pages.warc.gz")]
    assert main(given) == USAGE
    assert words in capfd.readouterr().err
    assert not (tmp_path / "pages.warc.gz").exists()


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("pages.zip", None, USAGE, "Give one that ends in .warc.gz"),
        ("pages.warc.gz", b"no WARC at all", DAMAGED, "cannot be read"),
    ],
)
def test_another_file_is_not_written_to(site: SmallPortal, name, content, code, words, capfd):
    path = site.folder / name
    if content is not None:
        path.write_bytes(content)
    assert main(["warc", "fetch", write_list(site, "/one"), "--output", str(path)]) == code
    assert words in capfd.readouterr().err
    assert site.asked == []
    assert (path.read_bytes() if path.exists() else None) == content


def test_addresses_of_files_are_listed_or_looked_up(site: SmallPortal, capfd):
    fetch(site, "/one", "/old", "/gone")
    path = str(site.folder / "pages.warc.gz")
    capfd.readouterr()
    assert main(["warc", "addresses", path]) == DONE
    found = parse(site, capfd.readouterr().out)
    assert set(found) == {"/robots.txt", "/one", "/old", "/new", "/gone"}
    assert main(["warc", "addresses", path, "--in", write_list(site, "/old", "/other")]) == DONE
    printed = capfd.readouterr()
    assert parse(site, printed.out) == {
        "/old": ("redirected", "200", "/new"),
        "/other": ("missing", "", ""),
    }
    assert "1 redirected, 1 missing" in printed.err


def test_a_killed_run_is_continued_and_nothing_is_lost(site: SmallPortal, tmp_path: Path):
    """The process is killed while it waits between two requests."""
    output = tmp_path / "killed.warc.gz"
    given = ["warc", "fetch", write_list(site, "/one", "/old", "/gone"), "--output", str(output)]
    given += ["--allow-private", "--outcomes", str(tmp_path / "killed.tsv"), "--quiet"]
    command = [sys.executable, "-m", "webarticlecurator", *given, "--delay", "600"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not (output.exists() and output.stat().st_size > 500):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    site.asked.clear()
    assert main([*given, "--delay", "0"]) == DONE
    assert set(site.asked) == {"/one", "/old", "/new", "/gone"}


def test_what_pages_use_is_fetched_too(site: SmallPortal) -> None:
    css = (("Content-Type", "text/css"),)
    head = '<link rel="stylesheet" href="/a.css">'
    site.pages["/styled"] = article('Text.<img src="/x.png"><img src="/no/y.png">', head)
    site.pages["/a.css"] = Answer('@import "b.css";', headers=css)
    site.pages["/b.css"] = Answer("p { background: url(c.png) }", headers=css)
    site.pages["/x.png"] = site.pages["/c.png"] = Answer("png")
    assert fetch(site, "/styled", more=("--allow-private", "--assets")) == DONE
    assert sorted(site.asked) == ["/a.css", "/b.css", "/c.png", "/styled", "/x.png"]
    site.asked.clear()
    assert fetch(site, "/styled", more=("--allow-private", "--assets")) == DONE
    assert site.asked == []
