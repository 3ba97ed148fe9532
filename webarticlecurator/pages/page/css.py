"""CSS selectors: as XPath for lxml, and as a test of one element.

Translation of CSS selectors into XPath 1.0, the same with every version of cssselect.

cssselect translates compounds and combinators. The arguments of ``:has()``, ``:not()``, ``:is()``,
``:where()`` and ``:matches()`` are translated here, because versions of cssselect differ in what
they accept: relative selectors, and lists of them (CSS Selectors 4). A selector for use inside
another element may begin with a combinator: ``> a``, ``:scope > a``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from cssselect import HTMLTranslator, SelectorError
from cssselect.parser import Function, SelectorSyntaxError
from cssselect.xpath import ExpressionError, XPathExpr

_FORWARD = {">": "child::", "~": "following-sibling::", "+": "following-sibling::*[1]/self::"}
_BACKWARD = {
    " ": "ancestor::",
    ">": "parent::",
    "~": "preceding-sibling::",
    "+": "preceding-sibling::*[1]/self::",
}
_COMBINATORS = " \t\r\n\f>~+"
_SCOPE = re.compile(r"^\s*(:scope(?![\w-])\s*)?")
QUOTED = re.compile(r"""\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.DOTALL)
_FUNCTION = re.compile(
    rf"{QUOTED.pattern}|(?<!:):(not|has|is|where|matches)\(", re.DOTALL | re.IGNORECASE
)


def split_top(text: str, separator: str) -> list[str]:
    """Split at a one-character separator outside quotes, parentheses and brackets; return the
    stripped pieces."""
    return [piece for piece, _ in _iter_pieces(text, separator)]


@lru_cache(maxsize=4096)
def css_to_xpath(css: str, inside: bool = False) -> str:
    """Return the XPath of a CSS selector list, relative to the page's root element, or, with
    ``inside``, to the descendants of the context element. Raises cssselect.SelectorError."""
    return " | ".join(
        _relative_path(piece, "descendant::" if inside else "descendant-or-self::")
        for piece in split_top(css, ",")
    )


def _iter_pieces(text: str, separators: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces between separators outside quotes, parentheses and brackets, each with the
    separator after it."""
    depth, start, at = 0, 0, 0
    while at < len(text):
        quoted = QUOTED.match(text, at)
        if quoted:
            at = quoted.end()
            continue
        depth += (text[at] in "([") - (text[at] in ")]")
        if text[at] in separators and depth == 0:
            yield text[start:at].strip(), text[at]
            start = at + 1
        at += 1
    yield text[start:].strip(), ""


class _Translator(HTMLTranslator):
    """A translator that replaces ``:-c-(NUMBER)`` by a condition taken out of the selector."""

    def __init__(self, conditions: list[str]) -> None:
        super().__init__()
        self._conditions = conditions

    def xpath__c__function(self, xpath: XPathExpr, function: Function) -> XPathExpr:
        """Add a condition; called by cssselect for the pseudo-class ``:-c-()``."""
        number = str(function.arguments[0].value) if function.arguments else ""
        if not (number.isdecimal() and int(number) < len(self._conditions)):
            raise ExpressionError("The pseudo-class :-c-() is unknown")
        xpath.add_condition(self._conditions[int(number)])
        return xpath


def _path(css: str, prefix: str) -> str:
    """Return the XPath of one selector, with its first step on the axis ``prefix``."""
    conditions: list[str] = []
    done, at, search_from = "", 0, 0
    while match := _FUNCTION.search(css, search_from):
        search_from = match.end()
        if match[1] is None:
            continue
        end = _find_closing(css, match.end())
        conditions.append(_function_condition(match[1].lower(), css[match.end() : end]))
        # as long as the function it replaces, so that errors after it keep their position
        placeholder = f":-c-({len(conditions) - 1}".ljust(end - match.start()) + ")"
        done += css[at : match.start()] + placeholder
        at = search_from = end + 1
    xpath: str = _Translator(conditions).css_to_xpath(done + css[at:], prefix=prefix)
    return xpath


def _find_closing(css: str, start: int) -> int:
    """Return the index of the parenthesis that closes the one before ``start``."""
    depth, at = 1, start
    while at < len(css):
        quoted = QUOTED.match(css, at)
        if quoted:
            at = quoted.end()
            continue
        depth += (css[at] == "(") - (css[at] == ")")
        if depth == 0:
            return at
        at += 1
    raise SelectorSyntaxError(f"Expected ')', got <EOF at {len(css)}>")


def _function_condition(function: str, arguments: str) -> str:
    """Return the XPath condition of ``:has(…)``, ``:not(…)`` or ``:is(…)``."""
    pieces = split_top(arguments, ",")
    try:
        if function == "has":
            return " or ".join(_relative_path(piece, "descendant::") for piece in pieces)
        matching = " or ".join(css_to_condition(piece) for piece in pieces)
    except SelectorError as error:
        # its position counts from the beginning of the argument
        reason = re.sub(r" at (position )?\d+", "", str(error))
        raise SelectorSyntaxError(f"{reason} in :{function}({arguments})") from error
    return f"not({matching})" if function == "not" else matching


def _relative_path(css: str, axis: str) -> str:
    """Return the XPath of a selector that may begin with a combinator; without one, its first step
    is on ``axis``."""
    rest = css[_SCOPE.match(css).end() :]  # type: ignore[union-attr]  # matches always
    return _path(rest[1:], _FORWARD[rest[0]]) if rest[:1] in _FORWARD else _path(rest, axis)


@lru_cache(maxsize=4096)
def css_to_condition(css: str) -> str:
    """Return an XPath condition that is true for the elements which one CSS selector (not a list)
    selects on their page: it is read from its end, with each combinator reversed. Raises
    cssselect.SelectorError."""
    _path(css, "self::")  # raises if it is not a selector
    compounds: list[str] = []
    combinators: list[str] = []
    for piece, separator in _iter_pieces(css.strip(), _COMBINATORS):
        if piece:
            compounds.append(piece)
            combinators.append(separator)
        elif not separator.isspace():
            combinators[-1] = separator
    condition = ""
    for compound, combinator in zip(compounds, combinators, strict=True):
        axis = _BACKWARD[" " if combinator.isspace() else combinator] if combinator else "self::"
        condition = _path(compound, axis) + (f"[{condition}]" if condition else "")
    return condition
