"""Tokens and sentences of languages whose scripts spaCy's rules were not made for."""

from __future__ import annotations

import pytest
from libraries import skip_without
from texts_in_scripts import TEXTS, ScriptText

from webarticlecurator.base.text.word_borders import part_words
from webarticlecurator.tei.tokens.rule_annotator import open_rules

skip_without("spacy", reason="spaCy is not installed: pip install spacy")
skip_without("icu4py", reason="pip install icu4py")


@pytest.mark.parametrize("each", TEXTS, ids=lambda each: each.language)
def test_tokens_and_sentences(each: ScriptText):
    (sentences,) = open_rules(each.language).annotate([part_words(each.text)])
    assert " | ".join(" ".join(token.form for token in found) for found in sentences) == (
        each.sentences
    )
