"""What a search finds in each script, and with ``--exact``."""

from __future__ import annotations

import hashlib

import pytest
from dated_corpus import DatedArticle, crawl_articles
from texts_in_scripts import TEXTS

from webarticlecurator import Corpus, Portal
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.text.word_borders import SPACELESS, WORD_PART
from webarticlecurator.storage.texts.search_file import KIND

CASES = [
    (each.language, query, is_exact, found)
    for each in TEXTS
    for is_exact, hits in ((False, each.hits), (True, each.exact))
    for query, found in hits.items()
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    articles = [
        DatedArticle(f"/{each.language}", "2020-01-01", "Title", each.text, each.language)
        for each in TEXTS
    ]
    config = crawl_articles(tmp_path_factory.mktemp("languages"), "languages", articles)
    return Corpus(config.parent / "languages", Portal.load(config))


@pytest.mark.parametrize(("language", "query", "is_exact", "found"), CASES)
def test_hits(corpus: Corpus, language: str, query: str, is_exact: bool, found: list[str]):
    hits = corpus.search(query, exact=is_exact, where=[f"authors={language}"])
    assert [hit.match for hit in hits] == found


def test_a_hit_is_shown_as_it_is_written_with_what_is_beside_it(corpus: Corpus):
    (hit,) = corpus.search("محمد", where=["authors=ar"])
    assert (hit.left[-5:], hit.match, hit.right[:4]) == ("ذهبَ ", "محـــمد", " إلى")


def test_the_index_is_made_again_when_letters_are_folded_in_another_way():
    """Whoever changes a row, or what a word is, raises the version and gives the digest."""
    rows = (data_folder("words") / "search-folding.tsv").read_bytes()
    words = f"{SPACELESS} {WORD_PART}".encode()
    assert (KIND.version, hashlib.sha256(rows + words).hexdigest()[:12]) == (9, "5c9456f1e9ba")
