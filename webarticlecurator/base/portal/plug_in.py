"""Plug-ins: exporters, selectors, link sources, commands and executors of other installed packages
(docs/plug-ins.md).

A package registers them as entry points. The entry points of all installed packages are read where
a name is used that this package itself does not have, in ``curator --help`` and ``curator export``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import PlugInError
from webarticlecurator.base.text.translation import make_message

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from importlib.metadata import EntryPoint

    from lxml import etree

COMMAND = "command"
EXECUTOR = "executor"
EXPORTER = "exporter"
LINK_SOURCE = "link source"
SELECTOR = "selector"

GROUPS = {
    COMMAND: "webarticlecurator.commands",
    EXECUTOR: "webarticlecurator.executors",
    EXPORTER: "webarticlecurator.exporters",
    LINK_SOURCE: "webarticlecurator.link_sources",
    SELECTOR: "webarticlecurator.selectors",
}
"""What a plug-in is, in messages → the group of its entry point."""

Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class PlugIn:
    """A registered plug-in: what it is (a key of GROUPS), its name, and the package it is from.

    ``target`` is the place of its object (``module:attribute``), which does not count in
    comparisons and digests: a package may be reordered.
    """

    role: str
    name: str
    package: str
    version: str
    target: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"the {self.role} {self.name!r} of the package {self.package} {self.version}"


@dataclass(frozen=True)
class Selector:
    """A selector that a package adds to rules; its entry point is the word that is written there.

    ``select`` is called with the expression in the portal file and an element: the root of the
    page, or each element that ``within`` selects. It returns elements or texts in document order,
    and must not change the page. ``check`` returns what is wrong with an expression, "" if nothing
    is. ``finds_elements`` is False if ``select`` returns texts: then the rule cannot be used where
    elements are needed (``root``, ``drop``, ``split``), or beside ``attr``.
    """

    select: Callable[[str, etree._Element], Iterable[etree._Element | str]]
    check: Callable[[str], str] = lambda _expression: ""
    finds_elements: bool = True


@dataclass(frozen=True)
class Command:
    """A command that a package adds to ``curator``; its entry point is the word after ``curator``.

    ``summary`` is its line in ``curator --help``. ``add_options`` is called with the parser of the
    command; ``run`` is called with what was parsed, and returns the exit code, or None for 0.
    ``example`` is shown by its ``--help``.
    """

    summary: str
    add_options: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int | None]
    example: str = ""


@dataclass(frozen=True)
class FileSource:
    """A link source that a package adds: files of a portal that list articles, such as the answers
    of an API. Its entry point is the key of a span; the value is their address.

    ``read`` is called with the bytes of each file and its address. It yields the address of each
    article, which may be relative, and the values beside it; it raises ValueError for what is not
    such a file. ``listed`` names the values, for the ``listed`` selector of rules.
    """

    read: Callable[[bytes, str], Iterable[tuple[str, Mapping[str, str]]]]
    listed: tuple[str, ...] = ()


def find_plug_in(role: str, name: str) -> PlugIn | None:
    """Return the plug-in that is registered under a name, or None.

    Raises PlugInError if several are.
    """
    found = [plug_in for plug_in in list_plug_ins(role) if plug_in.name == name]
    if len(found) > 1:
        raise PlugInError(
            make_message(
                "the {role} {name!r} is registered more than once: {packages} (expected one"
                " package)",
                role=role,
                name=name,
                packages=", ".join(f"{each.package} {each.version}" for each in found),
            ),
            make_message("Uninstall all of them but one."),
        )
    return found[0] if found else None


@lru_cache(maxsize=len(GROUPS))
def list_plug_ins(role: str) -> tuple[PlugIn, ...]:
    """Return the registered plug-ins of all installed packages, sorted by name."""
    from importlib.metadata import entry_points  # slow, and rarely needed

    found = (_describe_plug_in(role, each) for each in entry_points(group=GROUPS[role]))
    return tuple(sorted(found, key=lambda each: (each.name, each.package, each.version)))


def _describe_plug_in(role: str, entry_point: EntryPoint) -> PlugIn:
    package = entry_point.dist
    return PlugIn(
        role,
        entry_point.name,
        package.name if package else "unknown",
        package.version if package else "unknown",
        entry_point.value,
    )


def load_plug_in(plug_in: PlugIn, expected: type[Loaded]) -> Loaded:
    """Return the object of a plug-in.

    Raises PlugInError if it cannot be imported, or is not of the class ``expected``.
    """
    found = _load(plug_in)
    if isinstance(found, expected):
        return found
    raise PlugInError(
        make_message(
            "{plug_in} is of the class {name} (expected {expected})",
            plug_in=plug_in,
            name=type(found).__name__,
            expected=expected.__name__,
        ),
        _cure(plug_in),
    )


@lru_cache(maxsize=64)
def _load(plug_in: PlugIn) -> object:
    from importlib.metadata import EntryPoint

    try:
        return EntryPoint(plug_in.name, plug_in.target, GROUPS[plug_in.role]).load()
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise PlugInError(
            make_message("{plug_in} cannot be imported: {reason}", plug_in=plug_in, reason=reason),
            _cure(plug_in),
        ) from error


def describe_plug_in_failure(plug_in: PlugIn, where: str, error: Exception) -> PlugInError:
    """Return the error of a plug-in that has raised ``error`` on what ``where`` names."""
    reason = f"{type(error).__name__}: {error}"
    return PlugInError(
        make_message(
            "{plug_in} fails on {where}: {reason}", plug_in=plug_in, where=where, reason=reason
        ),
        _cure(plug_in),
    )


def _cure(plug_in: PlugIn) -> str:
    return make_message(
        "Correct or uninstall the package {package}; then run the same command again.",
        package=plug_in.package,
    )
