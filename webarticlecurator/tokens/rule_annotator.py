"""Tokens and sentences by rules: the tokenizer of spaCy for a language, and our sentence rules.

No model is needed. A language that spaCy does not know gets its rules for any language (``xx``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError
from webarticlecurator.text.translation import make_message
from webarticlecurator.text.words import (
    EVERY_LANGUAGE,
    calendar_names,
    list_phrases,
    phrases_by_language,
)
from webarticlecurator.tokens.token_model import Sentence, TokenSpan, place_tokens, plain_token

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
    code = name_language(language)
    # not spacy.util.get_lang_class: it takes a close language for one that it does not know
    is_known = code.isalpha() and find_spec(f"spacy.lang.{code}") is not None
    return code if is_known else ANY_LANGUAGE


def name_language(language: str) -> str:
    """Return the code that spaCy has, or would have, for a language (BCP 47)."""
    tag = language.lower().replace("_", "-")
    primary = tag.partition("-")[0]
    return _SAME.get(tag) or _SAME.get(primary, primary)


def open_splitter(pipeline: Any) -> SentenceSplitter:
    """Return what divides the texts of a pipeline's language into sentences."""
    from spacy.pipeline import Sentencizer

    defaults = pipeline.Defaults
    language = read_sentence_language(
        pipeline.lang, defaults.tokenizer_exceptions, defaults.stop_words
    )
    return SentenceSplitter(language, frozenset(Sentencizer.default_punct_chars))


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
            marks = [*(pipeline.Defaults.infixes or ()), _BETWEEN_WORDS]
            tokenizer: Any = pipeline.tokenizer
            tokenizer.infix_finditer = spacy.util.compile_infix_regex(marks).finditer
        return pipeline
    except ImportError as error:
        reason = " ".join(str(error).split())
        raise UsageError(
            make_message(
                "spaCy cannot divide {language!r} into tokens: {reason}",
                language=language,
                reason=reason,
            ),
            make_message(
                'Install what it needs: pip install "spacy[{language}]"; or give a --model.',
                language=language,
            ),
        ) from error


# Divide a tokenized text into sentences: find the candidates, and ask the rules.
#
# A candidate is a token that can end a sentence: a mark of the list of spaCy's ``sentencizer`` or
# an ellipsis, or a token with its full stop (*dr.*, *3.*). Marks, quotation marks and brackets that
# close after it belong to it.

_FULL_STOP = "."
_ELLIPSIS = "…"
_WITHOUT_SPACE = frozenset("。！？｡")
"""Marks of scripts without white space between sentences."""
_BETWEEN_WORDS = "[。！？｡、，；：「」『』（）]"
"""Punctuation of these scripts."""
_ENDING = frozenset("!?")
_QUOTES = frozenset("\"'„“”‟‚‘’‛«»‹›「」『』") | {"''", "``", ",,"}
_OPENING = frozenset("「『")
_OPENING_AFTER_SPACE = _OPENING | set("«‹„‚") | {"``", ",,"}
"""Quotation marks that open where white space separates them from the token before."""
_OPENING_WITHOUT_SPACE = _OPENING | set("“‘")
"""Quotation marks that open after a mark of ``_WITHOUT_SPACE``."""
_BRACKETS = {"(": ")", "[": "]", "{": "}", "（": "）", "【": "】", "《": "》"}
_CLOSING = frozenset(_BRACKETS.values())
_DASHES = frozenset("-–—―•·*") | {"--", "---"}
_BEFORE_WORD = _QUOTES | set(_BRACKETS) | _DASHES | {_ELLIPSIS, "...", "¿", "¡"}
_BRACKETS_REACH = 100
"""Tokens between two brackets at the most: others are taken for signs of their own."""
_WORD_REACH = 6


class SentenceSplitter:
    """Divides texts of a language; ``marks`` are the characters that end sentences."""

    def __init__(self, language: SentenceLanguage, marks: frozenset[str]) -> None:
        self._language = language
        self._marks = marks | {_ELLIPSIS}

    def find_ends(self, forms: Sequence[str], glued: Sequence[bool]) -> list[int]:
        """Return for each sentence the number of its last token plus one.

        ``glued`` says for each token that no white space follows it. Marks without a word are no
        sentence, unless they are the whole text.
        """
        text = _TokenList(forms, glued, self._marks)
        ends = [0]
        bracket_end = last = -1
        for number, form in enumerate(forms):
            if form in _BRACKETS and number > ends[-1]:
                bracket_end = max(bracket_end, text.find_closing(number))
            if number < ends[-1] or not text.is_mark(number):
                continue
            if number > last:
                last = text.find_last(number)
            is_candidate = last + 1 < len(forms) and not text.continues_marks(number)
            if is_candidate and text.has_word(ends[-1], last):
                candidate = text.describe(number, last, ends[-1], last < bracket_end)
                if ends_sentence(candidate, self._language):
                    ends.append(last + 1)
        if len(ends) > 1 and not text.has_word(ends[-1], len(forms) - 1):
            ends.pop()
        return [*ends[1:], len(forms)] if forms else []


@dataclass(frozen=True)
class _TokenList:
    """The tokens of a text."""

    forms: Sequence[str]
    glued: Sequence[bool]
    marks: frozenset[str]

    def is_mark(self, number: int) -> bool:
        """Return True for a mark, or a word with its full stop."""
        form = self.forms[number]
        return form[-1] in self.marks and (
            form[-1] == _FULL_STOP or all(char in self.marks for char in form)
        )

    def has_word(self, start: int, last: int) -> bool:
        """Return True if there is a letter or digit between ``start`` and ``last``."""
        return any(char.isalnum() for at in range(start, last + 1) for char in self.forms[at])

    def continues_marks(self, number: int) -> bool:
        """Return True for a mark that follows another one without space: *!* of *?!*."""
        return (
            number > 0
            and self.glued[number - 1]
            and self.forms[number][0] in self.marks
            and self.is_mark(number - 1)
        )

    def find_last(self, number: int) -> int:
        """Return the last of the marks and closing signs that belong to a candidate."""
        last = number
        while last + 1 < len(self.forms) and self._is_closing(last + 1):
            last += 1
        return last

    def find_closing(self, number: int) -> int:
        """Return the bracket that closes the one at ``number``, or -1."""
        opening = self.forms[number]
        depth = 0
        for place in range(number, min(number + _BRACKETS_REACH, len(self.forms))):
            depth += (self.forms[place] == opening) - (self.forms[place] == _BRACKETS[opening])
            if depth == 0:
                return place
        return -1

    def describe(self, number: int, last: int, start: int, is_in_brackets: bool) -> Candidate:
        """Return the candidate at ``number`` in the sentence that begins at ``start``."""
        form = self.forms[number]
        is_whole = all(char in self.marks for char in form)
        has_word = is_whole and number > start and self.glued[number - 1]
        stem_number = number - 1 if has_word else number
        stem = self.forms[number - 1] if has_word else "" if is_whole else form[:-1]
        closing = self.forms[number + 1 : last + 1]
        marks = (form if is_whole else _FULL_STOP) + "".join(
            each for each in closing if each[0] in self.marks
        )
        is_closed = any(each[0] not in self.marks for each in closing)
        needs_space = is_closed or marks[-1] not in _WITHOUT_SPACE
        next_word, next_is_initial = self._find_word(last + 1)
        return Candidate(
            stem=stem,
            before=self.forms[stem_number - 1] if stem_number > start else "",
            is_full_stop=marks == _FULL_STOP,
            is_closed=is_closed,
            is_glued=self.glued[last] and needs_space,
            next_token=self.forms[last + 1],
            next_word=next_word,
            next_is_initial=next_is_initial,
            begins_sentence=stem_number == start,
            is_in_brackets=is_in_brackets,
        )

    def _is_closing(self, number: int) -> bool:
        """Return True for a mark or sign that belongs to the token before it."""
        form = self.forms[number]
        if not self.glued[number - 1]:
            # *.* of *. . .*, *!* of *? !*, and a quotation mark between spaces
            if form in _QUOTES:
                return form not in _OPENING_AFTER_SPACE and not self.glued[number]
            is_before_word = (
                self.glued[number] and self.forms[number + 1][0].isalnum()
            )  # !important
            return form == _FULL_STOP or (_ENDING.issuperset(form) and not is_before_word)
        if form in _QUOTES:
            opens = self.forms[number - 1][-1] in _WITHOUT_SPACE and form in _OPENING_WITHOUT_SPACE
            return not opens
        return form in _CLOSING or all(char in self.marks for char in form)

    def _find_word(self, number: int) -> tuple[str, bool]:
        """Return the first word from ``number`` on, and whether it is an initial."""
        for place in range(number, min(number + _WORD_REACH, len(self.forms))):
            form = self.forms[place]
            if form not in _BEFORE_WORD:
                has_stop = self.glued[place] and self.forms[place + 1 : place + 2] == [_FULL_STOP]
                is_letter = len(form.removesuffix(_FULL_STOP)) == 1
                return form, is_letter and (form.endswith(_FULL_STOP) or has_stop)
        return "", False


# What the rules for sentences know about a language: abbreviations, months, ordinal numbers.

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


# Rules that say whether a sentence ends at a candidate.
#
# They are asked one after the other; the first one that is sure decides, and a sentence ends where
# none is. ``rule_annotator.py`` finds the candidates.

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
    is_lower = candidate.next_word[:1].islower() and not _ADDRESS.match(candidate.next_word)
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
