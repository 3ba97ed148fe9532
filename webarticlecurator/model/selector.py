"""Selectors as written in a portal file → compiled XPath. Config checks with it what rules and the tag dictionary run.

CSS goes through cssselect's HTML translator. What that does not take, and the portal file does, is rewritten first:
``:not(a, b)`` (two ``:not()``), ``:has(:scope > a)`` (``:has(> a)``), and at the start of a selector, for use inside another
element, ``> a`` and ``:scope > a``.
"""

from __future__ import annotations

import re
from functools import lru_cache

import jmespath
from cssselect import HTMLTranslator
from lxml import etree

_PREFIXES = {">": "child::", "~": "following-sibling::"}
_NAMESPACES = {"re": "http://exslt.org/regular-expressions"}
_TRANSLATOR = HTMLTranslator()
_SCOPE = re.compile(r"^:scope(?![\w-])\s*")
_QUOTED = re.compile(r"""\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.DOTALL)


def split_top(text: str, separator: str) -> list[str]:
    """Cut at a one-character separator that stands outside quotes, parentheses and brackets; pieces are stripped."""
    pieces, depth, start, at = [], 0, 0, 0
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        if quoted:
            at = quoted.end()
            continue
        depth += (text[at] in "([") - (text[at] in ")]")
        if text[at] == separator and depth == 0:
            pieces.append(text[start:at].strip())
            start = at + 1
        at += 1
    return [*pieces, text[start:].strip()]


def _closing(text: str, opened: int) -> int:
    """The position of the parenthesis that closes the one at ``opened``, or the text's length."""
    depth, at = 0, opened
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        if quoted:
            at = quoted.end()
            continue
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at
        at += 1
    return len(text)


def _rewrite(css: str) -> str:
    """The same selector in the words that cssselect knows."""
    done, at = [], 0
    for match in re.finditer(r":(not|has)\(", css, re.IGNORECASE):
        if match.start() < at:
            continue
        end = _closing(css, match.end() - 1)
        arguments = [_rewrite(a) for a in split_top(css[match.end() : end], ",")]
        done.append(css[at : match.start()])
        if match[1].lower() == "not":
            done.extend(f":not({a})" for a in arguments)
        else:
            done.append(":has(" + ", ".join(_SCOPE.sub("", a) for a in arguments) + ")")
        at = end + 1
    return "".join(done) + css[at:]


@lru_cache(maxsize=4096)
def css_to_xpath(css: str, inside: bool = False) -> str:
    """The XPath of a CSS selector list; relative to the page's root element, or with ``inside`` to descendants of the context
    element. Raises cssselect.SelectorError."""
    return " | ".join(_one(piece, inside) for piece in split_top(css, ","))


def _one(css: str, inside: bool) -> str:
    rest = _SCOPE.sub("", css)
    if rest[:1] in _PREFIXES:
        return _TRANSLATOR.css_to_xpath(_rewrite(rest[1:].strip()), prefix=_PREFIXES[rest[0]])
    return _TRANSLATOR.css_to_xpath(_rewrite(rest), prefix="descendant::" if inside else "descendant-or-self::")


@lru_cache(maxsize=4096)
def compile_css(css: str, inside: bool = False) -> etree.XPath:
    """A CSS selector list, ready to be called with an element. Raises cssselect.SelectorError or lxml.etree.XPathSyntaxError."""
    return etree.XPath(css_to_xpath(css, inside), namespaces=_NAMESPACES)


@lru_cache(maxsize=4096)
def compile_xpath(xpath: str, inside: bool = False) -> etree.XPath:
    """An XPath 1.0 expression; the prefix ``re`` holds EXSLT's regular expressions. ``inside`` turns ``//a`` into ``.//a``.
    Raises lxml.etree.XPathSyntaxError."""
    if inside:
        xpath = " | ".join("." + piece if piece.startswith("/") else piece for piece in split_top(xpath, "|"))
    return etree.XPath(xpath, namespaces=_NAMESPACES)


@lru_cache(maxsize=4096)
def compile_json(expression: str) -> jmespath.parser.ParsedResult:
    """A JMESPath expression. Raises jmespath.exceptions.JMESPathError."""
    return jmespath.compile(expression)


def selector_fault(kind: str, expression: str) -> str | None:
    """What is wrong with a selector (``css``, ``xpath``, ``json``, or a regex for every other kind that takes one), or None."""
    try:
        if kind == "css":
            compile_css(expression)(etree.Element("html"))
        elif kind == "xpath":
            compile_xpath(expression)(etree.Element("html"))
        elif kind == "json":
            compile_json(expression)
        elif kind in ("regex", "url"):
            re.compile(expression)
    except (SyntaxError, ValueError, RuntimeError, re.error, etree.XPathError) as error:
        return str(error) or type(error).__name__
    return None
