"""Scalars that identify something by a standard: languages, time zones, character sets, addresses,
persons, publications.
"""

from __future__ import annotations

import codecs
import re
from urllib.parse import urlsplit

from webarticlecurator.base.portal.hosts import hide_userinfo, without_userinfo
from webarticlecurator.base.system.input_files import is_name_everywhere
from webarticlecurator.base.text.charsets import LABELS, MAX_CHARSET_LABEL, text_codec
from webarticlecurator.base.text.times import find_zone, list_zone_names
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.scalars import ANY_SCALAR, STRING, ScalarType, form_reader
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value

read_language = form_reader(
    r"[A-Za-z]{2,3}(-[A-Za-z]{3}){0,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"
    r"(-[A-WY-Za-wy-z0-9](-[A-Za-z0-9]{2,8})+)*(-x(-[A-Za-z0-9]{1,8})+)?|x(-[A-Za-z0-9]{1,8})+",
    "a language tag",
    expected="a BCP 47 tag such as hu, pt-BR or sr-Latn",
)
"""Reads a language tag that is well-formed by BCP 47."""


def read_timezone(value: str) -> str:
    """Return the name of a time zone of the IANA database."""
    try:
        find_zone(value)
    except KeyError as error:
        raise ValueFault(
            make_message("unknown time zone: {value}", value=quote_value(value)),
            nearest_word(value, list_zone_names()),
        ) from error
    return value


def read_encoding(value: str) -> str:
    """Return Python's name for a character set of the web."""
    codec = text_codec(value)
    if codec is None:
        raise ValueFault(
            make_message("unknown character set: {value}", value=quote_value(value)),
            nearest_word(value[:MAX_CHARSET_LABEL], LABELS),
            expected="a name such as utf-8, windows-1250 or iso-8859-2",
        )
    try:
        return codecs.lookup(value).name
    except LookupError:  # a label of the Encoding Standard unknown to Python, such as x-cp1250
        return codec


def read_web_address(value: str) -> str:
    """Return an absolute http(s) address without a user name or password."""
    try:
        parts = urlsplit(value)
    except ValueError as error:
        raise ValueFault(
            make_message("not a web address: {value}", value=quote_value(value)), cure=str(error)
        ) from error
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", value):
        raise ValueFault(make_message("not a web address: {value}", value=quote_value(value)))
    return read_public_address(value)


def read_public_address(value: str) -> str:
    """Return an address that may be stored in the corpus: it has no user name or password."""
    if without_userinfo(value) != value:
        raise ValueFault(
            make_message(
                "an address with a user name or password, which would be stored in"
                " the corpus: {value}",
                value=quote_value(value),
            ),
            expected="",
            cure="remove the part before the @",
        )
    return value


def read_absolute_address(value: str) -> str:
    """Return an absolute http or https address without a user name or password."""
    try:
        parts = urlsplit(value)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return read_public_address(value)
    except ValueError:
        pass
    raise ValueFault(
        make_message("not an absolute address: {value!r}", value=hide_userinfo(value)),
        expected="one like https://www.example.org/2019/a",
    )


_PROXIES = ("http", "https", "socks4", "socks4a", "socks5", "socks5h")


def read_proxy(value: str) -> str:
    """Return the address of a proxy; it may have a user name and a password."""
    match = re.fullmatch(r"([a-z0-9]+)://[^/?#\s]+/?", value)
    if not match or match[1] not in _PROXIES:
        # without a scheme, what is before the @ does not look like a user name and password
        _, at, host = value.rpartition("@")
        shown = f"…@{host}" if at else value
        raise ValueFault(
            make_message("not a proxy: {shown}", shown=quote_value(shown)),
            expected="http://host:port or socks5h://host:port",
            found=shown,
        )
    return value


def read_public_proxy(value: str) -> str:
    """Return the address of a proxy that may be stored in the corpus, as the portal file is."""
    if without_userinfo(read_proxy(value)) != value:
        raise ValueFault(
            make_message(
                "a proxy with a user name or password, which would be stored in"
                " the corpus: {value}",
                value=quote_value(value),
            ),
            expected="",
            cure="give it on the command line: --proxy URL",
        )
    return value


def read_portal_id(value: str) -> str:
    """Return an id that can name a corpus folder."""
    if not re.fullmatch(r"[a-z0-9_-]+", value):
        raise ValueFault(make_message("not a portal id: {value}", value=quote_value(value)))
    if not is_name_everywhere(value):
        raise ValueFault(
            make_message("not a portal id: {value}", value=quote_value(value)),
            cure="Windows allows no folder of this name; choose a longer one",
        )
    return value


def read_orcid(value: str) -> str:
    """Return an ORCID iD whose check character is right."""
    if not re.fullmatch(r"([0-9]{4}-){3}[0-9]{3}[0-9X]", value):
        raise ValueFault(make_message("not an ORCID iD: {value}", value=quote_value(value)))
    # the check character by ISO 7064, MOD 11-2
    total = 0
    for digit in value[:-1].replace("-", ""):
        total = (total + int(digit)) * 2
    expected = "0123456789X"[(12 - total % 11) % 11]
    if value[-1] != expected:
        raise ValueFault(
            make_message("not an ORCID iD: {value}", value=quote_value(value)),
            expected=make_message("the check character {expected}", expected=expected),
            cure="one of its characters is mistyped",
        )
    return value


def _match(value: str, pattern: str, problem: str) -> str:
    """Return group 1 of a pattern that fits a whole value. Raises ValueFault with the problem."""
    match = re.fullmatch(pattern, value, re.IGNORECASE)
    if not match:
        raise ValueFault(problem)
    return match[1]


def read_doi(value: str) -> str:
    """Return a DOI without the ``https://doi.org/`` or ``doi:`` before it."""
    problem = make_message("not a DOI: {value}", value=quote_value(value))
    return _match(value, r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.[0-9]{4,9}/\S+)", problem)


def read_handle(value: str) -> str:
    """Return a Handle without the ``https://hdl.handle.net/`` or ``hdl:`` before it."""
    problem = make_message("not a Handle: {value}", value=quote_value(value))
    return _match(value, r"(?:https?://hdl\.handle\.net/|hdl:\s*)?([0-9][\w.-]*/\S+)", problem)


def read_raid(value: str) -> str:
    """Return a RAiD, the identifier of a research project (ISO 23527), as its address."""
    problem = make_message("not a RAiD: {value}", value=quote_value(value))
    name = _match(value, r"(?:https?://raid\.org/)?(10\.[0-9]{4,9}/\S+)", problem)
    return f"https://raid.org/{name}"


def read_swhid(value: str) -> str:
    """Return a SWHID, the identifier of software in Software Heritage (ISO/IEC 18670)."""
    problem = make_message("not a SWHID: {value}", value=quote_value(value))
    return _match(value, r"(swh:1:(?:cnt|dir|rel|rev|snp):[0-9a-f]{40}(?:;\S+)?)", problem)


IDENTIFIERS: dict[str, ScalarType] = {
    "language": ScalarType(
        "a language tag (BCP 47) such as hu", read_language, {"type": ["string", "boolean"]}
    ),
    "time zone": ScalarType("an IANA time zone such as Europe/Budapest", read_timezone, STRING),
    "character set": ScalarType(
        "the name of a character set such as windows-1250", read_encoding, STRING
    ),
    "web address": ScalarType(
        "an absolute http(s) address", read_web_address, {"type": "string", "pattern": "^https?://"}
    ),
    "proxy": ScalarType("a proxy such as http://host:port", read_public_proxy, STRING),
    "portal id": ScalarType(
        "a–z, 0–9, _ and -", read_portal_id, {"type": ANY_SCALAR, "pattern": "^[a-z0-9_-]+$"}
    ),
    "ORCID iD": ScalarType(
        "an ORCID iD such as 0000-0002-1825-0097",
        read_orcid,
        {"type": "string", "pattern": "^([0-9]{4}-){3}[0-9]{3}[0-9X]$"},
    ),
    "DOI": ScalarType(
        "a DOI such as 10.5281/zenodo.1",
        read_doi,
        {"type": "string", "pattern": "10\\.[0-9]{4,9}/"},
    ),
    "Handle": ScalarType(
        "a Handle such as 11234/1-5901",
        read_handle,
        {"type": "string", "pattern": "[0-9][\\w.-]*/\\S"},
    ),
    "RAiD": ScalarType(
        "a RAiD such as https://raid.org/10.26259/d5e0e12f",
        read_raid,
        {"type": "string", "pattern": "10\\.[0-9]{4,9}/"},
    ),
    "SWHID": ScalarType(
        "a SWHID such as swh:1:dir:d198bc9d7a6bcf6db04f476d29314f157507d505",
        read_swhid,
        {"type": "string", "pattern": "^swh:1:(cnt|dir|rel|rev|snp):[0-9a-f]{40}"},
    ),
}
"""Type name in the key table → its type."""
