"""A pipeline of spaCy: an installed package or a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.tei.tokens.rule_annotator import open_splitter, split_document
from webarticlecurator.tei.tokens.token_model import Sentence, TokenSpan, Word, place_tokens


class SpacyAnnotator:
    """Divides and analyses texts by a spaCy pipeline; where it has no component for sentences, they
    are divided by our rules."""

    def __init__(self, name: str) -> None:
        import spacy

        try:
            self._pipeline = spacy.load(name)
        except OSError as error:
            raise UsageError(
                f"not a spaCy pipeline: {name!r} (expected an installed package or a folder)",
                f"Install it: python -m spacy download {name}, or pip install {name}",
            ) from error
        except (ImportError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise UsageError(
                f"the spaCy pipeline {name!r} cannot be loaded: {reason}",
                "Install its requirements, in the version that it was made for.",
            ) from error
        self._splitter = open_splitter(self._pipeline)
        self.language: str = self._pipeline.lang or ""

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        with self._pipeline.memory_zone():  # else spaCy keeps every word that it has seen
            for document in self._pipeline.pipe(texts):
                yield place_tokens(document.text, list(self._split(document)))

    def _split(self, document: Any) -> Iterator[Sequence[TokenSpan]]:
        if document.has_annotation("SENT_START"):
            has_tree = document.has_annotation("DEP")
            yield from (_read_sentence(sentence, has_tree) for sentence in document.sents)
        else:
            yield from split_document(
                document.text, _read_sentence(document, False), self._splitter
            )


def _read_sentence(sentence: Any, has_tree: bool) -> list[TokenSpan]:
    """Return the tokens of a sentence that are not white space, numbered again."""
    tokens = [token for token in sentence if not token.is_space]
    numbers = {token.i: number for number, token in enumerate(tokens, 1)}
    return [_read_spacy_token(token, numbers, has_tree) for token in tokens]


def _read_spacy_token(token: Any, numbers: dict[int, int], has_tree: bool) -> TokenSpan:
    head, deprel = None, ""
    if has_tree:
        is_root = token.head.i == token.i or token.head.i not in numbers
        head = 0 if is_root else numbers[token.head.i]
        deprel = "root" if is_root else token.dep_
    word = Word(token.text, token.lemma_, token.pos_, token.tag_, str(token.morph), head, deprel)
    return TokenSpan(token.idx, token.idx + len(token.text), (word,))
