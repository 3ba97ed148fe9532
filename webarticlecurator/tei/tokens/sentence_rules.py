"""Rules that say whether a sentence ends at a candidate.

They are asked one after the other; the first one that is sure decides, and a sentence ends where
none is. ``rule_annotator.py`` finds the candidates.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.word_borders import is_small_letter
from webarticlecurator.tei.tokens.sentence_language import SentenceLanguage

_NUMBER = re.compile(r"\d+(?:[/–-]\d+)*")
"""*3*, *45/2014*, *3–5*."""
_YEAR = re.compile(r"[12]\d{3}")
_ROMAN = re.compile(r"[IVXLCDM]+")
_INITIAL = re.compile(r"[^\W\d_]|[A-Z][a-z]?\.?-[A-Z]|Cs|Dz|Gy|Ly|Ny|Sz|Th|Ty|Zs|Ch|Yu|Ya")
_SHORT_FORM = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
"""*U.S*, *e.g*, *u*: letters with full stops between them, or one."""
_ADDRESS = re.compile(r"https?:|www\.|[\w-]+\.[\w-]+(?:\.|/|$)")
"""Addresses have no capital letters."""
_CONTINUES = frozenset(",;:)]}%/")


@dataclass(frozen=True)
class Candidate:
    """A possible end of a sentence.

    Attributes:
        stem: the word before the mark (``dr`` of ``dr.``), empty if there is none.
        before: the token before ``stem``, empty if it begins the sentence.
        is_full_stop: the mark is one full stop.
        is_closed: quotation marks or brackets close after the mark.
        is_glued: no white space follows.
        next_token: the token that follows; ``next_word``: the first one that is neither an opening
            mark nor a dash.
        next_is_initial: ``next_word`` is a letter with a full stop.
        begins_sentence: ``stem`` is the first token of its sentence.
        is_in_brackets: brackets that opened inside the sentence close later.
    """

    stem: str
    before: str
    is_full_stop: bool
    is_closed: bool
    is_glued: bool
    next_token: str
    next_word: str
    next_is_initial: bool
    begins_sentence: bool
    is_in_brackets: bool

    @property
    def has_capital(self) -> bool:
        """True if ``next_word`` begins with a capital letter."""
        return self.next_word[:1].isupper()


Rule = Callable[[Candidate, SentenceLanguage], "bool | None"]
"""Returns True for the end of a sentence, False for none, None if the rule does not know."""


def follows_without_space(candidate: Candidate, _language: SentenceLanguage) -> bool | None:
    """White space separates sentences, but in scripts that have none, and where it was forgotten
    (*the end.Then*)."""
    is_forgotten = len(candidate.stem) > 2 and candidate.stem.islower() and candidate.has_capital
    return False if candidate.is_glued and not is_forgotten else None


def stays_in_brackets(candidate: Candidate, _language: SentenceLanguage) -> bool | None:
    """A sentence does not end inside brackets that it opened."""
    return False if candidate.is_in_brackets else None


def continues_in_lower_case(candidate: Candidate, _language: SentenceLanguage) -> bool | None:
    """*„Jössz?” kérdezte Péter.*"""
    is_small = is_small_letter(candidate.next_word[:1])
    is_lower = is_small and not _ADDRESS.match(candidate.next_word)
    return False if is_lower or candidate.next_token[:1] in _CONTINUES else None


def ends_after_mark(candidate: Candidate, _language: SentenceLanguage) -> bool | None:
    """Other marks than a full stop are not part of a word."""
    return None if candidate.is_full_stop and candidate.stem else True


def numbers_an_entry(candidate: Candidate, _language: SentenceLanguage) -> bool | None:
    """*1. Mix the flour*, *A. First part*: the number of what follows."""
    is_number = _NUMBER.fullmatch(candidate.stem) or _ROMAN.fullmatch(candidate.stem)
    is_entry = is_number or _INITIAL.fullmatch(candidate.stem)
    return False if candidate.begins_sentence and is_entry and not candidate.is_closed else None


def reads_ordinal_number(candidate: Candidate, language: SentenceLanguage) -> bool | None:
    """*2015. május 3.*, *am 3. Mai*, *XVI. Benedek*."""
    is_roman = _ROMAN.fullmatch(candidate.stem) is not None
    if not language.has_ordinal_stop or not (is_roman or _NUMBER.fullmatch(candidate.stem)):
        return None
    following = candidate.next_word
    if following[:1].isdigit() or following.lower().removesuffix(".") in language.months:
        return False
    if _begins_with_function_word(candidate, language):
        return True
    if _ROMAN.fullmatch(following.removesuffix(".")):
        return False
    ends_date = candidate.before.lower().removesuffix(".") in language.months
    return not candidate.is_closed and (ends_date or _YEAR.fullmatch(candidate.stem) is not None)


def reads_initial(candidate: Candidate, language: SentenceLanguage) -> bool | None:
    """*J. R. Smith*, *J.-C.*, but *vitamin C. The*."""
    stem = candidate.stem.removeprefix("-")
    if not _INITIAL.fullmatch(stem) or not stem[0].isupper():
        return None
    return _begins_with_function_word(candidate, language)


def reads_abbreviation(candidate: Candidate, language: SentenceLanguage) -> bool | None:
    """*dr. Kovács*, *No. 5*, *z. B.*, *stb. A*; see ``words/abbreviations.txt``."""
    abbreviation = f"{candidate.stem.lower()}."

    if abbreviation in language.before_name:
        return False
    if abbreviation in language.last:
        return candidate.has_capital
    is_number = candidate.next_word[:1].isdigit() or _ROMAN.fullmatch(candidate.next_word)
    if abbreviation in language.before_number and is_number:
        return False
    # an abbreviation of the tokenizer, whose case counts (*Be.* is one, *be* a word), or letters
    # with full stops
    stem = candidate.stem
    forms = {f"{stem}.", f"{stem[:1].lower()}{stem[1:]}."}
    is_known = not forms.isdisjoint(language.of_tokenizer) or _SHORT_FORM.fullmatch(stem)
    is_inside = not _is_word(candidate, language) and is_known
    if abbreviation in language.inside or is_inside:
        return _begins_with_function_word(candidate, language)
    return None


def _is_word(candidate: Candidate, language: SentenceLanguage) -> bool:
    """Return True for a function word before a capital letter (*the land they live in. Peter*).

    A letter beside another one with a full stop is none: *u. a. Berlin*, *a. D. Müller*.
    """
    has_letter_beside = candidate.before.endswith(".") or candidate.next_is_initial
    if len(candidate.stem) == 1 and has_letter_beside:
        return False
    return candidate.has_capital and candidate.stem.lower() in language.function_words


def _begins_with_function_word(candidate: Candidate, language: SentenceLanguage) -> bool:
    """Return True for a function word with a capital letter."""
    return (
        candidate.has_capital
        and not candidate.next_is_initial
        and candidate.next_word.lower() in language.function_words
    )


RULES: tuple[Rule, ...] = (
    follows_without_space,
    stays_in_brackets,
    continues_in_lower_case,
    ends_after_mark,
    numbers_an_entry,
    reads_ordinal_number,
    reads_initial,
    reads_abbreviation,
)
"""The rules in their order."""


def ends_sentence(candidate: Candidate, language: SentenceLanguage) -> bool:
    """Return what the first rule that is sure says; True if there is none."""
    verdicts = (rule(candidate, language) for rule in RULES)
    return next((verdict for verdict in verdicts if verdict is not None), True)
