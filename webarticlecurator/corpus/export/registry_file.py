"""The registry file of a vertical file: what Manatee (Sketch Engine, NoSketch Engine) needs to know
of its columns and structures.

https://www.sketchengine.eu/documentation/corpus-configuration-file-all-features/ lists the
options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from webarticlecurator.base.text.words import read_name_table
from webarticlecurator.corpus.export.token_formats import REPEATABLE

MULTIPLE_SEPARATOR = "|"
"""Separates the values of one attribute."""
_SEVERAL = f'MULTIVALUE yes\nMULTISEP "{MULTIPLE_SEPARATOR}"'.splitlines()
_REFERENCE = ("title", "published", "url")
"""The fields that are shown as the source of a concordance line."""
_IN_LOWER_CASE = {"word": "lc", "lemma": "lemma_lc"}
"""Column → the attribute that has it in lower case, made when it is searched."""
_UNIT_ATTRIBUTES = ("n", "part")
_STRUCTURES = {
    "head": ("level", *_UNIT_ATTRIBUTES),
    "p": ("type", *_UNIT_ATTRIBUTES),
    "s": ("id",),
}


def registry_lines(
    vertical: Path, language: str, columns: tuple[str, ...], fields: tuple[str, ...]
) -> Iterator[str]:
    """Yield the lines for the vertical file at the path ``vertical``. ``language`` is the code of
    the language of most articles, ``fields`` are the attributes of ``doc``."""
    vertical = vertical.absolute()
    # Sketch Engine has no name for some languages
    names = _list_languages().get(language.partition("-")[0].lower(), ())
    named = {"LANGUAGE": names[0], "DEFAULTLOCALE": f"{names[1]}.UTF-8"} if names else {}
    yield from _options(
        NAME=vertical.stem,
        PATH=f"{vertical.parent / vertical.stem}-indexed",
        VERTICAL=str(vertical),
        ENCODING="UTF-8",
        **named,
        DOCSTRUCTURE="doc",
        SHORTREF="=doc.id",
        FULLREF=",".join(f"doc.{name}" for name in _REFERENCE if name in fields),
    )
    for column in columns:
        yield from _block("ATTRIBUTE", column, _SEVERAL if column == "feats" else [])
        if column in _IN_LOWER_CASE:
            lower_case = _options(
                DYNAMIC="utf8lowercase",
                DYNLIB="internal",
                ARG1="C",
                FUNTYPE="s",
                FROMATTR=column,
                TYPE="index",
                TRANSQUERY="yes",
            )
            yield from _block("ATTRIBUTE", _IN_LOWER_CASE[column], lower_case)
    yield from _block("STRUCTURE", "doc", _attribute_lines(fields))
    for name, attributes in _STRUCTURES.items():
        yield from _block("STRUCTURE", name, _attribute_lines(attributes))
    yield from _block("STRUCTURE", "g", _options(DISPLAYTAG="0", DISPLAYBEGIN="_EMPTY_"))


def _options(**values: str) -> Iterator[str]:
    for name, value in values.items():
        if value:
            quoted = value.replace('"', "'")
            yield f'{name} "{quoted}"'


@lru_cache(maxsize=1)
def _list_languages() -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in read_name_table("corpus-languages")}


def _attribute_lines(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from _block("ATTRIBUTE", name, _SEVERAL if name in REPEATABLE else [])


def _block(option: str, name: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield an option with a name and, where it has any, the options inside it."""
    inside = list(lines)
    yield f"{option} {name}{' {' if inside else ''}"
    yield from (f"    {line}" for line in inside)
    if inside:
        yield "}"
