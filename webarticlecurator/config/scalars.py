"""The types a scalar of the portal file can have: how each is read, what is allowed in words, its
JSON Schema."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.model.hosts import hide_userinfo

ANY_SCALAR = ["string", "number", "boolean"]
"""JSON Schema types of what an editor takes an unquoted scalar for."""
MAX_ANSWER_BYTES = 100_000_000
"""A WARC record of more than 128 MiB is not read again (store/record.py)."""


class ValueFault(Exception):
    """A scalar that its type refuses; ``near`` is the known name it may stand for."""

    def __init__(self, message: str, near: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.near = near


@dataclass(frozen=True)
class ScalarType:
    """``words`` completes "expected …"; ``read`` raises Wrong; ``schema`` is JSON Schema."""

    words: str
    read: Callable[[str], Any]
    schema: dict[str, Any]


def quote_value(text: str) -> str:
    """Text as messages show it: in quotes, long text cut, without user names and passwords of
    addresses."""
    text = hide_userinfo(text)
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    shown = text if len(text) <= 60 else text[:57] + "…"
    return f'"{shown}"'


def read_text(value: str) -> str:
    if not value.strip():
        raise ValueFault("nothing is written here")
    return value


def read_line(value: str) -> str:
    if len(value.splitlines()) != 1 or not value.isprintable():
        raise ValueFault(f"{quote_value(value)} is not one line of printable text")
    return value


def read_whole_number(value: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", value):
        raise ValueFault(f"{quote_value(value)} is not a whole number")
    return int(value)


def read_count(value: str) -> int:
    found = read_whole_number(value)
    if found < 0:
        raise ValueFault(f"{value} is less than 0")
    return found


def read_positive_count(value: str) -> int:
    found = read_whole_number(value)
    if found < 1:
        raise ValueFault(f"{value} is less than 1")
    return found


def read_answer_size(value: str) -> int:
    found = read_positive_count(value)
    if found > MAX_ANSWER_BYTES:
        raise ValueFault(
            f"{value} is more than {MAX_ANSWER_BYTES}, and no longer record is read again"
        )
    return found


def read_page_value(value: str) -> str:
    """A value, or a range of numbers."""
    if re.search("[0-9]{13}", value) and re.fullmatch(r"[0-9]+\s*[-–]\s*[0-9]+", value):
        raise ValueFault(f"{quote_value(value)} has a number of more than 12 digits")
    return read_text(value)


def read_step(value: str) -> int:
    found = read_whole_number(value)
    if found == 0:
        raise ValueFault("a step of 0 would never move on")
    return found


def read_seconds(value: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value):
        raise ValueFault(f"{quote_value(value)} is not a number of seconds")
    return float(value)


def read_positive_seconds(value: str) -> float:
    found = read_seconds(value)
    if not found:
        raise ValueFault("0 seconds are not enough for any answer")
    return found


def read_boolean(value: str) -> bool:
    if value not in ("true", "false"):
        raise ValueFault(
            f"{quote_value(value)} is neither true nor false",
            nearest_word(value, ("true", "false")),
        )
    return value == "true"


def read_not_yet(value: str) -> bool:
    """``fetch.browser``: known, but there is nothing yet that it could switch on."""
    if read_boolean(value):
        raise ValueFault(
            "fetching with a browser is not available yet; remove the key, or write false"
        )
    return False


_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds", "w": "weeks"}


def read_duration(value: str) -> datetime.timedelta:
    found = re.fullmatch(r"([0-9]{1,6})([dhmsw])", value)
    if not found:
        raise ValueFault(
            f"{quote_value(value)} is not a duration; write a number and a unit (w, d, h, m, s), as"
            " 2d or 12h"
        )
    return datetime.timedelta(**{_UNITS[found[2]]: int(found[1])})


def read_day(value: str) -> datetime.date:
    found = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", value)
    if not found:
        raise ValueFault(f"{quote_value(value)} is not a date; write YYYY-MM-DD")
    try:
        return datetime.date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError as error:
        raise ValueFault(f"there is no day {value} ({error})") from error


def read_until(value: str) -> datetime.date | str:
    return value if value == "yesterday" else read_day(value)


def read_hook_name(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*:[A-Za-z_][A-Za-z0-9_]*", value):
        raise ValueFault(f"{quote_value(value)} is not module:function")
    return value


def read_path(value: str) -> str:
    if not re.fullmatch(r"\S+", value) or value.startswith(".") or value.endswith("."):
        raise ValueFault(f"{quote_value(value)} is not a path of names with dots, as author.name")
    return value


def read_template(value: str) -> str:
    if "{}" not in value:
        raise ValueFault(f"{quote_value(value)} has no {{}}, where the value goes")
    return value


PICKS = ("first", "last", "all", "earliest", "latest")


def read_pick(value: str) -> str:
    if value in PICKS or (re.fullmatch(r"[+-]?[0-9]{1,6}", value) and int(value)):
        return value
    raise ValueFault(f"{quote_value(value)} is not known here", nearest_word(value, PICKS))


DATE_INPUT_CODES = "Y y m d e j H I M S f p z Z B b A a s %".split()


def read_date_format(value: str) -> str:
    codes = re.findall(r"%-?(.?)", value, re.DOTALL)
    if not codes:
        raise ValueFault(f"{quote_value(value)} has no % code; a format is as %Y. %B %d., %H:%M")
    for code in codes:
        if code not in DATE_INPUT_CODES:
            known = " ".join("%" + c for c in DATE_INPUT_CODES)
            raise ValueFault(
                f"unknown code {quote_value('%' + code)} in {quote_value(value)}; codes are {known}"
            )
    return value


def one_of(names: tuple[str, ...]) -> ScalarType:
    """A closed list of names."""

    def read(value: str) -> str:
        if value not in names:
            raise ValueFault(f"{quote_value(value)} is not known here", nearest_word(value, names))
        return value

    return ScalarType("one of " + ", ".join(names), read, {"enum": list(names)})


STRING: dict[str, Any] = {"type": "string"}
_TEXT: dict[str, Any] = {"type": ANY_SCALAR}


def _number(pattern: str) -> dict[str, Any]:
    return {"type": ["number", "string"], "pattern": pattern}


PLAIN: dict[str, ScalarType] = {
    "text": ScalarType("text", read_text, _TEXT),
    "line": ScalarType("one line of text", read_line, _TEXT),
    "whole": ScalarType("a whole number", read_whole_number, _number("^[+-]?[0-9]+$")),
    "count": ScalarType("a whole number from 0", read_count, _number("^[0-9]+$")),
    "at least 1": ScalarType("a whole number from 1", read_positive_count, _number("^[0-9]+$")),
    "bytes of an answer": ScalarType(
        f"a whole number from 1 to {MAX_ANSWER_BYTES}", read_answer_size, _number("^[0-9]+$")
    ),
    "page value": ScalarType("a page value, or a range as 7-14", read_page_value, _TEXT),
    "step": ScalarType("a whole number but 0", read_step, _number("^[+-]?[0-9]+$")),
    "seconds": ScalarType("seconds, as 1.5", read_seconds, _number(r"^[0-9]+(\.[0-9]+)?$")),
    "some seconds": ScalarType(
        "seconds, more than 0", read_positive_seconds, _number(r"^[0-9]+(\.[0-9]+)?$")
    ),
    "true/false": ScalarType(
        "true or false", read_boolean, {"enum": [True, False, "true", "false"]}
    ),
    "not yet": ScalarType("false", read_not_yet, {"enum": [False, "false"]}),
    "duration": ScalarType(
        "a duration, as 2d or 12h", read_duration, {"type": "string", "pattern": "^[0-9]+[wdhms]$"}
    ),
    "day": ScalarType(
        "a date, YYYY-MM-DD",
        read_day,
        {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    ),
    "last day": ScalarType(
        "a date, YYYY-MM-DD, or yesterday",
        read_until,
        {"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2}|yesterday)$"},
    ),
    "module:function": ScalarType(
        "module:function",
        read_hook_name,
        {"type": "string", "pattern": "^[A-Za-z_]\\w*:[A-Za-z_]\\w*$"},
    ),
    "pick": ScalarType(
        "first, last, all, earliest, latest, or a whole number but 0",
        read_pick,
        {"type": ["string", "number"], "pattern": "^(first|last|all|earliest|latest|[+-]?[0-9]+)$"},
    ),
    "path": ScalarType("a path of names, as author.name", read_path, STRING),
    "template": ScalarType("text with {}", read_template, {"type": "string", "pattern": "\\{\\}"}),
    "date format": ScalarType(
        "a date format, as %Y-%m-%d", read_date_format, {"type": "string", "pattern": "%"}
    ),
}
"""Type name in the key table → how to read it. ``identifiers.py`` and ``expressions.py`` hold the
others."""
