"""Hook files that the user has allowed to run, by their sha256: remembered in the user's own
folder, never beside a corpus.

Each line is ``<sha256>  <path when it was allowed>``; only the digest counts, so a changed file
must be allowed again.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

from webarticlecurator.cli.output import print_message
from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.model.portal import Portal

_LINE = re.compile(r"([0-9a-f]{64})  .*")


def user_folder() -> Path | None:
    """The folder of this user's settings for this program; None where the system names no home."""
    names = {"win32": "APPDATA", "darwin": ""}
    own = os.environ.get(names.get(sys.platform, "XDG_CONFIG_HOME") or "", "")
    if own and Path(own).is_absolute():
        return Path(own) / "webarticlecurator"
    with suppress(RuntimeError):
        below = {"win32": "AppData/Roaming", "darwin": "Library/Application Support"}.get(
            sys.platform, ".config"
        )
        return Path.home() / below / "webarticlecurator"
    return None


def allowed_digests() -> frozenset[str]:
    """The digests that were allowed; none where nothing can be read."""
    folder = user_folder()
    if folder is None:
        return frozenset()
    try:
        lines = (
            read_regular(folder / "allowed-hooks", MAX_TABLE)
            .decode("utf-8", "replace")
            .splitlines()
        )
    except OSError:
        return frozenset()
    return frozenset(found[1] for line in lines if (found := _LINE.fullmatch(line)))


def remember_hooks(portal: Portal) -> None:
    """Note the portal's hook files as allowed, as they are now; what cannot be noted is said, and
    allowed for this run only."""
    known = allowed_digests()
    new = [(file, digest) for file, digest in portal.hooks if digest not in known]
    folder = user_folder()
    if not new:
        return
    if folder is None:
        print_message(
            "allowed for this run only: there is no folder of yours to note it in (HOME is not set)"
        )
        return
    noted = folder / "allowed-hooks"
    lines = (
        f"{digest}  {' '.join(str((portal.path.parent / file).absolute()).split())}\n"
        for file, digest in new
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with noted.open("a", encoding="utf-8", newline="\n") as out:
            out.write("".join(lines))
    except OSError as error:
        print_message(f"allowed for this run only: {noted} cannot be written ({error.strerror})")
        return
    for file, digest in new:
        print_message(
            f"allowed from now on: {portal.path.parent / file} (sha256 {digest}), noted in {noted}"
        )
