"""Names of months and days in the languages of portals, as data, so that dates are written and read
in the same way on every machine.

The names in ``base/words/calendar.tsv`` are those of Unicode CLDR (Babel 2.18); Monday is the first
day. A language without a row ``months-alone`` uses the names in dates also for months by
themselves. There may be rows for a script or country (``sr-latn``, ``ar-lb``).
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
    """Return the languages with names here, as lower-case BCP 47 tags, sorted."""
    return tuple(sorted(_load_rows()))


@lru_cache(maxsize=256)
def varieties(language: str) -> tuple[CalendarNames, ...]:
    """Return all names of ``language``: first those of ``calendar_names``, then those of its other
    scripts and countries; () where it has none."""
    tag = language.lower().replace("_", "-").partition("-")[0]
    primary = _SAME.get(tag, tag)
    others = [calendar_names(name) for name in languages() if name.partition("-")[0] == primary]
    own = calendar_names(language)
    return (own, *(names for names in others if names != own)) if others else ()


@lru_cache(maxsize=256)
def calendar_names(language: str) -> CalendarNames:
    """Return the names in ``language`` (BCP 47, in any case), those of its script or country where
    there are rows for it; in English where there are none at all."""
    primary, _, rest = language.lower().replace("_", "-").partition("-")
    script = f"{primary}-{rest.partition('-')[0]}"
    rows = next(
        _load_rows()[t] for t in (script, _SAME.get(primary, primary), "en") if t in _load_rows()
    )
    return CalendarNames(
        rows["months"],
        rows.get("months-alone", rows["months"]),
        rows["short"],
        rows.get("short-alone", rows["short"]),
        rows["days"],
        rows.get("days-alone", rows["days"]),
        rows["short-days"],
    )


@lru_cache(maxsize=1)
def _load_rows() -> dict[str, dict[str, tuple[str, ...]]]:
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    for language, kind, *names in read_name_table("calendar"):
        table.setdefault(language, {})[kind] = tuple(names)
    return table


_SAME = {"no": "nb", "sh": "hr", "tl": "fil", "prs": "fa", "iw": "he", "in": "id", "mo": "ro"}
"""Languages that use the names of a close one, and outdated tags."""
