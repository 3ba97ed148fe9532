"""Queries of search portals: CQL 1.2 (https://www.loc.gov/standards/sru/cql/spec.html), as far as
the index of ``curator search`` answers them; what it does not is a diagnostic of SRU's list.

Boolean operators have one precedence, and group from the left. ``=``, ``adj`` and ``exact`` are
words in a row, ``any`` and ``all`` one or all of them. A word may be cut at its end (``glob*``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.corpus.search.search_query import (
    AND,
    NOT,
    OR,
    Query,
    QueryOperation,
    parse_phrase,
)

MAX_BOOLEANS, MAX_NESTED = 100, 50
_TOKEN = re.compile(
    r'\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<symbol><>|<=|>=|==|[()=<>/])|(?P<word>[^\s()=<>"/]+))'
)
_BOOLEANS = {"and": AND, "or": OR, "not": NOT}
_RELATIONS = {"=": "", "==": "", "scr": "", "adj": "", "exact": "", "any": OR, "all": AND}
"""Relation → what joins the words of a term, "" for words in a row."""
_CONTEXT_SETS = ("", "cql", "fcs")
_INDEXES = ("serverchoice", "anywhere", "text")
_ESCAPED = re.compile(r"\\(.?)", re.DOTALL)


class Diagnostic(Exception):
    """A diagnostic of SRU: its number, its message, and what it is about."""


@dataclass(frozen=True)
class _Token:
    """A token: the name of its group in ``_TOKEN``, or "" at the end, and its text."""

    kind: str
    text: str

    @property
    def name(self) -> str:
        """The word in lower case, if it is one."""
        return self.text.lower() if self.kind == "word" else ""


def parse_cql(text: str) -> Query:
    """Return the query. Raises Diagnostic."""
    if not text.strip():
        raise Diagnostic(7, "Mandatory parameter not supplied", "query")
    return _Parser(_read_tokens(text)).parse()


def _read_tokens(text: str) -> list[_Token]:
    tokens, place, end = [], 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            raise Diagnostic(14, "Invalid or unsupported use of quotes", text[place:].strip())
        tokens.append(_Token(str(match.lastgroup), match[str(match.lastgroup)]))
        place = match.end()
    if sum(token.name in _BOOLEANS for token in tokens) > MAX_BOOLEANS:
        raise Diagnostic(38, "Too many boolean operators in query", str(MAX_BOOLEANS))
    return [*tokens, _Token("", "")]


class _Parser:
    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._tokens, self._place, self._depth = tokens, 0, 0

    def parse(self) -> Query:
        query = self._parse_clauses()
        if self._token.text == ")":
            raise Diagnostic(13, "Invalid or unsupported use of parentheses", ")")
        if self._token.kind:
            raise self._syntax_error()
        return query

    @property
    def _token(self) -> _Token:
        return self._tokens[self._place]

    @property
    def _behind(self) -> _Token:
        """The token behind this one, which is not the end."""
        return self._tokens[self._place + 1]

    def _take(self) -> _Token:
        self._place += 1
        return self._tokens[self._place - 1]

    def _syntax_error(self) -> Diagnostic:
        return Diagnostic(10, "Query syntax error", self._token.text or "the query ends too early")

    def _parse_clauses(self) -> Query:
        if self._token.text == ">":
            raise Diagnostic(48, "Query feature unsupported", "an assignment of a prefix")
        query = self._parse_clause()
        while self._token.name in (*_BOOLEANS, "prox"):
            operator = self._take().name
            if operator == "prox":
                raise Diagnostic(39, "Proximity not supported", operator)
            self._refuse_modifiers(46, "Unsupported boolean modifier")
            query = QueryOperation(_BOOLEANS[operator], query, self._parse_clause())
        if self._token.name == "sortby":
            raise Diagnostic(80, "Sort not supported", "sortBy")
        return query

    def _refuse_modifiers(self, number: int, message: str) -> None:
        if self._token.text == "/" and self._token.kind == "symbol":
            raise Diagnostic(number, message, self._behind.text)

    def _parse_clause(self) -> Query:
        token = self._token
        if token == _Token("symbol", "("):
            return self._parse_group()
        if token.kind not in ("word", "quoted"):
            raise self._syntax_error()
        self._take()
        relation = self._token
        is_symbol = relation.kind == "symbol" and relation.text not in "()/"
        is_named = relation.kind == "word" and relation.name not in (*_BOOLEANS, "prox", "sortby")
        if not is_symbol and not (is_named and self._behind.kind and self._behind.text != ")"):
            return _read_term(token, "")
        self._take()
        _check_index(token)
        self._refuse_modifiers(20, "Unsupported relation modifier")
        name = relation.text.lower().removeprefix("cql.")
        if name not in _RELATIONS:
            raise Diagnostic(19, "Unsupported relation", relation.text)
        if self._token.kind not in ("word", "quoted"):
            raise self._syntax_error()
        return _read_term(self._take(), _RELATIONS[name])

    def _parse_group(self) -> Query:
        self._take()
        self._depth += 1
        if self._depth > MAX_NESTED:
            raise Diagnostic(
                13, "Invalid or unsupported use of parentheses", f"{MAX_NESTED} levels"
            )
        query = self._parse_clauses()
        if self._token != _Token("symbol", ")"):
            raise Diagnostic(13, "Invalid or unsupported use of parentheses", "(")
        self._take()
        self._depth -= 1
        return query


def _check_index(token: _Token) -> None:
    prefix, _, name = token.text.strip('"').lower().rpartition(".")
    if prefix not in _CONTEXT_SETS:
        raise Diagnostic(15, "Unsupported context set", prefix)
    if name not in _INDEXES:
        raise Diagnostic(16, "Unsupported index", token.text)


def _read_term(token: _Token, joined_by: str) -> Query:
    """Return what a term asks for; its words are in a row, or ``joined_by`` an operator."""
    text = token.text[1:-1] if token.kind == "quoted" else token.text
    words = text.split()
    if not words:
        raise Diagnostic(27, "Empty term unsupported", token.text)
    if joined_by and len(words) > MAX_BOOLEANS:
        raise Diagnostic(23, "Too many characters in term", str(len(text)))
    found = [_read_words(each) for each in (words if joined_by else [" ".join(words)])]
    return reduce(lambda left, right: QueryOperation(joined_by, left, right), found[1:], found[0])


def _read_words(text: str) -> Query:
    plain = _ESCAPED.sub("", text)
    for wrong in _ESCAPED.findall(text):
        if wrong not in tuple('*?^"\\'):
            raise Diagnostic(26, "Non special character escaped in term", f"\\{wrong}")
    if "^" in plain:
        raise Diagnostic(31, "Anchoring character not supported", text)
    is_cut = bool(re.search(r"(?<!\\)(?:\\\\)*\*$", text))
    if "?" in plain or plain.count("*") > is_cut:
        raise Diagnostic(28, "Masking character not supported", text)
    words = _ESCAPED.sub(r"\1", text.removesuffix("*") if is_cut else text)
    try:
        found = parse_phrase(words, is_prefix=is_cut)
    except UsageError as error:
        raise Diagnostic(36, "Term in invalid format for index or relation", text) from error
    return found
