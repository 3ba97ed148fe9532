"""CSS selectors → XPath 1.0, the same in every version of cssselect.

cssselect does compounds and combinators. What stands in ``:has()``, ``:not()``, ``:is()``
(``:where()``, ``:matches()``) is turned into conditions here, because its versions differ in what
they take there: whole relative selectors and lists of them (CSS Selectors 4). Also taken, for use
inside another element, is a combinator at the start: ``> a``, ``:scope > a``.
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
_QUOTED = re.compile(r"""\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.DOTALL)
_FUNCTION = re.compile(
    rf"{_QUOTED.pattern}|(?<!:):(not|has|is|where|matches)\(", re.DOTALL | re.IGNORECASE
)


def split_top(text: str, separator: str) -> list[str]:
    """Cut at a one-character separator that stands outside quotes, parentheses and brackets; pieces
    are stripped."""
    return [piece for piece, _ in _cut(text, separator)]


@lru_cache(maxsize=4096)
def css_to_xpath(css: str, inside: bool = False) -> str:
    """The XPath of a CSS selector list; relative to the page's root element, or with ``inside`` to
    descendants of the context element. Raises cssselect.SelectorError."""
    return " | ".join(
        _relative(piece, "descendant::" if inside else "descendant-or-self::")
        for piece in split_top(css, ",")
    )


@lru_cache(maxsize=4096)
def css_to_condition(css: str) -> str:
    """An XPath condition that holds for the elements which one CSS selector (no list) selects on
    their page. Raises cssselect.SelectorError."""
    return _matching(css)


def _cut(text: str, separators: str) -> Iterator[tuple[str, str]]:
    """The pieces between separators outside quotes, parentheses and brackets, each with the
    separator after it."""
    depth, start, at = 0, 0, 0
    while at < len(text):
        quoted = _QUOTED.match(text, at)
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
    """Knows the conditions that were lifted out of one selector, by their number in
    ``:-c-(NUMBER)``."""

    def __init__(self, conditions: list[str]) -> None:
        super().__init__()
        self._conditions = conditions

    def xpath__c__function(self, xpath: XPathExpr, function: Function) -> XPathExpr:
        """Called by cssselect for the pseudo-class ``:-c-()``."""
        number = str(function.arguments[0].value) if function.arguments else ""
        if not (number.isdecimal() and int(number) < len(self._conditions)):
            raise ExpressionError("The pseudo-class :-c-() is unknown")
        xpath.add_condition(self._conditions[int(number)])
        return xpath


def _path(css: str, prefix: str) -> str:
    """The XPath of one selector, its first step on the axis ``prefix``."""
    conditions: list[str] = []
    done, at, look = "", 0, 0
    while found := _FUNCTION.search(css, look):
        look = found.end()
        if found[1] is None:
            continue
        end = _closing(css, found.end())
        conditions.append(_condition(found[1].lower(), css[found.end() : end]))
        # as long as what it stands for, so that an error behind it has its own position
        done += (
            css[at : found.start()] + f":-c-({len(conditions) - 1}".ljust(end - found.start()) + ")"
        )
        at = look = end + 1
    xpath: str = _Translator(conditions).css_to_xpath(done + css[at:], prefix=prefix)
    return xpath


def _closing(css: str, start: int) -> int:
    """Where the parenthesis closes whose content begins at ``start``."""
    depth, at = 1, start
    while at < len(css):
        quoted = _QUOTED.match(css, at)
        if quoted:
            at = quoted.end()
            continue
        depth += (css[at] == "(") - (css[at] == ")")
        if depth == 0:
            return at
        at += 1
    raise SelectorSyntaxError(f"Expected ')', got <EOF at {len(css)}>")


def _condition(function: str, arguments: str) -> str:
    """What ``:has(…)``, ``:not(…)`` or ``:is(…)`` asks of an element."""
    try:
        if function == "has":
            return " or ".join(
                _relative(argument, "descendant::") for argument in split_top(arguments, ",")
            )
        matching = " or ".join(_matching(argument) for argument in split_top(arguments, ","))
    except SelectorError as error:
        # it counts from the beginning of the argument
        reason = re.sub(r" at (position )?\d+", "", str(error))
        raise SelectorSyntaxError(f"{reason} in :{function}({arguments})") from error
    return f"not({matching})" if function == "not" else matching


def _relative(css: str, axis: str) -> str:
    """The XPath of a selector that may begin with a combinator; else its first step is on
    ``axis``."""
    rest = css[_SCOPE.match(css).end() :]  # type: ignore[union-attr]  # matches always
    return _path(rest[1:], _FORWARD[rest[0]]) if rest[:1] in _FORWARD else _path(rest, axis)


def _matching(css: str) -> str:
    """A condition that holds for the elements a selector selects: read from its end, each
    combinator turned round."""
    _path(css, "self::")  # raises if it is no selector
    compounds: list[str] = []
    combinators: list[str] = []
    for piece, separator in _cut(css.strip(), _COMBINATORS):
        if piece:
            compounds.append(piece)
            combinators.append(separator)
        elif not separator.isspace():
            combinators[-1] = separator
    found = ""
    for compound, combinator in zip(compounds, combinators, strict=True):
        axis = _BACKWARD[" " if combinator.isspace() else combinator] if combinator else "self::"
        found = _path(compound, axis) + (f"[{found}]" if found else "")
    return found
