"""What one reading of a portal file carries: where things stand, what is wrong, which files were
named."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from webarticlecurator.config.files import MAX_TABLE, NameFault, read_regular, resolve_named_path
from webarticlecurator.config.yaml_tree import NotReadable, Tree, decode_yaml, describe_yaml_problem
from webarticlecurator.errors import ConfigProblem
from webarticlecurator.model.rule import Place
from webarticlecurator.model.watch import describe_rule

AllowHooks: TypeAlias = bool | Collection[str]


class Mark(enum.Enum):
    """In place of a value: it could not be read (a problem says why), or ``none`` removes what
    stands above."""

    BROKEN = "broken"
    REMOVED = "removed"


BROKEN = Mark.BROKEN
REMOVED = Mark.REMOVED


@dataclass(frozen=True)
class Location:
    """Where something stands: in the file, and by the path of keys
    (``archive.columns.news.url``)."""

    place: Place
    path: str

    @property
    def key(self) -> str:
        return self.path.rpartition(".")[2]


@dataclass(frozen=True)
class Entry:
    value: Any
    at: Location


@dataclass(frozen=True)
class Section:
    """A mapping whose keys were read: ``name`` is its table in ``keys.TABLES``, ``at`` where it
    starts. ``doubtful``: what stood above it when it was merged could not be read, so keys may seem
    missing that are not."""

    name: str
    entries: dict[str, Entry]
    at: Location
    doubtful: bool = False

    def get(self, key: str, default: Any) -> Any:
        """The value of ``key``, or ``default`` where it is not given, was removed or could not be
        read."""
        entry = self.entries.get(key)
        return default if entry is None or isinstance(entry.value, Mark) else entry.value

    def section(self, key: str) -> Section:
        """The section at ``key``, or an empty one."""
        found = self.get(key, None)
        return found if isinstance(found, Section) else Section(key, {}, self.where(key))

    def has(self, key: str) -> bool:
        """True if ``key`` was given, readable or not."""
        entry = self.entries.get(key)
        return entry is not None and entry.value is not REMOVED

    def broken(self, *keys: str) -> bool:
        """True if one of ``keys`` (of all, if none is named) was given but could not be read, or is
        doubtful."""
        values = (self.entries[name].value for name in keys or self.entries if name in self.entries)
        return self.doubtful or any(
            value is BROKEN or (isinstance(value, Section) and value.doubtful) for value in values
        )

    def where(self, key: str) -> Location:
        """Where ``key`` stands, or where this section starts."""
        return self.entries[key].at if key in self.entries else self.at


@dataclass(frozen=True)
class Reference:
    """A name that must be defined somewhere else: ``what`` is column or listed."""

    what: str
    name: str
    at: Location


@dataclass
class LoadContext:
    """One load: ``folder`` is what named files are relative to; ``readers`` reads the types that
    are no scalars; ``allow_hooks`` says which hook files may be run: all, none, or those of these
    sha256 digests. ``problems``, ``files``, ``hooks`` (file → digest) and ``mentions`` grow while
    it goes on."""

    folder: Path
    readers: Mapping[str, Reader]
    allow_hooks: AllowHooks = False
    problems: list[ConfigProblem] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    hooks: dict[str, str] = field(default_factory=dict)
    mentions: list[Reference] = field(default_factory=list)
    seen: set[Location] = field(default_factory=set)

    def wrong(self, at: Location, message: str, **more: str | None) -> Mark:
        """Note a problem; gives BROKEN, so that a reader can say ``return reading.wrong(…)``."""
        self.problems.append(
            describe_yaml_problem(at.place, at.path, message, **{"key": at.key, **more})
        )
        return BROKEN

    def may_run(self, digest: str) -> bool:
        """True if a hook file with this digest may be run."""
        return (
            self.allow_hooks if isinstance(self.allow_hooks, bool) else digest in self.allow_hooks
        )

    def file(self, name: str, at: Location, limit: int = MAX_TABLE) -> str | None:
        """The text of a file in the portal file's folder or below; kept for the archive. None (and
        a problem) where it cannot be read, or has more than ``limit`` bytes."""
        try:
            content = read_regular(resolve_named_path(self.folder, name), limit)
            text = decode_yaml(content, name)
        except NameFault as fault:
            self.wrong(
                at, str(fault), found=name, allowed="a file in the portal file's folder or below"
            )
            return None
        except OSError as error:
            said = (
                f"the file {name!r} cannot be read ({error.strerror}); file names are relative to"
                " the portal file"
            )
            self.wrong(at, said, found=name, allowed="a readable file")
            return None
        except NotReadable as wrong:
            self.problems.append(wrong.problem)
            return None
        self.files[name] = content
        return text


Reader: TypeAlias = Callable[[LoadContext, Tree, str], Any]
"""Reads a tree that stands at a path; gives BROKEN after noting a problem."""


def locate_node(tree: Tree, path: str) -> Location:
    """Where ``tree`` stands."""
    return Location(tree.place, path)


def rule_name(section: Section, key: str) -> str:
    """A key of ``section`` as messages name a rule: its path, and where it stands."""
    where = section.where(key)
    path = where.path if section.has(key) else f"{where.path}.{key}"
    return describe_rule(replace(where.place, path=path))
