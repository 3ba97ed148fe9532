"""Types of scalars that are expressions: CSS, XPath, JMESPath, regular expressions and addresses
with fields. Each is compiled when the file is loaded, so that its errors are found there.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cssselect
from jmespath.exceptions import JMESPathError
from lxml import etree

from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.pages.rules.selectors import compile_css, compile_json, compile_xpath
from webarticlecurator.portal_file.values.address_templates import (
    parse_address_template,
    read_sitemap_address,
)
from webarticlecurator.portal_file.values.scalars import (
    PLAIN,
    STRING,
    ScalarType,
    read_non_blank,
    read_positive_count,
)
from webarticlecurator.portal_file.values.schedule import SCHEDULE
from webarticlecurator.portal_file.values.standard_scalars import IDENTIFIERS
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value


def check_css(value: str) -> str:
    """Return a CSS selector list that can be translated into XPath (pages/rules/selectors.py)."""
    read_non_blank(value)
    pseudo = re.search(r"::[\w-]+", re.sub(r"\[[^\]]*\]", "", value))
    if pseudo:
        raise ValueFault(
            make_message("pseudo-elements select nothing: {pseudo}", pseudo=pseudo[0]),
            expected="",
            cure="use attr for the value of an attribute",
        )
    try:
        compile_css(value)
    except (cssselect.SelectorError, etree.XPathError) as error:
        # cssselect counts positions from 0
        reason = re.sub(r" at ([0-9]+)", lambda n: f" at position {int(n[1]) + 1}", str(error))
        attribute = re.fullmatch(r"(.*[^@\s])@([\w.:-]+)", value)
        cure = ""
        if attribute is not None:
            rule = f"{{css: {quote_value(attribute[1])}, attr: {attribute[2]}}}"
            cure = make_message("for an attribute, write {rule}", rule=rule)
        raise _fault("a CSS selector", value, reason, cure) from error
    return value


def _fault(what: str, value: str, reason: str, cure: str = "") -> ValueFault:
    return ValueFault(
        make_message(
            "not {what}: {value} ({reason})",
            what=as_message(what),
            value=quote_value(value),
            reason=reason,
        ),
        expected="",
        cure=cure,
    )


def check_browser_css(value: str) -> str:
    """Return a CSS selector list for a browser, which knows less than rules do."""
    check_css(value)
    unknown = re.search(r":contains(?=\()|!=", value)
    if unknown:
        raise ValueFault(
            make_message(
                "browsers do not know {unknown} in a selector: {value}",
                unknown=unknown[0],
                value=quote_value(value),
            ),
            expected="",
            cure="select by tag, class or attribute",
        )
    return value


def read_list_end(value: str) -> str | int:
    """Return the selector of the end of a list, or the number of its links."""
    return read_positive_count(value) if value.isdigit() else check_browser_css(value)


def check_xpath(value: str) -> str:
    """Return an XPath 1.0 expression (lxml); the functions it calls must exist."""
    read_non_blank(value)
    try:
        compile_xpath(value)(etree.Element("html"))
    except etree.XPathError as error:
        raise _fault("an XPath", value, str(error)) from error
    return value


def check_json_path(value: str) -> str:
    """Return a JMESPath expression."""
    read_non_blank(value)
    try:
        compile_json(value)
    except JMESPathError as error:
        # the message of the error without the position, which it repeats
        words = re.split(r":? (?:Parse error|Bad jmespath)", str(error).splitlines()[0])[0].rstrip(
            ":"
        )
        reason = _position(
            getattr(error, "lex_position", None), words or make_message("it cannot be parsed")
        )
        raise _fault("a JMESPath", value, reason) from error
    return value


def _position(index: object, words: str) -> str:
    if not isinstance(index, int):
        return words
    return make_message("at position {number}: {words}", number=str(index + 1), words=words)


@lru_cache(maxsize=4096)
def check_regex(value: str) -> str:
    """Return a regular expression of Python's ``re``; a single space is one."""
    if not value:
        raise ValueFault("empty value")
    _compile_regex(value)
    return value


def check_replacement(pattern: str, into: str) -> str:
    """Return the replacement for a regex; the groups it names must exist."""
    try:
        _compile_regex(pattern).sub(into, "")
    except (re.error, IndexError) as error:
        raise _fault(f"a replacement for {quote_value(pattern)}", into, str(error)) from error
    return into


def _compile_regex(value: str) -> re.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            return re.compile(value)
        except (re.error, OverflowError, RecursionError) as error:
            reason = _position(getattr(error, "pos", None), getattr(error, "msg", str(error)))
            raise _fault("a regular expression", value, reason) from error


def html_name_reader(what: str) -> Callable[[str], str]:
    """Return a reader of the names of HTML tags or attributes, which it puts in lower case."""

    def read(value: str) -> str:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", value):
            raise ValueFault(
                make_message(
                    "not the name of {what}: {value}",
                    what=as_message(what),
                    value=quote_value(value),
                )
            )
        return value.lower()

    return read


_NAME: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"}

EXPRESSIONS: dict[str, ScalarType] = {
    "CSS": ScalarType("a CSS selector", check_css, STRING),
    "browser CSS": ScalarType("a CSS selector", check_browser_css, STRING),
    "list end": ScalarType(
        "a CSS selector, or a whole number from 1",
        read_list_end,
        {"type": ["string", "number"]},
    ),
    "XPath": ScalarType("an XPath 1.0 expression", check_xpath, STRING),
    "JMESPath": ScalarType("a JMESPath expression", check_json_path, STRING),
    "regex": ScalarType("a regular expression", check_regex, {"type": ["string", "number"]}),
    "tag name": ScalarType("a name such as div", html_name_reader("a tag"), _NAME),
    "attribute name": ScalarType(
        "a name such as data-type", html_name_reader("an attribute"), _NAME
    ),
    "sitemap address": ScalarType(
        "an http(s) address with fields, or robots",
        read_sitemap_address,
        {"type": "string", "pattern": "^(https?://|robots$)"},
    ),
    "archive address": ScalarType(
        "an http(s) address with fields",
        parse_address_template,
        {"type": "string", "pattern": "^https?://"},
    ),
}

SCALARS: dict[str, ScalarType] = {
    **PLAIN,
    **IDENTIFIERS,
    **EXPRESSIONS,
    "schedule": SCHEDULE,
}
"""Type name in the key table → its type."""
