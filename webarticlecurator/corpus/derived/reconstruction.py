"""Measure how much of the texts can be put together again from what is given away.

An n-gram that is given away is continued by each next word that only one n-gram allows (a path in
their de Bruijn graph that does not branch). Whoever also has the words of each article follows only
n-grams whose words are in it. A sentence whose words are in one article alone is one of that
article. A masked text shows the words that it keeps. What is so known in ``RUN`` words in a row
counts as put together, and so does a word that is a passage: one of many characters of a script
without spaces, which was not divided. What counts are letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from heapq import heappush, heappushpop
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.word_borders import SPACELESS, compile_pattern
from webarticlecurator.corpus.derived.derivation import (
    Derivation,
    DerivedToken,
    TokenText,
    find_segments,
    is_kept,
    list_token_terms,
)
from webarticlecurator.corpus.derived.forms import Ngrams

RUN = 8
PASSAGE = 20
"""Characters of a script without spaces that the longest words have, names in katakana."""
SAMPLE = 1000
"""Articles that are looked at, always the same ones; what is given away is that of all."""
_RARE = 50
"""A word that is in more articles tells none of them."""
_BAGS = ("frequencies", "words")


@dataclass(frozen=True)
class Reconstruction:
    """``words``: the share of the letters that can be put together in runs; ``articles``: the share
    of articles with any such run; ``looked_at``: the number of articles."""

    words: float
    articles: float
    looked_at: int


class Reconstructor:
    """Sees all articles, and then measures any combination of ``derivations``."""

    def __init__(self, derivations: Sequence[Derivation]) -> None:
        # they are counted alone, never written
        self._ngrams = {each: Ngrams(each, Path()) for each in derivations if each.form == "ngrams"}
        self._sample: list[tuple[int, int, TokenText]] = []
        forms = {each.form for each in derivations}
        self._finds_sentences = "sentences" in forms and not forms.isdisjoint(_BAGS)
        self._rare: dict[str, list[int]] = {}
        self._seen = 0

    def add(self, text: TokenText) -> None:
        """See an article."""
        self._seen += 1
        rank = -int.from_bytes(sha256(text.id.encode()).digest()[:8], "big")
        push = heappush if len(self._sample) < SAMPLE else heappushpop
        push(self._sample, (rank, self._seen, text))
        for ngrams in self._ngrams.values():
            ngrams.add(text)
        if self._finds_sentences:
            for word in {t.form.casefold() for s in text.sentences() for t in s if t.is_word}:
                found = self._rare.setdefault(word, [])
                if len(found) <= _RARE:
                    found.append(self._seen)

    def measure(self, derivations: Sequence[Derivation]) -> Reconstruction:
        """Return what can be put together from some of the derivations at once."""
        known: dict[Derivation, dict[tuple[str, str], set[str]]] = {
            each: self._find_next_words(each) for each in derivations if each.form == "ngrams"
        }
        total = found = articles = 0
        for _, number, text in self._sample:
            words = [token for s in text.sentences() for token in s if token.is_word]
            recovered = self._count_letters(text, number, derivations, known)
            total, found = total + sum(len(token.form) for token in words), found + recovered
            articles += recovered > 0
        looked_at = len(self._sample)
        return Reconstruction(found / max(total, 1), articles / max(looked_at, 1), looked_at)

    def _find_next_words(self, derivation: Derivation) -> dict[tuple[str, str], set[str]]:
        """Return period and first words of n-grams → the words that may follow; of those alone
        that begin as one of an article that is looked at."""
        begun: dict[tuple[str, str], set[str]] = {}
        size = derivation.size
        for _, _, text in self._sample:
            period = text.period(derivation.by)
            for sentence in text.sentences():
                words = list_token_terms(sentence, derivation)
                for start in range(len(words) - size + 1):
                    begun.setdefault((period, " ".join(words[start : start + size - 1])), set())
        for period, gram, _, _ in self._ngrams[derivation].rows():
            first, _, last = gram.rpartition(" ")
            if (period, first) in begun:
                begun[period, first].add(last)
        return begun

    def _count_letters(
        self,
        text: TokenText,
        number: int,
        derivations: Sequence[Derivation],
        known: dict[Derivation, dict[tuple[str, str], set[str]]],
    ) -> int:
        """Return how many letters of an article can be put together."""
        bags = [each for each in derivations if each.form in _BAGS]
        masks = [each for each in derivations if each.form == "masked"]
        gives_sentences = any(each.form == "sentences" for each in derivations)
        gives_terms = bool(bags or known)
        count = place = 0
        for sentence in text.sentences():
            tokens = tuple(token for token in sentence if token.is_word)
            shown = [any(is_kept(token, each) for each in masks) for token in tokens]
            recovered = _find_runs(shown, RUN)
            if gives_terms:
                recovered |= {at for at, token in enumerate(tokens) if _is_passage(token.form)}
            for derivation, following in known.items():
                words = list_token_terms(tokens, derivation)
                vocabulary = [
                    _find_vocabulary(text, bag, derivation, place, len(tokens)) for bag in bags
                ]
                recovered |= _follow(words, derivation, text, following, vocabulary, shown)
            if gives_sentences and bags and len(tokens) >= RUN and self._is_of(number, tokens):
                recovered = set(range(len(tokens)))
            count += sum(len(tokens[at].form) for at in recovered)
            place += len(tokens)
        return count

    def _is_of(self, number: int, tokens: Sequence[DerivedToken]) -> bool:
        """Return True if the rare words of a sentence are together in one article alone."""
        rare = [self._rare.get(token.form.casefold(), []) for token in tokens]
        sets = [set(found) for found in rare if 0 < len(found) <= _RARE]
        return bool(sets) and set.intersection(*sets) == {number}


def _is_passage(form: str) -> bool:
    """Return True for a word that was not divided: no word has so many characters."""
    return len(compile_pattern(SPACELESS).findall(form)) > PASSAGE


def _find_vocabulary(
    text: TokenText, bag: Derivation, derivation: Derivation, place: int, length: int
) -> set[str]:
    """Return the words of the segments that have a sentence, as the n-grams have them."""
    words = [w for sentence in text.sentences() for w in list_token_terms(sentence, derivation)]
    if bag.term != derivation.term:
        return set(words) if derivation.term == "form" else set()
    start, found = 0, set[str]()
    for segment in find_segments(words, bag):
        if start < place + length and place < start + len(segment):
            found.update(segment)
        start += len(segment)
    return found


def _follow(
    words: list[str],
    derivation: Derivation,
    text: TokenText,
    following: dict[tuple[str, str], set[str]],
    vocabulary: list[set[str]],
    shown: list[bool],
) -> set[int]:
    """Return the places of words in runs that n-grams put together."""
    size, period = derivation.size, text.period(derivation.by)
    allowed = set.intersection(*vocabulary) if vocabulary and all(vocabulary) else None
    recovered: set[int] = set()
    begin = None
    for end in range(size - 1, len(words) + 1):
        first = " ".join(words[end - size + 1 : end])
        options = following.get((period, first), set()) if end < len(words) else set()
        is_given = end < len(words) and words[end] in options
        left = options if allowed is None else options & allowed
        is_decided = is_given and (len(left) == 1 or shown[end])
        if begin is not None and is_decided:
            continue
        if begin is not None and end - begin >= RUN:
            recovered.update(range(begin, end))
        begin = end - size + 1 if is_given else None
    return recovered


def _find_runs(shown: list[bool], length: int) -> set[int]:
    """Return the places of what is shown in so many words in a row."""
    found: set[int] = set()
    start = 0
    for end in range(len(shown) + 1):
        if end == len(shown) or not shown[end]:
            if end - start >= length:
                found.update(range(start, end))
            start = end + 1
    return found
