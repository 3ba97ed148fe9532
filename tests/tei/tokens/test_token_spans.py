"""What becomes of the tokens of a model that leaves text out, or takes it twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.tei.tokens.token_model import TokenSpan, Word, place_tokens

TEXT = "Ab cde, f."


def spans(*places: tuple[int, int]) -> list[TokenSpan]:
    return [
        TokenSpan(start, end, (Word(TEXT[start:end], head=0, deprel="root"),))
        for start, end in places
    ]


def test_white_space_follows_its_token():
    (first, second) = place_tokens(TEXT, [spans((0, 2), (3, 6), (6, 7)), spans((8, 9), (9, 10))])
    assert [(token.form, token.space) for token in first] == [("Ab", " "), ("cde", ""), (",", " ")]
    assert [(token.form, token.space) for token in second] == [("f", ""), (".", "")]
    assert first[0].words[0].head == 0


def test_text_that_is_left_out_becomes_tokens_and_the_tree_goes():
    first, second = place_tokens(TEXT, [spans((0, 2), (6, 7))])
    assert [token.form for token in first] == ["Ab", "cde", ","]
    assert [token.form for token in second] == ["f."]
    assert {token.words[0].head for token in first} == {None}


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10)).map(sorted), max_size=4))
)
def test_any_tokens_are_the_text(places):
    sentences = place_tokens(TEXT, [spans(*map(tuple, each)) for each in places])
    assert "".join(token.form + token.space for each in sentences for token in each) == TEXT
