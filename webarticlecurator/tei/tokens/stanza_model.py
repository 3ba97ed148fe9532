"""A pipeline of Stanza: the code of a language whose models are installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.tei.tokens.rule_annotator import find_spacy_code
from webarticlecurator.tei.tokens.token_model import Sentence, TokenSpan, Word, place_tokens

_PROCESSORS = ("tokenize", "pos", "lemma", "depparse")
"""Stanza adds ``mwt`` for languages with contractions."""
_THREADS = 1
"""Of each process: ``--jobs`` chooses how many processes, and a forked process would wait for
ever for the threads of its parent."""
_TOO_LONG = "<UNK>"
"""What Stanza reads in place of a token of more than 1,000 characters."""


class StanzaAnnotator:
    """Divides and analyses texts by the Stanza models of a language (``hu``), or of a language and
    package (``hu:szeged``)."""

    def __init__(self, name: str) -> None:
        import torch
        from stanza import Pipeline
        from stanza.pipeline.core import DownloadMethod

        language, _, package = name.partition(":")
        self.language = find_spacy_code(language)
        torch.set_num_threads(_THREADS)
        try:
            from stanza.resources.common import get_language_resources, load_resources_json

            # for some languages Stanza has only a tokenizer
            known = get_language_resources(load_resources_json(), language) or _PROCESSORS
            self._pipeline = Pipeline(
                language,
                package=package or "default",
                processors=",".join([each for each in _PROCESSORS if each in known]),
                download_method=DownloadMethod.NONE,
                allow_unknown_language=False,
                use_gpu=False,  # a process that is forked cannot use the one of its parent
                verbose=False,
            )
        except Exception as error:  # Stanza has an exception for each thing that is missing
            choice = f', package="{package}"' if package else ""
            raise UsageError(
                f"no Stanza models for {name.removesuffix(':')!r}: {error}",
                "Download them: python -c 'import stanza;"
                f' stanza.download("{language}"{choice})\'',
            ) from error

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        for text in texts:
            document = self._pipeline(text)
            sentences = [list(map(_read_stanza_token, each.tokens)) for each in document.sentences]
            yield place_tokens(text, sentences)


def _read_stanza_token(token: Any) -> TokenSpan:
    words = tuple(map(_read_word, token.words))
    if token.text == _TOO_LONG:
        words = tuple(replace(word, lemma="") for word in words)
    return TokenSpan(token.start_char, token.end_char, words)


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
