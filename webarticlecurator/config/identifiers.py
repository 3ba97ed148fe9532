"""Scalars that name something by a standard: languages, time zones, character sets, addresses,
persons, publications."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from importlib.resources import files
from urllib.parse import urlsplit

from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import ANY_SCALAR, STRING, ScalarType, ValueFault, quote_value
from webarticlecurator.model.charsets import LABELS, MAX_LABEL, text_codec
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.model.timezone import find_zone

_LANGUAGE = re.compile(
    r"[A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"
    r"(-[A-WY-Za-wy-z0-9](-[A-Za-z0-9]{2,8})+)*(-x(-[A-Za-z0-9]{1,8})+)?|x(-[A-Za-z0-9]{1,8})+"
)


def read_language(value: str) -> str:
    if not _LANGUAGE.fullmatch(value):
        raise ValueFault(
            f"{quote_value(value)} has not the form of a language tag (BCP 47), as hu, pt-BR or"
            " sr-Latn"
        )
    return value


@lru_cache(maxsize=1)
def _zones() -> tuple[str, ...]:
    return tuple(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split())


def read_timezone(value: str) -> str:
    try:
        find_zone(value)
    except (KeyError, OSError, ValueError) as error:
        raise ValueFault(
            f"there is no time zone {quote_value(value)}; names are as Europe/Budapest",
            nearest_word(value, _zones()),
        ) from error
    return value


def read_encoding(value: str) -> str:
    codec = text_codec(value)
    if codec is None:
        raise ValueFault(
            f"there is no character set {quote_value(value)} on the web; names are as utf-8,"
            " windows-1250, iso-8859-2",
            nearest_word(value[:MAX_LABEL], LABELS),
        )
    try:
        return codecs.lookup(value).name
    except LookupError:  # a label of the Encoding Standard that Python does not know, as x-cp1250
        return codec


def read_web_address(value: str) -> str:
    try:
        parts = urlsplit(value)
    except ValueError as error:
        raise ValueFault(f"{quote_value(value)} is not an address ({error})") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", value):
        raise ValueFault(f"{quote_value(value)} is not an absolute http(s) address")
    return read_public_address(value)


def read_public_address(value: str) -> str:
    """The address itself. Raises Wrong for one with a user name or a password."""
    if without_userinfo(value) != value:
        said = "an address with a user name or password, which would be stored in the corpus"
        raise ValueFault(f"{said}: {quote_value(value)}; leave out what stands before the @")
    return value


_PROXIES = ("http", "https", "socks4", "socks4a", "socks5", "socks5h")


def read_proxy(value: str) -> str:
    """The address of a proxy, which may have a user name and a password."""
    found = re.fullmatch(r"([a-z0-9]+)://[^/\s]+/?", value)
    if not found or found[1] not in _PROXIES:
        raise ValueFault(
            f"{quote_value(value)} is not a proxy; write http://host:port or socks5h://host:port"
        )
    return value


def read_public_proxy(value: str) -> str:
    """As ``proxy``, in a portal file: the file is stored in the corpus."""
    if without_userinfo(read_proxy(value)) != value:
        said = "a proxy with a user name or password, which would be stored in the corpus"
        raise ValueFault(f"{said}: {quote_value(value)}; give it on the command line: --proxy URL")
    return value


_DOI_BEFORE = r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?"


def read_portal_id(value: str) -> str:
    if not re.fullmatch(r"[a-z0-9_-]+", value):
        raise ValueFault(f"{quote_value(value)} cannot name a corpus folder; use a–z, 0–9, _ and -")
    return value


def read_orcid(value: str) -> str:
    if not re.fullmatch(r"([0-9]{4}-){3}[0-9]{3}[0-9X]", value):
        raise ValueFault(f"{quote_value(value)} is not an ORCID iD, as 0000-0002-1825-0097")
    if value[-1] != _check_character(value[:-1].replace("-", "")):
        raise ValueFault(
            f"{quote_value(value)} is not an ORCID iD: its last character does not fit the others,"
            " so one of them is mistyped"
        )
    return value


def _check_character(digits: str) -> str:
    """ISO 7064, MOD 11-2."""
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11]


def read_doi(value: str) -> str:
    """Bare, also where it was written as an address."""
    found = re.fullmatch(rf"{_DOI_BEFORE}(10\.[0-9]{{4,9}}/\S+)", value, re.IGNORECASE)
    if not found:
        raise ValueFault(f"{quote_value(value)} is not a DOI, as 10.5281/zenodo.1")
    return found[1]


IDENTIFIERS: dict[str, ScalarType] = {
    "language": ScalarType(
        "a language tag (BCP 47), as hu", read_language, {"type": ["string", "boolean"]}
    ),
    "time zone": ScalarType("an IANA time zone, as Europe/Budapest", read_timezone, STRING),
    "character set": ScalarType(
        "the name of a character set, as windows-1250", read_encoding, STRING
    ),
    "web address": ScalarType(
        "an absolute http(s) address", read_web_address, {"type": "string", "pattern": "^https?://"}
    ),
    "proxy": ScalarType("a proxy, as http://host:port", read_public_proxy, STRING),
    "portal id": ScalarType(
        "a–z, 0–9, _ and -", read_portal_id, {"type": ANY_SCALAR, "pattern": "^[a-z0-9_-]+$"}
    ),
    "ORCID iD": ScalarType(
        "an ORCID iD", read_orcid, {"type": "string", "pattern": "^([0-9]{4}-){3}[0-9]{3}[0-9X]$"}
    ),
    "DOI": ScalarType(
        "a DOI, as 10.5281/zenodo.1", read_doi, {"type": "string", "pattern": "10\\.[0-9]{4,9}/"}
    ),
}
"""Type name in the key table → how to read it."""
