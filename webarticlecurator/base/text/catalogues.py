"""The catalogues: the part of the form of gettext's .po files that translations use."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.folders import data_folder

ENGLISH = "en"
LANGUAGES = {
    ENGLISH: "English",
    "hu": "Magyar",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
}
"""The languages that there is a catalogue for, by their own names."""


@dataclass(frozen=True)
class Catalogue:
    """The translations into one language: English text → its forms, one for each plural of the
    language. ``plural`` returns which of them is for a number. ``header`` has its fields."""

    texts: dict[str, tuple[str, ...]]
    plural: Callable[[int], int]
    header: dict[str, str]


@lru_cache(maxsize=len(LANGUAGES))
def read_catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language other than English."""
    # imported here: a command in English needs it not
    from gettext import c2py

    text = (data_folder("translations") / f"{language}.po").read_text(encoding="utf-8")
    entries = parse_catalogue(text)
    lines = entries.pop("")[0].splitlines()
    header = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    plural: Callable[[int], int] = c2py(header["Plural-Forms"].partition("plural=")[2].rstrip(";"))
    return Catalogue(entries, plural, header)


def parse_catalogue(text: str) -> dict[str, tuple[str, ...]]:
    """Return English text → its translations, from the text of a ``.po`` file; the entry "" is its
    header."""
    return {
        fields["msgid"]: tuple(text for name, text in fields.items() if name.startswith("msgstr"))
        for fields in parse_entries(text)
    }


def parse_entries(text: str) -> Iterator[dict[str, str]]:
    """Yield the entries of a ``.po`` file as keyword → text."""
    fields: dict[str, str] = {}
    name = ""
    for line in [*text.splitlines(), 'msgid ""']:
        if line.startswith('"'):
            fields[name] += json.loads(line)
        elif line.startswith("msg"):
            name, _, rest = line.partition(" ")
            if name == "msgid" and fields:
                yield fields
                fields = {}
            fields[name] = json.loads(rest)


def is_read_by_native(language: str) -> bool:
    """Return True where somebody whose own language it is has read the translations."""
    return (
        language == ENGLISH or read_catalogue(language).header["X-Read-By-Native-Speaker"] != "no"
    )
