"""``curator report unsure``: from the pages of a portal to the table, the exports and the TEI."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

import pytest
from small_portal import SmallPortal, listing, small_portal

from webarticlecurator.cli.main import main

RULES = """\
fetch: {delay: 0}
archive: {url: "BASE/list", dates: none, links: h2}
article:
  layouts:
    - {name: ruled, when: {css: main.ruled}, body: {root: main.ruled}}
"""


TEASERS = "".join(
    f"<div><p><a href=/{n}>Another one, about {n} villages</a></p><p>Readers came from all of them, and the mayor stood there, as in every week of this year.</p></div>"
    for n in range(6)
)


def page(title: str, paragraphs: int, around: str = "main", below: str = "") -> str:
    lines = "".join(
        f"<p>On day {n} readers came from all the villages around, and the mayor stood in the queue like everybody, as promised.</p>"
        for n in range(paragraphs)
    )
    end = around.split()[0]
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1><{around}>{lines}</{end}>{below}</body></html>"


PAGES = {
    "/list": listing("/long", "/short", "/ruled"),
    "/long": page("The long one of the week", 12),
    "/short": page("The short one of the week", 2, below=TEASERS),
    "/ruled": page("The one with a layout", 2, "main class=ruled"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("unsure"), PAGES) as site:
        assert site.crawl(RULES).ok
        yield site


def run(site: SmallPortal, *words: str) -> int:
    config = str(site.folder / "portal.yaml")
    path = words[:2] if words[0] == "report" else words[:1]
    return main([*path, config, "--corpus", str(site.corpus), *words[len(path) :]])


def test_the_least_sure_come_first_and_the_last_line_counts_the_others(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, "report", "unsure") == 0
    out, err = capsys.readouterr()
    head, *rows = (line.split("\t") for line in out.splitlines())
    assert head == ["confidence", "words", "url", "remarks", "tei"]
    assert [row[2].removeprefix(site.base) for row in rows] == ["/short", "/long"]
    assert [float(row[0]) for row in rows] == sorted(float(row[0]) for row in rows)
    assert all((site.corpus / row[4]).is_file() for row in rows)
    assert err.splitlines()[-1] == (
        "articles read without rules: 2, of which 2 are listed; read by rules and not listed: 1"
    )


def test_a_limit_leaves_the_least_sure(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, "report", "unsure", "--limit", "1") == 0
    out, err = capsys.readouterr()
    assert [line.split("\t")[2] for line in out.splitlines()[1:]] == [f"{site.base}/short"]
    assert "read without rules: 2, of which 1 are listed" in err


def test_exports_have_the_confidence_of_the_report(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, "report", "unsure") == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    listed = {row[2]: float(row[0]) for row in rows} | {f"{site.base}/ruled": None}

    assert run(site, "export", "--format", "jsonl") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["url"]: line["confidence"] for line in lines} == listed

    assert run(site, "export", "--format", "csv") == 0
    table = csv.DictReader(io.StringIO(capsys.readouterr().out.removeprefix("\ufeff")))
    assert {row["url"]: float(row["confidence"] or "nan") for row in table} == {
        url: pytest.approx(share if share is not None else float("nan"), nan_ok=True)
        for url, share in listed.items()
    }


def test_extract_and_tei_have_the_same_confidence(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, "extract", "--url", f"{site.base}/long", "--format", "json") == 0
    share = json.loads(capsys.readouterr().out)["confidence"]
    tei = next(text for text in site.tei().values() if f"{site.base}/long<" in text)
    assert f'<note type="confidence">{share:.3f}</note>' in tei


def test_a_rebuild_writes_the_same_bytes(site: SmallPortal) -> None:
    before = site.tei()
    assert run(site, "build", "--all") == 0
    assert site.tei() == before


def test_reports_of_articles_take_the_selection_of_exports(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, "report", "unsure", "--where", "title~long") == 0
    out, err = capsys.readouterr()
    assert [line.split("\t")[2] for line in out.splitlines()[1:]] == [f"{site.base}/long"]
    assert "read without rules: 1, of which 1 are listed; read by rules and not listed: 0" in err

    titles = ("report", "authors", "--field", "title")
    assert run(site, *titles, "--where", "confidence=") == 0
    assert capsys.readouterr().out.splitlines()[1].split("\t")[0] == "The one with a layout"
    assert run(site, *titles, "--sample", "2") == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert run(site, *titles, "--from", "2020-01-01") == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert "3 left out: no date of publication" in err
    assert run(site, *titles, "--where", "titel=x") == 2
    assert "Did you mean title?" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_counted(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    with site.damaged_tei() as file:
        assert run(site, "report", "authors", "--field", "title") == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert f"problem: {file}: not a TEI document" in err
