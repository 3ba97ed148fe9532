"""The addresses of an archive: made from a template, matched against it, and told from articles.

Archive addresses: a template filled with a window, a page value and a column.

All % codes of ``config.expressions.DATE_CODES`` are implemented here, without the strftime of the
system: it writes year 1 differently on each platform, and month names in the system's language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from webarticlecurator.archive.windows import Window
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.hosts import shorten_address, without_userinfo
from webarticlecurator.model.pagination import has_page, mode_of, names_last_page
from webarticlecurator.model.portal import AddressTemplate, Field, Portal, Span
from webarticlecurator.text.translation import make_message
from webarticlecurator.text.words import calendar_names

PAGE_WORD = "(?:page|pages|pag|pagina|p|oldal|seite|sida|side)"
"""Regex of the words before a page number in a path."""
_CODE = re.compile(r"%(-?.)")
_ALLOWED_CHARACTERS = "!#$%&'()*+,/:;=?@[]~-._"
_INDEX_FILE = re.compile(
    r"/(?:(?:index|default|home)\.(?:html?|php\d?|aspx?|jsp|cgi|shtml))?\Z", re.IGNORECASE
)

_NUMERIC_CODES: dict[str, Callable[[date], str]] = {
    "Y": lambda day: f"{day.year:04d}",
    "y": lambda day: f"{day.year % 100:02d}",
    "m": lambda day: f"{day.month:02d}",
    "-m": lambda day: str(day.month),
    "d": lambda day: f"{day.day:02d}",
    "-d": lambda day: str(day.day),
    "j": lambda day: f"{day.timetuple().tm_yday:03d}",
    "G": lambda day: f"{day.isocalendar().year:04d}",
    "V": lambda day: f"{day.isocalendar().week:02d}",
    "-V": lambda day: str(day.isocalendar().week),
    "%": lambda _: "%",
}


def format_date(day: date, form: str, language: str = "und") -> str:
    """Return ``day`` in a format of % codes.

    Month names are in the stand-alone form of ``language`` (BCP 47; English where unknown), short
    ones without their full stop, as in addresses. Raises ValueError for an unknown code.
    """

    def format_code(code: re.Match[str]) -> str:
        name = code[1]
        if name in _NUMERIC_CODES:
            return _NUMERIC_CODES[name](day)
        if name == "B":
            return calendar_names(language).months_alone[day.month - 1]
        if name == "b":
            return calendar_names(language).short_alone[day.month - 1].rstrip(".")
        raise ValueError(f"unknown code %{name} in the date format {form!r}")

    return _CODE.sub(format_code, form)


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
    return format_date(day, field.format, language)


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


# Match an address against the template of a span: the window and the page value it was made from.
#
# Fields are wildcards; a date field matches as many digits as its codes produce. A trailing slash
# and an added query are ignored.

_WIDTHS = {
    "Y": r"\d{4}",
    "y": r"\d\d",
    "m": r"\d\d",
    "-m": r"\d{1,2}",
    "d": r"\d\d",
    "-d": r"\d{1,2}",
    "j": r"\d{3}",
    "G": r"\d{4}",
    "V": r"\d\d",
    "-V": r"\d{1,2}",
}


@dataclass(frozen=True)
class AddressMatch:
    """The parts of an address.

    ``literal``: the length of the template's literal prefix; ``window``: None if the address
    contains no valid date; ``page``: the page value or None.
    """

    literal: int
    window: Window | None
    page: str | None


_Groups = tuple[tuple[str, str], ...]
"""Field and % code of each group of a template as a regex, in order."""


def match_address(span: Span, address: str, language: str = "und") -> AddressMatch | None:
    """Return the match of ``address`` (absolute) with the templates of ``span``, or None."""
    address = _lower_host(normalize_address(address))
    templates = filter(None, (span.url, span.pagination.first_url))
    matches = (_match_template(template, span, address, language) for template in templates)
    return max(filter(None, matches), key=lambda match: match.literal, default=None)


def _match_template(
    template: AddressTemplate, span: Span, address: str, language: str
) -> AddressMatch | None:
    regex, literal, groups = _compile(template, span.column, language)
    match = regex.fullmatch(address)
    if match is None:
        return None

    values = [(field, code, match[f"f{n}"]) for n, (field, code) in enumerate(groups)]
    page = next((unquote(value) for field, _, value in values if field == "page"), None)
    if template is span.pagination.first_url:
        page = mode_of(span.pagination).first_page(span.pagination)
    return AddressMatch(literal, _find_window(values, span, language), page)


@lru_cache(maxsize=4096)
def _compile(
    template: AddressTemplate, column: str, language: str
) -> tuple[re.Pattern[str], int, _Groups]:
    """Return a template as a regex, the length of its literal prefix, and its groups."""
    path, query = _split_query(template, column)
    groups: list[tuple[str, str]] = []
    regex = _parts_regex(path, groups, language).removesuffix("/") + "/?"
    if query is None:
        regex += r"(?:\?.*)?"
    else:
        regex += rf"\?{_parts_regex(query, groups, language)}/?(?:&.*)?"
    length = 0
    for part in path + (["?", *query] if query is not None else []):
        if isinstance(part, Field):
            break
        length += len(part)
    return re.compile(regex, re.DOTALL), length, tuple(groups)


def _split_query(
    template: AddressTemplate, column: str
) -> tuple[list[str | Field], list[str | Field] | None]:
    """Return the parts before and after the first ``?``, with the column filled in."""
    path: list[str | Field] = []
    query: list[str | Field] | None = None
    for part in template.parts:
        filled = column if isinstance(part, Field) and part.name == "column" else part
        if query is not None:
            query.append(filled)
        elif isinstance(filled, str) and "?" in filled:
            before, _, after = filled.partition("?")
            path.append(before)
            query = [after]
        else:
            path.append(filled)
    return path, query


def _parts_regex(parts: list[str | Field], groups: list[tuple[str, str]], language: str) -> str:
    """Return the regex of template parts; their groups are appended to ``groups``."""
    return "".join(
        re.escape(_lower_host(encode_address(part)))
        if isinstance(part, str)
        else _field_regex(part, groups, language)
        for part in parts
    )


def _field_regex(field: Field, groups: list[tuple[str, str]], language: str) -> str:
    if field.name == "page":
        groups.append(("page", ""))
        return rf"(?P<f{len(groups) - 1}>[^/?&#]+)"
    regex, end = "", 0
    for code in _CODE.finditer(field.format):
        regex += re.escape(encode_address(field.format[end : code.start()]))
        end = code.end()
        if code[1] == "%":
            regex += "%"
            continue
        groups.append((field.name, code[1]))
        regex += (
            rf"(?P<f{len(groups) - 1}>{_WIDTHS.get(code[1]) or _month_regex(code[1], language)})"
        )
    return regex + re.escape(encode_address(field.format[end:]))


def _month_regex(code: str, language: str) -> str:
    calendar = calendar_names(language)
    months = calendar.months_alone if code == "B" else calendar.short_alone
    names = {encode_address(month.rstrip(".")) for month in months}
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return "(?i:" + "|".join(map(re.escape, longest_first)) + ")"


def _lower_host(address: str) -> str:
    """Return the address with scheme and host in lower case; case has no meaning in them (RFC 3986
    §6.2.2.1)."""
    head = re.match(r"https?://[^/?#]*", address, re.IGNORECASE)
    return address[: head.end()].lower() + address[head.end() :] if head else address


def _find_window(values: list[tuple[str, str, str]], span: Span, language: str) -> Window | None:
    if span.dates is None:
        return None
    for name in ("date", "last", "after"):
        codes = {code: value for field, code, value in values if field == name}
        day = _parse_day(codes, language) if codes else None
        if day is not None:
            inside = day.fromordinal(max(day.toordinal() - 1, 1)) if name == "after" else day
            return Window.around(inside, span.dates.step)
    return None


def _parse_day(codes: dict[str, str], language: str) -> date | None:
    """Return the day that the values of % codes denote, or None for an invalid day.

    A missing month or day is 1; a year is required. Of a week, it is the Monday.
    """
    week = codes.get("V") or codes.get("-V")
    if week is not None:
        try:
            return date.fromisocalendar(int(codes.get("G", "0")), int(week), 1)
        except ValueError:
            return None
    month_name = codes.get("B") or codes.get("b")
    month = codes.get("m") or codes.get("-m") or _month_number(month_name, language)
    year = codes.get("Y") or ("19" if codes.get("y", "") >= "70" else "20") + codes.get("y", "")
    try:
        day = date(int(year), int(month or 1), int(codes.get("d") or codes.get("-d") or 1))
        return date.fromordinal(day.toordinal() + int(codes["j"]) - 1) if "j" in codes else day
    except (ValueError, OverflowError):
        return None


def _month_number(name: str | None, language: str) -> int | None:
    if name is None:
        return None
    calendar, folded_name = calendar_names(language), unquote(name).casefold()
    for months in (calendar.months_alone, calendar.short_alone):
        for number, month in enumerate(months, 1):
            if month.casefold().rstrip(".") == folded_name:
                return number
    return None


# Addresses that are never an article's: the home page of a portal, and the pages of its archive.
#
# Portals often redirect the readers of a deleted article to such a page, with status 301 or 302 and
# then 200.


def describe_landing_redirect(portal: Portal, requested: str, answered: str) -> str:
    """Return in words that the address ``requested`` redirects to a landing page, or "".

    A landing page is the home page of a site or a page of the portal's archive. The result is ""
    where ``requested`` is such an address itself. An address with a query is a landing page only if
    a column has exactly this address.
    """
    if requested == answered or address_key(requested) == address_key(answered):
        return ""
    landing_page = describe_landing_page(portal, answered)
    if not landing_page or describe_landing_page(portal, requested):
        return ""
    return make_message(
        "{requested} redirects to {landing_page}, {answered}",
        requested=requested,
        landing_page=landing_page,
        answered=answered,
    )


def describe_landing_page(portal: Portal, url: str) -> str:
    """Return "the home page" or "the archive page of COLUMN"; "" for any other absolute address."""
    key = address_key(url)
    if key == address_key(portal.home) or not any(sign in key for sign in "/?"):
        return make_message("the home page")
    for column in portal.columns:
        if any(_is_archive_page(portal, span, url, key) for span in column.spans):
            return make_message("the archive page of {column}", column=column.name)
    return ""


def _is_archive_page(portal: Portal, span: Span, url: str, key: str) -> bool:
    """Return True for the address before the first field of a template, and for a dated address.

    A page number counts where it is the first one, or one up to the ``last`` that the portal file
    names; any other proves nothing: ``/news/{page}`` matches the address of any article.
    """
    if key == address_key(_fixed_beginning(span)):
        return True
    template = span.url
    if any(template.text.count(sign) != url.count(sign) for sign in "?&"):
        return False
    match = match_address(span, url, portal.language)
    if match is None:
        return False
    if not template.has("page"):
        return match.window is not None
    page = match.page
    pagination = span.pagination
    if template.dated or page is None:
        return False
    is_first = page == mode_of(pagination).first_page(pagination)
    return is_first or (names_last_page(pagination) and has_page(pagination, page))


def _fixed_beginning(span: Span) -> str:
    """Return the template up to the folder, or the query, that contains its first field.

    A template without fields is returned whole; the column counts as text.
    """
    text = ""
    for part in span.url.parts:
        if isinstance(part, Field) and part.name != "column":
            return text.partition("?")[0] if "?" in text else text[: text.rindex("/") + 1]
        text += span.column if isinstance(part, Field) else part
    return text
