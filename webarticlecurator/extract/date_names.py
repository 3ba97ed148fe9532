"""Words in dates: months and days by language, halves of the day, zones.

English stands beside every language, since many portals use it in their markup.
"""

from __future__ import annotations

from functools import lru_cache

FORENOON = frozenset(("am", "a.m", "a. m", "de", "délelőtt", "vorm", "上午", "午前", "오전"))
AFTERNOON = frozenset(("pm", "p.m", "p. m", "du", "délután", "nachm", "下午", "午後", "오후"))

ZONES = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120,
    "EET": 120, "EEST": 180, "MSK": 180, "SAST": 120, "JST": 540, "KST": 540, "HKT": 480,
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
}  # fmt: skip
"""Abbreviation → minutes east of UTC: those of RFC 2822 §4.3 and common ones of one meaning; others are not guessed."""


@lru_cache(maxsize=64)
def month_numbers(language: str) -> dict[str, int]:
    """Folded month name (full, short, genitive) → 1 to 12."""
    return {}


@lru_cache(maxsize=64)
def weekday_names(language: str) -> frozenset[str]:
    """Folded names of days, full and short."""
    return frozenset()
