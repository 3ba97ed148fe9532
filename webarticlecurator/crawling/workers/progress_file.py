"""The file in which a command says how far it is, for programs: one JSON object, replaced again and
again.
"""

from __future__ import annotations

import json
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.text.stored_messages import decode_message, encode_message
from webarticlecurator.base.text.translation import Message, make_message

PROGRESS_WORDS = read_words("updated exit_code")
"""Attribute of ``CommandProgress`` → its key."""
PORTAL_WORDS = read_words(
    "portal state part count left articles due requests requests_per_minute trouble"
)
"""Attribute of ``PortalProgress`` → its key."""


@dataclass(frozen=True)
class PortalProgress:
    """How far the work on a portal is, in the words of the terminal.

    ``state``: the stage, or how it ended. ``part``: the part of the archive that is walked.
    ``count``: the steps that are done, of how many (``410 of about 980–1200 pages``); ``left``: the
    time they take. ``articles``, ``due``, ``requests``: see ``CrawlCounts``. ``trouble``: why the
    portal does not answer.
    """

    portal: str
    state: str
    part: str = ""
    count: str = ""
    left: str = ""
    articles: int = 0
    due: int = 0
    requests: int = 0
    requests_per_minute: int = 0
    trouble: str = ""


@dataclass(frozen=True)
class CommandProgress:
    """How far a command is. ``updated``: a WARC date. ``exit_code`` is None until it ends."""

    updated: str
    exit_code: int | None
    portals: tuple[PortalProgress, ...]


def write_progress(path: Path, progress: CommandProgress) -> None:
    """Replace the file at ``path``. Raises UsageError where it cannot be written."""
    content = {
        **to_words(progress, PROGRESS_WORDS),
        "portals": [
            {**to_words(each, PORTAL_WORDS), "messages": _encode_messages(each)}
            for each in progress.portals
        ],
    }
    draft = path.with_name(f"{path.name}.new")
    try:
        # not synced: after a crash of the machine, nobody asks how far it was
        draft.write_text(json.dumps(content) + "\n", encoding="utf-8", newline="\n")
        draft.replace(path)
    except OSError as error:
        raise UsageError(
            make_message(
                "{path}: {strerror} (expected a file that can be written)",
                path=path,
                strerror=error.strerror,
            ),
            "Give another file with --progress.",
        ) from None


def read_progress(path: Path) -> CommandProgress | None:
    """Return what the file says; None if there is none yet, or it is not such a file."""
    try:
        content = json.loads(path.read_bytes())
        portals = tuple(
            PortalProgress(
                **{name: each[word] for name, word in PORTAL_WORDS.items()}
                | {name: decode_message(text) for name, text in each.get("messages", {}).items()}
            )
            for each in content["portals"]
        )
        return CommandProgress(
            **{name: content[word] for name, word in PROGRESS_WORDS.items()}, portals=portals
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _encode_messages(progress: PortalProgress) -> dict[str, str]:
    """Return the words that have values, so that a reader has them in another language."""
    words = ((name, getattr(progress, name)) for name in PORTAL_WORDS)
    return {
        name: encode_message(text)
        for name, text in words
        if isinstance(text, Message) and text.values
    }
