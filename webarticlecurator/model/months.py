"""Names of months and days in the languages of portals, as data: written and read the same on every
machine.

From Unicode CLDR (Babel 2.18), names as that standard gives them; Monday is the first day. The rows
are in ``months_europe.py``, ``months_asia.py`` and ``months_africa.py``, and say only what is their
own: without ``months-alone`` the name standing alone is the one that stands in a date. A language
may have rows for a script or country, too (``sr-latn``, ``ar-lb``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from webarticlecurator.model import months_africa, months_asia, months_europe


@dataclass(frozen=True)
class CalendarNames:
    """Twelve months, seven days (Monday first). ``months`` and ``short`` as they stand in a date
    (Polish *stycznia*), ``…_alone`` by themselves (*styczeń*); short names may end in a full stop,
    as they are written."""

    months: tuple[str, ...]
    months_alone: tuple[str, ...]
    short: tuple[str, ...]
    short_alone: tuple[str, ...]
    days: tuple[str, ...]
    days_alone: tuple[str, ...]
    short_days: tuple[str, ...]


def languages() -> tuple[str, ...]:
    """The languages that have names here, as lower-case BCP 47 tags, sorted."""
    return tuple(sorted(_table()))


@lru_cache(maxsize=256)
def varieties(language: str) -> tuple[CalendarNames, ...]:
    """All names that ``language`` has here: its own first (see ``calendar_names``), then those of
    its other scripts and countries; () where it has none."""
    tag = language.lower().replace("_", "-").partition("-")[0]
    primary = _SAME.get(tag, tag)
    others = [calendar_names(name) for name in languages() if name.partition("-")[0] == primary]
    own = calendar_names(language)
    return (own, *(names for names in others if names != own)) if others else ()


@lru_cache(maxsize=256)
def calendar_names(language: str) -> CalendarNames:
    """The names in ``language`` (BCP 47, in any case; a script or country counts where it has
    rows); in English where there are none."""
    tag = language.lower().replace("_", "-")
    primary, _, rest = tag.partition("-")
    script = f"{primary}-{rest.partition('-')[0]}"
    rows = next(_table()[t] for t in (script, _SAME.get(primary, primary), "en") if t in _table())
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
def _table() -> dict[str, dict[str, tuple[str, ...]]]:
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    rows = months_europe.ROWS + months_asia.ROWS + months_africa.ROWS
    for line in rows.strip().replace("\n\n", "\n").split("\n"):
        language, kind, names = line.split(" ", 2)
        table.setdefault(language, {})[kind] = tuple(names.split("|"))
    return table


_SAME = {"no": "nb", "sh": "hr", "tl": "fil", "prs": "fa", "iw": "he", "in": "id", "mo": "ro"}
"""Languages that borrow the names of a close one, and tags that are out of use."""
