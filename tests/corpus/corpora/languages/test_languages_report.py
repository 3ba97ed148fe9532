"""``curator report language`` on a corpus whose articles declare one language and have several."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from dated_corpus import DatedArticle, crawl_articles
from libraries import skip_without

from webarticlecurator.base.model.corpus_dimensions import DETECTED
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.corpus_articles import list_bar
from webarticlecurator.corpus.corpora.corpus_counting import open_counted_corpus
from webarticlecurator.corpus.export.detected_language import is_conflict
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.studio.home.corpus_reading import read_corpus

skip_without("py3langid", reason="py3langid is not installed: pip install py3langid")

ENGLISH = "The committee said on Monday that the bridge will be closed until the end of the year."
HUNGARIAN = (
    "A bizottság hétfőn közölte, hogy a hidat az év végéig lezárják, mert felújításra szorul."
)
ARTICLES = [
    DatedArticle("/en-1", "2024-01-01", "One", ENGLISH),
    DatedArticle("/en-2", "2024-01-02", "Two", ENGLISH + " Nobody knows why."),
    DatedArticle("/hu", "2024-01-03", "Három", HUNGARIAN),
    DatedArticle("/short", "2024-01-04", "Four", "Ez rövid."),
]


Run = Callable[..., str]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return crawl_articles(tmp_path_factory.mktemp("languages"), "small", ARTICLES)


@pytest.fixture
def run(config: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a report on the corpus and returns what it prints."""

    def run_report(name: str, *options: str, code: int = 0) -> str:
        capsys.readouterr()
        folder = str(config.parent / "small")
        assert main(["report", name, str(config), "--corpus", folder, *options]) == code
        return capsys.readouterr().out

    return run_report


def rows(table: str) -> list[list[str]]:
    return [line.split("\t") for line in table.splitlines()]


def test_the_figure_appears_with_the_report(run: Run, config: Path) -> None:
    (config.parent / "small" / "languages.sqlite").unlink(missing_ok=True)
    assert json.loads(run("corpus", "--json"))["detected_languages"] is None
    run("language")
    numbers = json.loads(run("corpus", "--json"))["detected_languages"]
    assert [(bar["name"], bar["articles"]) for bar in numbers] == [("en", 2), ("hu", 1), ("", 1)]
    assert sum(bar["words"] for bar in numbers) == sum(
        len(article.text.split()) for article in ARTICLES
    )


def test_a_selection_has_the_languages_of_its_articles(run: Run, config: Path) -> None:
    (config.parent / "small" / "languages.sqlite").unlink(missing_ok=True)
    selected = ("corpus", "--until", "2024-01-03", "--where", "title!=One", "--json")
    assert json.loads(run(*selected))["detected_languages"] is None
    run("language")
    numbers = json.loads(run(*selected))["detected_languages"]
    words = [len(ARTICLES[number].text.split()) for number in (1, 2)]
    assert [list(bar.values()) for bar in numbers] == [
        ["en", 1, words[0], "words"],
        ["hu", 1, words[1], "words"],
    ]


def test_conflicts_come_first(run: Run) -> None:
    found = rows(run("language"))
    assert [row[:4] for row in found] == [
        ["declared", "detected", "articles", "conflict"],
        ["en", "hu", "1", "yes"],
        ["en", "en", "2", "no"],
        ["en", "", "1", "no"],
    ]
    assert found[1][5].endswith("/hu")
    selected = rows(run("language", "--where", "title=Two"))
    assert [row[:3] for row in selected[1:]] == [["en", "en", "1"]]
    titles = run("authors", "--field", "title", "--where", "detected_language=hu")
    assert [row[0] for row in rows(titles)[1:]] == ["Három"]


def test_only_what_is_new_is_read(run: Run, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("language")
    with monkeypatch.context() as patch:
        patch.setattr("webarticlecurator.corpus.corpora.article_languages.detect_language", None)
        assert run("language") == before


def test_bars_lead_to_their_articles(run: Run, tmp_path: Path) -> None:
    run("language")
    page = tmp_path / "corpus.html"
    run("corpus", "--html", str(page), "--limit", "1", "--svg", str(tmp_path / "charts"))
    html = page.read_text(encoding="utf-8")
    _, _, figure = html.partition('id="detected_languages"')
    figure = figure.partition("</section>")[0]
    assert "Három" in figure
    assert figure.count("<details>") == 3
    assert "detected_language=en" in figure
    assert "text too short" in figure
    assert (tmp_path / "charts" / "small-detected_languages.svg").exists()
    text = run("corpus")
    assert "Language recognised in the text" in text


def test_the_list_of_a_bar_goes_on_behind_a_page(run: Run, config: Path) -> None:
    run("language")
    with open_counted_corpus(load_portal(config), config.parent / "small") as corpus:
        first = list_bar(corpus, (DETECTED.key, "en"), 1)
        assert first.next is not None
        second = list_bar(corpus, (DETECTED.key, "en"), 1, first.next)
        titles = [article.title for page in (first, second) for article in page.articles]
        assert sorted(titles) == ["One", "Two"]
        assert list_bar(corpus, (DETECTED.key, "fr"), 1).articles == ()
    # the view of the studio
    reading = read_corpus(load_portal(config), config.parent / "small", (DETECTED.key, "en"))
    assert reading is not None
    _, listed = reading
    assert listed is not None
    page, total = listed
    assert (total, len(page.articles)) == (2, 2)


def test_only_two_different_languages_are_a_conflict() -> None:
    assert is_conflict("en-GB", "hu")
    assert not is_conflict("en-GB", "en")
    assert not is_conflict("und", "en")
    assert not is_conflict("en", "")
    assert not is_conflict("nb", "no")
    assert not is_conflict("bo", "dz"), "py3langid does not know Tibetan"
    assert not is_conflict("ckb", "sdh")
    assert not is_conflict("ti", "am")
    assert is_conflict("am", "ar")
