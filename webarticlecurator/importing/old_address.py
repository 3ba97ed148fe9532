"""``archive_url_format`` of WebArticleCurator → an archive address with fields.

``#year #month #day`` are those of a day, ``#next-year #next-month #next-day`` those of the day
after it (if ``#next-day`` occurs), of the first day of the next month (if ``#next-month`` does) or
of the next year. Every day of the range gave an address, repeats were dropped: so a format without
``#day`` means whole months, one without ``#month`` whole years.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"#(next-year|next-month|next-day|year|month|day|pagenum)")
_CODES = {"year": "%Y", "month": "%m", "day": "%d"}
_LINK = re.compile(r"[-/._]?")


def field_names(text: str) -> frozenset[str]:
    """The fields that occur, without their ``#``."""
    return frozenset(_TOKEN.findall(text))


def smallest_step(text: str) -> str | None:
    """day, month or year: what the addresses differ by; None without any date field."""
    found = field_names(text)
    for size in ("day", "month", "year"):
        if found & {size, f"next-{size}"}:
            return size
    return None


def describe_doubt(text: str) -> str | None:
    """What cannot be said of an open window: its end is not the day after its last day."""
    found, size = field_names(text), smallest_step(text)
    after = {name.removeprefix("next-") for name in found if name.startswith("next-")}
    if after and size is not None and size not in after:
        return (
            f"the fields #next-… stand for the next {'month' if 'month' in after else 'year'}, but"
            f" the addresses go by the {size}"
        )
    return None


def convert_address(text: str, page: str | None) -> str:
    """The address in our words. ``page`` takes the place of ``#pagenum`` (None: ``{page}``);
    literal braces are doubled."""
    pieces: list[tuple[str, str]] = []
    position = 0
    for match in _TOKEN.finditer(text):
        pieces.append(("", text[position : match.start()]))
        pieces.append(_piece(match[1], page))
        position = match.end()
    return _joined([*pieces, ("", text[position:])])


def _piece(name: str, page: str | None) -> tuple[str, str]:
    """Kind (date, after, page, or "" for a literal) and text."""
    if name == "pagenum":
        return ("page", "") if page is None else ("", page)
    kind = "after" if name.startswith("next-") else "date"
    return (kind, _CODES[name.removeprefix("next-")])


def _joined(pieces: list[tuple[str, str]]) -> str:
    """Codes of one kind with at most a separator between them share a field:
    ``{date:%Y-%m-%d}``."""
    joined: list[tuple[str, str]] = []
    for kind, text in (piece for piece in pieces if piece != ("", "")):
        if (
            kind in ("date", "after")
            and len(joined) > 1
            and joined[-2][0] == kind
            and _is_link(joined[-1])
        ):
            link = joined.pop()[1]
            joined[-1] = (kind, joined[-1][1] + link + text)
        elif kind in ("date", "after") and joined and joined[-1][0] == kind:
            joined[-1] = (kind, joined[-1][1] + text)
        else:
            joined.append((kind, text))
    return "".join(_written(kind, text) for kind, text in joined)


def _is_link(piece: tuple[str, str]) -> bool:
    return piece[0] == "" and bool(_LINK.fullmatch(piece[1]))


def _written(kind: str, text: str) -> str:
    if kind == "page":
        return "{page}"
    return f"{{{kind}:{text}}}" if kind else text.replace("{", "{{").replace("}", "}}")
