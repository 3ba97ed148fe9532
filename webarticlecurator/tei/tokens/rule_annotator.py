"""Tokens and sentences by rules: the tokenizer of spaCy for a language, and our sentence rules.

No model is needed. A language that spaCy does not know gets its rules for any language (``xx``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.tei.tokens.sentence_language import read_sentence_language
from webarticlecurator.tei.tokens.sentence_split import BETWEEN_WORDS, SentenceSplitter
from webarticlecurator.tei.tokens.token_model import Sentence, TokenSpan, place_tokens, plain_token

ANY_LANGUAGE = "xx"
"""spaCy's name of its rules for any language."""
MAX_WORDS = 100_000
"""Words after which the tokenizer is opened again, since spaCy keeps every word that it has seen.
Its memory zones would forget them after each article, and take twice as long."""
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
            tokens = [
                plain_token(text, each.idx, each.idx + len(each.text))
                for each in self._pipeline.make_doc(text)
                if not each.is_space
            ]
            yield place_tokens(text, split_document(text, tokens, self._splitter))


@lru_cache(maxsize=32)
def open_rules(language: str) -> RuleAnnotator:
    """Return the annotator of a language. Raises UsageError for one that needs a library which is
    not installed."""
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
    from spacy.pipeline import Sentencizer

    defaults = pipeline.Defaults
    return SentenceSplitter(
        read_sentence_language(pipeline.lang, defaults.tokenizer_exceptions, defaults.stop_words),
        frozenset(Sentencizer.default_punct_chars),
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
        pipeline = spacy.blank(language)
        if language == ANY_LANGUAGE:
            # the sentences of scripts without white space between them
            marks = [*(pipeline.Defaults.infixes or ()), BETWEEN_WORDS]
            tokenizer: Any = pipeline.tokenizer
            tokenizer.infix_finditer = spacy.util.compile_infix_regex(marks).finditer
        return pipeline
    except ImportError as error:
        raise UsageError(
            make_message(
                "spaCy cannot divide {language!r} into tokens: {reason}",
                language=language,
                reason=" ".join(str(error).split()),
            ),
            make_message(
                'Install what it needs: pip install "spacy[{language}]"; or give a --model.',
                language=language,
            ),
        ) from error
