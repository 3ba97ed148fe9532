"""Imports go down only: read from the source, so that no layer can reach up or sideways unnoticed."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from checkout import CHECKOUT

import webarticlecurator

PACKAGE = CHECKOUT / "webarticlecurator"
ORDER = (
    "errors",
    "text",
    "model",
    "page charts tei",
    "rules tokens",
    "config guess",
    "archive article export importing warc",
    "fetch store",
    "workers",
    "captures cluster",
    "states",
    "build stored_pages",
    "corpora crawl",
    "deposit propose",
    "trial",
    "repair",
    "api service",
    "studio",
    "cli",
)
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names.split()}
ANYWHERE = {"dataclasses", "folders", "installation", "lazy_names", "__init__"}
ONLY_FOR_CLI = {"importing"}
PURE = {"text", "model", "page", "rules", "guess", "archive", "article", "tei", "charts", "tokens"}
IMPURE = {
    "requests",
    "urllib3",
    "sqlite3",
    "socket",
    "subprocess",
    "random",
    "secrets",
    "locale",
    "time",
}


IMPORTS = (ast.Import, ast.ImportFrom)
TALKS = {"print", "input"}
ENDS = {"exit", "quit", "sys.exit", "os._exit", "SystemExit"}
ENDS_WORKER = {"workers/worker.py", "workers/worker_loop.py"}
"""They end a worker process without what its parent would do at its end."""


@dataclass(frozen=True)
class Source:
    """What a module imports anywhere and at its top, and the lines that call one of ``TALKS`` or
    ``ENDS``."""

    imports: tuple[str, ...]
    at_top: tuple[ast.Import | ast.ImportFrom, ...]
    calls: tuple[tuple[int, str], ...]


@cache
def read_source(path: Path) -> Source:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [*ast.walk(tree)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return Source(
        tuple(name for node in nodes if isinstance(node, IMPORTS) for name in names_of(node)),
        tuple(node for node in tree.body if isinstance(node, IMPORTS)),
        tuple(
            (call.lineno, name_of(call.func))
            for call in calls
            if name_of(call.func) in TALKS | ENDS
        ),
    )


def name_of(function: ast.expr) -> str:
    """Return ``exit`` or ``sys.exit``, an empty string for what is neither."""
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return f"{function.value.id}.{function.attr}"
    return function.id if isinstance(function, ast.Name) else ""


def names_of(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    elif node.module:
        yield node.module
        yield from (f"{node.module}.{name.name}" for name in node.names)


def targets(path: Path, known: set[str]) -> Iterator[str]:
    """The modules that a module imports at its top: ``from package import module`` means that
    module, not the package."""
    for node in read_source(path).at_top:
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                full = f"{node.module}.{name.name}"
                yield from (m for m in (full if full in known else node.module,) if m in known)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def modules() -> list[Path]:
    return [p for p in sorted(PACKAGE.rglob("*.py")) if layer_of(p) not in ANYWHERE | {"__main__"}]


def test_every_layer_is_known():
    assert {layer_of(p) for p in modules()} == set(LEVEL)


def test_imports_go_down_only():
    wrong = []
    for path in modules():
        layer = layer_of(path)
        for name in read_source(path).imports:
            parts = name.split(".")
            if (
                parts[0] != "webarticlecurator"
                or len(parts) < 2
                or parts[1] in ANYWHERE
                or parts[1] == layer
            ):
                continue
            if parts[1] in LEVEL and LEVEL[parts[1]] >= LEVEL[layer]:
                wrong.append(f"{path.relative_to(PACKAGE)} imports {name}")
    assert not wrong


def test_nothing_but_the_command_line_imports_files_of_older_tools():
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in modules()
        if layer_of(path) not in ONLY_FOR_CLI | {"cli"}
        for name in read_source(path).imports
        if name.split(".")[:1] == ["webarticlecurator"]
        and name.split(".")[1:2]
        and name.split(".")[1] in ONLY_FOR_CLI
    ]
    assert not wrong


def test_the_core_touches_neither_network_nor_clock_nor_chance():
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in modules()
        if layer_of(path) in PURE
        for name in read_source(path).imports
        if name.split(".")[0] in IMPURE
    ]
    assert not wrong


def test_no_module_imports_in_a_circle():
    names = {
        ".".join(p.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): p
        for p in sorted(PACKAGE.rglob("*.py"))
    }
    graph = {name: set(targets(path, set(names))) - {name} for name, path in names.items()}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " → ".join((*path[path.index(name) :], name))
        if name not in done:
            for other in sorted(graph[name]):
                visit(other, (*path, name))
            done.add(name)

    for name in sorted(graph):
        visit(name, ())


WITH_EACH_OTHER = {"cli.live_display cli.progress"}
"""Files that import each other today; the list only shrinks."""


def test_no_two_files_import_each_other():
    """Not even for type checkers, or inside a function: one of them cannot be read alone."""
    names = {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path
        for path in PACKAGE.rglob("*.py")
        if path.name != "__init__.py"
    }
    graph = {
        name: {
            found
            for each in read_source(path).imports
            if (found := each.removeprefix("webarticlecurator.")) in names and found != name
        }
        for name, path in names.items()
    }
    pairs = {
        f"{name} {other}"
        for name, others in graph.items()
        for other in others
        if name < other and name in graph[other]
    }
    assert pairs <= WITH_EACH_OTHER


def test_only_the_command_line_prints_and_exits():
    """bug 24 of HTML2TEI: 17 ``exit(1)`` stood in its library code."""
    found = [
        (path.relative_to(PACKAGE).as_posix(), line, name)
        for path in sorted(PACKAGE.rglob("*.py"))
        if layer_of(path) not in ("cli", "__main__")
        for line, name in read_source(path).calls
    ]
    assert [each for each in found if each[2] in TALKS or each[0] not in ENDS_WORKER] == []
    assert {path for path, *_ in found} == ENDS_WORKER


def test_every_name_of_a_package_can_be_imported_and_is_no_module():
    """A name that is a module, too, would be one or the other by the order of imports."""
    for package in (p for p in pkgutil.walk_packages(webarticlecurator.__path__) if p.ispkg):
        module = importlib.import_module(f"webarticlecurator.{package.name}")
        for name in getattr(module, "__all__", ()):
            assert not isinstance(getattr(module, name), ModuleType), (package.name, name)
