"""Portal files on the command line: from the CONFIG argument to a portal and its corpus folder, and
what changes a portal file."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigError, CuratorError, UsageError, require_no_problems
from webarticlecurator.base.portal.portal import NamedFile, Portal
from webarticlecurator.base.text.characters import escape_cell
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.allowed_hooks import allowed_digests, remember_hooks
from webarticlecurator.cli.output import write_lines
from webarticlecurator.cli.portal_path import portal_files_in, portal_path
from webarticlecurator.portal_file.config.corpus_file import (
    KEEP,
    CorpusFile,
    find_corpus_file,
    load_corpus_file,
)
from webarticlecurator.portal_file.config.load import check, load_portal


def open_portal(args: argparse.Namespace, *, learned: bool = True) -> Portal:
    """Return the checked portal of CONFIG.

    Raises UsageError, or ConfigError with every problem; a hook that the user has not allowed is
    a problem.
    """
    return open_portal_file(portal_path(args.config), args.allow_hooks, learned=learned)


def open_portal_file(path: Path, allow_hooks: bool, *, learned: bool = True) -> Portal:
    """Return the checked portal of a file; ``allow_hooks`` is the option of the command line.

    Raises ConfigError as ``open_portal``.
    """
    portal = load_portal(path, learned=learned, allow_hooks=allow_hooks or allowed_digests())
    if allow_hooks:
        remember_hooks(portal)
    return portal


def make_reader(allowed: Sequence[Path]) -> Callable[[Path], Portal]:
    """Return a function that reads a portal file, for commands that follow their files.

    The hooks of the ``allowed`` files may run as they are now; a hook that is changed or added
    while the command runs must be allowed by another command.
    """
    digests: set[str] = set()
    for file in allowed:
        with suppress(CuratorError, OSError):
            digests.update(digest for _, digest in open_portal_file(file, True).hooks)

    def read(file: Path) -> Portal:
        return load_portal(file, allow_hooks=allowed_digests() | digests)

    return read


def list_portal_files(configs: Sequence[str]) -> list[Path]:
    """Return the portal files of several CONFIG arguments. A folder stands for its portal files, in
    the order of their names; the files that belong to them are left out. A ``corpus.yaml``, or a
    folder with one, stands for those that it names.

    Raises UsageError for a folder without any, and as ``portal_path``.
    """
    files: list[Path] = []
    for config in configs:
        corpus = find_corpus_file(config)
        if corpus is not None:
            files += [portal_path(name) for name, _ in _load_corpus_file(corpus).portals]
        elif not Path(config).is_dir():
            files.append(portal_path(config))
        elif found := portal_files_in(Path(config)):
            files += found
        else:
            raise UsageError(
                make_message(
                    "{config}: no portal file in this folder (expected *.yaml)", config=config
                ),
                "Give a folder with portal files, or the files.",
            )
    return files


def _load_corpus_file(path: Path) -> CorpusFile:
    # imported here: most commands get no such file
    from webarticlecurator.corpus.export.field_conditions import parse_condition

    return load_corpus_file(path, parse_condition)


def list_present_files(configs: Sequence[str]) -> list[Path]:
    """Return the portal files of several CONFIG arguments that are there now, each once: a file or
    a folder may have been removed since the command was started."""
    files: list[Path] = []
    for config in configs:
        with suppress(UsageError):
            files += list_portal_files([config])
    return list(dict.fromkeys(files))


def list_files_of_folder(folder: Path) -> list[Path]:
    """Return the portal files in a folder, and those elsewhere that a ``corpus.yaml`` in it names;
    one with problems names none."""
    files = portal_files_in(folder)
    with suppress(UsageError, ConfigError):
        files += list_present_files([str(folder)])
    return list({file.resolve(): file for file in reversed(files)}.values())[::-1]


def corpus_folder(args: argparse.Namespace, portal: Portal) -> Path:
    """Return ``--corpus``, or else ``corpora/<portal>`` in the working directory."""
    return args.corpus if args.corpus is not None else Path("corpora") / portal.id


@dataclass(frozen=True)
class OpenedCorpora:
    """The portals of a command, and the corpus folder of each; what their ``corpus.yaml`` says, if
    they are named by one."""

    portals: list[Portal]
    folders: list[Path]
    file: CorpusFile = CorpusFile(Path(), ())

    @property
    def compares(self) -> bool:
        """True if what repeats another article must be known."""
        return self.file.duplicates != KEEP


def open_corpora(args: argparse.Namespace) -> OpenedCorpora:
    """Return the checked portals of CONFIG arguments, of which one may be a ``corpus.yaml`` or a
    folder with one. Raises as ``open_portals``."""
    configs = getattr(args, "configs", None) or [args.config]
    found = find_corpus_file(configs[0]) if len(configs) == 1 else None
    if found is None and "configs" not in args:
        portal = open_portal(args)
        return OpenedCorpora([portal], [corpus_folder(args, portal)])
    portals = open_portals(args, configs)
    parent = args.corpus if args.corpus is not None else Path("corpora")
    folders = [parent / portal.id for portal in portals]
    if len(portals) == 1:
        folders = [corpus_folder(args, portals[0])]
    if found is None:
        return OpenedCorpora(portals, folders)
    file = _load_corpus_file(found)
    named = (folder for _, folder in file.portals)
    return OpenedCorpora(
        portals, [one or other for one, other in zip(named, folders, strict=True)], file
    )


def each_portal(
    args: argparse.Namespace, ending: str | None = None
) -> list[tuple[argparse.Namespace, Portal]]:
    """Return the portals of CONFIG, each with the arguments for it alone. ``ending``: of what is
    written for one of several, into the folder ``--output``. Raises UsageError without that."""
    opened = open_corpora(args)
    several = len(opened.portals) > 1
    if several and ending is not None and args.output is None:
        raise UsageError(
            "several portals cannot be written to one file", "Give a folder with --output."
        )
    found = []
    for portal, folder in zip(opened.portals, opened.folders, strict=True):
        own = argparse.Namespace(**vars(args))
        own.config = str(portal.path) if several or "configs" in args else args.config
        own.corpus = folder
        own.where = [*opened.file.where, *getattr(args, "where", ())]
        if several and ending is not None:
            if ending:  # what writes a folder makes those above it
                args.output.mkdir(parents=True, exist_ok=True)
            own.output = args.output / f"{portal.id}{ending}"
        found.append((own, portal))
    return found


def prefix_rows(
    found: Sequence[tuple[argparse.Namespace, Portal]],
    list_rows: Callable[[argparse.Namespace, Portal], Iterable[tuple[str, ...]]],
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of each portal below one head; of several, with the portal before."""
    for number, (own, portal) in enumerate(found):
        for place, row in enumerate(list_rows(own, portal)):
            if place or not number:
                yield row if len(found) == 1 else (portal.id if place else "portal", *row)


def open_portals(args: argparse.Namespace, configs: Sequence[str]) -> list[Portal]:
    """Return the checked portals of several CONFIG arguments. Raises as ``open_portal``, and
    UsageError for a portal that is given twice."""
    portals = [open_portal_file(file, args.allow_hooks) for file in list_portal_files(configs)]
    ids = [portal.id for portal in portals]
    twice = next((portal_id for portal_id in ids if ids.count(portal_id) > 1), None)
    if twice is not None:
        raise UsageError(
            make_message("the portal {twice} is given twice", twice=twice),
            "Give each portal file once.",
        )
    return portals


def check_own_file(config: str) -> None:
    """Raise UsageError for a shipped portal file, which no command changes."""
    if not Path(config).is_file():
        cure = make_message("Copy it first: {file}", file=portal_path(config))
        raise UsageError(
            make_message(
                "{config} is a shipped file, which curator does not change", config=config
            ),
            cure,
        )


def change_portal_file(
    args: argparse.Namespace, edit: Callable[[str], str], *, is_dry: bool = False
) -> None:
    """Write the portal file of CONFIG as ``edit`` returns its text, and print the difference.

    Raises ConfigError, and writes nothing, if that makes a new problem; UsageError for a shipped
    file.
    """
    # what edits a file is loaded by the commands that do
    from webarticlecurator.portal_file.yaml_file.yaml_edit import change_yaml_file

    path = portal_path(args.config)
    check_own_file(args.config)
    hooks = args.allow_hooks or allowed_digests()

    def change(before: str) -> str:
        after = edit(before)
        known = {(each.path, each.message) for each in check(path, allow_hooks=hooks)}
        problems = check(path, allow_hooks=hooks, content=after.encode())
        new = [each for each in problems if (each.path, each.message) not in known]
        write_lines(list_differences(str(path), before, after))
        require_no_problems(new)
        return before if is_dry else after

    change_yaml_file(path, change)


def list_differences(path: str, before: str, after: str) -> list[str]:
    """Return the lines that have changed; of cookies and headers, only that they have."""
    import difflib

    from webarticlecurator.portal_file.config.portal_secrets import (
        mask_portal_file,
        read_session_secrets,
    )

    shown = [
        mask_portal_file(NamedFile(path, text.encode()), read_session_secrets(text.encode()))
        for text in (before, after)
    ]
    was, now = (file.content.decode().splitlines(keepends=True) for file in shown)
    lines = [*difflib.unified_diff(was, now, path, path, n=1)]
    if not lines and before != after:
        lines = [f"{path}: values of cookies or headers, which are not shown"]
    return [escape_cell(line.rstrip("\r\n")) for line in lines]
