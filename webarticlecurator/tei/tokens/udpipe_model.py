"""A model of UDPipe: a ``.udpipe`` file, read by ``ufal.udpipe``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.tei.tokens.token_model import Sentence, TokenSpan, Word, place_tokens


class UdpipeAnnotator:
    """Divides and analyses texts by a UDPipe model, which does not say its language."""

    language = ""

    def __init__(self, name: str) -> None:
        from ufal.udpipe import Model

        model = Model.load(name) if Path(name).is_file() else None
        if model is None:
            raise UsageError(
                f"not a UDPipe model: {name!r} (expected a file of UDPipe 1)",
                "Download one from https://ufal.mff.cuni.cz/udpipe/1/models.",
            )
        if model.newTokenizer(Model.DEFAULT) is None:
            raise UsageError(
                f"the UDPipe model {name!r} has no tokenizer", "Give a model that has one."
            )
        self._model = model

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        yield from (place_tokens(text, list(self._split(text))) for text in texts)

    def _split(self, text: str) -> Iterator[list[TokenSpan]]:
        from ufal.udpipe import Model, ProcessingError
        from ufal.udpipe import Sentence as UdpipeSentence

        tokenizer = self._model.newTokenizer(f"{Model.TOKENIZER_RANGES};{Model.DEFAULT}")
        tokenizer.setText(text)
        error = ProcessingError()
        sentence = UdpipeSentence()
        while tokenizer.nextSentence(sentence, error):
            self._model.tag(sentence, Model.DEFAULT)
            self._model.parse(sentence, Model.DEFAULT)
            yield list(_read_tokens(sentence))
            sentence = UdpipeSentence()


def _read_tokens(sentence: Any) -> Iterator[TokenSpan]:
    """Yield the tokens of a sentence; one with several words is a multiword token."""
    several = {each.idFirst: each for each in sentence.multiwordTokens}
    words = list(sentence.words)[1:]
    number = 0
    while number < len(words):
        range_token = several.get(words[number].id)
        last = number if range_token is None else range_token.idLast - 1
        place = words[number] if range_token is None else range_token
        yield TokenSpan(
            place.getTokenRangeStart(),
            place.getTokenRangeEnd(),
            tuple(map(_read_udpipe_word, words[number : last + 1])),
        )
        number = last + 1


def _read_udpipe_word(word: Any) -> Word:
    head = word.head if word.head >= 0 else None
    return Word(word.form, word.lemma, word.upostag, word.xpostag, word.feats, head, word.deprel)
