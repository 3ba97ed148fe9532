"""``curator crawl`` of real archive pages through the replaying proxy: archived pages are stored and
built, the others fail with a reason."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.exit_codes import PROBLEMS
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.validation import validate

QUICK = "fetch: {delay: 0, retries: 0}\n"
Run = Callable[..., dict[str, Any]]


@pytest.fixture
def curator(
    replay, request: pytest.FixtureRequest, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> Run:
    """Return a function that runs ``curator crawl`` on the replayed portal without pauses; it
    returns the JSON with exit code and messages."""
    name = request.node.callspec.params["replay"]
    for path in data_folder("site_configs").glob(f"{name}.*"):
        shutil.copy(path, tmp_path)
    config = tmp_path / f"{name}.yaml"
    lines = config.read_text(encoding="utf-8").splitlines(keepends=True)
    config.write_text(
        "".join([*(line for line in lines if not line.startswith("fetch:")), QUICK]),
        encoding="utf-8",
    )

    def run(*arguments: str) -> dict[str, Any]:
        through = ["--proxy", replay.address, "--ca", str(replay.ca_file)]
        code = main(
            [
                "crawl",
                str(config),
                "--corpus",
                str(tmp_path / "corpus"),
                "--json",
                *through,
                *arguments,
            ]
        )
        out, err = capfd.readouterr()
        return {**json.loads(out), "code": code, "output": err, "portal_file": load_portal(config)}

    return run


def assert_stored_as_answered(
    folder: Path, portal: str, answers: dict[str, bytes], log: list[tuple[str, bool]]
) -> None:
    """Assert that each archived page that was requested is stored with its body, and no other
    page."""
    with view_corpus(folder, portal) as corpus:
        stored = {c.url: corpus.read(c).content for c in corpus.captures.all() if c.status == 200}
    assert stored == {
        url: answers[url].partition(b"\r\n\r\n")[2] for url, archived in log if archived
    }
    assert stored


def articles_of(folder: Path, portal: str) -> dict[str, tuple[str, str | None]]:
    with view_corpus(folder, portal) as corpus:
        return {a.canonical: (a.state, a.reason) for a in corpus.frontier.articles()}


@pytest.mark.parametrize("replay", ["p444"], indirect=True)
def test_days_of_444(replay, curator: Run, tmp_path: Path, shared: Path):
    """A day with one page is complete; a day whose second page is not archived is continued by the
    next crawl."""
    known = {case["url"]: case["expected"] for case in cases(shared, "p444", "article_urls")}
    output = curator("--from", "2019-07-06", "--until", "2019-07-06")
    assert output["code"] == PROBLEMS and output["failed"] == output["articles"] == len(
        known["https://444.hu/2019/07/06"]
    )
    articles = articles_of(tmp_path / "corpus", "p444")
    assert set(articles) == set(known["https://444.hu/2019/07/06"])
    assert set(articles.values()) == {("failed", "status-502")}
    assert output["problems"] == {} and f"{output['failed']} failed" in output["output"]
    output = curator("--from", "2018-04-08", "--until", "2018-04-08")
    assert output["code"] == PROBLEMS and output["problems"] == {"archive-page-failed": 1}
    assert "problem: archive-page-failed: 1" in output["output"]
    assert ("https://444.hu/2018/04/08?page=2", False) in replay.log
    assert_stored_as_answered(tmp_path / "corpus", "p444", replay.answers, replay.log)


def cases(shared: Path, portal: str, kind: str) -> list[dict[str, Any]]:
    found = json.loads((shared / "cases" / "wac" / "cases.json").read_text(encoding="utf-8"))
    return [case for case in found if (case["portal"], case["kind"]) == (portal, kind)]


@pytest.mark.parametrize("replay", ["p444"], indirect=True)
def test_failed_pages_are_requested_again_and_stored_ones_are_not(replay, curator: Run):
    day = ("--from", "2018-04-08", "--until", "2018-04-08")
    first = curator(*day)
    assert first["failed"] == first["articles"] > 10
    del replay.log[:]
    second = curator(*day)
    requested = [url for url, _ in replay.log]
    assert sorted(set(requested)) == sorted(requested)
    assert len(requested) == second["failed"] + 2, (
        "the articles, the page that failed, and the one before it"
    )
    assert (second["articles"], second["failed"]) == (first["articles"], first["failed"])


@pytest.mark.parametrize("replay", ["valasz"], indirect=True)
def test_an_article_that_its_archive_page_lists_becomes_tei(
    replay, curator: Run, tmp_path: Path, shared: Path
):
    output = curator("--column", "itthon")
    (case,) = [c for c in cases(shared, "valasz", "article_urls") if "/itthon/?page=1" in c["url"]]
    archived = "http://valasz.hu/itthon/humboldt-dijas-kvantumfizikus-alapkutatas-nelkul-nincs-fejlodes-129197"
    articles = articles_of(tmp_path / "corpus", "valasz")
    assert set(articles) == set(case["expected"])
    assert articles.pop(archived) == ("tei", None)
    assert set(articles.values()) == {("failed", "status-502")}
    assert (output["code"], output["tei"], output["failed"]) == (PROBLEMS, 1, len(articles))
    assert_stored_as_answered(tmp_path / "corpus", "valasz", replay.answers, replay.log)
    (path,) = (tmp_path / "corpus" / "tei").rglob("*.xml")
    assert not validate(path.read_bytes())
    assert "kvantumfizikus" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("replay", ["termvil"], indirect=True)
def test_a_walk_follows_next_pages_until_one_is_missing(
    replay, curator: Run, tmp_path: Path, shared: Path
):
    output = curator()
    pages = [url for url, archived in replay.log if archived]
    assert pages == ["https://termvil.hu/cikkek/page/1/", "https://termvil.hu/cikkek/page/2/"]
    assert ("https://termvil.hu/cikkek/page/3/", False) in replay.log
    assert (output["code"], output["problems"]) == (PROBLEMS, {"archive-page-failed": 1})
    assert_stored_as_answered(tmp_path / "corpus", "termvil", replay.answers, replay.log)
