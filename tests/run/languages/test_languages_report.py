"""``curator report language`` on a corpus whose articles declare one language and have several."""

from __future__ import annotations

from pathlib import Path

import pytest
from dated_corpus import DatedArticle, crawl_articles

from webarticlecurator.cli.main import main
from webarticlecurator.run.analysis.languages import is_conflict

pytest.importorskip("py3langid", reason="py3langid is not installed: pip install py3langid")

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


def test_conflicts_come_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES)
    folder = str(tmp_path / "small")
    capsys.readouterr()
    assert main(["report", "language", str(config), "--corpus", folder]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [row[:4] for row in rows] == [
        ["declared", "detected", "articles", "conflict"],
        ["en", "hu", "1", "yes"],
        ["en", "en", "2", "no"],
        ["en", "", "1", "no"],
    ]
    assert rows[1][5].endswith("/hu")
    assert (
        main(
            [
                "report",
                "authors",
                str(config),
                "--corpus",
                folder,
                "--field",
                "title",
                "--where",
                "detected_language=hu",
            ]
        )
        == 0
    )
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()[1:]] == ["Három"]


def test_a_missing_library_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = crawl_articles(tmp_path, "small", ARTICLES[:1])
    monkeypatch.setattr("webarticlecurator.model.optional_libraries.find_spec", lambda name: None)
    arguments = ["report", "language", str(config), "--corpus", str(tmp_path / "small")]
    assert main([*arguments, "--output", str(tmp_path / "out.tsv")]) == 2
    assert 'pip install "webarticlecurator[language]"' in capsys.readouterr().err
    assert not (tmp_path / "out.tsv").exists()


def test_only_two_different_languages_are_a_conflict() -> None:
    assert is_conflict("en-GB", "hu")
    assert not is_conflict("en-GB", "en")
    assert not is_conflict("und", "en")
    assert not is_conflict("en", "")
    assert not is_conflict("nb", "no")
