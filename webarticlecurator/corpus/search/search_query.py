"""A query for words in texts: ``climate ("global warming" OR glob*) NOT weather``, parsed
and put to SQLite.

Words beside each other must all be there, as with AND. NOT binds before AND, AND before OR.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import regex

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.word_borders import (
    SPACELESS,
    WORD_PART,
    clean_letters,
    compile_pattern,
)
from webarticlecurator.storage.texts.search_file import prepare_text

AND, OR, NOT = "AND", "OR", "NOT"
_OPERATORS = (OR, AND, NOT)
"""The later ones bind first."""
_GERSHAYIM = r'(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea])'
_TOKEN = re.compile(
    rf'\s*(?:(?P<phrase>"(?:[^"]|{_GERSHAYIM})*"\*?)|(?P<bracket>[()])'
    rf'|(?P<word>(?:[^\s()"]|{_GERSHAYIM})+))'
)
_EXAMPLE = 'An example: climate AND ("global warming" OR glob*) NOT weather'


@dataclass(frozen=True)
class Phrase:
    """A word, or several in a row. ``is_prefix``: the last one may go on."""

    text: str
    is_prefix: bool = False

    def exact_pattern(self) -> regex.Pattern[str]:
        """Return what finds it in a text in the same letters: case, marks and signs."""
        found = compile_pattern(f"{WORD_PART}+").findall(self.text)
        words = rf"(?:(?!{WORD_PART}).)+".join(map(regex.escape, found))
        # in scripts without white space, what is before and after may be letters
        is_cut = compile_pattern(SPACELESS).match(self.text)
        start = "" if is_cut else rf"(?:(?<!{WORD_PART})|(?<={SPACELESS}\p{{M}}*))"
        is_spaceless = compile_pattern(rf"{SPACELESS}\p{{M}}*$").search(self.text)
        end = r"(?!\p{M})" if is_spaceless else f"(?:(?!{WORD_PART})|(?={SPACELESS}))"
        return compile_pattern(rf"(?s){start}{words}{'' if self.is_prefix else end}")

    def list_spellings(self) -> list[str]:
        """Return how it may be written: *strasse* also with ß, and the other way round."""
        text = self.text.replace("ẞ", "ß")
        both = (text, text.replace("ß", "ss"), re.sub("ss", "ß", text, flags=re.IGNORECASE))
        return list(dict.fromkeys(both))


@dataclass(frozen=True)
class QueryOperation:
    """Two queries of which both, one, or only the left one must hold: AND, OR, NOT."""

    operator: str
    left: Query
    right: Query


Query: TypeAlias = Phrase | QueryOperation


def parse_phrase(text: str, *, is_prefix: bool = False) -> Phrase:
    """Return what finds words in a row. Raises UsageError where there is none."""
    if not compile_pattern(r"[\p{L}\p{N}]").search(text):
        raise UsageError(f"no letters or digits: {text!r}", _EXAMPLE)
    return Phrase(clean_letters(text.strip('"')), is_prefix)


def parse_query(text: str) -> Query:
    """Return the query. Raises UsageError, which shows the place of a mistake."""
    return _Parser(text).parse()


def to_fts(query: Query) -> str:
    """Return the query in the language of SQLite's FTS5."""
    if isinstance(query, Phrase):
        end = '"*' if query.is_prefix else '"'
        spellings = [
            f'"{prepare_text(each).replace(chr(34), " ")}{end}' for each in query.list_spellings()
        ]
        return spellings[0] if len(spellings) == 1 else f"({' OR '.join(spellings)})"
    return f"({to_fts(query.left)} {query.operator} {to_fts(query.right)})"


def drop_exclusions(query: Query) -> Query:
    """Return the query without the right sides of NOT: at least the same texts meet it."""
    if isinstance(query, Phrase):
        return query
    left = drop_exclusions(query.left)
    if query.operator == NOT:
        return left
    return QueryOperation(query.operator, left, drop_exclusions(query.right))


def list_query_phrases(query: Query) -> Iterator[Phrase]:
    """Yield the phrases of a query."""
    if isinstance(query, Phrase):
        yield query
    else:
        yield from list_query_phrases(query.left)
        yield from list_query_phrases(query.right)


def query_holds(query: Query, has: Callable[[Phrase], bool]) -> bool:
    """Return True if a text meets the query; ``has`` returns whether it has a phrase."""
    if isinstance(query, Phrase):
        return has(query)
    left = query_holds(query.left, has)
    if query.operator == OR:
        return left or query_holds(query.right, has)
    return left and query_holds(query.right, has) != (query.operator == NOT)


@dataclass(frozen=True)
class _Token:
    """A token and its place in the query, from 0. ``kind``: a group of ``_TOKEN``, ``operator``, or
    ``end``."""

    kind: str
    text: str
    place: int


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(self._read_tokens())
        self._next = 0

    def parse(self) -> Query:
        query = self._parse_operations()
        if self._token.kind != "end":
            raise self._error(self._token, "a parenthesis that was not opened")
        return query

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _read_tokens(self) -> Iterator[_Token]:
        place, end = 0, len(self._text.rstrip())
        while place < end:
            match = _TOKEN.match(self._text, place)
            if match is None:
                start = self._text.index('"', place)
                raise self._error(_Token("", "", start), "a quotation mark without its second one")
            kind = str(match.lastgroup)
            text, place = match[kind], match.end()
            yield _Token("operator" if text in (AND, OR, NOT) else kind, text, match.start(kind))
        yield _Token("end", "", end)

    def _take(self, text: str) -> _Token | None:
        """Return the next token and go on, if it is this operator or bracket."""
        token = self._token
        if token.text != text:
            return None
        self._next += 1
        return token

    def _parse_operations(self, level: int = 0) -> Query:
        """Parse what operators of ``_OPERATORS`` join, from ``level`` on."""
        if level == len(_OPERATORS):
            return self._parse_one()
        operator = _OPERATORS[level]
        query = self._parse_operations(level + 1)
        while self._take(operator) or (operator == AND and self._is_operand_next()):
            query = QueryOperation(operator, query, self._parse_operations(level + 1))
        return query

    def _is_operand_next(self) -> bool:
        return self._token.kind in ("word", "phrase") or self._token.text == "("

    def _parse_one(self) -> Query:
        opening = self._take("(")
        if opening:
            query = self._parse_operations()
            if not self._take(")"):
                raise self._error(opening, "a parenthesis that is not closed")
            return query
        token = self._token
        if token.kind == "end":
            raise self._error(token, "the query ends where a word is expected")
        if token.kind in ("operator", "bracket"):
            hint = " before it" if token.kind == "operator" else ""
            raise self._error(token, f"a word is expected{hint}: {token.text!r}")
        self._next += 1
        text = token.text.removesuffix("*")
        if "*" in text:
            raise self._error(token, f"an asterisk is only allowed after a word: {token.text!r}")
        try:
            return parse_phrase(text, is_prefix=token.text.endswith("*"))
        except UsageError as error:
            raise self._error(token, f"no letters or digits: {token.text!r}") from error

    def _error(self, token: _Token, message: str) -> UsageError:
        pointer = f"  {self._text}\n  {' ' * token.place}^"
        return UsageError(f"query, character {token.place + 1}: {message}\n{pointer}", _EXAMPLE)
