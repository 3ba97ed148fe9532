"""Names of months and days in the languages of portals, as data, so that dates are written and read
in the same way on every machine.

The names in ``base/words/calendar.tsv`` are those of Unicode CLDR (Babel 2.18); Monday is the first
day. Those of the other languages whose months have names there are in ``rare-calendars.tsv`` (Babel
2.19): they are read where a portal or a page says its language. A language without a row
``months-alone`` uses the names in dates also for months by themselves. There may be rows for a
script or country (``sr-latn``, ``ar-lb``).
"""

from __future__ import annotations

from functools import lru_cache

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.words import read_name_table


@dataclass(frozen=True)
class CalendarNames:
    """The names of twelve months and seven days, Monday first.

    ``months`` and ``short`` are the forms in a date (Polish *stycznia*), ``…_alone`` those by
    themselves (*styczeń*). Short names may end in a full stop.
    """

    months: tuple[str, ...]
    months_alone: tuple[str, ...]
    short: tuple[str, ...]
    short_alone: tuple[str, ...]
    days: tuple[str, ...]
    days_alone: tuple[str, ...]
    short_days: tuple[str, ...]


def languages() -> tuple[str, ...]:
    """Return the usual languages of portals with names here, as lower-case BCP 47 tags, sorted."""
    return tuple(sorted(_load_rows(_USUAL)))


@lru_cache(maxsize=256)
def varieties(language: str) -> tuple[CalendarNames, ...]:
    """Return all names of ``language``: first those of ``calendar_names``, then those of its other
    scripts and countries; () where it has none."""
    primary = find_table_language(language)
    others = [calendar_names(name) for name in languages() if name.partition("-")[0] == primary]
    own = calendar_names(language)
    is_known = bool(others) or primary in _load_rows(_RARE)
    return (own, *(names for names in others if names != own)) if is_known else ()


def find_table_language(language: str) -> str:
    """Return the language whose names the tables have for ``language``: nb for no-NO."""
    primary = language.lower().replace("_", "-").partition("-")[0]
    return _SAME.get(primary, primary)


@lru_cache(maxsize=256)
def calendar_names(language: str) -> CalendarNames:
    """Return the names in ``language`` (BCP 47, in any case), those of its script or country where
    there are rows for it; in English where there are none at all."""
    primary, _, rest = language.lower().replace("_", "-").partition("-")
    script = f"{primary}-{rest.partition('-')[0]}"
    usual, tags = _load_rows(_USUAL), (script, find_table_language(language))
    rows = next((usual[tag] for tag in tags if tag in usual), None)
    rows = rows or _load_rows(_RARE).get(primary, usual["en"])
    return CalendarNames(
        rows["months"],
        rows.get("months-alone", rows["months"]),
        rows["short"],
        rows.get("short-alone", rows["short"]),
        rows["days"],
        rows.get("days-alone", rows["days"]),
        rows["short-days"],
    )


@lru_cache(maxsize=2)
def _load_rows(topic: str) -> dict[str, dict[str, tuple[str, ...]]]:
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    for language, kind, *names in read_name_table(topic):
        table.setdefault(language, {})[kind] = tuple(names)
    return table


_USUAL, _RARE = "calendar", "rare-calendars"
"""The tables of names of the usual languages of portals, and of all others."""
_SAME = {
    "no": "nb",
    "sh": "hr",
    "cnr": "sr",
    "tl": "fil",
    "prs": "fa",
    "iw": "he",
    "in": "id",
    "mo": "ro",
    "pnb": "pa",
}
"""Languages that use the names of a close one, and outdated tags."""
