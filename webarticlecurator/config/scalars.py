"""The types a scalar of the portal file can have: how each is read, what is allowed in words, its JSON Schema."""

from __future__ import annotations

import codecs
import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from webarticlecurator.config.nearest import nearest
from webarticlecurator.model.timezone import zone

ANY_SCALAR = ["string", "number", "boolean"]
"""JSON Schema types of what an editor takes an unquoted scalar for."""


class Wrong(Exception):
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


def quoted(text: str) -> str:
    """Text as messages show it: in quotes, long text cut."""
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    shown = text if len(text) <= 60 else text[:57] + "…"
    return f'"{shown}"'


def text(value: str) -> str:
    if not value.strip():
        raise Wrong("nothing is written here")
    return value


def line(value: str) -> str:
    if len(value.splitlines()) != 1 or not value.isprintable():
        raise Wrong(f"{quoted(value)} is not one line of printable text")
    return value


def whole(value: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,12}", value):
        raise Wrong(f"{quoted(value)} is not a whole number")
    return int(value)


def count(value: str) -> int:
    found = whole(value)
    if found < 0:
        raise Wrong(f"{value} is less than 0")
    return found


def at_least_one(value: str) -> int:
    found = whole(value)
    if found < 1:
        raise Wrong(f"{value} is less than 1")
    return found


def step(value: str) -> int:
    found = whole(value)
    if found == 0:
        raise Wrong("a step of 0 would never move on")
    return found


def seconds(value: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", value):
        raise Wrong(f"{quoted(value)} is not a number of seconds")
    return float(value)


def yes_no(value: str) -> bool:
    if value not in ("true", "false"):
        raise Wrong(f"{quoted(value)} is neither true nor false", nearest(value, ("true", "false")))
    return value == "true"


def not_yet(value: str) -> bool:
    """``fetch.browser``: known, but there is nothing yet that it could switch on."""
    if yes_no(value):
        raise Wrong("fetching with a browser is not available yet; remove the key, or write false")
    return False


_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds", "w": "weeks"}


def duration(value: str) -> datetime.timedelta:
    found = re.fullmatch(r"([0-9]{1,6})([dhmsw])", value)
    if not found:
        raise Wrong(f"{quoted(value)} is not a duration; write a number and a unit (w, d, h, m, s), as 2d or 12h")
    return datetime.timedelta(**{_UNITS[found[2]]: int(found[1])})


def day(value: str) -> datetime.date:
    found = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", value)
    if not found:
        raise Wrong(f"{quoted(value)} is not a date; write YYYY-MM-DD")
    try:
        return datetime.date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError as error:
        raise Wrong(f"there is no day {value} ({error})") from error


def until(value: str) -> datetime.date | str:
    return value if value == "yesterday" else day(value)


_LANGUAGE = re.compile(
    r"[A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"
    r"(-[A-WY-Za-wy-z0-9](-[A-Za-z0-9]{2,8})+)*(-x(-[A-Za-z0-9]{1,8})+)?|x(-[A-Za-z0-9]{1,8})+"
)


def language(value: str) -> str:
    if not _LANGUAGE.fullmatch(value):
        raise Wrong(f"{quoted(value)} has not the form of a language tag (BCP 47), as hu, pt-BR or sr-Latn")
    return value


@lru_cache(maxsize=1)
def _zones() -> tuple[str, ...]:
    return tuple(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split())


def timezone(value: str) -> str:
    try:
        zone(value)
    except (KeyError, OSError, ValueError) as error:
        raise Wrong(f"there is no time zone {quoted(value)}; names are as Europe/Budapest", nearest(value, _zones())) from error
    return value


def encoding(value: str) -> str:
    try:
        return codecs.lookup(value).name
    except (LookupError, ValueError) as error:
        raise Wrong(f"there is no character set {quoted(value)}; names are as utf-8, windows-1250, iso-8859-2") from error


def web_address(value: str) -> str:
    try:
        parts = urlsplit(value)
    except ValueError as error:
        raise Wrong(f"{quoted(value)} is not an address ({error})") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", value):
        raise Wrong(f"{quoted(value)} is not an absolute http(s) address")
    return value


_PROXIES = ("http", "https", "socks4", "socks4a", "socks5", "socks5h")


def proxy(value: str) -> str:
    found = re.fullmatch(r"([a-z0-9]+)://[^/\s]+/?", value)
    if not found or found[1] not in _PROXIES:
        raise Wrong(f"{quoted(value)} is not a proxy; write http://host:port or socks5h://host:port")
    return value


_DOI_BEFORE = r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?"


def portal_id(value: str) -> str:
    if not re.fullmatch(r"[a-z0-9_-]+", value):
        raise Wrong(f"{quoted(value)} cannot name a corpus folder; use a–z, 0–9, _ and -")
    return value


def orcid(value: str) -> str:
    if not re.fullmatch(r"([0-9]{4}-){3}[0-9]{3}[0-9X]", value):
        raise Wrong(f"{quoted(value)} is not an ORCID iD, as 0000-0002-1825-0097")
    if value[-1] != _check_character(value[:-1].replace("-", "")):
        raise Wrong(f"{quoted(value)} is not an ORCID iD: its last character does not fit the others, so one of them is mistyped")
    return value


def _check_character(digits: str) -> str:
    """ISO 7064, MOD 11-2."""
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11]


def doi(value: str) -> str:
    """Bare, also where it was written as an address."""
    found = re.fullmatch(rf"{_DOI_BEFORE}(10\.[0-9]{{4,9}}/\S+)", value, re.IGNORECASE)
    if not found:
        raise Wrong(f"{quoted(value)} is not a DOI, as 10.5281/zenodo.1")
    return found[1]


def hook(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*:[A-Za-z_][A-Za-z0-9_]*", value):
        raise Wrong(f"{quoted(value)} is not module:function")
    return value


def path(value: str) -> str:
    if not re.fullmatch(r"\S+", value) or value.startswith(".") or value.endswith("."):
        raise Wrong(f"{quoted(value)} is not a path of names with dots, as author.name")
    return value


def template(value: str) -> str:
    if "{}" not in value:
        raise Wrong(f"{quoted(value)} has no {{}}, where the value goes")
    return value


PICKS = ("first", "last", "all", "earliest", "latest")


def pick(value: str) -> str:
    if value in PICKS or (re.fullmatch(r"[+-]?[0-9]{1,6}", value) and int(value)):
        return value
    raise Wrong(f"{quoted(value)} is not known here", nearest(value, PICKS))


DATE_INPUT_CODES = "Y y m d e j H I M S f p z Z B b A a s %".split()


def date_format(value: str) -> str:
    codes = re.findall(r"%-?(.?)", value, re.DOTALL)
    if not codes:
        raise Wrong(f"{quoted(value)} has no % code; a format is as %Y. %B %d., %H:%M")
    for code in codes:
        if code not in DATE_INPUT_CODES:
            known = " ".join("%" + c for c in DATE_INPUT_CODES)
            raise Wrong(f"unknown code {quoted('%' + code)} in {quoted(value)}; codes are {known}")
    return value


def one_of(names: tuple[str, ...]) -> ScalarType:
    """A closed list of names."""

    def read(value: str) -> str:
        if value not in names:
            raise Wrong(f"{quoted(value)} is not known here", nearest(value, names))
        return value

    return ScalarType("one of " + ", ".join(names), read, {"enum": list(names)})


_STRING: dict[str, Any] = {"type": "string"}
_TEXT: dict[str, Any] = {"type": ANY_SCALAR}


def _number(pattern: str) -> dict[str, Any]:
    return {"type": ["number", "string"], "pattern": pattern}


PLAIN: dict[str, ScalarType] = {
    "text": ScalarType("text", text, _TEXT),
    "line": ScalarType("one line of text", line, _TEXT),
    "whole": ScalarType("a whole number", whole, _number("^[+-]?[0-9]+$")),
    "count": ScalarType("a whole number from 0", count, _number("^[0-9]+$")),
    "at least 1": ScalarType("a whole number from 1", at_least_one, _number("^[0-9]+$")),
    "step": ScalarType("a whole number but 0", step, _number("^[+-]?[0-9]+$")),
    "seconds": ScalarType("seconds, as 1.5", seconds, _number(r"^[0-9]+(\.[0-9]+)?$")),
    "true/false": ScalarType("true or false", yes_no, {"enum": [True, False, "true", "false"]}),
    "not yet": ScalarType("false", not_yet, {"enum": [False, "false"]}),
    "duration": ScalarType("a duration, as 2d or 12h", duration, {"type": "string", "pattern": "^[0-9]+[wdhms]$"}),
    "day": ScalarType("a date, YYYY-MM-DD", day, {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}),
    "last day": ScalarType(
        "a date, YYYY-MM-DD, or yesterday", until, {"type": "string", "pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2}|yesterday)$"}
    ),
    "language": ScalarType("a language tag (BCP 47), as hu", language, {"type": ["string", "boolean"]}),
    "time zone": ScalarType("an IANA time zone, as Europe/Budapest", timezone, _STRING),
    "character set": ScalarType("the name of a character set, as windows-1250", encoding, _STRING),
    "web address": ScalarType("an absolute http(s) address", web_address, {"type": "string", "pattern": "^https?://"}),
    "proxy": ScalarType("a proxy, as http://host:port", proxy, _STRING),
    "portal id": ScalarType("a–z, 0–9, _ and -", portal_id, {"type": ANY_SCALAR, "pattern": "^[a-z0-9_-]+$"}),
    "ORCID iD": ScalarType("an ORCID iD", orcid, {"type": "string", "pattern": "^([0-9]{4}-){3}[0-9]{3}[0-9X]$"}),
    "DOI": ScalarType("a DOI, as 10.5281/zenodo.1", doi, {"type": "string", "pattern": "10\\.[0-9]{4,9}/"}),
    "module:function": ScalarType("module:function", hook, {"type": "string", "pattern": "^[A-Za-z_]\\w*:[A-Za-z_]\\w*$"}),
    "pick": ScalarType(
        "first, last, all, earliest, latest, or a whole number but 0",
        pick,
        {"type": ["string", "number"], "pattern": "^(first|last|all|earliest|latest|[+-]?[0-9]+)$"},
    ),
    "path": ScalarType("a path of names, as author.name", path, _STRING),
    "template": ScalarType("text with {}", template, {"type": "string", "pattern": "\\{\\}"}),
    "date format": ScalarType("a date format, as %Y-%m-%d", date_format, {"type": "string", "pattern": "%"}),
}
"""Type name in the key table → how to read it. ``expressions.py`` holds the other half."""
