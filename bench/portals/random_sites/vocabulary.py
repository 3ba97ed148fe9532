"""The words of a portal: thousands of made-up ones of its language, and its true labels."""

from __future__ import annotations

import bisect
import configparser
import itertools
import random
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path

from babel import Locale
from babel.dates import format_date

WORDS = 4000
"""Words of a vocabulary. With few of them, true sentences repeat each other."""
_UNSPACED = ("ja", "zh", "th")
_STOPS = {"ja": "。", "zh": "。", "hi": "।", "bn": "।", "hy": "։", "ur": "۔", "th": ""}
_COMMAS = {"ja": "、", "zh": ",", "ar": "،", "fa": "،", "ur": "،"}
_CODECS = {"shift_jis": (0x889F, 0x9872), "gb2312": (0xB0A1, 0xD7F9), "euc_kr": (0xB0A1, 0xC8FE)}
"""Codec → the first and the last of its common characters."""
_KANA = [chr(code) for code in range(0x3042, 0x3093)]


@lru_cache(maxsize=1)
def _read_languages() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(Path(__file__).with_name("languages.ini"), encoding="utf-8")
    return parser


def list_languages() -> list[str]:
    """Return the codes of the languages that portals can have."""
    return _read_languages().sections()


@lru_cache(maxsize=4)
def _common_characters(codec: str) -> list[str]:
    first, last = _CODECS[codec]
    characters = []
    for high, low in itertools.product(range(first >> 8, (last >> 8) + 1), range(0x40, 0xFF)):
        if first <= high << 8 | low <= last:
            try:
                characters.append(bytes((high, low)).decode(codec))
            except UnicodeDecodeError:
                continue
    return [each for each in characters if len(each) == 1 and each.isalpha()]


@dataclass
class Vocabulary:
    """The words of one portal. ``words`` are in the order of their rank: the common ones first."""

    code: str
    chance: random.Random
    words: list[str] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        entry = _read_languages()[self.code]
        for name, value in entry.items():
            choices = [each.strip() for each in value.split(" | ")]
            if name not in ("syllables", "common", "given", "family"):
                self.labels[name] = self.chance.choice(choices)
        self._given = entry["given"].split(" | ")
        self._family = entry["family"].split(" | ")
        common = list(dict.fromkeys(entry["common"].split()))
        known = dict.fromkeys(common)
        make = self._word_maker(entry["syllables"])
        for _ in range(3 * WORDS):
            if len(known) >= WORDS:
                break
            known[make()] = None
        self.words = list(known)
        self._weights = list(
            itertools.accumulate(1 / (rank + 8) for rank in range(len(self.words)))
        )
        self._common = len(common)
        self.is_rtl = entry.get("dir") == "rtl"
        self.encoding = entry.get("encoding", "utf-8")
        self._gap = "" if self.code in _UNSPACED else " "

    def _word_maker(self, syllables: str):  # type: ignore[no-untyped-def]
        if syllables.startswith("codec "):
            characters = _common_characters(syllables.split()[1])
            others = _KANA if self.code == "ja" else characters
            longest = 4 if self.code == "ko" else 3
            return lambda: "".join(
                self.chance.choice(characters if self.chance.random() < 0.7 else others)
                for _ in range(self.chance.randint(1, longest))
            )
        parts = [
            [each.replace("-", "") for each in part.split()] for part in syllables.split(" / ")
        ]
        return lambda: "".join(
            "".join(map(self.chance.choice, parts[: self.chance.choice((2, 2, 3))]))
            for _ in range(self.chance.choice((1, 2, 2, 2, 3, 3, 4)))
        )

    def word(self, is_rare: bool = False) -> str:
        """Return a word, by chance as in a text; a rare one is none of the function words."""
        if is_rare:
            return self.chance.choice(self.words[self._common :])
        place = bisect.bisect(self._weights, self.chance.random() * self._weights[-1])
        return self.words[min(place, len(self.words) - 1)]

    def phrase(self, least: int, most: int, rare: int = 2) -> str:
        """Return words without a stop at their end, ``rare`` of them no function words."""
        count = self.chance.randint(least, most)
        words = [self.word() for _ in range(max(0, count - rare))]
        for _ in range(min(rare, count)):
            words.insert(self.chance.randint(0, len(words)), self.word(is_rare=True))
        return self.capitalize(self._gap.join(words))

    def capitalize(self, text: str) -> str:
        """Return a text with its first letter as a sentence of the language begins."""
        return text if self.code == "ka" else text[:1].upper() + text[1:]

    def sentence(self) -> str:
        """Return a sentence of 7 to 18 words."""
        text = self.phrase(7, 18, rare=4)
        if self.chance.random() < 0.4:
            text += f"{_COMMAS.get(self.code, ',')}{self._gap}{self.phrase(3, 7).lower()}"
        return text + _STOPS.get(self.code, self.chance.choice(".....?!"))

    def paragraph(self, least: int = 2, most: int = 5) -> str:
        """Return sentences."""
        gap = "" if self.code in ("ja", "zh") else " "
        return gap.join(self.sentence() for _ in range(self.chance.randint(least, most)))

    def title(self) -> str:
        """Return a headline."""
        return self.phrase(4, 10)

    def topic(self) -> str:
        """Return what a tag or a section is called: one or two words."""
        return self.phrase(1, 2, rare=2)

    def person(self) -> str:
        """Return a full name in the order of the language."""
        given, family = self.chance.choice(self._given), self.chance.choice(self._family)
        if self.code in ("ja", "zh", "ko"):
            return f"{family}{given}"
        return f"{family} {given}" if self.code in ("hu", "vi") else f"{given} {family}"

    def slug(self) -> str:
        """Return words for an address: of the language, or Latin ones where it has others."""
        words = [self.word(is_rare=True) for _ in range(3)]
        if all(word.isascii() for word in words):
            return "-".join(words).lower()
        letters = "".join(
            self.chance.choice("bdfgklmnprstvz") + self.chance.choice("aeiou") for _ in range(6)
        )
        return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"

    def native_slug(self) -> str:
        """Return words of the language for an address, to be percent-encoded."""
        return "-".join(self.word(is_rare=True) for _ in range(3)).lower()


def write_day(day: date, code: str, form: str) -> str:
    """Return a day as portals show it: ``long``, ``full``, ``medium``, ``iso`` or ``numbers``."""
    if form == "iso":
        return day.isoformat()
    if form == "numbers":
        return f"{day.day:02}.{day.month:02}.{day.year}"
    locale = Locale.parse({"zh": "zh_Hans", "pt": "pt_BR"}.get(code, code))
    return str(format_date(day, form, locale=locale))
