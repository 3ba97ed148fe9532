"""``corpus.yaml``: the portals that commands read as one corpus, and which of their articles.

title: Two papers
portals: [a.yaml, {file: b.yaml, corpus: ../corpora/b}]
where: ["year>=2010", column!=sport]
duplicates: once
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import (
    ConfigError,
    ConfigProblem,
    UsageError,
    require_no_problems,
)
from webarticlecurator.base.system.input_files import MAX_YAML, find_shipped_file, read_regular
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import describe_unknown
from webarticlecurator.portal_file.config.section import show_value
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    Mapping,
    NotReadable,
    Scalar,
    Tree,
    YamlList,
    describe_yaml_problem,
    parse_yaml,
)

NAME = "corpus.yaml"
_KEYS = ("title", "portals", "where", "duplicates")
KEEP, MARK, ONCE = "keep", "mark", "once"
_DUPLICATES = (KEEP, MARK, ONCE)
NOT_REPEATED = "duplicate!=[same, near]"
"""The condition of ``once``."""
_MEMBER = ("file", "corpus")


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
    try:
        tree, found = parse_yaml(content, str(path))
    except NotReadable as error:
        raise ConfigError((error.problem,)) from None
    require_no_problems(found)
    reader = _Reader(path, check_condition)
    file = reader.read_file(tree)
    require_no_problems(sorted(reader.problems, key=lambda each: (each.line, each.column)))
    return file


class _Reader:
    """Reads the tree of a file; ``problems`` are those found so far."""

    def __init__(self, path: Path, check: Callable[[str, str], object]) -> None:
        self._path, self._check = path, check
        self.problems: list[ConfigProblem] = []

    def read_file(self, tree: Tree) -> CorpusFile:
        """Return the content of the file; use it where no problem was found."""
        root = self._read_keys(tree, "", _KEYS, "portals")
        portals = root.get("portals")
        listed = portals.items if isinstance(portals, YamlList) else ()
        if portals is not None and not listed:
            self._add_wrong(portals, "portals", "a list of portal files")
        where = self._read_conditions(root.get("where"))
        duplicates = self._read_text(root.get("duplicates"), "duplicates", "") or KEEP
        if duplicates not in _DUPLICATES:
            self._add_wrong(root["duplicates"], "duplicates", f"one of {', '.join(_DUPLICATES)}")
        members = tuple(self._read_member(each) for each in listed)
        title = self._read_text(root.get("title"), "title", "a text")
        conditions = (*where, *((NOT_REPEATED,) if duplicates == ONCE else ()))
        return CorpusFile(self._path, members, title, conditions, duplicates)

    def _read_member(self, tree: Tree) -> tuple[str, Path | None]:
        if isinstance(tree, Scalar):
            file, corpus = tree.text, ""
        else:
            member = self._read_keys(tree, "portals", _MEMBER, "file")
            file = self._read_text(member.get("file"), "portals.file", "the path of a portal file")
            corpus = self._read_text(member.get("corpus"), "portals.corpus", "a corpus folder")
        sibling_file = self._path.parent / file
        places = (each for each in (sibling_file, Path(file)) if file and each.is_file())
        found = next(places, None) or find_shipped_file(file)
        if file and found is None:
            words = make_message(
                "no such portal file: {file} (expected a path, or a shipped name)",
                file=quote_value(file),
            )
            self._add(tree, "portals", words)
        return str(found), self._path.parent / corpus if corpus else None

    def _read_keys(
        self, tree: Tree, path: str, known: tuple[str, ...], required: str
    ) -> dict[str, Tree]:
        if not isinstance(tree, Mapping):
            self._add_wrong(tree, path, f"the keys {', '.join(known)}")
            return {}
        entries = {key.text: value for key, value in tree.entries}
        meant = set(entries)
        for key, _ in tree.entries:
            if key.text not in known:
                nearest = nearest_word(key.text, [each for each in known if each not in meant])
                meant.add(nearest or "")
                words = describe_unknown("key", key.text, known, nearest, "remove it")
                self._add(key, f"{path}.{key.text}" if path else key.text, words)
        if required not in meant:
            self._add(tree, path, make_message("missing key: {name}; add it", name=required))
        return entries

    def _read_conditions(self, tree: Tree | None) -> tuple[str, ...]:
        if tree is None:
            return ()
        if not isinstance(tree, YamlList):
            self._add_wrong(tree, "where", "a list of conditions, as for --where")
            return ()
        for each in tree.items:
            text = self._read_text(each, "where", "a condition")
            try:
                if text:
                    self._check(text, "where")
            except UsageError as error:
                self._add(each, "", error.message)
        return tuple(each.text for each in tree.items if isinstance(each, Scalar))

    def _read_text(self, tree: Tree | None, path: str, expected: str) -> str:
        if isinstance(tree, Scalar) and tree.text:
            return tree.text
        if tree is not None:
            self._add_wrong(tree, path, expected)
        return ""

    def _add_wrong(self, tree: Tree, path: str, expected: str) -> None:
        self._add(tree, path, f"{show_value(tree)} (expected {expected})")

    def _add(self, tree: Tree, path: str, message: str) -> None:
        self.problems.append(describe_yaml_problem(tree.place, path, message))
