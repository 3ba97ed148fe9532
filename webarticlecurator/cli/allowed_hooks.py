"""The hook files that the user has allowed to run, remembered by their SHA-256 digest.

They are remembered in the user's own folder, never beside a corpus. Each line of the file is
``<sha256>  <path when it was allowed>``. Only the digest counts, so a changed hook file must be
allowed again.
"""

from __future__ import annotations

import re

from webarticlecurator.base.folders import user_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.output import print_message

_ALLOWED_LINE = re.compile(r"([0-9a-f]{64})  .*")


def allowed_digests() -> frozenset[str]:
    """Return the digests that the user has allowed; an empty set if they cannot be read."""
    folder = user_folder()
    if folder is None:
        return frozenset()
    try:
        content = read_regular(folder / "allowed-hooks", MAX_TABLE)
    except OSError:
        return frozenset()
    lines = content.decode("utf-8", "replace").splitlines()
    return frozenset(match[1] for line in lines if (match := _ALLOWED_LINE.fullmatch(line)))


def remember_hooks(portal: Portal) -> None:
    """Record the portal's hook files, as they are now, as allowed.

    If they cannot be recorded, print that they are allowed for this run only.
    """
    known = allowed_digests()
    new = [(file, digest) for file, digest in portal.hooks if digest not in known]
    if not new:
        return
    folder = user_folder()
    if folder is None:
        print_message(
            "allowed for this run only, because there is no folder for your settings"
            " (HOME is not set)"
        )
        return
    record = folder / "allowed-hooks"
    lines = (
        f"{digest}  {' '.join(str((portal.path.parent / file).absolute()).split())}\n"
        for file, digest in new
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with record.open("a", encoding="utf-8", newline="\n") as out:
            out.write("".join(lines))
    except OSError as error:
        print_message(
            make_message(
                "allowed for this run only, because {record} cannot be written ({strerror})",
                record=record,
                strerror=error.strerror,
            )
        )
        return
    for file, digest in new:
        print_message(
            make_message(
                "allowed from now on: {file} (sha256 {digest}), recorded in {record}",
                file=portal.path.parent / file,
                digest=digest,
                record=record,
            )
        )
