"""YAML text → a tree of scalars, lists and mappings that know where they stand.

Every scalar stays the string that was written (``no``, ``010``, ``12:30``); anchors, aliases and
``<<`` are resolved here. What YAML itself refuses, duplicate keys, tags and files that are not
UTF-8 are problems with line and column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from webarticlecurator.config.files import MAX_YAML
from webarticlecurator.errors import ConfigProblem
from webarticlecurator.model.hosts import hide_userinfo
from webarticlecurator.model.rule import Place

MAX_NODES = 100_000
"""Aliases are copied; a file that unfolds to more than this is an alias bomb."""
MAX_DEPTH = 100
"""Lists and mappings inside each other; no rule needs a tenth of it."""

_MERGE = "tag:yaml.org,2002:merge"
_UNFOLDED = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in "str int float bool null timestamp merge value seq map".split()
)


@dataclass(frozen=True)
class Scalar:
    """A scalar as written; ``plain`` is True if it stands without quotes (only then is ``none`` a
    keyword)."""

    text: str
    place: Place
    plain: bool = True


@dataclass(frozen=True)
class Listing:
    items: tuple[Tree, ...]
    place: Place


@dataclass(frozen=True)
class Mapping:
    entries: tuple[tuple[Scalar, Tree], ...]
    place: Place


Tree: TypeAlias = Scalar | Listing | Mapping


class NotReadable(Exception):
    """The file is no YAML that can be read at all; ``problem`` says why."""

    def __init__(self, problem: ConfigProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def describe_yaml_problem(
    place: Place, path: str, message: str, **more: str | None
) -> ConfigProblem:
    """A ConfigProblem; ``more`` may give ``key``, ``found``, ``allowed`` and ``nearest``. User
    names and passwords of addresses are hidden."""
    key = more.get("key") or path.rpartition(".")[2]
    return ConfigProblem(
        place.file,
        place.line,
        place.column,
        path,
        key,
        hide_userinfo(more.get("found") or ""),
        more.get("allowed") or "",
        more.get("nearest"),
        hide_userinfo(f"{path}: {message}" if path else message),
    )


def decode_yaml(content: bytes, file: str) -> str:
    """UTF-8 text without its BOM, line ends as they are. Raises NotReadable with the place of the
    first wrong byte."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        said = "this is UTF-16 (which some programs call Unicode text); save the file as UTF-8"
        raise NotReadable(
            describe_yaml_problem(Place(file, 1, 1), "", said, found="UTF-16", allowed="UTF-8 text")
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        before = content[: wrong.start]
        line, start = before.count(b"\n") + 1, before.rfind(b"\n") + 1
        place = Place(file, line, len(before[start:].decode("utf-8", "replace")) + 1)
        found = f"byte 0x{content[wrong.start]:02x}"
        message = f"not UTF-8: {found} here; save the file as UTF-8"
        raise NotReadable(
            describe_yaml_problem(place, "", message, found=found, allowed="UTF-8 text")
        ) from wrong


def parse_yaml(content: bytes, file: str) -> tuple[Tree, tuple[ConfigProblem, ...]]:
    """The tree of one YAML document, and the problems of its form. Raises NotReadable where there
    is no tree."""
    text = decode_yaml(content, file)
    if len(content) > MAX_YAML:
        raise NotReadable(
            describe_yaml_problem(
                Place(file, 1, 1),
                "",
                f"the file has more than {MAX_YAML:,} bytes; is it the right one?",
            )
        )
    try:
        node = yaml.compose(text, Loader=_Loader)
    except _TooMuch as wrong:
        raise NotReadable(
            describe_yaml_problem(Place(file, wrong.line, wrong.column), "", str(wrong))
        ) from wrong
    except yaml.MarkedYAMLError as wrong:
        raise NotReadable(_yaml_problem(wrong, file)) from wrong
    except yaml.reader.ReaderError as wrong:
        raise NotReadable(_character_problem(wrong, text, file)) from wrong
    if node is None:
        raise NotReadable(
            describe_yaml_problem(
                Place(file, 1, 1),
                "",
                "the file is empty; `curator new NAME` writes one to start from",
            )
        )
    unfolding = _Unfolding(file)
    tree = unfolding.tree(node, "")
    return tree, tuple(unfolding.problems)


class _TooMuch(Exception):
    """A document that is deeper or larger than one that a person writes."""

    def __init__(self, message: str, mark: yaml.Mark) -> None:
        super().__init__(message)
        self.line, self.column = mark.line + 1, mark.column + 1


class _Loader(yaml.SafeLoader):
    """Composes nodes and counts them, so that it stops before too many are made."""

    depth = 0
    count = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        self.count += 1
        if self.depth >= MAX_DEPTH:
            said = f"more than {MAX_DEPTH} lists and mappings inside each other; write it flatter"
            raise _TooMuch(said, self._mark())
        if self.count > MAX_NODES:
            raise _TooMuch(
                f"more than {MAX_NODES:,} values and keys; is it the right file?", self._mark()
            )
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def _mark(self) -> yaml.Mark:
        """Where the next node begins."""
        mark: yaml.Mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
        return mark


def has_only_comments(text: str) -> bool:
    """True for YAML in which nothing is said."""
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def _yaml_problem(wrong: yaml.MarkedYAMLError, file: str) -> ConfigProblem:
    mark = wrong.problem_mark or wrong.context_mark
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1)
    said = " ".join(part for part in (wrong.context, wrong.problem) if part)
    if "'\\t'" in said:
        said = "a tab where YAML wants spaces; indent with spaces"
    elif "expected a single document" in said:
        said = "a second document starts here (---); a portal file is one document"
    opened = wrong.context_mark
    if opened and opened.line + 1 != place.line:
        said += f" (it was opened in line {opened.line + 1})"
    return describe_yaml_problem(
        place, "", f"not valid YAML: {said}", found=wrong.problem or "", allowed="one YAML document"
    )


def _character_problem(wrong: yaml.reader.ReaderError, text: str, file: str) -> ConfigProblem:
    before = text[: wrong.position]
    place = Place(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
    found = f"U+{ord(text[wrong.position]):04X}"
    return describe_yaml_problem(
        place, "", f"the control character {found} is not allowed in YAML; remove it", found=found
    )


class _Unfolding:
    """One pass over PyYAML's nodes: copies aliases, merges ``<<``, collects problems of form."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[ConfigProblem] = []
        self.open: list[int] = []
        self.count = 0

    def place(self, node: yaml.Node) -> Place:
        return Place(self.file, node.start_mark.line + 1, node.start_mark.column + 1)

    def tree(self, node: yaml.Node, path: str) -> Tree:
        place = self.place(node)
        self.count += 1
        if id(node) in self.open or self.count > MAX_NODES or len(self.open) > MAX_DEPTH:
            raise NotReadable(
                describe_yaml_problem(
                    place,
                    path,
                    "this anchor contains itself, or its aliases unfold to too much; write it out",
                )
            )
        if node.tag not in _UNFOLDED:
            self.problems.append(
                describe_yaml_problem(
                    place,
                    path,
                    f"the tag {node.tag} has no meaning here; remove it",
                    found=node.tag,
                )
            )
        if isinstance(node, yaml.ScalarNode):
            return Scalar(node.value, place, node.style is None)
        self.open.append(id(node))
        found = (
            self.listing(node, path)
            if isinstance(node, yaml.SequenceNode)
            else self.mapping(node, path)
        )
        self.open.pop()
        return found

    def listing(self, node: yaml.SequenceNode, path: str) -> Listing:
        return Listing(
            tuple(self.tree(item, f"{path}[{n}]") for n, item in enumerate(node.value)),
            self.place(node),
        )

    def mapping(self, node: yaml.Node, path: str) -> Mapping:
        own: dict[str, tuple[Scalar, Tree]] = {}
        merged: dict[str, tuple[Scalar, Tree]] = {}
        for key_node, value_node in node.value:
            if key_node.tag == _MERGE:
                self.merge(merged, value_node, path)
            elif not isinstance(key_node, yaml.ScalarNode):
                self.problems.append(
                    describe_yaml_problem(self.place(key_node), path, "a key must be plain text")
                )
            else:
                self.entry(own, (key_node, value_node), path)
        entries = {**own, **{key: entry for key, entry in merged.items() if key not in own}}
        return Mapping(tuple(entries.values()), self.place(node))

    def entry(
        self,
        own: dict[str, tuple[Scalar, Tree]],
        pair: tuple[yaml.ScalarNode, yaml.Node],
        path: str,
    ) -> None:
        key_node, value_node = pair
        key = Scalar(key_node.value, self.place(key_node), key_node.style is None)
        below = f"{path}.{key.text}" if path else key.text
        value = self.tree(value_node, below)
        if key.text in own:
            first = own[key.text][0].place.line
            said = f"the key stands twice, first in line {first}; keep one of them"
            self.problems.append(
                describe_yaml_problem(key.place, below, said, key=key.text, found=key.text)
            )
        own.setdefault(key.text, (key, value))

    def merge(self, merged: dict[str, tuple[Scalar, Tree]], node: yaml.Node, path: str) -> None:
        sources = node.value if isinstance(node, yaml.SequenceNode) else [node]
        for source in sources:
            tree = self.tree(source, path)
            if not isinstance(tree, Mapping):
                said = "`<<` takes a mapping, or a list of mappings (earlier ones win)"
                self.problems.append(
                    describe_yaml_problem(
                        self.place(source), path, said, key="<<", allowed="a mapping"
                    )
                )
                continue
            for key, value in tree.entries:
                merged.setdefault(key.text, (key, value))
