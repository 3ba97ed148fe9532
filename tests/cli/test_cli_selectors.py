"""``curator selectors``: what selects a text of a page, and what it does on the other pages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.portal_file.config.load import load_portal

sys.path.insert(0, str(Path(__file__).parents[1] / "crawling" / "building"))

PLACE = "https://echo.example/a/"
LIST = "https://echo.example/list/1"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A portal file, and a corpus of an archive page and ten articles, seven with a byline."""
    from building_corpus import page_of, write_config, write_warc

    folder = tmp_path_factory.mktemp("selectors")
    pages = {
        f"{PLACE}n{n}": page_of(
            (f'<p class="by">Ann Nr. {n}</p>' if n < 7 else "") + "<p>Some words of a text.</p>"
        )
        for n in range(10)
    }
    items = "".join(f'<h2><a href="/a/n{n}">News {n}</a></h2>' for n in range(10))
    pages[LIST] = (
        f"<html><body><div class='side'>{items[:34]}</div><main>{items}</main></body></html>"
    )
    config = write_config(folder)
    adopt_warcs(load_portal(config), folder / "corpus", [write_warc(folder / "p.warc", pages)])
    return config, folder / "corpus"


def run(corpus: tuple[Path, Path], *words: str) -> int:
    return main(["selectors", str(corpus[0]), "--corpus", str(corpus[1]), "--quiet", *words])


def test_a_byline_is_selected_on_six_of_nine_other_pages(
    corpus: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    assert run(corpus, "--url", f"{PLACE}n2", "--text", "Ann Nr. 2", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    best = answer[0]
    assert best["selector"] in (".by", "p.by")
    assert (best["selected"], best["others"], best["pages"], best["fits"]) == (1, 0, 9, 6)
    assert best["missing"] == [f"{PLACE}n{n}" for n in (7, 8, 9)]
    assert best["example"] == "Ann Nr. 0"


def test_the_answer_for_a_person_names_pages_that_do_not_fit(
    corpus: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    assert run(corpus, "--url", f"{PLACE}n2", "--text", "Ann Nr. 2") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["selector", "here", "other", "pages"]
    assert "6 of 9  “Ann Nr. 0”" in lines[1]
    assert f"not on {PLACE}n7: " in lines[-3]


def test_headlines_of_an_archive_page(
    corpus: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    words = ["--url", LIST, "--text", "News 2", "--text", "News 3", "--archive", "--json"]
    assert run(corpus, *words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert ("main h2", 10, 8) in [(a["selector"], a["selected"], a["others"]) for a in answer]
    assert {a["pages"] for a in answer} == {0}


def test_a_text_that_is_not_there_and_a_page_that_is_not_stored(
    corpus: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    assert run(corpus, "--url", f"{PLACE}n2", "--text", "Bob") == 2
    assert f"{PLACE}n2 has no text 'Bob'" in capsys.readouterr().err
    assert run(corpus, "--url", f"{PLACE}n99", "--text", "Ann") == 2
    assert f"{PLACE}n99 is not in" in capsys.readouterr().err


def test_pages_of_a_warc_file(corpus: tuple[Path, Path], capsys: pytest.CaptureFixture[str]):
    warc = str(corpus[0].with_name("p.warc"))
    words = ["--warc", warc, "--url", f"{PLACE}n2", "--text", "Ann Nr. 2", "--limit", "4", "--json"]
    assert run(corpus, *words) == 0
    assert json.loads(capsys.readouterr().out)[0]["pages"] in (3, 4)
