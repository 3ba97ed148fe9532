"""Archive addresses: a template filled with a window, a page value and a column.

Every % code of ``config.address.DATE_CODES`` is known here; formatting never asks the system (its
strftime writes year 1 differently on each platform, and month names in the system's language).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from urllib.parse import quote, urldefrag, urlsplit

from webarticlecurator.archive.windows import Window
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.model.months import calendar_names
from webarticlecurator.model.portal import AddressTemplate, Field

_CODE = re.compile(r"%(-?.)")
_ALLOWED = "!#$%&'()*+,/:;=?@[]~-._"
_INDEX = re.compile(
    r"/(?:(?:index|default|home)\.(?:html?|php\d?|aspx?|jsp|cgi|shtml))?\Z", re.IGNORECASE
)

_NUMBERS: dict[str, Callable[[date], str]] = {
    "Y": lambda day: f"{day.year:04d}",
    "y": lambda day: f"{day.year % 100:02d}",
    "m": lambda day: f"{day.month:02d}",
    "-m": lambda day: str(day.month),
    "d": lambda day: f"{day.day:02d}",
    "-d": lambda day: str(day.day),
    "j": lambda day: f"{day.timetuple().tm_yday:03d}",
    "%": lambda _: "%",
}


def format_date(day: date, form: str, language: str = "und") -> str:
    """``day`` by a format of % codes. Month names are those that stand alone, in ``language`` (BCP
    47; English where unknown), short ones without their full stop, as addresses have them. Raises
    ValueError for an unknown code."""

    def value(code: re.Match[str]) -> str:
        name = code[1]
        if name in _NUMBERS:
            return _NUMBERS[name](day)
        if name == "B":
            return calendar_names(language).months_alone[day.month - 1]
        if name == "b":
            return calendar_names(language).short_alone[day.month - 1].rstrip(".")
        raise ValueError(f"unknown code %{name} in the date format {form!r}")

    return _CODE.sub(value, form)


def fill_template(
    template: AddressTemplate,
    *,
    window: Window | None = None,
    page: str = "",
    column: str = "",
    language: str = "und",
) -> str:
    """The address of one archive page. Characters that RFC 3986 does not allow are percent-encoded
    as UTF-8; what is already encoded stays. Raises ValueError for a date field without a window."""
    return encode_field(
        "".join(
            p if isinstance(p, str) else _field(p, window, page, column, language)
            for p in template.parts
        )
    )


def _field(field: Field, window: Window | None, page: str, column: str, language: str) -> str:
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
    return format_date(day, field.format, language)


def encode_field(address: str) -> str:
    """``address`` with what may not stand in a URI percent-encoded; of the host only what cannot be
    printed."""
    scheme, separator, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    host = "".join(c if c.isprintable() else quote(c) for c in host)
    return (
        f"{scheme}{separator}{host}{slash}{quote(path, safe=_ALLOWED)}"
        if separator
        else quote(address, safe=_ALLOWED)
    )


def requested_form(address: str) -> str:
    """An address as the walk requests and compares it: without its fragment, user name and
    password, encoded."""
    return encode_field(without_userinfo(urldefrag(address.strip())[0]))


def without_slash(url: str) -> str:
    """``host/path?query`` of an address, without what does not tell pages apart: scheme, ``www.``,
    an index file, a slash at the end."""
    try:
        parts = urlsplit(requested_form(url))
        host = (parts.hostname or "").removeprefix("www.") + (
            f":{parts.port}" if parts.port else ""
        )
    except ValueError:  # http://[bad
        return url
    path = _INDEX.sub("", parts.path)
    return f"{host}{path}?{parts.query}" if parts.query else f"{host}{path}"
