"""The addresses of an archive: made from a template, matched against it, and told from articles.

Archive addresses: a template filled with a window, a page value and a column.

All % codes of ``config.expressions.DATE_CODES`` are implemented here, without the strftime of the
system: it writes year 1 differently on each platform, and month names in the system's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from urllib.parse import parse_qsl, quote, urldefrag, urljoin, urlsplit

from webarticlecurator.base.portal.hosts import shorten_address, without_userinfo
from webarticlecurator.base.portal.portal import AddressTemplate, Field
from webarticlecurator.base.text.calendar_words import calendar_names
from webarticlecurator.base.text.calendars import GREGORIAN, ROC, to_calendar
from webarticlecurator.crawling.archive.windows import Window

PAGE_WORD = "(?:page|pages|pag|pagina|p|oldal|seite|sida|side)"
"""Regex of the words before a page number in a path."""
PERCENT_CODE = re.compile(r"%(-?.)")
_ALLOWED_CHARACTERS = "!#$%&'()*+,/:;=?@[]~-._"
_INDEX_FILE = re.compile(
    r"/(?:(?:index|default|home)\.(?:html?|php\d?|aspx?|jsp|cgi|shtml))?\Z", re.IGNORECASE
)

_CALENDAR_CODES = {"Y": "{:04}", "m": "{1:02}", "-m": "{1}", "d": "{2:02}", "-d": "{2}"}
"""Code → format of year, month and day of a calendar."""
_NUMERIC_CODES: dict[str, Callable[[date], str]] = {
    "y": lambda day: f"{day.year % 100:02d}",
    "j": lambda day: f"{day.timetuple().tm_yday:03d}",
    "G": lambda day: f"{day.isocalendar().year:04d}",
    "V": lambda day: f"{day.isocalendar().week:02d}",
    "-V": lambda day: str(day.isocalendar().week),
    "%": lambda _: "%",
}


def format_date(day: date, form: str, language: str = "und", calendar: str = GREGORIAN) -> str:
    """Return ``day`` in a format of % codes, in a calendar.

    Month names are in the stand-alone form of ``language`` (BCP 47; English where unknown), short
    ones without their full stop, as in addresses. Raises ValueError for an unknown code.
    """

    def format_code(code: re.Match[str]) -> str:
        name = code[1]
        if name in _CALENDAR_CODES:
            text = _CALENDAR_CODES[name].format(*to_calendar(day, calendar))
            return text.lstrip("0") if calendar == ROC and name == "Y" else text
        if name in _NUMERIC_CODES:
            return _NUMERIC_CODES[name](day)
        if name == "B":
            return calendar_names(language).months_alone[day.month - 1]
        if name == "b":
            return calendar_names(language).short_alone[day.month - 1].rstrip(".")
        raise ValueError(f"unknown code %{name} in the date format {form!r}")

    return PERCENT_CODE.sub(format_code, form)


def fill_template(
    template: AddressTemplate,
    *,
    window: Window | None = None,
    page: str = "",
    column: str = "",
    language: str = "und",
) -> str:
    """Return the address of one archive page.

    Characters that RFC 3986 does not allow are percent-encoded as UTF-8; what is already encoded
    stays. Raises ValueError for a date field without a window.
    """
    parts = (
        part if isinstance(part, str) else _fill_field(part, window, page, column, language)
        for part in template.parts
    )
    return encode_address("".join(parts))


def _fill_field(field: Field, window: Window | None, page: str, column: str, language: str) -> str:
    if field.name == "page":
        return page
    if field.name == "column":
        return column
    if window is None:
        raise ValueError(
            f"the field {{{field.name}:{field.format}}} needs a date window, and this span has no"
            " dates"
        )
    day = {"date": window.first, "last": window.last, "after": window.after}[field.name]
    return format_date(day, field.format, language, field.calendar)


def encode_address(address: str) -> str:
    """Return ``address`` with the characters that a URI must not contain percent-encoded.

    In the host, only unprintable characters are encoded.
    """
    scheme, separator, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    host = "".join(c if c.isprintable() else quote(c) for c in host)
    if not separator:
        return quote(address, safe=_ALLOWED_CHARACTERS)
    return f"{scheme}{separator}{host}{slash}{quote(path, safe=_ALLOWED_CHARACTERS)}"


def normalize_address(address: str) -> str:
    """Return an address as the walk requests and compares it.

    It has no fragment, user name or password, and is percent-encoded.
    """
    return shorten_address(encode_address(without_userinfo(urldefrag(address.strip())[0])))


def is_front_page(url: str) -> bool:
    """Return True if an absolute URL is that of the front page of its site."""
    return normalize_address(url) == normalize_address(urljoin(url, "/"))


def address_key(url: str) -> str:
    """Return ``host/path?query`` of an address, the same for all spellings of one page.

    It has no scheme, no ``www.``, no index file and no slash at the end.
    """
    try:
        parts = urlsplit(normalize_address(url))
        host = (parts.hostname or "").removeprefix("www.") + (
            f":{parts.port}" if parts.port else ""
        )
    except ValueError:  # http://[bad
        return url
    path = _INDEX_FILE.sub("", parts.path)
    return f"{host}{path}?{parts.query}" if parts.query else f"{host}{path}"


def find_address_structure(url: str) -> tuple[str, ...]:
    """Return how an absolute address is made: its folders, with any words or numbers in them, how
    it ends, and the names in its query."""
    parts = urlsplit(url)
    folder, _, name = parts.path.rpartition("/")
    names = (name for name, _ in parse_qsl(parts.query))
    return (str(folder.count("/")), name[name.rfind(".") :] if "." in name else "", *names)
