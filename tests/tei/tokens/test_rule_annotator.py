"""Text in = text out, for any text and language; languages without rules."""

from __future__ import annotations

import gc
import weakref

from hypothesis import given
from hypothesis import strategies as st
from libraries import skip_without

from webarticlecurator.tei.tokens import rule_annotator
from webarticlecurator.tei.tokens.rule_annotator import (
    RuleAnnotator,
    find_spacy_language,
    open_rules,
)

skip_without("spacy", reason="spaCy is not installed: pip install spacy")

PIECES = st.one_of(
    st.sampled_from(
        [
            *"A dr. Kovács stb. 2015. május 3. „ ” » ( ) [ ... ? ! … – J. R. II. « 。 U.S. :) n't -".split(),
            " ",
            "\u00a0",
            "  ",
            "\u3000",
            "\u00ad",
        ]
    ),
    st.text(max_size=8),
)


@given(st.lists(PIECES, max_size=30), st.sampled_from(["hu", "en", "de", "fr", "zh", "xx"]))
def test_forms_and_white_space_are_the_text(pieces, language):
    text = "".join(pieces).strip()
    (sentences,) = open_rules(language).annotate([text])
    assert "".join(token.form + token.space for each in sentences for token in each) == text
    for each in sentences:
        assert each
        for token in each:
            assert token.form == token.words[0].form
            assert token.form.strip()
            assert not token.space.strip()


def test_a_language_has_one_code_in_spacy():
    assert [find_spacy_language(each) for each in ("hu", "hu-HU", "no", "pt_BR", "rom", "")] == [
        "hu",
        "hu",
        "nb",
        "pt",
        "xx",
        "xx",
    ]


def test_any_language_is_divided_into_sentences():
    (sentences,) = open_rules("rom").annotate(["Jekh. Duj. Trin 3. Štar."])
    assert [[token.form for token in each] for each in sentences] == [
        ["Jekh", "."],
        ["Duj", "."],
        ["Trin", "3", "."],
        ["Štar", "."],
    ]


def test_words_are_forgotten_and_the_result_is_the_same(monkeypatch):
    """SpaCy keeps every word that a pipeline has seen, so that another one takes its place."""
    import spacy

    text, opened, open_pipeline = "Egy kettő három. A dr. Négy öt.", [], spacy.blank

    def note_pipeline(language):
        opened.append(open_pipeline(language))
        return opened[-1]

    monkeypatch.setattr(spacy, "blank", note_pipeline)
    annotator = RuleAnnotator("hu")
    before = list(annotator.annotate([text]))
    (few,) = (len(pipeline.vocab) for pipeline in opened)
    monkeypatch.setattr(rule_annotator, "MAX_WORDS", few)
    list(annotator.annotate([" ".join(f"szó{number}" for number in range(40))]))
    assert [len(pipeline.vocab) for pipeline in opened] == [few + 40]
    assert list(annotator.annotate([text])) == before
    assert [len(pipeline.vocab) for pipeline in opened] == [few + 40, few]
    kept = weakref.ref(opened.pop(0))
    gc.collect()
    assert kept() is None, "nothing holds the words of the first one"
