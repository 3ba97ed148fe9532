"""Edit one value of a YAML file that a person goes on writing: all other bytes stay as they are.

PyYAML says where each value begins and ends; only that piece of the text is replaced, or a line
added. The result is read again and compared with what it should be, so that an edit that the file
does not allow in this way (inside a merged mapping) fails and changes nothing. Where an anchor or
an alias is in the way, the values of all aliases are written in their places first.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import MAX_YAML, read_regular
from webarticlecurator.base.system.output_files import change_file, require_unchanged
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.yaml_file.yaml_places import (
    KeyPath,
    find_node,
    is_empty,
    list_pairs,
    walk_nodes,
)
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, YamlValue, yaml_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    NotReadable,
    compose_text,
    decode_yaml,
    parse_yaml,
)

_INDENT = 2
"""Spaces before the keys of a new mapping."""
_MAX_LINE = 100
"""Characters of a list of mappings, or of one of them, that is written in one line."""


def read_yaml_text(path: Path) -> str:
    """Return the text of a YAML file that is going to be edited (UTF-8, without its BOM).

    Raises ConfigError if it is not UTF-8, OSError if it is no regular file of a fit size.
    """
    return decode_yaml(read_regular(path, MAX_YAML), str(path))


def change_yaml_file(path: Path, edit: Callable[[str], str]) -> None:
    """Write a YAML file as ``edit`` returns its text; the mark that some editors write before it
    stays. Raises as ``change_file``, ``read_yaml_text``."""

    def change(content: bytes | None) -> bytes | None:
        before = read_yaml_text(path)
        after = edit(before)
        mark = codecs.BOM_UTF8 if (content or b"").startswith(codecs.BOM_UTF8) else b""
        return None if after == before else mark + after.encode()

    change_file(path, change)


def replace_yaml_file(path: Path, known: str, text: str, cure: str) -> None:
    """Write the text of a YAML file that was ``known`` when it was read. Raises UsageError with
    ``cure`` if it is another one by now; else as ``change_yaml_file``."""

    def edit(found: str) -> str:
        require_unchanged(path, found, known, cure)
        return text

    change_yaml_file(path, edit)


def parse_value(text: str) -> YamlValue:
    """Return the value that a piece of YAML stands for. Raises UsageError."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        reason = getattr(error, "problem", None) or str(error)
        raise UsageError(
            make_message("not a YAML value: {text!r} ({reason})", text=text, reason=reason),
            "Put a text with such characters in quotes, such as '\"a: b\"'.",
        ) from error
    return Keyword("") if node is None else _to_value(node)


def find_value(text: str, path: KeyPath) -> YamlValue | None:
    """Return the value at ``path``, or None without one. Raises UsageError if the text is not
    YAML."""
    node = find_node(_compose(text), path)
    return None if node is None or is_empty(node) else _to_value(node)


def find_line(text: str, path: KeyPath) -> int:
    """Return the line, from 1, of the value at ``path``, or of what it would be added to. Raises
    UsageError as ``find_value``."""
    root = _compose(text)
    found = (find_node(root, path[:depth]) for depth in range(len(path), -1, -1))
    node = next((each for each in found if each is not None), None)
    return 1 if node is None else node.start_mark.line + 1


def set_value(text: str, path: KeyPath, value: YamlValue) -> str:
    """Return ``text`` with the value at ``path`` replaced, or added with the mappings around it.

    Comments inside a replaced mapping or list go with it. Raises UsageError if the file is not YAML
    or cannot be edited there.
    """
    return _edit(text, path, value, lambda text: _splice_set(text, path, value))


def add_value(text: str, path: KeyPath, value: YamlValue, *, first: bool = False) -> str:
    """Return ``text`` with a further item in the list at ``path``, the last one or the ``first``. A
    single value becomes a list; without one, the item becomes the value. Raises like
    ``set_value``."""
    node = find_node(_compose(text), path)
    if node is None or is_empty(node):
        return set_value(text, path, value)
    known = _to_list(node) if isinstance(node, yaml.SequenceNode) else [_to_value(node)]
    items = [value, *known] if first else [*known, value]
    # an anchor, an alias or a bracket begins with another character
    if not isinstance(node, yaml.SequenceNode) or text[node.start_mark.index] != "-":
        return set_value(text, path, items)

    def add_line(text: str) -> str:
        node = find_node(_compose(text), path)
        assert node is not None
        mark = node.start_mark
        line = _item(value, mark.column)
        line = line.replace("\n", _newline(text))
        if first:
            before = f"{text[: mark.index]}{line}{_newline(text)}{' ' * mark.column}"
            return before + text[mark.index :]
        return _insert_line(
            text, _end_of_line(text, _end(text, node)), f"{' ' * mark.column}{line}"
        )

    return _edit(text, path, items, add_line)


def remove_value(text: str, path: KeyPath) -> str:
    """Return ``text`` without the key at ``path``, and without mappings that it leaves empty.

    Raises UsageError for a key that is not there, and as ``set_value``.
    """
    root = _compose(text)
    if find_node(root, path) is None:
        raise UsageError(
            make_message("no such key: {path}", path=".".join(path)), "Nothing was changed."
        )
    while len(path) > 1 and len(list_pairs(find_node(root, path[:-1]))) == 1:
        path = path[:-1]
    parent = find_node(root, path[:-1])
    if isinstance(parent, yaml.MappingNode) and (parent.flow_style or _is_alias(text, parent)):
        rest = {k.value: _to_value(v) for k, v in list_pairs(parent) if k.value != path[-1]}
        return set_value(text, path[:-1], rest)

    def remove_lines(text: str) -> str:
        key, value = next(
            (k, v)
            for k, v in list_pairs(find_node(_compose(text), path[:-1]))
            if k.value == path[-1]
        )
        start = text.rfind("\n", 0, key.start_mark.index) + 1
        end = min(_end_of_line(text, _end(text, value)) + 1, len(text))
        return text[:start] + text[end:]

    return _edit(text, path, None, remove_lines)


def _edit(text: str, path: KeyPath, value: YamlValue | None, change: Callable[[str], str]) -> str:
    """Return the text after a change if it says what it should; where it does not, the text without
    aliases after that change. Raises UsageError."""
    for each in dict.fromkeys((text, _resolve_aliases(text))):
        try:
            edited = change(each)
            if _load(edited) == _put(_load(text) or {}, list(path), value):
                return edited
        except yaml.YAMLError:
            continue
    line = find_line(text, path)
    raise UsageError(
        make_message(
            "line {line}: {path} cannot be changed here without changing more of the file",
            line=line,
            path=".".join(path),
        ),
        make_message(
            "Edit line {line} by hand: curator does not change merged mappings.", line=line
        ),
    )


def _resolve_aliases(text: str) -> str:
    """Return a text with the values of its aliases in place of these."""
    nodes = walk_nodes(_compose(text)) if "*" in text else ()
    aliases = [node for node in nodes if _is_alias(text, node)]
    for node in sorted(aliases, key=lambda node: -node.start_mark.index):
        value = yaml_value(_to_value(node))
        text = f"{text[: node.start_mark.index]}{value}{text[node.end_mark.index :]}"
    return text


def _is_alias(text: str, node: yaml.Node) -> bool:
    return text[node.start_mark.index : node.start_mark.index + 1] == "*"


def _put(data: Any, path: list[str], value: YamlValue | None) -> Any:
    """Return a copy of plain data with a value put, or removed (None). What an alias repeats is
    copied, so that only one of them changes."""
    data = json.loads(json.dumps(data))
    place = data
    for key in path[:-1]:
        if isinstance(place, list):
            place = place[int(key)]
            continue
        if not place.get(key):
            place[key] = {}
        place = place[key]
    last: Any = int(path[-1]) if isinstance(place, list) else path[-1]
    if value is None:
        del place[last]
    else:
        place[last] = _plain(value)
    return data


def _plain(value: YamlValue) -> Any:
    """Return a value as ``_load`` reads it: every scalar as its text."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return str(value)


def _splice_set(text: str, path: KeyPath, value: YamlValue) -> str:
    root = _compose(text)
    depth = len(path) if root is not None else 0
    while depth and find_node(root, path[:depth]) is None:
        depth -= 1
    node = find_node(root, path[:depth])
    if node is not None and depth == len(path):
        if _is_in_flow(root, path):  # where braces and commas need quotes
            return _replace(text, node, yaml_value([value])[1:-1])
        return _replace(text, node, _block(value, _column_of(root, path)))
    if isinstance(node, yaml.MappingNode) and node.value:
        return _add_key(text, node, path[depth:], value)
    if not is_empty(node):
        line = find_line(text, path)
        raise UsageError(
            make_message(
                "line {line}: {path} is not a mapping (expected one, for {path2})",
                line=line,
                path=".".join(path[:depth]),
                path2=path[depth],
            ),
            make_message("Edit line {line} by hand.", line=line),
        )
    if depth == 0:
        return (
            text + ("" if text.endswith("\n") or not text else "\n") + _lines(path, value, 0) + "\n"
        )
    assert node is not None
    column = list_pairs(find_node(root, path[: depth - 1]))[0][0].start_mark.column + _INDENT
    return _replace(text, node, "\n" + _lines(path[depth:], value, column))


def _add_key(text: str, node: yaml.MappingNode, path: KeyPath, value: YamlValue) -> str:
    """Add a key, and the mappings that it needs, at the end of a mapping."""
    if node.flow_style:
        for key in reversed(path[1:]):
            value = {key: value}
        end = _end(text, node.value[-1][1])
        return f"{text[:end]}, {yaml_value(path[0])}: {yaml_value(value)}{text[end:]}"
    column = node.value[0][0].start_mark.column
    end = _end_of_line(text, _end(text, node))
    return _insert_line(text, end, _lines(path, value, column))


def _lines(path: KeyPath, value: YamlValue, column: int) -> str:
    """Return the lines of keys inside each other."""
    lines = [
        f"{' ' * (column + _INDENT * number)}{yaml_value(key)}:" for number, key in enumerate(path)
    ]
    written = _block(value, column + _INDENT * (len(path) - 1))
    return "\n".join(lines) + (written if written.startswith("\n") else f" {written}")


def _column_of(root: yaml.Node | None, path: KeyPath) -> int:
    """Return the column of the key of a value; -1 inside ``[…]`` and ``{…}``."""
    if _is_in_flow(root, path):
        return -1
    entries = list_pairs(find_node(root, path[:-1]))
    return next((key.start_mark.column for key, _ in entries if key.value == path[-1]), -1)


def _is_in_flow(root: yaml.Node | None, path: KeyPath) -> bool:
    """True for a value inside ``[…]`` or ``{…}``."""
    around = (find_node(root, path[:depth]) for depth in range(len(path)))
    return any(isinstance(e, yaml.CollectionNode) and e.flow_style for e in around)


def _block(value: YamlValue, column: int) -> str:
    """Return a value in one line; a long list of mappings below its key, which is in a column."""
    line = yaml_value(value)
    is_list = isinstance(value, (list, tuple)) and all(isinstance(e, dict) for e in value)
    if column < 0 or not is_list or len(line) <= _MAX_LINE:
        return line
    assert isinstance(value, (list, tuple))
    return "".join(f"\n{' ' * (column + _INDENT)}{_item(e, column + _INDENT)}" for e in value)


def _item(value: YamlValue, column: int) -> str:
    """Return an item of a list in a column; a long mapping with a line for each key."""
    line = f"- {yaml_value(value)}"
    if len(line) <= _MAX_LINE or not isinstance(value, dict):
        return line
    lines = (f"{yaml_value(key)}: {yaml_value(each)}" for key, each in value.items())
    between = f"\n{' ' * (column + _INDENT)}"
    return f"- {between.join(lines)}"


def _insert_line(text: str, end: int, line: str) -> str:
    newline = _newline(text)
    line = line.replace("\r\n", "\n").replace("\n", newline)
    if text[end:]:
        before = text[:end].removesuffix("\r")
        return f"{before}{newline}{line}{newline}{text[end + 1 :]}"
    return f"{text}{newline}{line}{newline}"


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _replace(text: str, node: yaml.Node, written: str) -> str:
    start, end = node.start_mark.index, _end(text, node)
    is_block = isinstance(node, yaml.CollectionNode) and not node.flow_style
    if (is_block and not _is_alias(text, node)) or "\n" in written:
        # a block begins on the line after its key
        gap = "" if written.startswith("\n") else " "
        written = written.replace("\n", _newline(text))
        return f"{text[:start].rstrip()}{gap}{written}{text[end:]}"
    gap = "" if start == 0 or text[start - 1].isspace() else " "
    return f"{text[:start]}{gap}{written}{text[end:]}"


def _end(text: str, node: yaml.Node) -> int:
    """Return where a node ends in the text, without the white space and comments after it."""
    is_block = isinstance(node, yaml.CollectionNode) and not node.flow_style and bool(node.value)
    if is_block and not _is_alias(text, node):
        last = node.value[-1]
        return _end(text, last[1] if isinstance(last, tuple) else last)
    # that of a block of text is behind its last line break
    return len(text[: node.end_mark.index].rstrip())


def _end_of_line(text: str, index: int) -> int:
    found = text.find("\n", index)
    return len(text) if found < 0 else found


@lru_cache(maxsize=8)  # a view asks the same text for dozens of values
def _compose(text: str) -> yaml.Node | None:
    """Return the node of a text, which is not to be changed: others have it too."""
    try:
        if "*" in text:
            parse_yaml(text.encode(), "")  # refuses aliases that expand to too much
        return compose_text(text, "", keeps_aliases=True)
    except NotReadable as error:
        raise UsageError(error.problem.message, "Correct the file first.") from error


def _load(text: str) -> Any:
    return yaml.load(text, Loader=yaml.BaseLoader)  # makes texts, lists and dicts only


def _to_list(node: yaml.SequenceNode) -> list[YamlValue]:
    return [_to_value(each) for each in node.value]


def _to_value(node: yaml.Node) -> YamlValue:
    """Return the value of a node; plain scalars stay as they are written."""
    if isinstance(node, yaml.SequenceNode):
        return _to_list(node)
    if isinstance(node, yaml.MappingNode):
        return {key.value: _to_value(value) for key, value in list_pairs(node)}
    is_quoted = isinstance(node, yaml.ScalarNode) and bool(node.style)
    return str(node.value) if is_quoted else Keyword(node.value)
