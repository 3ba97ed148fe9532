"""Functions that read the scalars of a portal file: each converts a text or raises ValueFault."""

from __future__ import annotations

import datetime
import re

from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.value_fault import ValueFault, quote_value

MAX_ANSWER_BYTES = 100_000_000
"""Largest stored answer: WARC records over 128 MiB are not read back (store/record_reading.py)."""
MAX_CONNECTIONS = 8
"""Connections to one portal; browsers open six to a host."""
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds", "w": "weeks"}
GUESS_ELSEWHERE = "elsewhere"
PICKS = ("first", "last", "all", "earliest", "latest")
DATE_INPUT_CODES = "Y y m d e j H I M S f p z Z B b A a s %".split()


def read_non_blank(value: str) -> str:
    """Return text that is not blank."""
    if not value.strip():
        raise ValueFault("empty value")
    return value


def read_line(value: str) -> str:
    """Return one line of printable text."""
    if len(value.splitlines()) != 1 or not value.isprintable():
        raise ValueFault(f"not one line of printable text: {quote_value(value)}")
    return value


def read_whole_number(value: str) -> int:
    """Return a whole number of up to 12 digits."""
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", value):
        raise ValueFault(f"not a whole number: {quote_value(value)}")
    return int(value)


def read_count(value: str) -> int:
    """Return a whole number from 0."""
    return _at_least(0, value)


def read_positive_count(value: str) -> int:
    """Return a whole number from 1."""
    return _at_least(1, value)


def _at_least(least: int, value: str) -> int:
    number = read_whole_number(value)
    if number < least:
        raise ValueFault(f"number too small: {value}")
    return number


def read_answer_size(value: str) -> int:
    """Return the largest size of an answer, in bytes."""
    size = read_positive_count(value)
    if size > MAX_ANSWER_BYTES:
        raise ValueFault(
            f"number too large: {value}", cure="a longer record could not be read back"
        )
    return size


def read_connections(value: str) -> int:
    """Return a number of connections."""
    number = read_positive_count(value)
    if number > MAX_CONNECTIONS:
        raise ValueFault(f"number too large: {value}", cure="more would be a burden for the portal")
    return number


def read_host_name(value: str) -> str:
    """Return the name of a host, in lower case."""
    if not re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", value):
        cure = "leave scheme and path of an address out" if "/" in value else ""
        raise ValueFault(f"not the name of a host: {quote_value(value)}", cure=cure)
    return value.lower()


def read_page_value(value: str) -> str:
    """Return a page value, or a range of numbers, as written."""
    if re.search("[0-9]{13}", value) and re.fullmatch(r"[0-9]+\s*[-–]\s*[0-9]+", value):
        raise ValueFault(f"number of more than 12 digits: {quote_value(value)}")
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
        raise ValueFault(f"not a number of seconds: {quote_value(value)}")
    return float(value)


def read_positive_seconds(value: str) -> float:
    """Return a number of seconds above 0."""
    seconds = read_seconds(value)
    if not seconds:
        raise ValueFault(f"number too small: {value}")
    return seconds


def read_boolean(value: str) -> bool:
    """Return True for ``true``, False for ``false``."""
    if value not in ("true", "false"):
        nearest = nearest_word(value, ("true", "false"))
        raise ValueFault(f"not true or false: {quote_value(value)}", nearest)
    return value == "true"


def read_duration(value: str) -> datetime.timedelta:
    """Return the duration that a number and a unit name."""
    match = re.fullmatch(r"([0-9]{1,6})([dhmsw])", value)
    if not match:
        raise ValueFault(f"not a duration: {quote_value(value)}")
    return datetime.timedelta(**{_UNITS[match[2]]: int(match[1])})


def read_day(value: str) -> datetime.date:
    """Return a date written as YYYY-MM-DD."""
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", value)
    if not match:
        raise ValueFault(f"not a date: {quote_value(value)}")
    try:
        return datetime.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError as error:
        raise ValueFault(f"not a day of the calendar: {value}", cure=str(error)) from error


def read_until(value: str) -> datetime.date | str:
    """Return a date, or ``yesterday`` or ``today`` as it is."""
    return value if value in ("yesterday", "today") else read_day(value)


def read_hook_name(value: str) -> str:
    """Return the name of a hook, ``module:function``."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*:[A-Za-z_][A-Za-z0-9_]*", value):
        raise ValueFault(f"not the name of a hook: {quote_value(value)}")
    return value


def read_path(value: str) -> str:
    """Return names joined by dots."""
    if not re.fullmatch(r"\S+", value) or value.startswith(".") or value.endswith("."):
        raise ValueFault(f"not a path of names: {quote_value(value)}")
    return value


def read_template(value: str) -> str:
    """Return text that contains ``{}``."""
    if "{}" not in value:
        raise ValueFault(f"no {{}} in the template: {quote_value(value)}")
    return value


def read_guess(value: str) -> bool | str:
    """Return True or False, or GUESS_ELSEWHERE as it is."""
    return value if value == GUESS_ELSEWHERE else read_boolean(value)


def read_pick(value: str) -> str:
    """Return one of PICKS, or a number other than 0."""
    if value in PICKS or (re.fullmatch(r"[+-]?[0-9]{1,6}", value) and int(value)):
        return value
    raise ValueFault(f"unknown value: {quote_value(value)}", nearest_word(value, PICKS))


def read_date_format(value: str) -> str:
    """Return a date format whose ``%`` codes are all known."""
    codes = re.findall(r"%-?(.?)", value, re.DOTALL)
    if not codes:
        expected = "a format such as %Y. %B %d., %H:%M"
        raise ValueFault(f"no % code in the date format: {quote_value(value)}", expected=expected)
    for code in codes:
        if code not in DATE_INPUT_CODES:
            known = " ".join("%" + c for c in DATE_INPUT_CODES)
            raise ValueFault(
                f"unknown code in {quote_value(value)}: {quote_value('%' + code)}", expected=known
            )
    return value
