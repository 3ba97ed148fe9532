"""The state of one load of a portal file: its problems so far, the files it names, and the values
that readers pass on (``Location``, ``Entry``, ``Section``).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import ConfigProblem
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.portal.rule_watch import describe_rule
from webarticlecurator.base.system.input_files import (
    MAX_TABLE,
    NameFault,
    read_regular,
    resolve_named_path,
)
from webarticlecurator.base.text.translation import as_message, join_messages, make_message
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    NotReadable,
    Tree,
    decode_yaml,
    describe_yaml_problem,
)

AllowHooks: TypeAlias = bool | Collection[str]
"""Which hook files may be run: all, none, or those with these sha256 digests."""

MAX_SHOWN = 40
"""Known names that a message lists; more would hide the problem."""


class Mark(enum.Enum):
    """In place of a value: it could not be read (which is a problem), or ``none`` removes it."""

    BROKEN = "broken"
    REMOVED = "removed"


BROKEN = Mark.BROKEN
REMOVED = Mark.REMOVED


@dataclass(frozen=True)
class Location:
    """A place in a file, and the path of keys that leads there (``archive.columns.news.url``)."""

    place: Place
    path: str

    @property
    def key(self) -> str:
        return self.path.rpartition(".")[2]


@dataclass(frozen=True)
class Entry:
    """A value of a section, and the location of its key."""

    value: Any
    at: Location


@dataclass(frozen=True)
class Section:
    """A mapping whose keys have been read.

    ``name`` is its table in ``keys.TABLES``, ``at`` is where it starts. ``parent_broken`` is True
    where the section it was merged over could not be read: a key that seems to be missing may be
    there.
    """

    name: str
    entries: dict[str, Entry]
    at: Location
    parent_broken: bool = False

    def get(self, key: str, default: Any) -> Any:
        """Return the value of ``key``, or ``default`` where it is absent, removed or unreadable."""
        entry = self.entries.get(key)
        return default if entry is None or isinstance(entry.value, Mark) else entry.value

    def section(self, key: str) -> Section:
        """Return the section at ``key``, or an empty one."""
        value = self.get(key, None)
        return value if isinstance(value, Section) else Section(key, {}, self.where(key))

    def has(self, key: str) -> bool:
        """Return True if ``key`` is in the file, readable or not, and not removed."""
        return key in self.entries and not self.is_removed(key)

    def is_removed(self, key: str) -> bool:
        """Return True if the file says that there is no ``key`` (``none``)."""
        entry = self.entries.get(key)
        return entry is not None and entry.value is REMOVED

    def is_broken(self, *keys: str) -> bool:
        """Return True if one of ``keys`` (by default, of all keys) could not be read."""
        values = [self.entries[name].value for name in keys or self.entries if name in self.entries]
        return self.parent_broken or any(
            value is BROKEN or (isinstance(value, Section) and value.parent_broken)
            for value in values
        )

    def where(self, key: str) -> Location:
        """Return the location of ``key``, or of this section where the key is absent."""
        return self.entries[key].at if key in self.entries else self.at


@dataclass(frozen=True)
class Reference:
    """A name that must be defined elsewhere in the file; ``what`` is "column" or "listed"."""

    what: str
    name: str
    at: Location


@dataclass
class LoadContext:
    """The state of one load.

    Named files are relative to ``folder``; ``readers`` maps the types that are not scalars to
    their readers. The other fields grow during the load; ``hooks`` maps a file to its digest;
    ``declared_fields`` are the names of the fields of all columns, ``used_fields`` columns and
    names of those that an address or a rule contains.
    """

    folder: Path
    readers: Mapping[str, Reader]
    allow_hooks: AllowHooks = False
    problems: list[ConfigProblem] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    hooks: dict[str, str] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    seen: set[Location] = field(default_factory=set)
    declared_fields: frozenset[str] = frozenset()
    used_fields: set[tuple[str, str]] = field(default_factory=set)

    def add_problem(self, at: Location, message: str, **more: str | None) -> Mark:
        """Add a problem and return BROKEN, so that a reader can end with ``return
        context.add_problem(…)``.

        ``more`` may hold ``key``, ``found``, ``allowed`` and ``nearest`` of the ConfigProblem.
        """
        self.problems.append(
            describe_yaml_problem(at.place, at.path, message, **{"key": at.key, **more})
        )
        return BROKEN

    def add_unknown(
        self, at: Location, what: str, name: str, known: Collection[str], cure: str = ""
    ) -> Mark:
        """Add the problem that ``name`` is not one of ``known``, and return BROKEN.

        The nearest known name is suggested, unless there is a better ``cure``.
        """
        nearest = None if cure else nearest_word(name, known)
        message = describe_unknown(what, name, known, nearest, cure)
        return self.add_problem(
            at, message, found=name, allowed=", ".join(known) or "none is defined", nearest=nearest
        )

    def read_file(self, name: str, at: Location, limit: int = MAX_TABLE) -> str | None:
        """Return the text of a file in the portal file's folder or below, and keep its bytes for
        the archive.

        Returns None, after adding a problem, where it cannot be read or has more than ``limit``
        bytes.
        """
        try:
            content = read_regular(resolve_named_path(self.folder, name), limit)
            text = decode_yaml(content, name)
        except NameFault as fault:
            self.add_problem(
                at, fault.args[0], found=name, allowed="a file in the portal file's folder or below"
            )
            return None
        except OSError as error:
            self.add_problem(
                at,
                make_message(
                    "the file {name} cannot be read ({strerror}); file names are"
                    " relative to the portal file",
                    name=quote_value(name),
                    strerror=error.strerror,
                ),
                found=name,
                allowed="a readable file",
            )
            return None
        except NotReadable as fault:
            self.problems.append(fault.problem)
            return None
        self.files[name] = content
        return text


Reader: TypeAlias = Callable[[LoadContext, Tree, str], Any]
"""Reads the tree at a path; adds a problem and returns BROKEN where it cannot."""


def describe_unknown(
    what: str, name: str, known: Collection[str], nearest: str | None, cure: str = ""
) -> str:
    """Return the message that ``name`` is an unknown ``what``, with the known ones and a cure."""
    problem = make_message(
        "unknown {what}: {value}", what=as_message(what), value=quote_value(name)
    )
    if not known:
        problem = make_message("{problem} (none is defined)", problem=problem)
    elif len(known) <= MAX_SHOWN:
        problem = make_message(
            "{problem} (expected {form})", problem=problem, form=join_messages(", ", known)
        )
    if nearest:
        cure = make_message("did you mean {nearest}?", nearest=quote_value(nearest))
    return (
        make_message("{problem}; {cure}", problem=problem, cure=as_message(cure))
        if cure
        else problem
    )


def locate_node(tree: Tree, path: str) -> Location:
    """Return the location of ``tree``, which is at ``path``."""
    return Location(tree.place, path)


def rule_name(section: Section, key: str) -> str:
    """Return the name of the rule at ``key`` for messages: its path and its line."""
    where = section.where(key)
    path = where.path if section.has(key) else f"{where.path}.{key}"
    return describe_rule(replace(where.place, path=path))
