"""The secret of the pseudonyms of readers: ``<portal>.pseudonyms.key`` beside the portal file.

It holds 64 hexadecimal digits and is no part of what a corpus stores: with it, names can be tried
out. Whoever deletes it makes the pseudonyms anonymous for good.
"""

from __future__ import annotations

import re
from pathlib import Path

from webarticlecurator.base.portal.article_rules import PSEUDONYMS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import read_regular
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Section

KEY_BYTES = 32


def pseudonym_key_path(portal: Path) -> Path:
    """Return the path of the key of the portal file ``portal``."""
    return portal.with_name(f"{portal.stem}.pseudonyms.key")


def read_pseudonym_key(context: LoadContext, portal: Portal, article: Section) -> bytes:
    """Return the key of a portal with pseudonyms; empty for any other portal.

    A missing or wrong key is a problem of ``article.comments``. The file is not one of
    ``Portal.files``, which are stored in the WARC.
    """
    if not portal.has_pseudonyms:
        return b""
    path = pseudonym_key_path(portal.path)
    try:
        content = read_regular(path, 1000).decode("ascii", "replace")
    except OSError as error:
        reason = (
            make_message("{name} is missing", name=path.name)
            if isinstance(error, FileNotFoundError)
            else make_message("{name}: {strerror}", name=path.name, strerror=error.strerror)
        )
        _add_problem(context, article, path, reason)
        return b""
    found = re.fullmatch(r"\s*([0-9a-fA-F]{64})\s*", content)
    if found is None:
        reason = make_message("{name} is not a key (expected 64 hex digits)", name=path.name)
        _add_problem(context, article, path, reason)
        return b""
    return bytes.fromhex(found[1])


def _add_problem(context: LoadContext, article: Section, path: Path, what: str) -> None:
    context.add_problem(
        article.where("comments"),
        make_message(
            "`comments: {pseudonyms}` needs the secret beside the portal file: {what}; restore"
            " the file from a copy, or for a new corpus run `curator check PORTAL --make-key`"
            " (another secret gives other pseudonyms)",
            pseudonyms=PSEUDONYMS,
            what=what,
        ),
        found=PSEUDONYMS,
        allowed=f"a file {path.name}",
    )
