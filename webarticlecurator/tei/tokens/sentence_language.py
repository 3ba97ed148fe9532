"""What the rules for sentences know about a language: abbreviations, months, ordinal numbers."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.calendar_words import calendar_names
from webarticlecurator.base.text.words import EVERY_LANGUAGE, list_phrases, phrases_by_language

_TOPIC = "abbreviations"


@dataclass(frozen=True)
class SentenceLanguage:
    """The words of a language: abbreviations with their full stop, all but those of
    ``of_tokenizer`` in lower case.

    Attributes:
        before_name, before_number, inside, last: the abbreviations by the sections of
            ``words/abbreviations.txt``, which describe them.
        of_tokenizer: those that the tokenizer does not divide; they stand inside a sentence.
        function_words: words that are seldom names or nouns (*the*, *and*).
        months: the names of months in dates.
        has_ordinal_stop: ordinal numbers are written with a full stop.
    """

    before_name: frozenset[str]
    before_number: frozenset[str]
    inside: frozenset[str]
    last: frozenset[str]
    of_tokenizer: frozenset[str]
    function_words: frozenset[str]
    months: frozenset[str]
    has_ordinal_stop: bool


def read_sentence_language(
    language: str, exceptions: Iterable[str] = (), function_words: Iterable[str] = ()
) -> SentenceLanguage:
    """Return what is known about a language (``hu``).

    ``exceptions`` are strings that a tokenizer does not divide; abbreviations among them are used.
    Of ``function_words`` those that are often names or nouns are left out.
    """
    names = calendar_names(language)
    months = (*names.months, *names.months_alone, *names.short, *names.short_alone)
    return SentenceLanguage(
        _list_phrases("before-a-name", language),
        _list_phrases("before-a-number", language),
        _list_phrases("inside-a-sentence", language),
        _list_phrases("last-of-a-sentence", language),
        frozenset(
            each for each in exceptions if len(each) > 2 and each[0].isalpha() and each[-1] == "."
        ),
        frozenset(map(str.lower, function_words)) - _list_phrases("names-and-nouns", language),
        frozenset(month.lower().removesuffix(".") for month in months if month),
        language in list_phrases(_TOPIC, "ordinal-numbers"),
    )


def _list_phrases(section: str, language: str) -> frozenset[str]:
    phrases = phrases_by_language(_TOPIC, section)
    return frozenset(phrases.get(EVERY_LANGUAGE, ()) + phrases.get(language, ()))
