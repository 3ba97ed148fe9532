"""The registry file of a vertical file: what Manatee (Sketch Engine, NoSketch Engine) needs to know
of its columns and structures.

https://www.sketchengine.eu/documentation/corpus-configuration-file-all-features/ lists the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from webarticlecurator.export.token_articles import REPEATABLE
from webarticlecurator.model.word_lists import read_name_table

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


@dataclass(frozen=True)
class Registry:
    """What is written into a registry file.

    ``vertical`` is the path of the vertical file, ``language`` the code of the language of most
    articles, ``fields`` the attributes of ``doc``.
    """

    vertical: Path
    language: str
    columns: tuple[str, ...]
    fields: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the registry file, beside the vertical file."""
        name = f"{self.vertical.stem}.registry"
        return name if name != self.vertical.name else f"{name}.registry"


def write_registry(registry: Registry) -> str:
    """Return the text of a registry file."""
    return "".join(f"{line}\n" for line in _registry_lines(registry))


def _registry_lines(registry: Registry) -> Iterator[str]:
    vertical = registry.vertical.absolute()
    yield from _options(
        NAME=vertical.stem,
        PATH=f"{vertical.parent / vertical.stem}-indexed",
        VERTICAL=str(vertical),
        ENCODING="UTF-8",
        **_language_options(registry.language),
        DOCSTRUCTURE="doc",
        SHORTREF="=doc.id",
        FULLREF=",".join(f"doc.{name}" for name in _REFERENCE if name in registry.fields),
    )
    for column in registry.columns:
        yield from _block("ATTRIBUTE", column, _SEVERAL if column == "feats" else [])
        if column in _IN_LOWER_CASE:
            yield from _block("ATTRIBUTE", _IN_LOWER_CASE[column], _lower_case_lines(column))
    yield from _block("STRUCTURE", "doc", _attribute_lines(registry.fields))
    for name, attributes in _STRUCTURES.items():
        yield from _block("STRUCTURE", name, _attribute_lines(attributes))
    yield from _block("STRUCTURE", "g", _options(DISPLAYTAG="0", DISPLAYBEGIN="_EMPTY_"))


def _options(**values: str) -> Iterator[str]:
    for name, value in values.items():
        if value:
            quoted = value.replace('"', "'")
            yield f'{name} "{quoted}"'


def _language_options(language: str) -> dict[str, str]:
    """Return the options for a language; none for one that Sketch Engine has no name for."""
    names = _list_languages().get(language.partition("-")[0].lower())
    if names is None:
        return {}
    return {"LANGUAGE": names[0], "DEFAULTLOCALE": f"{names[1]}.UTF-8"}


@lru_cache(maxsize=1)
def _list_languages() -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in read_name_table("corpus-languages")}


def _attribute_lines(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from _block("ATTRIBUTE", name, _SEVERAL if name in REPEATABLE else [])


def _lower_case_lines(column: str) -> Iterator[str]:
    return _options(
        DYNAMIC="utf8lowercase",
        DYNLIB="internal",
        ARG1="C",
        FUNTYPE="s",
        FROMATTR=column,
        TYPE="index",
        TRANSQUERY="yes",
    )


def _block(option: str, name: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield an option with a name and, where it has any, the options inside it."""
    inside = list(lines)
    yield f"{option} {name}{' {' if inside else ''}"
    yield from (f"    {line}" for line in inside)
    if inside:
        yield "}"
