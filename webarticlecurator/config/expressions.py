"""The languages inside the language: CSS, XPath, JMESPath, regular expressions and addresses,
checked when they are loaded."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cssselect
from jmespath.exceptions import JMESPathError
from lxml import etree

from webarticlecurator.config.address_template import parse_address_template
from webarticlecurator.config.identifiers import IDENTIFIERS
from webarticlecurator.config.scalars import (
    PLAIN,
    STRING,
    ScalarType,
    ValueFault,
    quote_value,
    read_text,
)
from webarticlecurator.model.selector import compile_css, compile_json, compile_xpath


def check_css(value: str) -> str:
    """A CSS selector list that can be turned into XPath (model/selector.py)."""
    read_text(value)
    pseudo = re.search(r"::[\w-]+", re.sub(r"\[[^\]]*\]", "", value))
    if pseudo:
        raise ValueFault(
            f"the pseudo-element {pseudo[0]} selects nothing; for attributes there is attr"
        )
    try:
        compile_css(value)
    except (cssselect.SelectorError, etree.XPathError) as error:
        raise ValueFault(
            f"{quote_value(value)} is not a CSS selector that can be used: {_counted(str(error))}"
        ) from error
    return value


def _counted(message: str) -> str:
    """cssselect counts from 0, this program from 1."""
    return re.sub(r" at ([0-9]+)", lambda found: f" at position {int(found[1]) + 1}", message)


def check_xpath(value: str) -> str:
    """An XPath 1.0 expression (lxml); the functions it calls must exist."""
    read_text(value)
    try:
        compile_xpath(value)(etree.Element("html"))
    except etree.XPathError as error:
        raise ValueFault(f"{quote_value(value)} is not an XPath: {error}") from error
    return value


def check_json_path(value: str) -> str:
    """A JMESPath expression."""
    read_text(value)
    try:
        compile_json(value)
    except JMESPathError as error:
        position = getattr(error, "lex_position", None)
        where = f" at position {position + 1}" if isinstance(position, int) else ""
        raise ValueFault(
            f"{quote_value(value)} is not a JMESPath{where}: {_first_words(error)}"
        ) from error
    return value


def _first_words(error: JMESPathError) -> str:
    """What JMESPath says, without the repetition of where."""
    return (
        re.split(r":? (?:Parse error|Bad jmespath)", str(error).splitlines()[0])[0].rstrip(":")
        or "it cannot be parsed"
    )


@lru_cache(maxsize=4096)
def check_regex(value: str) -> str:
    """A regular expression of Python's ``re``; a space is one."""
    if not value:
        raise ValueFault("nothing is written here")
    _compiled(value)
    return value


def check_replacement(pattern: str, into: str) -> str:
    """What a regex is replaced with; groups it names must exist."""
    try:
        _compiled(pattern).sub(into, "")
    except (re.error, IndexError) as error:
        raise ValueFault(
            f"{quote_value(into)} cannot replace {quote_value(pattern)}: {error}"
        ) from error
    return into


def _compiled(value: str) -> re.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            return re.compile(value)
        except (re.error, OverflowError, RecursionError) as error:
            position = getattr(error, "pos", None)
            where = f" at position {position + 1}" if isinstance(position, int) else ""
            said = getattr(error, "msg", str(error))
            raise ValueFault(
                f"{quote_value(value)} is not a regular expression{where}: {said}"
            ) from error


def describe_kind(what: str) -> Callable[[str], str]:
    """A reader of names of HTML, which come back in small letters."""

    def read(value: str) -> str:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", value):
            raise ValueFault(f"{quote_value(value)} is no {what}'s name")
        return value.lower()

    return read


_NAME: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"}

EXPRESSIONS: dict[str, ScalarType] = {
    "CSS": ScalarType("a CSS selector", check_css, STRING),
    "XPath": ScalarType("an XPath 1.0 expression", check_xpath, STRING),
    "JMESPath": ScalarType("a JMESPath expression", check_json_path, STRING),
    "regex": ScalarType("a regular expression", check_regex, {"type": ["string", "number"]}),
    "tag name": ScalarType("the name of a tag, as div", describe_kind("tag"), _NAME),
    "attribute name": ScalarType(
        "the name of an attribute, as data-type", describe_kind("attribute"), _NAME
    ),
    "archive address": ScalarType(
        "an http(s) address with fields",
        parse_address_template,
        {"type": "string", "pattern": "^https?://"},
    ),
}

SCALARS: dict[str, ScalarType] = {**PLAIN, **IDENTIFIERS, **EXPRESSIONS}
"""Type name in the key table → how to read it."""
