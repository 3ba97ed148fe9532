"""Copies: the first line of one says of which release it is, and the digest of what follows, by
which an edited copy is known.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.installation import SCHEMA_ADDRESS, __version__
from webarticlecurator.base.system.output_files import make_folder, write_file
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import action
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_path import portal_path

_COPIED = re.compile(rb"# Copied from curator \S+ \(sha256 ([0-9a-f]{64}) of what follows\)\r?\n")
_MODELINE = re.compile(rb"# yaml-language-server: \$schema=\S+")


@action(
    "copy",
    "copy shipped portal files and the files that they name; edited copies stay",
    "curator portals copy hvg --output my-portals",
    option("names", nargs="+", metavar="NAME", help="names of shipped portal files"),
    option(
        "--output",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="the folder to copy them to (default: here)",
    ),
)
def copy_portals(args: argparse.Namespace) -> int:
    sources = [_find_shipped(name) for name in args.names]
    make_folder(args.output)
    kept = []
    for name, source in zip(args.names, sources, strict=True):
        files = [file for file in source.parent.iterdir() if file.name.startswith(f"{name}.")]
        for file in sorted(files):
            if not _copy_file(file, args.output / file.name, is_marked=file == source):
                kept.append(file.name)
                print_message(f"kept, because it was edited: {args.output / file.name}")
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
