"""``settings.yaml`` of a corpus folder: what is a matter of the machine, not of the portal.

It is read from the folder, and is in no export, package or WARC file. A portal file has none of
its keys: what somebody else wrote must not run a command here.
"""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError, require_no_problems
from webarticlecurator.base.system.input_files import MAX_YAML, read_regular
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.hook_files import READERS
from webarticlecurator.portal_file.config.load_context import LoadContext, Section
from webarticlecurator.portal_file.config.section import read_section
from webarticlecurator.portal_file.keys.keys_settings import NAME
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    decode_yaml,
    has_only_comments,
    parse_yaml,
)

PERCENT = 5


@dataclass(frozen=True)
class CorpusSettings:
    """The settings of a corpus. ``copies``: folders; ``parity``: percent of the size of WARC files,
    0 for none; ``command``, ``mail``, ``smtp`` and ``feed``: how a person is called."""

    copies: tuple[Path, ...] = ()
    parity: int = PERCENT
    command: tuple[str, ...] = ()
    mail: tuple[str, ...] = ()
    smtp: str = "localhost:25"
    feed: Path | None = None


def load_settings(folder: Path) -> CorpusSettings:
    """Return the settings of the corpus in ``folder``, those by default without a file.

    Raises ConfigError with every problem of the file, UsageError if it cannot be read.
    """
    path = folder / NAME
    try:
        content = read_regular(path, MAX_YAML)
    except (FileNotFoundError, NotADirectoryError):
        return CorpusSettings()
    except OSError as error:
        raise UsageError(
            make_message("{path}: {reason}", path=path, reason=str(error.strerror or error)),
            "Correct the file, or remove it.",
        ) from None
    if has_only_comments(decode_yaml(content, str(path))):
        return CorpusSettings()
    tree, faults = parse_yaml(content, str(path))
    context = LoadContext(folder, READERS, problems=[*faults])
    root = read_section(context, tree, "settings", "")
    if isinstance(root, Section):
        _check_copies(context, root)
    require_no_problems(sorted(context.problems, key=lambda each: (each.line, each.column)))
    assert isinstance(root, Section)
    notify = root.section("notify")
    feed = notify.get("feed", None)
    return CorpusSettings(
        tuple(folder / each for each in root.get("copies", ())),
        0 if root.is_removed("parity") else root.get("parity", PERCENT),
        notify.get("command", ()),
        notify.get("mail", ()),
        notify.get("smtp", CorpusSettings.smtp),
        folder / feed if feed else None,
    )


def _check_copies(context: LoadContext, root: Section) -> None:
    """Add a problem for each copy that is lost with the corpus, or is the corpus itself."""
    corpus = context.folder.resolve()
    for name in root.get("copies", ()):
        copy = (corpus / name).resolve()
        if copy == corpus or copy in corpus.parents or corpus in copy.parents:
            context.add_problem(
                root.where("copies"),
                make_message(
                    "{name} is the corpus folder, or is in or around it (expected a folder"
                    " elsewhere, best on another disk); make a copy there",
                    name=quote_value(name),
                ),
                found=name,
                allowed="a folder elsewhere",
            )
