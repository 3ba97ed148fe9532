"""Tokens and sentences by rules: the tokenizer of spaCy for a language, and our sentence rules.

No model is needed. A language that spaCy does not know gets its rules for any language (``xx``).
spaCy's rules were made for Latin, Greek and Cyrillic letters: what has others, or combining marks,
is divided at the borders of words of every script (``base/text/word_borders.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from operator import attrgetter
from typing import Any

from webarticlecurator.base.text.word_borders import compile_pattern, find_words
from webarticlecurator.tei.tokens.sentence_language import read_sentence_language
from webarticlecurator.tei.tokens.sentence_split import SentenceSplitter
from webarticlecurator.tei.tokens.token_model import Sentence, TokenSpan, place_tokens, plain_token

ANY_LANGUAGE = "xx"
"""spaCy's name of its rules for any language."""
MAX_WORDS = 100_000
"""Words after which the tokenizer is opened again, since spaCy keeps every word that it has seen.
Its memory zones would forget them after each article, and take twice as long."""
_OTHER_SCRIPT = (
    r"[\p{L}--\p{Latin}--\p{Greek}--\p{Cyrillic}--\p{Common}]|\p{M}|[\u3000-\u303f\uff00-\uff65]"
)
"""A letter of another script, a mark, or the punctuation of Chinese and Japanese."""
_SAME = {"no": "nb", "iw": "he", "in": "id", "zh-hans": "zh", "zh-hant": "zh", "cmn": "zh"}
"""Languages that spaCy knows by another code."""


class RuleAnnotator:
    """Divides texts of one language by rules. Its ``language`` is spaCy's code."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._pipeline = _open_pipeline(language)
        self._splitter = open_splitter(self._pipeline)

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        if len(self._pipeline.vocab) > MAX_WORDS:
            self._pipeline = _open_pipeline(self.language)
        for text in texts:
            yield place_tokens(text, split_document(text, self._find_tokens(text), self._splitter))

    def _find_tokens(self, text: str) -> list[TokenSpan]:
        tokens = [
            plain_token(text, each.idx, each.idx + len(each.text))
            for each in self._pipeline.make_doc(text)
            if not each.is_space
        ]
        for run in compile_pattern(rf"\S*?(?:{_OTHER_SCRIPT})\S*+").finditer(text):
            start, end = run.span()
            tokens = [each for each in tokens if each.end <= start or each.start >= end]
            tokens += _divide_run(text, start, end)
        return sorted(tokens, key=attrgetter("start"))


def _divide_run(text: str, start: int, end: int) -> Iterator[TokenSpan]:
    """Yield the words of a run without white space, and its signs; equal ones are one token."""
    words = {start + first: start + last for first, last in find_words(text[start:end])}
    while start < end:
        sign = compile_pattern(r"(\X)\1*+").match(text, start, end)
        last = words.get(start) or (sign.end() if sign else end)
        yield plain_token(text, start, last)
        start = last


def has_spacy_script(text: str) -> bool:
    """Return True if most letters of a text are of the scripts that spaCy's rules divide."""
    others, letters = (
        compile_pattern(each).findall(text) for each in (_OTHER_SCRIPT, r"[\p{L}\p{M}]")
    )
    return 2 * len(others) < len(letters)


@lru_cache(maxsize=32)
def open_rules(language: str) -> RuleAnnotator:
    """Return the annotator of a language."""
    return RuleAnnotator(find_spacy_language(language))


@lru_cache(maxsize=256)
def find_spacy_language(language: str) -> str:
    """Return spaCy's code of a language (BCP 47): ``xx`` if it has no rules for it."""
    code = find_spacy_code(language)
    # not spacy.util.get_lang_class: it takes a close language for one that it does not know
    is_known = code.isalpha() and find_spec(f"spacy.lang.{code}") is not None
    return code if is_known else ANY_LANGUAGE


def find_spacy_code(language: str) -> str:
    """Return the code that spaCy has, or would have, for a language (BCP 47)."""
    tag = language.lower().replace("_", "-")
    primary = tag.partition("-")[0]
    return _SAME.get(tag) or _SAME.get(primary, primary)


def open_splitter(pipeline: Any) -> SentenceSplitter:
    """Return what divides the texts of a pipeline's language into sentences."""
    defaults = pipeline.Defaults
    return SentenceSplitter(
        read_sentence_language(pipeline.lang, defaults.tokenizer_exceptions, defaults.stop_words)
    )


def split_document(
    text: str, tokens: Sequence[TokenSpan], splitter: SentenceSplitter
) -> Iterator[Sequence[TokenSpan]]:
    """Yield the tokens of each sentence."""
    forms = [text[token.start : token.end] for token in tokens]
    starts = [token.start for token in tokens]
    glued = [token.end in starts[number + 1 : number + 2] for number, token in enumerate(tokens)]
    start = 0
    for end in splitter.find_ends(forms, glued):
        yield tokens[start:end]
        start = end


def _open_pipeline(language: str) -> Any:
    import spacy

    try:
        return spacy.blank(language)
    except ImportError:  # of what divides Japanese, Korean, Thai or Vietnamese in its place
        return spacy.blank(ANY_LANGUAGE)
