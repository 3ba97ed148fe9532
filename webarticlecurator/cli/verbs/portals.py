"""``curator portals``: lists, searches, copies and tries the portal files that are shipped."""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from webarticlecurator.cli.options import (
    SHARED_OPTIONS,
    add_command,
    add_subparser,
    option,
    parse_utf8,
    shared,
)
from webarticlecurator.cli.output import DONE, PROBLEMS, print_json, print_message, write_rows
from webarticlecurator.cli.portal_file import allowed_digests, list_portal_files, portal_path
from webarticlecurator.config import load_portal
from webarticlecurator.config.expectations import expectations_path, load_expectations
from webarticlecurator.config.load_context import AllowHooks
from webarticlecurator.config.tables import read_table_file
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.export import make_folder, write_file
from webarticlecurator.folders import data_folder
from webarticlecurator.installation import SCHEMA_ADDRESS, __version__
from webarticlecurator.model.attribute_words import read_words, to_words

TRIED = "tried.tsv"
"""The table beside the shipped files: portal, day, what was read, articles that were read, of how
many (``bench/portals/tried.py``)."""


@dataclass(frozen=True)
class ShippedPortal:
    """A shipped portal file. ``tried``: the day on which it was last tried, empty if never;
    ``pages``: on what, and how many of how many articles were read."""

    portal: str
    title: str
    language: str
    home: str
    tried: str
    pages: str
    expectations: str


_WORDS = read_words("portal title language home tried pages expectations")


def register(commands: Any) -> None:
    parser = add_command(commands, "portals", "curator portals list hu sport", _list, "--json")
    parser.set_defaults(words=[])
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    add_subparser(
        actions,
        "list",
        "list the shipped portal files, and when each was last tried",
        "curator portals list hu sport",
        _list,
        option(
            "words",
            nargs="*",
            metavar="WORD",
            type=parse_utf8,
            help="only files that hold all of these words, in their keys or comments",
        ),
        "--json",
    )
    add_subparser(
        actions,
        "copy",
        "copy shipped portal files and what belongs to them; edited copies stay",
        "curator portals copy hvg --output my-portals",
        _copy,
        option("names", nargs="+", metavar="NAME", help="names of shipped portal files"),
        option(
            "--output",
            type=Path,
            default=Path(),
            metavar="DIR",
            help="the folder to copy them to (default: here)",
        ),
    )
    add_subparser(
        actions,
        "check",
        "check portal files, and try those that have expectations on stored pages, offline",
        "curator portals check --warc old.warc.gz",
        _check,
        ("configs", {**SHARED_OPTIONS["configs"], "nargs": "*"}),
        "--allow-hooks",
        shared("--warc", help="WARC files with the pages (default: the corpora)"),
        shared("--corpus", help="the folder that holds the corpora (default: corpora here)"),
        "--json",
    )


def _list(args: argparse.Namespace) -> int:
    tried = _read_tried()
    found = [
        _describe(file, tried)
        for file in list_portal_files([str(data_folder("site_configs"))])
        if _holds(file, args.words)
    ]
    rows = [to_words(each, _WORDS) for each in found]
    if args.json:
        print_json(rows)
    else:
        write_rows([list(_WORDS), *(map(str, row.values()) for row in rows)])
    if not found:
        print_message(
            f"no shipped portal file has these words: {' '.join(args.words)} (expected words of"
            " their keys or comments, or none for all files)"
        )
    return DONE if found else PROBLEMS


def _holds(file: Path, words: Sequence[str]) -> bool:
    text = file.read_text(encoding="utf-8").casefold()
    return all(re.search(rf"\b{re.escape(word.casefold())}", text) for word in words)


def _read_tried() -> dict[str, tuple[str, str]]:
    """Return portal → the day on which it was last tried, and on what."""
    rows = read_table_file((data_folder("site_configs") / TRIED).read_text(encoding="utf-8"))
    cells = [row.cells for row in rows if row.cells and row.cells[0]][1:]
    return {name: (day, f"{pages}: {read} of {of}") for name, day, pages, read, of in cells}


def _describe(file: Path, tried: dict[str, tuple[str, str]]) -> ShippedPortal:
    values = yaml.load(file.read_bytes(), getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    day, pages = tried.get(file.stem, ("", ""))
    title, language, home = (str(values.get(name, "")) for name in ("title", "language", "home"))
    expectations = "yes" if file.with_name(f"{file.stem}.tests.yaml").is_file() else "no"
    return ShippedPortal(file.stem, title, language, home, day, pages, expectations)


# Copies: the first line of one says of which release it is, and the digest of what follows, by
# which an edited copy is known.

_COPIED = re.compile(rb"# Copied from curator \S+ \(sha256 ([0-9a-f]{64}) of what follows\)\r?\n")
_MODELINE = re.compile(rb"# yaml-language-server: \$schema=\S+")


def _copy(args: argparse.Namespace) -> int:
    sources = [_find_shipped(name) for name in args.names]
    make_folder(args.output)
    kept = []
    for name, source in zip(args.names, sources, strict=True):
        files = [file for file in source.parent.iterdir() if file.name.startswith(f"{name}.")]
        for file in sorted(files):
            if _copy_file(file, args.output / file.name, is_marked=file == source):
                continue
            kept.append(file.name)
            print_message(f"kept as it is, since it was edited: {args.output / file.name}")
        if source.name not in kept:
            print_message(f"copied: {args.output / source.name}")
    return PROBLEMS if kept else DONE


def _find_shipped(name: str) -> Path:
    if Path(name).is_file():
        raise UsageError(f"{name} is a file of yours", "Give the name of a shipped one.")
    return portal_path(name)


def _copy_file(source: Path, target: Path, *, is_marked: bool) -> bool:
    """Copy a file, unless another one is there that was edited; return False for that."""
    content = source.read_bytes()
    if is_marked:
        content = _MODELINE.sub(
            f"# yaml-language-server: $schema={SCHEMA_ADDRESS}".encode(), content
        )
        digest = hashlib.sha256(content).hexdigest()
        content = (
            f"# Copied from curator {__version__} (sha256 {digest} of what follows)\n".encode()
            + content
        )
    if target.exists():
        present = target.read_bytes()
        mark = _COPIED.match(present)
        is_own = mark and hashlib.sha256(present[mark.end() :]).hexdigest().encode() == mark[1]
        if present != content and not is_own:
            return False
    write_file(target, [content])
    return True


# ``curator portals check``.


@dataclass(frozen=True)
class TriedPortal:
    """What was found about a portal file: its problems, and of its expectations those that are
    met, missed, and whose pages are not stored."""

    portal: str
    problems: int = 0
    expectations: int = 0
    met: int = 0
    missed: int = 0
    not_stored: int = 0
    first: str = ""


_TRIED_WORDS = read_words("portal problems expectations met missed not_stored first")


def _check(args: argparse.Namespace) -> int:
    from webarticlecurator.store import open_warcs

    files = list_portal_files(args.configs or [str(data_folder("site_configs"))])
    hooks = args.allow_hooks or allowed_digests()
    store = open_warcs(args.warc) if args.warc else None
    try:
        found = [_try(file, store, args.corpus or Path("corpora"), hooks) for file in files]
    finally:
        if store is not None:
            store.close()
    rows = [to_words(each, _TRIED_WORDS) for each in found]
    if args.json:
        print_json(rows)
    else:
        write_rows([list(_TRIED_WORDS), *(map(str, row.values()) for row in rows)])
    wrong = sum(bool(each.problems or each.missed) for each in found)
    print_message(
        f"{len(found)} portal files: {wrong} with problems or missed expectations,"
        f" {sum(each.met for each in found)} expectations met"
    )
    return PROBLEMS if wrong else DONE


def _try(file: Path, store: Any, corpora: Path, hooks: AllowHooks) -> TriedPortal:
    """Return what is found about a portal file; its pages are in ``store``, or in its corpus."""
    from webarticlecurator.store import view_corpus
    from webarticlecurator.trial.expecting import STORED, compare_pages

    try:
        portal = load_portal(file, allow_hooks=hooks)
    except ConfigError as error:
        return TriedPortal(file.stem, len(error.problems), first=error.problems[0].message)
    path = expectations_path(portal)
    if not path.is_file():
        return TriedPortal(portal.id)
    entries = load_expectations(path, tuple(column.name for column in portal.columns))
    folder = corpora / portal.id
    if store is None and not folder.is_dir():
        return TriedPortal(portal.id, expectations=len(entries), not_stored=len(entries))
    opened = store or view_corpus(folder, portal.id)
    try:
        pages = list(compare_pages(portal, entries, opened))
    finally:
        if store is None:
            opened.close()
    absent = [page for page in pages if any(each.expected == STORED for each in page.mismatches)]
    missed = [page for page in pages if not page.passed and page not in absent]
    first = f"{missed[0].entry.url}: {missed[0].mismatches[0].message}" if missed else ""
    met = len(pages) - len(missed) - len(absent)
    return TriedPortal(portal.id, 0, len(entries), met, len(missed), len(absent), first)
