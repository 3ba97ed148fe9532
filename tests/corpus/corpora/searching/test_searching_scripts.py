"""Searches in scripts without white space between words, and for words that are spelt in two ways."""

from __future__ import annotations

import pytest
from dated_corpus import DatedArticle, crawl_articles
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator import Corpus, Portal
from webarticlecurator.base.text.search_folding import LEFT_OUT, fold_letters
from webarticlecurator.storage.texts.search_file import CUT, prepare_text

ARTICLES = [
    DatedArticle(
        "/zh", "2020-01-01", "東京都知事", "東京都知事が北京を訪問した。京都も東京も。", "Ann"
    ),
    DatedArticle("/th", "2020-01-02", "น้ำท่วม", "ฝนตกหนักทำให้น้ำท่วมกรุงเทพ 2020", "Ann"),
    DatedArticle(
        "/de", "2020-01-03", "Die Straße", "Auf der Straße, an den Strassen: GROSSE Maße.", "Bo"
    ),
    DatedArticle(
        "/shy", "2020-01-04", "Die Fluss\u00adufer", "Des Wasser\u00adstandes\u2060 wegen.", "Bo"
    ),
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    config = crawl_articles(tmp_path_factory.mktemp("scripts"), "scripts", ARTICLES)
    return Corpus(config.parent / "scripts", Portal.load(config))


@pytest.mark.parametrize(
    ("query", "exact", "found"),
    [
        ("東京", False, [("", "東京"), ("", "東京"), ("東京都知事が北京を訪問した。京都も", "東京")]),
        ("東京", True, [("", "東京"), ("", "東京"), ("東京都知事が北京を訪問した。京都も", "東京")]),
        ("北京", False, [("東京都知事が", "北京")]),
        ("京東", False, []),
        ("น้ำท่วม", False, [("", "น้ำท่วม"), ("ฝนตกหนักทำให้", "น้ำท่วม")]),
        ("กรุงเทพ", True, [("ฝนตกหนักทำให้น้ำท่วม", "กรุงเทพ")]),
        ("strasse", False, [("Die ", "Straße"), ("Auf der ", "Straße")]),
        ("straße*", False, [("Die ", "Straße"), ("Auf der ", "Straße"), ("Auf der Straße, an den ", "Strassen")]),
        ("große", False, [("Auf der Straße, an den Strassen: ", "GROSSE")]),
        ("masse", False, [("Auf der Straße, an den Strassen: GROSSE ", "Maße")]),
        ("strasse", True, []),
        ("Flussufer", False, [("Die ", "Flussufer")]),
        ("Wasserstandes", True, [("Des ", "Wasserstandes")]),
        ("Wasser\u00adstandes", True, [("Des ", "Wasserstandes")]),
        ("Wasser", False, []),
    ],
)  # fmt: skip
def test_words_are_found_with_their_context(
    corpus: Corpus, query: str, exact: bool, found: list[tuple[str, str]]
) -> None:
    assert [(hit.left, hit.match) for hit in corpus.search(query, exact=exact)] == found


def test_hits_have_what_stands_beside_them_whole(corpus: Corpus) -> None:
    (hit,) = corpus.search("北京", where=["authors=Ann"])
    assert (hit.right, hit.title, hit.part) == ("を訪問した。京都も東京も。", "東京都知事", "text")
    assert corpus.search("北京", where=["authors=Bo"]) == []
    assert len(corpus.search("東京", limit=1)) == 1


@given(st.text())
def test_what_is_indexed_is_as_long_as_the_text(text: str) -> None:
    """Places in the one are places in the other."""
    text = text.replace(CUT, "")
    assert prepare_text(text).replace(CUT, "") == fold_letters(text)
    assert len(fold_letters(text)) == len(text)
    assert f"{CUT}{CUT}" not in prepare_text(text)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("\u05f0\u05d0\u05b8\u05e1", "\u05d5\u05d5\u05d0\u05e1"),
        ("\u05d4\u05f1\u05d6", "\u05d4\u05d5\u05d9\u05d6"),
        (
            "\u05e6\u05f2\u05b7\u05d8\u05d5\u05e0\u05d2",
            "\u05e6\u05d9\u05d9\u05d8\u05d5\u05e0\u05d2",
        ),
    ],
)
def test_yiddish_letters_are_as_the_two_that_they_stand_for(one: str, two: str) -> None:
    assert fold_letters(one).replace(LEFT_OUT, "") == fold_letters(two).replace(LEFT_OUT, "")
