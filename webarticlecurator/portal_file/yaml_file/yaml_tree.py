"""Parses YAML into a tree of scalars, lists and mappings with their places in the file.

Every scalar stays the string in the file (``no``, ``010``, ``12:30``); anchors, aliases and ``<<``
are resolved. Syntax errors, duplicate keys, tags and bytes that are not UTF-8 are problems with
line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from typing import Any, TypeAlias

import yaml

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigError, ConfigProblem
from webarticlecurator.base.portal.hosts import hide_userinfo
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.system.input_files import MAX_YAML
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.yaml_file.yaml_mistakes import find_mistake
from webarticlecurator.portal_file.yaml_file.yaml_places import MERGE, is_empty

MAX_NODES = 100_000
"""Most nodes after aliases have been copied; a file with more is an alias bomb."""
MAX_DEPTH = 100
"""Most lists and mappings inside each other; no rule needs a tenth of it."""

_GAP = re.compile("( *)(#[^\0\r\n\x85\u2028\u2029]*)?")
"""Spaces and a comment, up to the next token or the end of the line."""
_GLUED_KEY = re.compile(r"([A-Za-z_]\w*):(\S.*)")
_HIDDEN = ("fetch.cookies", "fetch.headers")
"""Keys whose values no message shows."""
_KNOWN_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in "str int float bool null timestamp merge value seq map".split()
)


@dataclass(frozen=True)
class Scalar:
    """A scalar as written; ``plain`` is True without quotes (only then ``none`` is a keyword).

    ``swallowed``: text after an unquoted ``#`` that looks like the value but is a comment.
    """

    text: str
    place: Place
    plain: bool = True
    swallowed: str = ""


@dataclass(frozen=True)
class YamlList:
    """A list of the file."""

    items: tuple[Tree, ...]
    place: Place


@dataclass(frozen=True)
class Mapping:
    """A mapping of the file: its keys and values in order."""

    entries: tuple[tuple[Scalar, Tree], ...]
    place: Place


Tree: TypeAlias = Scalar | YamlList | Mapping


class NotReadable(ConfigError):
    """A file that is not readable as YAML; ``problem`` has the reason."""

    def __init__(self, problem: ConfigProblem) -> None:
        super().__init__((problem,))
        self.problem = problem


def _hide(text: str) -> str:
    """Return a text without user names and passwords of addresses; a message stays one."""
    return as_message(text).map_values(hide_userinfo)


def describe_yaml_problem(
    place: Place, path: str, message: str, **more: str | None
) -> ConfigProblem:
    """Return a ConfigProblem, with user names and passwords in addresses hidden.

    ``more`` may hold ``key``, ``found``, ``allowed`` and ``nearest``.
    """
    return ConfigProblem(
        place.file,
        place.line,
        place.column,
        path,
        more.get("key") or path.rpartition(".")[2],
        hide_userinfo(more.get("found") or ""),
        more.get("allowed") or "",
        more.get("nearest"),
        _hide(make_message("{path}: {problem}", path=path, problem=_hide(message)))
        if path
        else _hide(message),
    )


def decode_yaml(content: bytes, file: str) -> str:
    """Return UTF-8 text without its BOM, with its line ends. Raises NotReadable with the place of
    the first wrong byte."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NotReadable(
            describe_yaml_problem(
                Place(file, 1, 1),
                "",
                "not UTF-8: UTF-16 (called Unicode text by some programs); save the file as UTF-8",
                found="UTF-16",
                allowed="UTF-8 text",
            )
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, start = before.count(b"\n") + 1, before.rfind(b"\n") + 1
        place = Place(file, line, len(before[start:].decode("utf-8", "replace")) + 1)
        found = f"byte 0x{content[error.start]:02x}"
        message = make_message("not UTF-8: {found}; save the file as UTF-8", found=found)
        raise NotReadable(
            describe_yaml_problem(place, "", message, found=found, allowed="UTF-8 text")
        ) from error


def parse_yaml(content: bytes, file: str) -> tuple[Tree, tuple[ConfigProblem, ...]]:
    """Return the tree of one YAML document, and its problems. Raises NotReadable where it cannot
    be parsed."""
    text, node = compose_yaml(content, file)
    builder = _TreeBuilder(file, text.splitlines())
    return builder.tree(node, ""), tuple(builder.problems)


@lru_cache(maxsize=4)
def compose_yaml(content: bytes, file: str) -> tuple[str, yaml.Node]:
    """Return the text of one YAML document and its node, whose marks count the characters of the
    text. Raises NotReadable.

    The last ones are kept: a portal file is looked at for its rules, and again for its secrets.
    They must not be changed."""
    text = decode_yaml(content, file)
    if len(content) > MAX_YAML:
        raise NotReadable(
            describe_yaml_problem(
                Place(file, 1, 1),
                "",
                make_message(
                    "more than {max_yaml:,} bytes; check that it is the right file",
                    max_yaml=MAX_YAML,
                ),
            )
        )
    node = compose_text(text, file)
    if node is None:
        raise NotReadable(
            describe_yaml_problem(
                Place(file, 1, 1),
                "",
                "empty file; `curator new NAME` writes one to start from",
            )
        )
    return text, node


def compose_text(text: str, file: str, *, keeps_aliases: bool = False) -> yaml.Node | None:
    """Return the node of a text, None without any. Raises NotReadable. ``keeps_aliases``: the node
    of an alias is where the alias is, not where its anchor is."""
    try:
        return yaml.compose(text, Loader=_AliasLoader if keeps_aliases else _Loader)
    except _TooMuch as error:
        raise NotReadable(
            describe_yaml_problem(Place(file, error.line, error.column), "", error.args[0])
        ) from error
    except yaml.MarkedYAMLError as error:
        raise NotReadable(_yaml_problem(error, file, text.splitlines())) from error
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        column = len(before) - (before.rfind("\n") + 1) + 1
        found = f"U+{ord(text[error.position]):04X}"
        raise NotReadable(
            describe_yaml_problem(
                Place(file, before.count("\n") + 1, column),
                "",
                make_message(
                    "control character {found}, which YAML does not allow; remove it", found=found
                ),
                found=found,
            )
        ) from error


class _TooMuch(Exception):
    """A document that is deeper or larger than one written by a person."""

    def __init__(self, message: str, mark: yaml.Mark) -> None:
        super().__init__(message)
        self.line, self.column = mark.line + 1, mark.column + 1


class _Loader(yaml.SafeLoader):
    """A loader that counts the nodes it composes, and stops before there are too many."""

    depth = 0
    count = 0
    # of the reader, and of the scanner
    pointer: int
    column: int
    allow_simple_key: bool

    def scan_to_next_token(self) -> None:
        """Skip spaces, comments and ends of lines: a comment at once, since the scanner of PyYAML,
        which goes on by one character at a time, takes half of its time for comments."""
        if self.index == 0 and self.peek() == "\ufeff":
            self.forward()
        while True:
            gap = _GAP.match(self.buffer, self.pointer)
            assert gap is not None  # it may be empty
            size = gap.end() - self.pointer
            self.pointer += size
            self.index += size
            self.column += size - gap[0].count("\ufeff")
            if not self.scan_line_break():  # type: ignore[no-untyped-call]
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        self.count += 1
        if self.depth >= MAX_DEPTH:
            raise _TooMuch(
                make_message(
                    "lists and mappings nested more than {number} levels deep; write them flatter",
                    number=MAX_DEPTH,
                ),
                self._mark(),
            )
        if self.count > MAX_NODES:
            raise _TooMuch(
                make_message(
                    "more than {number:,} values and keys; check that it is the right file",
                    number=MAX_NODES,
                ),
                self._mark(),
            )
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def _mark(self) -> yaml.Mark:
        """Return the start of the next node."""
        mark: yaml.Mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
        return mark


class _AliasLoader(_Loader):
    """A loader with which the node of an alias is what its anchor has, where the alias is."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        alias = self.peek_event() if self.check_event(yaml.AliasEvent) else None  # type: ignore[no-untyped-call]
        node = super().compose_node(parent, index)
        if alias is not None and node is not None:
            node = copy(node)
            node.start_mark, node.end_mark = alias.start_mark, alias.end_mark
        return node


def find_swallowed(lines: list[str], place: Place) -> str:
    """Return the comment that follows an empty value on its line and looks like a CSS id, or ""."""
    rest = lines[place.line - 1][place.column - 1 :] if place.line <= len(lines) else ""
    match = re.match(r"\s*(#[A-Za-z_-][^#]*?)\s*\Z", rest)
    return match[1] if match else ""


def has_only_comments(text: str) -> bool:
    """Return True for YAML that contains only comments and blank lines."""
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def _yaml_problem(error: yaml.MarkedYAMLError, file: str, lines: list[str]) -> ConfigProblem:
    mistake = find_mistake(error, lines)
    return describe_yaml_problem(
        Place(file, mistake.line, mistake.column),
        "",
        make_message("not valid YAML: {message}", message=mistake.message),
        found="YAML that cannot be read",
        allowed="one YAML document",
    )


def _is_rest_of_number(number: yaml.Node, key: yaml.Node) -> bool:
    """Return True for the 5 of ``{delay: 1,5}``."""
    return (
        isinstance(number, yaml.ScalarNode)
        and number.value.isdecimal()
        and key.value.isdecimal()
        and number.end_mark.index + 1 == key.start_mark.index
    )


class _TreeBuilder:
    """Builds the tree from PyYAML's nodes: copies aliases, merges ``<<``, collects problems."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self.lines = lines
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
                    "an anchor that contains itself, or aliases that expand to too much; write the"
                    " values out",
                )
            )
        if node.tag not in _KNOWN_TAGS:
            is_hidden = path.startswith(_HIDDEN)
            message = (
                make_message("an unquoted ! begins a YAML tag; put the value in quotes")
                if is_hidden
                else make_message("unknown YAML tag: {tag}; remove it", tag=node.tag)
            )
            found = "" if is_hidden else node.tag
            self.problems.append(describe_yaml_problem(place, path, message, found=found))
        if isinstance(node, yaml.ScalarNode):
            if self.is_glued_dash(node):
                message = make_message(
                    "no space after the dash (expected - VALUE); write  - VALUE, or quotes"
                )
                self.add_slip(node, path, message)
            swallowed = "" if node.value or node.style else find_swallowed(self.lines, place)
            return Scalar(node.value, place, node.style is None, swallowed)
        self.open.append(id(node))
        tree = (
            self.listing(node, path)
            if isinstance(node, yaml.SequenceNode)
            else self.mapping(node, path)
        )
        self.open.pop()
        return tree

    def listing(self, node: yaml.SequenceNode, path: str) -> YamlList:
        return YamlList(
            tuple(self.tree(item, f"{path}[{n}]") for n, item in enumerate(node.value)),
            self.place(node),
        )

    def mapping(self, node: yaml.Node, path: str) -> Mapping:
        own: dict[str, tuple[Scalar, Tree]] = {}
        merged: dict[str, tuple[Scalar, Tree]] = {}
        for key_node, value_node in self.without_slips(node.value, path):
            if key_node.tag == MERGE:
                self.merge(merged, value_node, path)
            elif not isinstance(key_node, yaml.ScalarNode):
                self.problems.append(
                    describe_yaml_problem(
                        self.place(key_node), path, "not a key: a list or a mapping (expected text)"
                    )
                )
            else:
                key = Scalar(key_node.value, self.place(key_node), key_node.style is None)
                below = f"{path}.{key.text}" if path else key.text
                first, _ = own.setdefault(key.text, (key, self.tree(value_node, below)))
                if first is not key:
                    message = make_message(
                        "duplicate key: already in line {line}; remove one of the two",
                        line=first.place.line,
                    )
                    self.problems.append(
                        describe_yaml_problem(
                            key.place, below, message, key=key.text, found=key.text
                        )
                    )
        entries = {**own, **{key: entry for key, entry in merged.items() if key not in own}}
        return Mapping(tuple(entries.values()), self.place(node))

    def without_slips(
        self, entries: list[tuple[yaml.Node, yaml.Node]], path: str
    ) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        """Yield the entries of a mapping but two that YAML reads as keys without a value, and
        which are problems: the rest of a number with a comma, and ``{key:value}``."""
        last_key, last = "", yaml.Node("", None, None, None)
        for key, value in entries:
            is_slip = isinstance(key, yaml.ScalarNode) and not key.style and is_empty(value)
            glued = _GLUED_KEY.fullmatch(key.value) if is_slip else None
            if glued is not None:
                shown = "" if path.startswith(_HIDDEN) else f"; write  {glued[1]}: {glued[2]}"
                message = make_message(
                    "no space after the colon (expected KEY: VALUE){shown}", shown=shown
                )
                self.add_slip(key, f"{path}.{glued[1]}", message)
            elif is_slip and _is_rest_of_number(last, key):
                number, right = f'"{last.value},{key.value}"', f"{last.value}.{key.value}"
                message = make_message(
                    "a comma in a number: {number} (expected a point); write {right}",
                    number=number,
                    right=right,
                )
                self.add_slip(last, f"{path}.{last_key}", message)
            else:
                last_key, last = str(key.value), value
                yield key, value

    def is_glued_dash(self, node: yaml.ScalarNode) -> bool:
        """Return True for ``-nav`` on a line of its own."""
        before = self.lines[node.start_mark.line][: node.start_mark.column]
        return not (node.style or before.strip()) and bool(re.match("-[A-Za-z]", node.value))

    def add_slip(self, node: yaml.Node, path: str, message: str) -> None:
        self.problems.append(describe_yaml_problem(self.place(node), path.lstrip("."), message))

    def merge(self, merged: dict[str, tuple[Scalar, Tree]], node: yaml.Node, path: str) -> None:
        for source in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            tree = self.tree(source, path)
            if not isinstance(tree, Mapping):
                self.problems.append(
                    describe_yaml_problem(
                        self.place(source),
                        path,
                        "expected a mapping or a list of mappings after `<<`",
                        key="<<",
                        allowed="a mapping",
                    )
                )
                continue
            for key, value in tree.entries:
                merged.setdefault(key.text, (key, value))
