"""Queries for words: how they are read, and messages that show the place of a mistake."""

from __future__ import annotations

import pytest

from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.search.search_query import (
    Phrase,
    drop_exclusions,
    list_query_phrases,
    parse_query,
    query_holds,
    to_fts,
)


@pytest.mark.parametrize(
    ("text", "fts"),
    [
        ("one", '"one"'),
        ("one two", '("one" AND "two")'),
        ("one OR two three", '("one" OR ("two" AND "three"))'),
        ("(one OR two) three*", '(("one" OR "two") AND "three"*)'),
        ("one NOT two AND three", '(("one" NOT "two") AND "three")'),
        ('"one two" "three fo"*', '("one two" AND "three fo"*)'),
        ("COVID-19 and", '("COVID-19" AND "and")'),
        ("title:x NEAR", '("title:x" AND "NEAR")'),
    ],
)
def test_queries_are_written_for_fts(text: str, fts: str) -> None:
    assert to_fts(parse_query(text)) == fts


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", 1, "the query ends where a word is expected"),
        ("one AND", 8, "the query ends where a word is expected"),
        ("NOT one", 1, "a word is expected before it: 'NOT'"),
        ("one OR OR two", 8, "a word is expected before it: 'OR'"),
        ("(one two", 1, "a parenthesis that is not closed"),
        ("one)", 4, "a parenthesis that was not opened"),
        ("one ()", 6, "a word is expected: ')'"),
        ('say "one', 5, "a quotation mark without its second one"),
        ("one *", 5, "no letters or digits: '*'"),
        ("o*e", 1, "an asterisk is only allowed after a word: 'o*e'"),
        ("one ?!", 5, "no letters or digits: '?!'"),
    ],
)
def test_a_mistake_is_shown_with_its_place(text: str, place: int, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_query(text)
    first, shown, pointer = caught.value.message.split("\n")
    assert first == f"query, character {place}: {message}"
    assert shown == f"  {text}"
    assert pointer.index("^") == place + 1
    assert "An example: " in caught.value.cure


def test_exact_phrases_are_found_between_word_boundaries() -> None:
    phrase = Phrase("the Écho").exact_pattern()
    assert phrase.search("in the, Écho.")
    assert not phrase.search("the écho")
    assert not phrase.search("the Échos")
    assert Phrase("Éch", is_prefix=True).exact_pattern().search("an Écho")
    assert not Phrase("cho", is_prefix=True).exact_pattern().search("an Écho")


def test_operators_hold_as_they_are_read() -> None:
    query = parse_query("one (two OR three) NOT four")
    assert [phrase.text for phrase in list_query_phrases(query)] == ["one", "two", "three", "four"]

    def holds(*words: str) -> bool:
        return query_holds(query, lambda phrase: phrase.text in words)

    assert holds("one", "two")
    assert holds("one", "three")
    assert not holds("one")
    assert not holds("two", "three")
    assert not holds("one", "two", "four")
    assert to_fts(drop_exclusions(query)) == '("one" AND ("two" OR "three"))'
