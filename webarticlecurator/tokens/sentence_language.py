"""What the rules for sentences know about a language: abbreviations, months, ordinal numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from webarticlecurator.model.months import calendar_names
from webarticlecurator.model.word_lists import EVERY_LANGUAGE, list_phrases, phrases_by_language

_TOPIC = "abbreviations"


@dataclass(frozen=True)
class SentenceLanguage:
    """The words of a language, in lower case; abbreviations with their full stop.

    Attributes:
        before_name, before_number, inside, last: the abbreviations by the sections of
            ``words/abbreviations.txt``, which describe them.
        function_words: words that are no names (*the*, *and*).
        months: the names of months in dates.
        has_ordinal_stop: ordinal numbers are written with a full stop.
    """

    before_name: frozenset[str]
    before_number: frozenset[str]
    inside: frozenset[str]
    last: frozenset[str]
    function_words: frozenset[str]
    months: frozenset[str]
    has_ordinal_stop: bool


def read_sentence_language(
    language: str, exceptions: Iterable[str] = (), function_words: Iterable[str] = ()
) -> SentenceLanguage:
    """Return what is known about a language (``hu``).

    ``exceptions`` are strings that a tokenizer does not divide; its abbreviations are used.
    """
    abbreviations = {each.lower() for each in exceptions if _is_abbreviation(each)}
    names = calendar_names(language)
    months = (*names.months, *names.months_alone, *names.short, *names.short_alone)
    return SentenceLanguage(
        _list_phrases("before-a-name", language),
        _list_phrases("before-a-number", language),
        _list_phrases("inside-a-sentence", language) | abbreviations,
        _list_phrases("last-of-a-sentence", language),
        frozenset(word.lower() for word in function_words),
        frozenset(month.lower().removesuffix(".") for month in months if month),
        language in list_phrases(_TOPIC, "ordinal-numbers"),
    )


def _is_abbreviation(text: str) -> bool:
    return len(text) > 2 and text.endswith(".") and text[0].isalpha()


def _list_phrases(section: str, language: str) -> frozenset[str]:
    phrases = phrases_by_language(_TOPIC, section)
    return frozenset(phrases.get(EVERY_LANGUAGE, ()) + phrases.get(language, ()))
