"""Divide a tokenized text into sentences: find the candidates, and ask the rules.

A candidate is a token that can end a sentence: a mark of ``SENTENCE_ENDS``, or a token with its
full stop (*dr.*, *3.*). Marks, quotation marks and brackets that close after it belong to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.word_borders import SENTENCE_ENDS
from webarticlecurator.tei.tokens.sentence_language import SentenceLanguage
from webarticlecurator.tei.tokens.sentence_rules import Candidate, ends_sentence

_FULL_STOP = "."
_ELLIPSIS = "…"
_WITHOUT_SPACE = SENTENCE_ENDS - set(".!?…‼⁇⁈⁉")
"""Marks of scripts that need no white space between sentences, and are in no word."""
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
    """Divides texts of a language."""

    def __init__(self, language: SentenceLanguage) -> None:
        self._language = language

    def find_ends(self, forms: Sequence[str], glued: Sequence[bool]) -> list[int]:
        """Return for each sentence the number of its last token plus one.

        ``glued`` says for each token that no white space follows it. Marks without a word are no
        sentence, unless they are the whole text.
        """
        text = _TokenList(forms, glued)
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

    def is_mark(self, number: int) -> bool:
        """Return True for a mark, or a word with its full stop."""
        form = self.forms[number]
        return form[-1] in SENTENCE_ENDS and (
            form[-1] == _FULL_STOP or all(char in SENTENCE_ENDS for char in form)
        )

    def has_word(self, start: int, last: int) -> bool:
        """Return True if there is a letter or digit between ``start`` and ``last``."""
        return any(char.isalnum() for at in range(start, last + 1) for char in self.forms[at])

    def continues_marks(self, number: int) -> bool:
        """Return True for a mark that follows another one without space: *!* of *?!*."""
        return (
            number > 0
            and self.glued[number - 1]
            and self.forms[number][0] in SENTENCE_ENDS
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
        is_whole = all(char in SENTENCE_ENDS for char in form)
        has_word = is_whole and number > start and self.glued[number - 1]
        stem_number = number - 1 if has_word else number
        stem = self.forms[number - 1] if has_word else "" if is_whole else form[:-1]
        closing = self.forms[number + 1 : last + 1]
        marks = (form if is_whole else _FULL_STOP) + "".join(
            each for each in closing if each[0] in SENTENCE_ENDS
        )
        is_closed = any(each[0] not in SENTENCE_ENDS for each in closing)
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
        return form in _CLOSING or all(char in SENTENCE_ENDS for char in form)

    def _find_word(self, number: int) -> tuple[str, bool]:
        """Return the first word from ``number`` on, and whether it is an initial."""
        for place in range(number, min(number + _WORD_REACH, len(self.forms))):
            form = self.forms[place]
            if form not in _BEFORE_WORD:
                has_stop = self.glued[place] and self.forms[place + 1 : place + 2] == [_FULL_STOP]
                is_letter = len(form.removesuffix(_FULL_STOP)) == 1
                return form, is_letter and (form.endswith(_FULL_STOP) or has_stop)
        return "", False
