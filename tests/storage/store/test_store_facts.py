"""The facts of articles, their counts, and what follows when TEI changes without them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_material import opened

from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS, LENGTHS, find_length_class
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.facts_table import make_temporary_facts

HOME = "https://echo.example/"
KEY = WalkKey("news", 0, "2024-02-01")
FACTS_OF_A = ArticleFacts(
    title="A title",
    published="2019-03-15",
    stored="2024-02-03",
    column="news",
    language="hu",
    access="free",
    sections=("World", "Europe"),
    authors=("A. Writer", "B. Writer"),
    words=120,
    unit="words",
    confidence=None,
    page_kind="",
    field_sources=(("title", "jsonld"), ("authors", "css")),
    text_digest=b"12345678",
)
VARIETY = (
    FACTS_OF_A,
    replace(FACTS_OF_A, published="2019-03", words=0, confidence=870, page_kind="thread"),
    replace(FACTS_OF_A, published="2019", sections=(), authors=(), text_digest=b"1234"),
    replace(FACTS_OF_A, published="", column="", access="", field_sources=()),
    replace(FACTS_OF_A, language="en", authors=("B. Writer",), words=7000, text_digest=b""),
)


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[WritableCorpus]:
    with opened(tmp_path) as corpus:
        corpus.walks.begin(KEY)
        yield corpus


def add_article(corpus: WritableCorpus, name: str, facts: ArticleFacts | None) -> int:
    """List an article and write its TEI, as a build does; without facts as one of an older
    version."""
    url = HOME + name
    corpus.listings.add(KEY, HOME, [Link(url)], str)
    corpus.tei_files.record(f"2024/02/{name}.xml", "digest", (1, 1))
    corpus.frontier.set_state(url, "tei")
    corpus.frontier.set_build(url, f"2024/02/{name}.xml", "1")
    article = corpus.frontier.article(url)
    assert article is not None
    if facts is not None:
        corpus.article_facts.record(article.id, facts)
    return article.id


def assert_counts_are_right(corpus: WritableCorpus) -> None:
    """Compare the counts of the triggers with a count of all facts."""
    articles: Counter[tuple[str, tuple[str, ...]]] = Counter()
    words: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for _, facts in corpus.article_facts.all():
        for fact in {dimension.fact.what: dimension.fact for dimension in DIMENSIONS}.values():
            for name in fact.names_of(facts):
                articles[fact.what, name] += 1
                words[fact.what, name] += facts.words
    counted = corpus.article_facts.counts()
    assert {(each.what, each.name): each.articles for each in counted} == dict(articles)
    assert {(each.what, each.name): each.words for each in counted} == dict(words)


def missing(corpus: WritableCorpus) -> list[str]:
    found = [path for _, path in corpus.article_facts.missing()]
    assert corpus.article_facts.count_missing() == len(found)
    return found


def test_facts_are_read_as_they_were_recorded(corpus: WritableCorpus) -> None:
    ids = [add_article(corpus, f"a{number}", facts) for number, facts in enumerate(VARIETY)]
    assert list(corpus.article_facts.all()) == list(zip(ids, VARIETY, strict=True))
    assert_counts_are_right(corpus)
    assert missing(corpus) == []
    assert corpus._index.read("SELECT COUNT(*) FROM fact_sources") == [(2,)]


def remove(corpus: WritableCorpus) -> None:
    corpus.index_reset.remove(HOME + "a")


def reject(corpus: WritableCorpus) -> None:
    corpus.frontier.set_state(HOME + "a", "rejected", reason="excluded")
    corpus.frontier.set_build(HOME + "a", None, "1")


def forget(corpus: WritableCorpus) -> None:
    corpus.index_reset.forget_articles()


@pytest.mark.parametrize("change", (remove, reject, forget), ids=lambda each: each.__name__)
def test_they_go_with_the_tei(
    corpus: WritableCorpus, change: Callable[[WritableCorpus], None]
) -> None:
    add_article(corpus, "a", FACTS_OF_A)
    change(corpus)
    assert list(corpus.article_facts.all()) == []
    assert corpus.article_facts.counts() == []
    assert missing(corpus) == []


def rewrite(corpus: WritableCorpus) -> None:
    corpus.tei_files.record("2024/02/a.xml", "other digest", (2, 2))


def move(corpus: WritableCorpus) -> None:
    corpus.frontier.set_build(HOME + "a", "2024/03/a.xml", "2")


@pytest.mark.parametrize("change", (rewrite, move), ids=lambda each: each.__name__)
def test_a_document_that_is_written_without_facts_waits_for_them(
    corpus: WritableCorpus, change: Callable[[WritableCorpus], None]
) -> None:
    article = add_article(corpus, "a", FACTS_OF_A)
    add_article(corpus, "b", FACTS_OF_A)
    change(corpus)
    assert [path.rpartition("/")[2] for path in missing(corpus)] == ["a.xml"]
    assert_counts_are_right(corpus)
    corpus.article_facts.record(article, FACTS_OF_A)
    assert missing(corpus) == []
    assert_counts_are_right(corpus)


@pytest.mark.parametrize("change", [rewrite, move])
def test_a_document_without_facts_may_be_written_again_without_them(
    corpus: WritableCorpus, change: Callable[[WritableCorpus], None]
) -> None:
    add_article(corpus, "a", None)
    change(corpus)
    assert len(missing(corpus)) == 1
    assert_counts_are_right(corpus)


def test_the_same_document_written_again_keeps_them(corpus: WritableCorpus) -> None:
    add_article(corpus, "a", FACTS_OF_A)
    corpus.tei_files.record("2024/02/a.xml", "digest", (1, 2))
    assert missing(corpus) == []
    assert len(list(corpus.article_facts.all())) == 1


def test_merged_articles_are_counted_once(corpus: WritableCorpus) -> None:
    add_article(corpus, "a", FACTS_OF_A)
    add_article(corpus, "b", VARIETY[4])
    corpus.frontier.rename(HOME + "a", HOME + "b")
    assert len(list(corpus.article_facts.all())) + len(missing(corpus)) == 1
    assert_counts_are_right(corpus)


def test_recorded_again_they_replace_the_former_ones(corpus: WritableCorpus) -> None:
    article = add_article(corpus, "a", FACTS_OF_A)
    corpus.article_facts.record(article, VARIETY[4])
    assert list(corpus.article_facts.all()) == [(article, VARIETY[4])]
    assert_counts_are_right(corpus)


def test_articles_with_one_text_are_found_but_not_those_without_words(
    corpus: WritableCorpus,
) -> None:
    ids = [add_article(corpus, f"a{number}", facts) for number, facts in enumerate(VARIETY)]
    assert corpus.article_facts.count_same_texts() == [2]
    assert corpus.article_facts.with_same_text(0, 5) == [ids[0], ids[3]]
    assert corpus.article_facts.with_same_text(0, 5, ids[0]) == [ids[3]]
    assert corpus.article_facts.with_same_text(1, 5) == []


def find_same_texts(corpus: WritableCorpus) -> list[tuple[int, ...]]:
    """Groups of articles with the same text, by a look at all of them."""
    groups: dict[bytes, list[int]] = {}
    for article, facts in corpus.article_facts.all():
        if facts.words:
            groups.setdefault(facts.text_digest, []).append(article)
    several = [tuple(group) for group in groups.values() if len(group) > 1]
    return sorted(several, key=lambda group: (-len(group), group))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.booleans()), max_size=40))
def test_same_texts_are_counted_while_articles_come_change_and_go(
    steps: list[tuple[int, int, bool]],
) -> None:
    with TemporaryDirectory() as folder, opened(Path(folder)) as corpus:
        corpus.walks.begin(KEY)
        ids = [add_article(corpus, f"a{number}", None) for number in range(10)]
        for number, text, is_removed in steps:
            if is_removed:
                corpus.frontier.set_build(f"{HOME}a{number}", None, "1")
            else:
                facts = replace(FACTS_OF_A, words=text, text_digest=b"%d" % text)
                corpus.article_facts.record(ids[number], facts)
            expected = find_same_texts(corpus)
            assert corpus.article_facts.count_same_texts() == [*map(len, expected)]
            for place, group in enumerate(expected):
                assert corpus.article_facts.with_same_text(place, 20) == [*group]


OTHER_VERSION = "UPDATE meta SET value = 'other' WHERE key LIKE 'version of %'"
NO_VERSION = "DELETE FROM meta WHERE key LIKE 'version of %'"


def test_a_temporary_table_counts_as_the_index_does(corpus: WritableCorpus) -> None:
    with make_temporary_facts() as temporary:
        for number, facts in enumerate(VARIETY):
            article = add_article(corpus, f"a{number}", facts)
            temporary.record(article, facts)
        assert temporary.counts() == corpus.article_facts.counts()


@pytest.mark.parametrize("words", (0, 49, 50, 6399, 6400, 10**6))
def test_lengths_have_one_class_in_sql_and_in_python(corpus: WritableCorpus, words: int) -> None:
    add_article(corpus, "a", replace(FACTS_OF_A, words=words))
    (name,) = (each.name for each in corpus.article_facts.counts() if each.what == "length")
    assert name == (str(find_length_class(words)),)
    assert int(name[0]) in LENGTHS


@pytest.mark.parametrize("limit", (1, 2, 10))
def test_a_bar_has_the_articles_that_count_in_it(corpus: WritableCorpus, limit: int) -> None:
    others = (
        replace(FACTS_OF_A, authors=('a "B. Writer', "Á"), stored="", words=60),
        replace(FACTS_OF_A, authors=("'; --",), published="2018-12-31", words=6400),
    )
    variety = (*VARIETY, *others)
    for number in range(2 * len(variety)):
        add_article(corpus, f"a{number}", variety[number % len(variety)])
    expected: dict[tuple[str, str], list[int]] = {}
    for article, facts in corpus.article_facts.all():
        for dimension in DIMENSIONS:
            names = dimension.fact.names_of(facts)
            for name in (bar for each in names for bar in dimension.bars(each)):
                expected.setdefault((dimension.key, name), []).append(article)
    assert len(expected) > 40
    for bar, articles in expected.items():
        found = corpus.article_facts.in_bar(bar, limit)
        assert list(found) == articles[:limit], bar
        further = corpus.article_facts.in_bar(bar, limit, after=max(found))
        assert list(further) == articles[limit : 2 * limit], bar


def test_facts_are_found_by_article(corpus: WritableCorpus) -> None:
    ids = [add_article(corpus, f"a{number}", facts) for number, facts in enumerate(VARIETY)]
    found = corpus.article_facts.of([ids[0], ids[2], 99])
    assert found == {ids[0]: VARIETY[0], ids[2]: VARIETY[2]}


def test_a_snapshot_shows_one_state_while_another_process_commits(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        corpus.walks.begin(KEY)
        add_article(corpus, "a", FACTS_OF_A)
        corpus.commit()
    with (
        view_corpus(tmp_path, "echo") as view,
        closing(sqlite3.connect(tmp_path / "corpus.sqlite", timeout=0)) as other,
    ):
        with view.snapshot():
            assert view.article_counts.verdicts() == [("tei", "", 1)]
            other.execute("DELETE FROM articles")
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.commit()  # it waits for the reader
            assert len(view.article_facts.counts()) > 0
        other.commit()
        assert view.article_counts.verdicts() == view.article_facts.counts() == []
