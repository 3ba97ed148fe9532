"""Conversion of WebArticleCurator's ``archive_url_format`` into an archive address with fields.

``#year #month #day`` are those of a day. ``#next-year #next-month #next-day`` are those of the
day after it (if ``#next-day`` is used), of the first day of the next month (if ``#next-month``
is) or of the next year. WebArticleCurator made an address for every day of the range and dropped
repeats: so a format without ``#day`` has one page per month, one without ``#month`` one per year.
"""

from __future__ import annotations

import re

from webarticlecurator.portal_file.values.address_templates import OLD_FIELD

_CODES = {"year": "%Y", "month": "%m", "day": "%d"}
_SEPARATOR = re.compile(r"[-/._]?")


def field_names(text: str) -> frozenset[str]:
    """Return the fields in an address format, without their ``#``."""
    return frozenset(OLD_FIELD.findall(text))


def smallest_step(text: str) -> str | None:
    """Return day, month or year: the step between two addresses; None without a date field."""
    found = field_names(text)
    for size in ("day", "month", "year"):
        if found & {size, f"next-{size}"}:
            return size
    return None


def describe_doubt(text: str) -> str | None:
    """Return why the end of a window is not the day after its last day, which our addresses cannot
    express; None if it is."""
    found, size = field_names(text), smallest_step(text)
    after = {name.removeprefix("next-") for name in found if name.startswith("next-")}
    if after and size is not None and size not in after:
        return (
            f"the fields #next-… stand for the next {'month' if 'month' in after else 'year'}, but"
            f" the addresses go by the {size}"
        )
    return None


def convert_address(text: str, page: str | None) -> str:
    """Return the address with our fields. ``page`` replaces ``#pagenum`` (None: ``{page}``);
    literal braces are doubled."""
    pieces: list[tuple[str, str]] = []
    position = 0
    for match in OLD_FIELD.finditer(text):
        pieces.append(("", text[position : match.start()]))
        pieces.append(_convert_token(match[1], page))
        position = match.end()
    return _join_pieces([*pieces, ("", text[position:])])


def _convert_token(name: str, page: str | None) -> tuple[str, str]:
    """Return the kind of a token (date, after, page, or "" for a literal) and its text."""
    if name == "pagenum":
        return ("page", "") if page is None else ("", page)
    kind = "after" if name.startswith("next-") else "date"
    return (kind, _CODES[name.removeprefix("next-")])


def _join_pieces(pieces: list[tuple[str, str]]) -> str:
    """Return the address in which codes of one kind, with at most a separator between them, share a
    field: ``{date:%Y-%m-%d}``."""
    joined: list[tuple[str, str]] = []
    for kind, text in (piece for piece in pieces if piece != ("", "")):
        if (
            kind in ("date", "after")
            and len(joined) > 1
            and joined[-2][0] == kind
            and joined[-1][0] == ""
            and _SEPARATOR.fullmatch(joined[-1][1])
        ):
            link = joined.pop()[1]
            joined[-1] = (kind, joined[-1][1] + link + text)
        elif kind in ("date", "after") and joined and joined[-1][0] == kind:
            joined[-1] = (kind, joined[-1][1] + text)
        else:
            joined.append((kind, text))
    return "".join(_write_piece(kind, text) for kind, text in joined)


def _write_piece(kind: str, text: str) -> str:
    if kind == "page":
        return "{page}"
    return f"{{{kind}:{text}}}" if kind else text.replace("{", "{{").replace("}", "}}")
