"""Word lists, months and signatures of texts.

The files of ``words/``: phrases, words and names in many languages, each read once, when it is
first needed.

A file has sections (``[titles]``) of lines; ``#`` begins a remark. What a line is says the section:
phrases separated by ``|``, words separated by spaces, one expression, or any of these behind a
language (``hu: phrase | phrase``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import CuratorError
from webarticlecurator.folders import data_folder
from webarticlecurator.text.translation import make_message

EVERY_LANGUAGE = "all"
"""In place of a language, for phrases that count in every one."""

_SECTION = re.compile(r"\[([^\[\]]+)\]")
_KEY = re.compile(r"([\w./-]+):\s")


@lru_cache(maxsize=64)
def list_lines(topic: str, section: str) -> tuple[str, ...]:
    """Return the lines of a section of ``words/<topic>.txt`` without remarks. Raises CuratorError
    if it is missing."""
    sections = _read_sections(topic)
    if section not in sections:
        raise CuratorError(
            f"words/{topic}.txt: section [{section}] is missing", "Install the tool again."
        )
    return sections[section]


@lru_cache(maxsize=64)
def list_phrases(topic: str, section: str) -> tuple[str, ...]:
    """Return the phrases of a section whose lines are phrases separated by ``|``."""
    return _split_phrases(list_lines(topic, section))


@lru_cache(maxsize=64)
def list_words(topic: str, section: str) -> tuple[str, ...]:
    """Return the words of a section whose lines are words separated by spaces; ``@section`` among
    them stands for the words of that section."""
    words = " ".join(list_lines(topic, section)).split()
    return tuple(
        word
        for each in words
        for word in (list_words(topic, each[1:]) if each.startswith("@") else (each,))
    )


@lru_cache(maxsize=64)
def phrases_by_language(topic: str, section: str) -> dict[str, tuple[str, ...]]:
    """Return language (or another key) → phrases, in the order of the file.

    The lines of the section are ``language: phrase | phrase``. Raises CuratorError for another one.
    """
    lines_of: dict[str, list[str]] = {}
    for line in list_lines(topic, section):
        key = _KEY.match(line)
        if key is None:
            raise CuratorError(
                f"words/{topic}.txt, [{section}]: no language in {line!r} (expected `language:"
                " phrase | phrase`)",
                "Write the language before the phrases, with a colon and a space.",
            )
        lines_of.setdefault(key[1], []).append(line[key.end() :])
    return {key: _split_phrases(lines) for key, lines in lines_of.items()}


@lru_cache(maxsize=8)
def read_name_table(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of ``words/<name>.tsv`` without its header, as cells without white space
    around them."""
    text = (data_folder("words") / f"{name}.tsv").read_text(encoding="utf-8-sig")
    return tuple(
        tuple(cell.strip() for cell in line.split("\t"))
        for line in text.splitlines()[1:]
        if line.strip()
    )


@lru_cache(maxsize=16)
def _read_sections(topic: str) -> dict[str, tuple[str, ...]]:
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    text = (data_folder("words") / f"{topic}.txt").read_text(encoding="utf-8-sig")
    for line in map(str.strip, text.splitlines()):
        header = _SECTION.fullmatch(line)
        if header is not None:
            lines = sections.setdefault(header[1], [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return {name: tuple(lines) for name, lines in sections.items()}


def _split_phrases(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the phrases of lines; one in double quotes keeps the spaces at its ends."""
    phrases = (phrase.strip() for line in lines for phrase in line.split("|"))
    return tuple(phrase.strip('"') for phrase in phrases if phrase)


# Names of months and days in the languages of portals, as data, so that dates are written and read
# in the same way on every machine.
#
# The names in ``words/calendar.tsv`` are those of Unicode CLDR (Babel 2.18); Monday is the first
# day. A language without a row ``months-alone`` uses the names in dates also for months by
# themselves. There may be rows for a script or country (``sr-latn``, ``ar-lb``).


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
    tag = language.lower().replace("_", "-")
    primary, _, rest = tag.partition("-")
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


# Signatures by which the texts of articles are compared, and duplicates found with them.

FIRST, SAME, NEAR, VERSION, CONTAINED = "first", "same", "near", "version", "contained"
DUPLICATE_KINDS = {
    SAME: "the same words in the same order",
    NEAR: "nearly the same text",
    VERSION: "an updated version: nearly the same text, of one portal, within days, under the same"
    " title or a similar address",
    CONTAINED: "a part of a longer article",
}
"""The kinds of duplicates, with their meaning; ``FIRST`` is the article that they repeat."""


@dataclass(frozen=True)
class TextSignature:
    """An article as it is compared: what its header says, and the signature of its text.

    ``published``: day, month or year, empty if not known. ``words``: the number of words of its
    running text. ``text_digest``: of these words. ``runs``: how many different runs of some words
    it has; 0 if it is too short to be compared with texts that are not the same. ``fingerprints``:
    the hash values of some of them, and of the whole text, by which texts with common parts are
    found.
    """

    article: str
    url: str
    title: str
    published: str
    authors: tuple[str, ...]
    sources: tuple[str, ...]
    words: int
    text_digest: bytes
    runs: int
    fingerprints: bytes


@dataclass(frozen=True)
class Duplicate:
    """That an article repeats the text of another one, ``of``, of a portal. ``share``: the Jaccard
    similarity of their shingles; of a contained one, the part of its shingles that the longer
    article has."""

    article: str
    kind: str
    of: str
    portal: str
    share: float


@dataclass(frozen=True)
class DuplicateCounts:
    """How many articles of a corpus were compared, and how many duplicates of each kind (in order
    of ``DUPLICATE_KINDS``) were found among them."""

    compared: int
    kinds: tuple[tuple[str, int], ...]

    def describe(self) -> str:
        """Return the numbers in words."""
        total = sum(number for _, number in self.kinds)
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in self.kinds)
        return make_message(
            "{total:,} of {compared:,} compared articles repeat another one: {kinds}",
            total=total,
            compared=self.compared,
            kinds=kinds,
        )
