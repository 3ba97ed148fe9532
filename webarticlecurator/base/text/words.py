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

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.folders import data_folder

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
    return tuple(
        word
        for each in " ".join(list_lines(topic, section)).split()
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
