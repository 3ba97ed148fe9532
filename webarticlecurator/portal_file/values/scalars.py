"""Scalars of a portal file: their types, their readers, their forms in messages and the schema.

The types of scalars in a portal file: how each is read, its form in words, its JSON Schema.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.date_names import CODES
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value

MAX_ANSWER_BYTES = 100_000_000
"""Largest stored answer: WARC records over 128 MiB are not read back (storage/warc/message.py)."""
MAX_CONNECTIONS = 8
"""Connections to one portal; browsers open six to a host."""
_MAIL = r"[^\s@]+@[^\s@]+"
_PORT = "[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]"
_SERVER = rf"[^\s:]+(:({_PORT}))?"
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds", "w": "weeks"}
GUESS_ELSEWHERE = "elsewhere"
PICKS = ("first", "last", "all", "earliest", "latest")


def read_non_blank(value: str) -> str:
    """Return text that is not blank."""
    if not value.strip():
        raise ValueFault("empty value")
    return value


def read_line(value: str) -> str:
    """Return one line of printable text."""
    if len(value.splitlines()) != 1 or not value.isprintable():
        raise ValueFault(
            make_message("not one line of printable text: {value}", value=quote_value(value))
        )
    return value


def read_whole_number(value: str) -> int:
    """Return a whole number of up to 12 digits."""
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", value):
        raise ValueFault(make_message("not a whole number: {value}", value=quote_value(value)))
    return int(value)


def whole_number_reader(
    least: int, most: int | None = None, cure: str = ""
) -> Callable[[str], int]:
    """Return a reader of a whole number from ``least``; ``cure`` says why not above ``most``."""

    def read(value: str) -> int:
        number = read_whole_number(value)
        if number < least:
            raise ValueFault(make_message("number too small: {value}", value=value))
        if most is not None and number > most:
            raise ValueFault(make_message("number too large: {value}", value=value), cure=cure)
        return number

    return read


read_positive_count = whole_number_reader(1)


def form_reader(form: str, what: str, expected: str | None = None) -> Callable[[str], str]:
    """Return a reader of a text that has the form of a regex; ``what`` it is for messages."""

    def read(value: str) -> str:
        if not re.fullmatch(form, value):
            raise ValueFault(
                make_message(
                    "not {what}: {value}", what=as_message(what), value=quote_value(value)
                ),
                expected=expected,
            )
        return value

    return read


def read_host_name(value: str) -> str:
    """Return the name of a host, in lower case."""
    if not re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", value):
        raise ValueFault(
            make_message("not the name of a host: {value}", value=quote_value(value)),
            cure=make_message("leave scheme and path of an address out") if "/" in value else "",
        )
    return value.lower()


def read_page_value(value: str) -> str:
    """Return a page value, or a range of numbers, as written."""
    if re.search("[0-9]{13}", value) and re.fullmatch(r"[0-9]+\s*[-–]\s*[0-9]+", value):
        raise ValueFault(
            make_message("number of more than 12 digits: {value}", value=quote_value(value))
        )
    return read_non_blank(value)


def read_step(value: str) -> int:
    """Return a whole number other than 0, which would repeat one page for ever."""
    number = read_whole_number(value)
    if number == 0:
        raise ValueFault("a step of 0 never reaches another page")
    return number


def read_seconds(value: str) -> float:
    """Return a number of seconds from 0."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value):
        raise ValueFault(
            make_message("not a number of seconds: {value}", value=quote_value(value)),
            cure=make_message("write {value}", value=value.replace(",", "."))
            if re.fullmatch("[0-9]+,[0-9]+", value)
            else "",
        )
    return float(value)


def read_positive_seconds(value: str) -> float:
    """Return a number of seconds above 0."""
    seconds = read_seconds(value)
    if not seconds:
        raise ValueFault(make_message("number too small: {value}", value=value))
    return seconds


def read_boolean(value: str) -> bool:
    """Return True for ``true``, False for ``false``."""
    if value not in ("true", "false"):
        raise ValueFault(
            make_message("not true or false: {value}", value=quote_value(value)),
            nearest_word(value, ("true", "false")),
        )
    return value == "true"


def read_duration(value: str) -> datetime.timedelta:
    """Return the duration that a number and a unit name."""
    match = re.fullmatch(r"([0-9]{1,6})([dhmsw])", value)
    if not match:
        raise ValueFault(make_message("not a duration: {value}", value=quote_value(value)))
    return datetime.timedelta(**{_UNITS[match[2]]: int(match[1])})


def read_day(value: str) -> datetime.date:
    """Return a date written as YYYY-MM-DD."""
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", value)
    if not match:
        raise ValueFault(make_message("not a date: {value}", value=quote_value(value)))
    try:
        return datetime.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError as error:
        raise ValueFault(
            make_message("not a day of the calendar: {value}", value=value), cure=str(error)
        ) from error


def read_until(value: str) -> datetime.date | str:
    """Return a date, or ``yesterday`` or ``today`` as it is."""
    return value if value in ("yesterday", "today") else read_day(value)


def read_template(value: str) -> str:
    """Return text that contains ``{}``."""
    if "{}" not in value:
        raise ValueFault(make_message("no {{}} in the template: {value}", value=quote_value(value)))
    return value


def read_guess(value: str) -> bool | str:
    """Return True or False, or GUESS_ELSEWHERE as it is."""
    return value if value == GUESS_ELSEWHERE else read_boolean(value)


def read_pick(value: str) -> str:
    """Return one of PICKS, or a number other than 0."""
    if value in PICKS or (re.fullmatch(r"[+-]?[0-9]{1,6}", value) and int(value)):
        return value
    raise ValueFault(
        make_message("unknown value: {value}", value=quote_value(value)), nearest_word(value, PICKS)
    )


def read_date_format(value: str) -> str:
    """Return a date format whose ``%`` codes are all known."""
    codes = re.findall(r"%-?(.?)", value, re.DOTALL)
    if not codes:
        raise ValueFault(
            make_message("no % code in the date format: {value}", value=quote_value(value)),
            expected="a format such as %Y. %B %d., %H:%M",
        )
    for code in codes:
        if code not in CODES:
            raise ValueFault(
                make_message(
                    "unknown code in {value}: {value2}",
                    value=quote_value(value),
                    value2=quote_value("%" + code),
                ),
                expected=" ".join("%" + c for c in CODES),
            )
    return value


ANY_SCALAR = ["string", "number", "boolean"]
"""JSON Schema types that an editor may see in an unquoted scalar."""
STRING: dict[str, Any] = {"type": "string"}
_TEXT: dict[str, Any] = {"type": ANY_SCALAR}


@dataclass(frozen=True)
class ScalarType:
    """``expected`` completes "expected …" in messages and the reference; ``read`` converts the
    text and raises ValueFault; ``schema`` is JSON Schema."""

    expected: str
    read: Callable[[str], Any]
    schema: dict[str, Any]


def one_of(names: tuple[str, ...]) -> ScalarType:
    """Return the type of a closed list of names."""

    def read(value: str) -> str:
        if value not in names:
            raise ValueFault(
                make_message("unknown value: {value}", value=quote_value(value)),
                nearest_word(value, names),
            )
        return value

    return ScalarType(
        make_message("one of {names}", names=", ".join(names)), read, {"enum": list(names)}
    )


def _number_schema(pattern: str) -> dict[str, Any]:
    return {"type": ["number", "string"], "pattern": pattern}


PLAIN: dict[str, ScalarType] = {
    "text": ScalarType("text", read_non_blank, _TEXT),
    "line": ScalarType("one line of text", read_line, _TEXT),
    "whole": ScalarType("a whole number", read_whole_number, _number_schema("^[+-]?[0-9]+$")),
    "count": ScalarType(
        "a whole number from 0", whole_number_reader(0), _number_schema("^[0-9]+$")
    ),
    "at least 1": ScalarType(
        "a whole number from 1", read_positive_count, _number_schema("^[0-9]+$")
    ),
    "percent": ScalarType(
        "a whole number from 1 to 100",
        whole_number_reader(1, 100),
        {**_number_schema("^[1-9][0-9]?$|^100$"), "minimum": 1, "maximum": 100},
    ),
    "mail address": ScalarType(
        "an address such as me@example.org",
        form_reader(_MAIL, "a mail address"),
        {"type": "string", "pattern": f"^{_MAIL}$"},
    ),
    "mail server": ScalarType(
        "a host, or a host and a port (host:25)",
        form_reader(_SERVER, "a mail server"),
        {"type": "string", "pattern": f"^{_SERVER}$"},
    ),
    "program": ScalarType(
        "one word, or a list of words: [program, argument]",
        form_reader(r"\S+", "one word"),
        {"type": "string", "pattern": r"^\S+$"},
    ),
    "bytes of an answer": ScalarType(
        make_message("a whole number from 1 to {most}", most=str(MAX_ANSWER_BYTES)),
        whole_number_reader(
            1, MAX_ANSWER_BYTES, make_message("a longer record could not be read back")
        ),
        _number_schema("^[0-9]+$"),
    ),
    "connections": ScalarType(
        make_message("a whole number from 1 to {most}", most=str(MAX_CONNECTIONS)),
        whole_number_reader(
            1, MAX_CONNECTIONS, make_message("more would be a burden for the portal")
        ),
        _number_schema("^[1-8]$"),
    ),
    "host name": ScalarType("the name of a host, such as cdn.example.org", read_host_name, _TEXT),
    "page value": ScalarType("a page value, or a range such as 7-14", read_page_value, _TEXT),
    "step": ScalarType("a whole number other than 0", read_step, _number_schema("^[+-]?[0-9]+$")),
    "seconds": ScalarType(
        "seconds, such as 1.5", read_seconds, _number_schema(r"^[0-9]+(\.[0-9]+)?$")
    ),
    "some seconds": ScalarType(
        "seconds, more than 0", read_positive_seconds, _number_schema(r"^[0-9]+(\.[0-9]+)?$")
    ),
    "true/false": ScalarType(
        "true or false", read_boolean, {"enum": [True, False, "true", "false"]}
    ),
    "true/false/elsewhere": ScalarType(
        "true, false or elsewhere",
        read_guess,
        {"enum": [True, False, "true", "false", GUESS_ELSEWHERE]},
    ),
    "duration": ScalarType(
        "a number and a unit (w, d, h, m, s), such as 2d or 12h",
        read_duration,
        {"type": "string", "pattern": "^[0-9]+[wdhms]$"},
    ),
    "day": ScalarType(
        "YYYY-MM-DD",
        read_day,
        {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    ),
    "last day": ScalarType(
        "YYYY-MM-DD, yesterday or today",
        read_until,
        {"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2}|yesterday|today)$"},
    ),
    "module:function": ScalarType(
        "module:function",
        form_reader("[A-Za-z_][A-Za-z0-9_]*:[A-Za-z_][A-Za-z0-9_]*", "the name of a hook"),
        {"type": "string", "pattern": "^[A-Za-z_]\\w*:[A-Za-z_]\\w*$"},
    ),
    "pick": ScalarType(
        "first, last, all, earliest, latest, or a whole number other than 0",
        read_pick,
        {"type": ["string", "number"], "pattern": "^(first|last|all|earliest|latest|[+-]?[0-9]+)$"},
    ),
    "path": ScalarType(
        "names joined by dots, such as author.name",
        form_reader(r"[^\s.](\S*[^\s.])?", "a path of names"),
        STRING,
    ),
    "template": ScalarType("text with {}", read_template, {"type": "string", "pattern": "\\{\\}"}),
    "date format": ScalarType(
        "a date format such as %Y-%m-%d", read_date_format, {"type": "string", "pattern": "%"}
    ),
}
"""Type name in the key table → its type; more in ``scalars.py`` and ``expressions.py``."""
