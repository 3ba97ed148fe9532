"""The regular expressions of the package, and texts that cost them the most."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import regex

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # before Python 3.11
    import sre_parse as parser

METHODS = ("match", "fullmatch", "search", "findall", "split")
_AS_FINDALL = ("finditer", "sub", "subn")
_ASKED = {**{each: each for each in METHODS}, **dict.fromkeys(_AS_FINDALL, "findall")}
_BASICS = (
    " ", "\n", "\u00a0", "-", "<a ", "<!-- a -->", "&amp;", '"', "'", "(", "[", "{", "/", ".", "1",
    "é", "_", "=", ",", ":", "|", "Ab ", "word. ", "年", "\t", "--", "<!-- a - b -->\n", "<?a b?>",
    "&#45;", "<![CDATA[a]]>", ")]}", "1. ", "''", '="a" ', "« a » ", "- 1 (a) ",
    "<!-- a--b -->\n <p class='a b'>[&#45;] (1)\u00a0-- \"é\" ",
)  # fmt: skip


@dataclass
class Expression:
    """A pattern with the methods that it is asked with, and where it is written."""

    pattern: str | bytes
    flags: int
    methods: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)


class Collector:
    """Collects ``expressions``: those that modules, classes and functions without arguments hold,
    and those in calls of ``re`` and ``regex``. ``unknown``: the functions (*module:function*) with
    a pattern that is made of their arguments."""

    def __init__(self, package: Path) -> None:
        self.expressions = dict[tuple[str | bytes, int], Expression]()
        self.unknown = set[str]()
        self._held = set[str]()
        self._package = package
        sources = {path: path.read_text("utf-8") for path in sorted(package.rglob("*.py"))}
        own = [path for path, source in sources.items() if re.search(r"\bre(gex)?\b", source)]
        # another module may ask an expression that it imports
        uses = re.compile(rf"(\w+)(?:\(\))?\.({'|'.join(_ASKED)})\(")
        self._asked = dict[str, set[str]]()
        for source in sources.values():
            for name, method in uses.findall(source):
                self._asked.setdefault(name, set()).add(_ASKED[method])
        for path in own:
            self._read_module(path, sources[path])
        self.unknown -= self._held

    def _read_module(self, path: Path, source: str) -> None:
        parts = path.relative_to(self._package.parent).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        if parts[-1] == "__main__" or not re.search(r"^\s*import (re|regex)\b", source, re.M):
            return
        module = importlib.import_module(name)
        place = ".".join(parts[1:])
        for key, value in list(vars(module).items()):
            if hasattr(value, "cache_info") and value.__module__ == name:
                value = None if inspect.signature(value).parameters else value()
            for found in _find_patterns(value, name):
                self._held.add(f"{place}:{key}")
                self._add(found, self._asked.get(key, {"fullmatch", "search"}), f"{place}:{key}")
        for function, call in _find_calls(ast.parse(source)):
            self._read_call(call, vars(module), f"{place}:{function}")

    def _read_call(self, call: ast.Call, names: dict[str, Any], place: str) -> None:
        assert isinstance(call.func, ast.Attribute)
        flags = [*call.args[1:], *(each.value for each in call.keywords)]
        given = 0
        try:
            pattern = eval(compile(ast.Expression(call.args[0]), place, "eval"), names)
            for each in flags:
                if re.match(r"re(gex)?\.[A-Z]", ast.unparse(each)):
                    given |= eval(compile(ast.Expression(each), place, "eval"), names)
            made = pattern if isinstance(pattern, re.Pattern) else re.compile(pattern, given)
        except (NameError, SyntaxError):
            if not place.endswith(":"):  # what a module makes in a loop is among its values
                self.unknown.add(place)
            return
        if call.func.attr != "compile":
            self._add(made, {_ASKED[call.func.attr]}, place)
        elif (made.pattern, int(made.flags)) not in self.expressions:
            self._add(made, {"fullmatch", "search"}, place)

    def _add(
        self, found: re.Pattern[Any] | regex.Pattern[Any], asked: set[str], place: str
    ) -> None:
        key = (found.pattern, int(found.flags))
        expression = self.expressions.setdefault(key, Expression(*key))
        expression.methods |= asked
        expression.places.add(place)


def _find_patterns(value: object, module: str, depth: int = 0) -> Iterator[Any]:
    """Yield the patterns in a value of a module: in collections, dataclasses, its own classes."""
    inner: Iterable[object] = ()
    if isinstance(value, re.Pattern | regex.Pattern):
        yield value
    elif isinstance(value, dict):
        inner = (*value.keys(), *value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        inner = value
    elif isinstance(value, type):
        inner = vars(value).values() if value.__module__ == module else ()
    elif isinstance(fields := getattr(value, "__dataclass_fields__", None), dict):
        inner = (getattr(value, each, None) for each in fields)
    if depth < 5:
        for each in inner:
            yield from _find_patterns(each, module, depth + 1)


def _find_calls(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of ``re`` and ``regex`` with the function in which each is written."""
    for node in ast.iter_child_nodes(tree):
        inner = node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
        yield from _find_calls(node, ".".join(filter(None, (function, inner))))
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id in ("re", "regex")
            and (node.func.attr in _ASKED or node.func.attr == "compile")
        ):
            yield function, node


def make_texts(
    expression: Expression, sizes: Sequence[int], most: int = 8
) -> Iterator[tuple[str | bytes, ...]]:
    """Yield texts, each in all ``sizes``, that the expression reads for long: what it repeats, many times, after
    what it needs before, and with an end that does not fit; itself many times; and plain signs."""
    pattern = expression.pattern
    flags = expression.flags & int(re.I | re.S | re.M | re.X)
    tree = parser.parse(pattern.decode() if isinstance(pattern, bytes) else pattern, flags)
    samples = [_make_sample(tree, turn) for turn in range(2)]
    pumps = list(dict.fromkeys(("", each) for each in (*samples, *(each[:-1] for each in samples))))
    repeated = list(dict.fromkeys(_list_repeated(tree, "")))
    step = max(1, len(repeated) // most)
    pumps += repeated[::step]
    # of the many that begin with a word of a list, a few show as much
    pumps += [("", before + pump) for before, pump in repeated[:: 2 * step] if before]
    pumps += [(samples[0][:9], each) for each in _BASICS[:3]] + [("", each) for each in _BASICS]
    for before, pump in pumps:
        if pump:
            texts = [before + pump * (size // len(pump)) + "\n\0" for size in sizes]
            yield tuple(each.encode() if isinstance(pattern, bytes) else each for each in texts)


def _list_repeated(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """Yield what is repeated many times, after a text that leads to it."""
    for op, value in tree:
        name = str(op)
        if name.endswith("_REPEAT"):
            if value[1] > 8:
                for turn in range(3):
                    yield before, _make_sample(value[2], turn)
            yield from _list_repeated(value[2], before)
        elif name == "BRANCH":
            for branch in value[1]:
                yield from _list_repeated(branch, before)
        elif name in ("SUBPATTERN", "ASSERT", "ASSERT_NOT"):
            yield from _list_repeated(value[-1], before)
        before += _make_sample([(op, value)], 0)


def _make_sample(tree: Any, turn: int) -> str:
    """Return a text that fits; another ``turn`` takes other letters and branches."""
    text = ""
    for op, value in tree:
        name = str(op)
        if name == "LITERAL":
            text += chr(value)
        elif name in ("ANY", "NOT_LITERAL"):
            text += next(each for each in "a 1"[turn:] + "b" if name == "ANY" or ord(each) != value)
        elif name == "IN":
            fitting = [each for each in map(str, "a1 \n-.<&\"'/,:;(é_=|") if _fits(value, each)]
            first = next((chr(v if str(o) == "LITERAL" else v[0]) for o, v in value if v and str(o) in ("LITERAL", "RANGE")), "a")  # fmt: skip
            text += (fitting or [first])[turn % len(fitting or [first])]
        elif name == "BRANCH":
            text += _make_sample(value[1][turn % len(value[1])], turn)
        elif name == "SUBPATTERN":
            text += _make_sample(value[-1], turn)
        elif name.endswith("_REPEAT"):
            text += _make_sample(value[2], turn) * min(max(value[0], turn), value[1], 50)
    return text


def _fits(choices: Any, letter: str) -> bool:
    is_in = False
    for op, value in choices:
        name = str(op)
        if name == "LITERAL":
            is_in |= value == ord(letter)
        elif name == "RANGE":
            is_in |= value[0] <= ord(letter) <= value[1]
        elif name == "CATEGORY":
            kind = str(value).rpartition("_")[2]
            is_of = {"DIGIT": letter.isdigit(), "SPACE": letter.isspace(), "WORD": letter.isalnum() or letter == "_"}  # fmt: skip
            is_in |= is_of[kind] != ("_NOT_" in str(value))
    return is_in != (str(choices[0][0]) == "NEGATE")
