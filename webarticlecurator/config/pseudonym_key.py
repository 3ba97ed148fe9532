"""The secret of the pseudonyms of readers: ``<portal>.pseudonyms.key`` beside the portal file.

It holds 64 hexadecimal digits and is no part of what a corpus stores: with it, names can be tried
out. Whoever deletes it makes the pseudonyms anonymous for good.
"""

from __future__ import annotations

import re
from pathlib import Path

from webarticlecurator.config.files import read_regular
from webarticlecurator.config.load_context import LoadContext, Section
from webarticlecurator.model.article_rules import PSEUDONYMS
from webarticlecurator.model.portal import Portal

KEY_BYTES = 32
_KEY = re.compile(r"\s*([0-9a-fA-F]{64})\s*")
_MAX_FILE = 1000


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
        content = read_regular(path, _MAX_FILE).decode("ascii", "replace")
    except OSError as error:
        reason = "is missing" if isinstance(error, FileNotFoundError) else str(error.strerror)
        _add_problem(context, article, path, f"{path.name} {reason}")
        return b""
    found = _KEY.fullmatch(content)
    if found is None:
        _add_problem(context, article, path, f"{path.name} is not a key (expected 64 hex digits)")
        return b""
    return bytes.fromhex(found[1])


def _add_problem(context: LoadContext, article: Section, path: Path, what: str) -> None:
    at = article.where("comments")
    message = (
        f"`comments: {PSEUDONYMS}` needs the secret beside the portal file: {what}; put the file"
        " back from a copy, or for a new corpus run `curator check PORTAL --make-key` (another"
        " secret gives other pseudonyms)"
    )
    context.add_problem(at, message, found=PSEUDONYMS, allowed=f"a file {path.name}")
