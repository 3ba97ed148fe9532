"""Compilation of the selectors of a portal file: XPath (CSS is translated by ``css.py``), JMESPath
and regular expressions; and the contexts of a tag dictionary.

``config/`` checks selectors with the same functions with which ``rules/`` runs them. No page is
read here, so a command that only checks a file loads no parser.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

import jmespath
from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.page.css import (
    Compound,
    compile_compound,
    css_to_condition,
    css_to_xpath,
    split_top,
)
from webarticlecurator.text.translation import make_message

_NAMESPACES = {"re": "http://exslt.org/regular-expressions"}


@lru_cache(maxsize=4096)
def compile_css(css: str, inside: bool = False) -> etree.XPath:
    """Return a CSS selector list as XPath, to be called with an element. Raises
    cssselect.SelectorError or lxml.etree.XPathSyntaxError."""
    return etree.XPath(css_to_xpath(css, inside), namespaces=_NAMESPACES)


@lru_cache(maxsize=4096)
def compile_css_test(css: str) -> etree.XPath:
    """Return an XPath that, called with an element, is true if the CSS selector (not a list)
    selects it on its page. Raises as ``compile_css``."""
    return etree.XPath(f"boolean({css_to_condition(css)})", namespaces=_NAMESPACES)


@lru_cache(maxsize=4096)
def compile_xpath(xpath: str, inside: bool = False) -> etree.XPath:
    """Return an XPath 1.0 expression; the prefix ``re`` is that of EXSLT's regular expressions.
    ``inside`` turns ``//a`` into ``.//a``. Raises lxml.etree.XPathSyntaxError."""
    if inside:
        xpath = " | ".join(
            "." + piece if piece.startswith("/") else piece for piece in split_top(xpath, "|")
        )
    return etree.XPath(xpath, namespaces=_NAMESPACES)


@lru_cache(maxsize=4096)
def compile_json(expression: str) -> jmespath.parser.ParsedResult:
    """Return a compiled JMESPath expression. Raises jmespath.exceptions.JMESPathError."""
    return jmespath.compile(expression)


def describe_selector_fault(kind: str, expression: str) -> str | None:
    """Return why a selector of a kind (``css``, ``xpath``, ``json``, or one with a regex) cannot be
    compiled; None if it can."""
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


# The context column of a tag dictionary, as data, and the precedence of rows that match one tag.
# Contexts are ``in figure``, ``child of li``, ``only child of div`` (with any compound selector),
# and ``text equals X``, ``text starts X``, ``text contains X``.

PLACES = ("in", "child of", "only child of")
"""Relations to an ancestor, from the widest to the narrowest."""
TESTS = ("contains", "starts", "equals")
"""Tests of a tag's text, from the widest to the narrowest."""
FORMS = "in X, child of X, only child of X, text equals X, text starts X, or text contains X"


@dataclass(frozen=True)
class AncestorCondition:
    """A condition on an ancestor or the parent of a tag. ``kind`` is one of PLACES."""

    kind: str
    compound: Compound

    @property
    def specificity(self) -> tuple[int, ...]:
        """Higher for a narrower relation, then for a selector with more ids, with more classes and
        attributes, with a tag."""
        return (
            1 + PLACES.index(self.kind),
            *self.compound.specificity,
            int(bool(self.compound.tag)),
        )


@dataclass(frozen=True)
class TextCondition:
    """A condition on the text of a tag. ``kind`` is one of TESTS."""

    kind: str
    text: str

    @property
    def specificity(self) -> tuple[int, ...]:
        """Higher than for any ancestor; higher for a narrower test, then for a longer text."""
        return (1 + len(PLACES) + TESTS.index(self.kind), len(self.text))


Context: TypeAlias = AncestorCondition | TextCondition


def parse_context(text: str) -> Context | None:
    """Return the context of a cell; None (anywhere) for an empty one. Raises ValueError with the
    reason where it is not a context."""
    words = " ".join(text.split())
    if not words:
        return None
    for kind in TESTS:
        if words.startswith(f"text {kind} "):
            return TextCondition(kind, words.removeprefix(f"text {kind} "))
    for kind in reversed(PLACES):
        if words.startswith(f"{kind} "):
            return AncestorCondition(kind, compile_compound(words.removeprefix(f"{kind} ")))
    raise ValueError(
        make_message('unknown context: "{words}" (expected {forms})', words=words, forms=FORMS)
    )


def rank_context(compound: Compound, context: Context | None) -> tuple[object, ...]:
    """Return the rank of a row: of several rows that match a tag, the one with the highest rank is
    used.

    More ids count first, then more classes and attributes, a narrower context, a tag. Rows that are
    the exact signature of a tag are ranked among themselves, before all others.
    """
    return (
        *compound.specificity,
        context.specificity if context else (0,),
        int(bool(compound.tag)),
    )


# The operation column of a tag dictionary: ``drop``, ``quote``, ``figure>caption``.

OPERATIONS = ("drop", "unwrap", "flatten", "auto")
"""Operations that are not names of blocks."""


def block_names(operation: str) -> tuple[str, ...]:
    """Return the names of the blocks that an operation makes, the outer one first; () for one that
    makes none. The names are not checked."""
    return () if operation in OPERATIONS else tuple(name.strip() for name in operation.split(">"))
