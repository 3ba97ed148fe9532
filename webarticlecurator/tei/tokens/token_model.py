"""What an annotator returns: sentences of tokens, each with its place in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from webarticlecurator.base.dataclasses import dataclass, replace


@dataclass(frozen=True)
class Word:
    """A syntactic word with its analysis; an empty value is unknown.

    ``head`` is the number of its head in the sentence, counted from 1; 0 for the root,
    None without a tree.
    """

    form: str
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    feats: str = ""
    head: int | None = None
    deprel: str = ""


@dataclass(frozen=True)
class TokenSpan:
    """A token of the text from ``start`` to ``end``.

    It has several ``words`` where a model divides a contraction (German *vom*: *von dem*).
    """

    start: int
    end: int
    words: tuple[Word, ...]


@dataclass(frozen=True)
class PlacedToken:
    """A token as it is written: its ``form`` in the text and the white space after it."""

    form: str
    space: str
    words: tuple[Word, ...]


Sentence = tuple[PlacedToken, ...]


class Annotator(Protocol):
    """What divides texts into sentences and tokens, and may analyse them. ``language``: spaCy's
    code of the one that it is made for, empty if it is not known."""

    language: str

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        ...


def plain_token(text: str, start: int, end: int) -> TokenSpan:
    """Return the token of a word without analysis."""
    return TokenSpan(start, end, (Word(text[start:end]),))


def place_tokens(text: str, sentences: Iterable[Sequence[TokenSpan]]) -> list[Sentence]:
    """Return the sentences with the white space after each token.

    The forms with their white space are the text again: what a model left out of its tokens becomes
    tokens, and what two of its tokens share belongs to the first one. A sentence that is changed so
    has no tree, since the numbers of its words are others.
    """
    placed: list[list[TokenSpan]] = []
    end = 0
    for sentence in sentences:
        tokens = _cover_text(text, end, sentence)
        end = tokens[-1].end if tokens else end
        if tokens != list(sentence):
            tokens = [
                replace(token, words=tuple(replace(w, head=None, deprel="") for w in token.words))
                for token in tokens
            ]
        placed.append(tokens)
    placed.append(list(_find_left_out(text, end, len(text))))
    starts = [token.start for tokens in placed for token in tokens]
    following = iter([*starts[1:], len(text)])
    return [
        tuple(
            PlacedToken(
                text[token.start : token.end], text[token.end : next(following)], token.words
            )
            for token in tokens
        )
        for tokens in placed
        if tokens
    ]


def _cover_text(text: str, end: int, sentence: Sequence[TokenSpan]) -> list[TokenSpan]:
    """Return the tokens of a sentence, and those of text that it leaves out, from ``end`` on."""
    tokens: list[TokenSpan] = []
    for token in sentence:
        tokens += _find_left_out(text, end, token.start)
        start = max(token.start, end)
        if token.end > start:
            tokens.append(token if start == token.start else plain_token(text, start, token.end))
        end = max(end, token.end)
    return tokens


def _find_left_out(text: str, start: int, end: int) -> Iterator[TokenSpan]:
    """Yield a token for each run without white space between two places of the text."""
    for word in text[start:end].split():
        start = text.index(word, start)
        yield plain_token(text, start, start + len(word))
        start += len(word)
