"""In every language of the tables, walls, challenges, soft 404 and teasers are recognised, and an
article about them passes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.articles.walls.page_checks import check_by_words
from webarticlecurator.articles.walls.paid_articles import weigh_access
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.words import phrases_by_language
from webarticlecurator.pages.page.page import Page

URL = "https://echo.example/news/1"
TEXTS: dict[str, dict[str, str]] = yaml.safe_load(
    (Path(__file__).parent / "check_pages.yaml").read_text(encoding="utf-8")
)
MENU = "<nav><a href='/'>Echo</a> <a href='/sport'>Sport</a> <a href='/ok'>Kultur</a></nav>"
BANNER = "<div class='banner'>{wall} <button>{button}</button></div>"
"""The footer of every page of many portals."""

by_language = pytest.mark.parametrize("language", TEXTS)


def page(title: str, body: str) -> Page:
    return Page(
        URL, f"<html><head><title>{title} | Echo</title></head><body>{MENU}{body}</body></html>"
    )


def reason(found: Page) -> str | None:
    refused = check_by_words(found)
    return refused.reason if refused else None


def article(texts: dict[str, str]) -> str:
    """Return an article of at least 500 letters."""
    paragraphs = [f"<p>{texts['about']}</p>"] * (500 // len(texts["about"]) + 1)
    return f"<article><h1>{texts['head']}</h1>{''.join(paragraphs)}</article>"


def test_every_language_of_the_tables_has_its_pages() -> None:
    nouns = phrases_by_language("notices", "not found: nouns")
    verdicts = phrases_by_language("notices", "not found: verdicts")
    offers = phrases_by_language("access", "offers")
    assert set(TEXTS) - {"zh-Hant"} == set(nouns) == set(verdicts) == set(offers)


@by_language
def test_soft_404(language: str) -> None:
    lost = TEXTS[language]["lost"]
    assert reason(page("Echo", f"<h1>{lost}</h1>")) == "soft-404"
    assert reason(page(lost, "")) == "soft-404"
    assert reason(page("Echo", f"<div class='content'><p>{lost}</p></div>")) == "soft-404"


@by_language
def test_consent_wall(language: str) -> None:
    texts = TEXTS[language]
    assert (
        reason(
            page("Echo", f"<h1>Echo</h1><p>{texts['wall']}</p><button>{texts['button']}</button>")
        )
        == "consent-wall"
    )
    assert reason(page("Echo", f"<p>{texts['wall']}</p>")) is None  # nothing to press


@by_language
def test_challenge(language: str) -> None:
    assert reason(page(TEXTS[language]["robot"], "<p>Ray ID: 7f3a</p>")) == "challenge"


@by_language
def test_an_article_about_walls_passes_under_a_cookie_banner(language: str) -> None:
    texts = TEXTS[language]
    assert reason(page(texts["head"], article(texts) + BANNER.format(**texts))) is None
    assert reason(page(texts["head"], BANNER.format(**texts) + article(texts))) is None
    assert reason(page(texts["head"], article(texts))) is None


@by_language
def test_the_offer_under_a_short_text_makes_it_a_teaser(language: str) -> None:
    texts = TEXTS[language]
    found = page(
        texts["head"],
        f"<article><h1>{texts['head']}</h1><p>{texts['about']}</p></article><div>{texts['offer']}</div>",
    )
    (value,) = weigh_access((), found, texts["about"])
    assert (value.value, value.source) == ("partial", "page:teaser")
    assert "the page says" in value.original


@by_language
def test_an_article_without_an_offer_has_no_access(language: str) -> None:
    texts = TEXTS[language]
    menu = f"<header>{texts['offer']}</header><aside><p>{texts['offer']}</p></aside><ul><li>{texts['offer']}</li></ul>"
    found = page(texts["head"], menu + article(texts) + BANNER.format(**texts))
    assert weigh_access((), found, texts["about"]) == ()
    read = read_article_page(Portal("echo", "https://echo.example/"), found)
    assert isinstance(read, PageExtract)
