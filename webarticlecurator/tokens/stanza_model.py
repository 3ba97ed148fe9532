"""A pipeline of Stanza: the code of a language whose models are installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.tokens.token_model import Sentence, TokenSpan, Word, place_tokens

_PROCESSORS = "tokenize,pos,lemma,depparse"
"""Stanza adds ``mwt`` for languages with contractions."""


class StanzaAnnotator:
    """Divides and analyses texts by the Stanza models of a language (``hu``), or of a language and
    package (``hu:szeged``)."""

    def __init__(self, name: str) -> None:
        self._pipeline = _load_stanza(*name.partition(":")[::2])

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        for text in texts:
            document = self._pipeline(text)
            sentences = [list(map(_read_token, each.tokens)) for each in document.sentences]
            yield place_tokens(text, sentences)


def _load_stanza(language: str, package: str) -> Any:
    import stanza
    from stanza.pipeline.core import DownloadMethod

    try:
        return stanza.Pipeline(
            language,
            package=package or "default",
            processors=_PROCESSORS,
            download_method=DownloadMethod.NONE,
            allow_unknown_language=False,
            verbose=False,
        )
    except Exception as error:  # Stanza has an exception for each thing that is missing
        raise UsageError(
            f"no Stanza models for {language!r}: {error}",
            f"Download them: python -c 'import stanza; stanza.download(\"{language}\")'",
        ) from error


def _read_token(token: Any) -> TokenSpan:
    return TokenSpan(token.start_char, token.end_char, tuple(map(_read_word, token.words)))


def _read_word(word: Any) -> Word:
    return Word(
        word.text,
        word.lemma or "",
        word.upos or "",
        word.xpos or "",
        word.feats or "",
        word.head,
        word.deprel or "",
    )
