"""``corpus.yaml``: the portals that commands read as one corpus, and which of their articles.

title: Two papers
portals: [a.yaml, {file: b.yaml, corpus: ../corpora/b}]
where: ["year>=2010", column!=sport]
duplicates: once
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError, require_no_problems
from webarticlecurator.base.system.input_files import MAX_YAML, find_shipped_file, read_regular
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    Reader,
    Section,
    locate_node,
)
from webarticlecurator.portal_file.config.section import read_list, read_section, read_value
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    Scalar,
    Tree,
    parse_yaml,
)

NAME = "corpus.yaml"
KEEP, ONCE = "keep", "once"
NOT_REPEATED = "duplicate!=[same, near]"
"""The condition of ``once``."""


@dataclass(frozen=True)
class CorpusFile:
    """A corpus of several portals. ``portals``: the path of each portal file, and the folder of
    its corpus where that is named. ``where``:
    conditions that all hold. ``duplicates``: ``keep`` all, ``mark`` what repeats another article,
    or only ``once``."""

    path: Path
    portals: tuple[tuple[str, Path | None], ...]
    title: str = ""
    where: tuple[str, ...] = ()
    duplicates: str = KEEP


def find_corpus_file(config: str) -> Path | None:
    """Return the file that an argument means, if it is a ``corpus.yaml`` or a folder with one."""
    path = Path(config)
    file = path if path.name == NAME else path / NAME
    return file if file.is_file() else None


def load_corpus_file(path: Path, check_condition: Callable[[str, str], object]) -> CorpusFile:
    """Return what a ``corpus.yaml`` says. ``check_condition`` takes a condition and its name in
    messages, and raises UsageError for a wrong one. Raises UsageError for a file that cannot be
    read, and ConfigError with every problem of it."""
    try:
        content = read_regular(path, MAX_YAML)
    except OSError as error:
        raise UsageError(
            make_message("{path}: {reason}", path=path, reason=str(error.strerror or error)),
            "Give another file.",
        ) from None
    tree, faults = parse_yaml(content, str(path))
    readers: dict[str, Reader] = {
        "portal files": partial(read_list, type_="portal file"),
        "portal file": _read_member,
        "conditions": partial(read_list, type_="condition of articles"),
        "condition of articles": partial(_read_condition, check_condition),
    }
    context = LoadContext(path.parent, readers, problems=[*faults])
    root = read_section(context, tree, "corpus file", "")
    require_no_problems(sorted(context.problems, key=lambda each: (each.line, each.column)))
    assert isinstance(root, Section)
    duplicates = root.get("duplicates", KEEP)
    where = (*root.get("where", ()), *((NOT_REPEATED,) if duplicates == ONCE else ()))
    return CorpusFile(path, root.get("portals", ()), root.get("title", ""), where, duplicates)


def _read_member(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the path of a portal file, and the folder of its corpus where it is named."""
    folder, corpus = context.folder, ""
    if isinstance(tree, Scalar):
        file = tree.text
    else:
        member = read_section(context, tree, "corpus member", path)
        if not isinstance(member, Section) or member.is_broken() or not member.has("file"):
            return BROKEN
        file, corpus = member.get("file", ""), member.get("corpus", "")
    places = (each for each in (folder / file, Path(file)) if each.is_file())
    found = next(places, None) or find_shipped_file(file)
    if found is None:
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "no such portal file: {file} (expected a path, or a shipped name)",
                file=quote_value(file),
            ),
            found=file,
            allowed="a path, or a shipped name",
        )
    return str(found), folder / corpus if corpus else None


def _read_condition(
    check: Callable[[str, str], object], context: LoadContext, tree: Tree, path: str
) -> Any:
    text = read_value(context, tree, "text", path)
    try:
        if text is not BROKEN:
            check(text, "where")
    except UsageError as error:  # its message names the key
        return context.add_problem(Location(tree.place, ""), error.message, found=text)
    return text
