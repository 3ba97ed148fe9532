"""``curator report completeness`` with the CDX server of pywb: the archive has the demo portal as a
whole, the corpus a part of it."""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from checkout import CHECKOUT
from replay_programs import needs_replay, run_program, running_pywb
from webarticlecurator.examples.expected import expected_articles
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.archives.archive_client import open_cdx_file, read_archive
from webarticlecurator.corpus.archives.archive_options import ArchiveOptions
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import read_header

PAGE = CHECKOUT / "docs" / "wayback.md"
DEMO = data_folder("examples") / "demo.yaml"
PORTAL = load_portal(DEMO)
pytestmark = [needs_replay, pytest.mark.long]


@dataclass(frozen=True)
class ReplayedDemo:
    """``corpus`` has a part of the portal; ``cdx`` knows all of it."""

    corpus: Path
    cdx: str


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, demo_corpus: Path) -> Iterator[ReplayedDemo]:
    folder = tmp_path_factory.mktemp("completeness")
    with DemoServer() as server:
        options = CrawlOptions(proxy=server.proxy, column="hirek", limit=60)
        crawl(PORTAL, folder / "part", options)
    collections = folder / "pywb"
    collections.mkdir()
    assert run_program("wb-manager", "init", "demo", cwd=collections).returncode == 0
    warcs = map(str, sorted((demo_corpus / "warc").iterdir()))
    added = run_program("wb-manager", "add", "demo", *warcs, cwd=collections)
    assert added.returncode == 0, added.stderr
    with running_pywb(collections) as address:
        yield ReplayedDemo(folder / "part", f"{address}/demo/cdx")


def documented_command(name: str, demo: ReplayedDemo, corpus: Path) -> list[str]:
    """Return the arguments of the first command of the page with the demo portal, with the places
    of this test."""
    page = PAGE.read_text(encoding="utf-8")
    command = re.findall(rf"^    curator ({name} examples/demo\.yaml.*)$", page, re.MULTILINE)[0]
    places = {
        "examples/demo.yaml": str(DEMO),
        "corpora/demo": str(corpus),
        "http://localhost:8080/demo/cdx": demo.cdx,
    }
    return [places.get(word, word) for word in command.split()]


def test_every_article_of_the_portal_is_there_or_missing(demo: ReplayedDemo, tmp_path: Path):
    table = tmp_path / "all.tsv"
    where = ["--corpus", str(demo.corpus), "--cdx", demo.cdx, "--output", str(table)]
    assert main(["report", "completeness", str(DEMO), *where, "--all", "--quiet"]) == DONE
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    with view_corpus(demo.corpus, PORTAL.id) as corpus:
        known = {row.canonical for row in corpus.frontier.articles("tei")}
        pending = {row.canonical for row in corpus.frontier.articles("pending")}
    assert known and pending

    articles = {article.url for article in expected_articles()}
    groups: dict[str, set[str]] = {"in-corpus": set(), "pending": set(), "never-listed": set()}
    for row in rows:
        groups.setdefault(row["reason"], set()).add(canonical_address(row["url"], PORTAL.address))
    assert groups["in-corpus"] == known
    assert groups["pending"] & articles == pending & articles
    never_listed = articles - known - pending
    assert groups["never-listed"] >= never_listed
    others = groups["never-listed"] - never_listed
    assert others == {"http://demo.echo.example/cikk.php?id=9003"}, (
        "only its page shows: no article"
    )
    assert groups.keys() - {"in-corpus", "pending", "never-listed"} == {
        "archive-page",
        "article-page",
        "file",
        "other-form",
    }


def test_the_documented_command_prints_the_documented_numbers(
    demo: ReplayedDemo, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    shown = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    monkeypatch.chdir(demo.corpus.parent)
    assert main(documented_command("report completeness", demo, demo.corpus)) == DONE
    printed = capfd.readouterr().err.splitlines()
    lines = [line for line in shown.splitlines() if line != "…"]
    assert [line for line in printed if line in lines] == lines
    assert Path("missing.tsv").read_text(encoding="utf-8").count("\n") == 261


def test_a_server_without_keys_is_read_by_halves_of_its_time(demo: ReplayedDemo):
    """Runs that end after one answer read the same as one run."""
    whole = ArchiveOptions(demo.cdx, (f"{PORTAL.home}*",))
    with open_cdx_file(demo.corpus, whole) as file:
        assert read_archive(PORTAL, file, whole, Runtime()).queries == 0
        expected = list(file.captures())
        assert len(expected) > 300

        state = read_archive(PORTAL, file, replace(whole, again=True, lines=70, most=1), Runtime())
        runs = 1
        while state.queries:
            state = read_archive(PORTAL, file, replace(whole, most=1), Runtime())
            runs += 1
        assert runs > len(expected) / 70
        assert list(file.captures()) == expected


def test_what_is_missing_is_copied_from_pywb_and_built(demo: ReplayedDemo, tmp_path: Path):
    corpus_folder = tmp_path / "corpus"
    shutil.copytree(demo.corpus, corpus_folder)
    assert main(documented_command("warc adopt", demo, corpus_folder)) == DONE
    assert main(documented_command("build", demo, corpus_folder)) in (DONE, PROBLEMS)
    expected = {article.url: article for article in expected_articles()}
    cited = 0
    for path in corpus_folder.glob("tei/**/*.xml"):
        content = path.read_bytes()
        if b'type="archive"' not in content:
            continue
        article = expected[read_header(content).url]
        if len(article.pages) == 1:
            cited += 1
            assert demo.cdx.removesuffix("/cdx").encode() in content
            assert tuple(" ".join(line.split()) for line in read_lines(content)) == article.text
    assert cited > 60
