"""Compilation of the selectors of a portal file: XPath (CSS is translated by ``css.py``), JMESPath
and regular expressions; and the contexts of a tag dictionary.

``config/`` checks selectors with the same functions with which ``rules/`` runs them. No page is
read here, so a command that only checks a file loads no parser.
"""

from __future__ import annotations

import re
from functools import lru_cache

import jmespath
from lxml import etree

from webarticlecurator.pages.page.css import css_to_condition, css_to_xpath, split_top

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


# The operation column of a tag dictionary: ``drop``, ``quote``, ``figure>caption``.
OPERATIONS = ("drop", "unwrap", "flatten", "auto")
"""Operations that are not names of blocks."""


def block_names(operation: str) -> tuple[str, ...]:
    """Return the names of the blocks that an operation makes, the outer one first; () for one that
    makes none. The names are not checked."""
    return () if operation in OPERATIONS else tuple(name.strip() for name in operation.split(">"))
