"""``extract``, ``links`` and ``outline`` of one page, without a portal file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import webarticlecurator
from webarticlecurator.cli.main import main

WORDS = "Der Rat der Stadt hat am Montag über die neue Brücke beraten und sie beschlossen. "
PAGE = f"""<html lang="de"><head><title>Die Brücke - Das Echo</title>
<meta property="og:title" content="Die Brücke kommt">
<meta property="article:published_time" content="2020-03-04T05:06:07+01:00"></head>
<body><nav><a href="/">Start</a></nav><article><h1>Die Brücke kommt</h1>
{"".join(f"<p>{WORDS * 3}</p>" for _ in range(6))}</article></body></html>"""
LIST = (
    "<html><body><nav><a href='/a'>Alles</a></nav><main>"
    + "".join(
        f"<div class='item'><h2><a href='/2020/03/{n:02}/die-{n}-meldung-des-tages'>Die {n}. Meldung"
        f" des Tages</a></h2><p>{WORDS}</p></div>"
        for n in range(1, 13)
    )
    + "</main><a rel='next' href='/news?page=2'>Weiter</a></body></html>"
)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "list.html").write_text(LIST, encoding="utf-8")
    return tmp_path


def test_an_article_is_read(saved: Path, capsys):
    page = f"{saved / 'page.html'}=https://echo.example/2020/bruecke"
    assert main(["extract", "--html", page, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["title"], found["published"][:10]) == ("Die Brücke kommt", "2020-03-04")
    assert found["text"].count("Der Rat der Stadt") == 18
    assert main(["extract", "--html", page, "--format", "tei"]) == 0
    assert "<TEI " in capsys.readouterr().out
    assert main(["outline", page]) == 0
    assert "article" in capsys.readouterr().out


def test_a_time_without_a_zone_gets_none(saved: Path, capsys):
    text = PAGE.replace("2020-03-04T05:06:07+01:00", "2020-03-04T05:06:07")
    (saved / "page.html").write_text(text, encoding="utf-8")
    url = "https://echo.example/2020/bruecke"
    assert main(["extract", "--html", f"{saved / 'page.html'}={url}", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["published"] == "2020-03-04T05:06:07"
    assert webarticlecurator.extract(text, url=url).metadata.first("published") == (
        "2020-03-04T05:06:07"
    )


def test_a_page_is_at_home_on_its_host(saved: Path, capsys):
    trail = '<body><div><a href="/">Start</a> › <a href="/stadt/">Aus der Stadt</a></div>'
    text = PAGE.replace("<body>", trail)
    (saved / "page.html").write_text(text, encoding="utf-8")
    url = "https://echo.example/stadt/bruecke"
    assert main(["extract", "--html", f"{saved / 'page.html'}={url}", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["section"] == "Aus der Stadt"
    assert webarticlecurator.extract(text, url=url).metadata.first("section") == "Aus der Stadt"


def test_the_links_of_a_list_are_found(saved: Path, capsys):
    page = f"{saved / 'list.html'}=https://echo.example/news"
    assert main(["links", "--html", page, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["articles"]) == 12
    assert found["next_page"] == "https://echo.example/news?page=2"
    assert main(["links", "--html", page]) == 0
    assert "12 articles; no column is known\n" in capsys.readouterr().out


def test_what_is_missing_is_said(capsys):
    for verb in ("extract", "links"):
        assert main([verb, "--url", "https://echo.example/a"]) == 2
        assert "neither a portal file nor a page" in capsys.readouterr().err
