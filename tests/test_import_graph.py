"""Imports go down only: read from the source, so that no wing can reach up or sideways unnoticed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from checkout import CHECKOUT

import webarticlecurator

PACKAGE = CHECKOUT / "webarticlecurator"
WINGS = {
    "base": (".", "text", "doubts", "system", "model", "portal", "proposal"),
    "pages": ("page", "rules"),
    "tei": ("documents", "tokens"),
    "portal_file": ("values", "yaml_file", "keys", "written", "config", "importing"),
    "articles": ("units", "without_rules", "facts", "blocks", "walls", "rights", "by_rules"),
    "storage": ("warc", "index", "frontier", "answers", "texts", "store", "fixity"),
    "crawling": (
        "archive",
        "fetch",
        "workers",
        "captures",
        "states",
        "building",
        "cluster",
        "crawl",
    ),
    "corpus": (
        "stored_pages",
        "judging",
        "export",
        "charts",
        "corpora",
        "archives",
        "search",
        "duplicates",
        "keeping",
        "derived",
        "deposit",
    ),
    "proposing": (
        "fields",
        "list_pages",
        "text_rules",
        "tags",
        "propose",
        "trial",
        "repair",
        "judged",
    ),
    "api_articles": (".",),
    "api": (".",),
    "service": (".",),
    "studio": (
        "frame",
        "portal",
        "shown_page",
        "metadata",
        "articles",
        "effect",
        "new_portal",
        "archive",
        "article",
        "tags",
        "home",
        "run",
        "repair",
        ".",
    ),
    "cli": (".", "subcommands", "commands"),
}
"""Wing → its folders (``.``: its own files). A wing imports those before it, a folder those before
it in its wing."""
MAX_FOLDERS = 12
PLUG_INS = {
    "portal_file.importing": "cli",
    "crawling.cluster": "",
    "service": "studio cli",
    "studio": "cli",
}
"""What nothing but these imports, so that it could be a distribution of its own."""
PURE = {
    "base.text",
    "base.doubts",
    "base.model",
    "base.portal",
    "base.proposal",
    "pages.page",
    "pages.rules",
    "tei.documents",
    "tei.tokens",
    "articles.units",
    "articles.without_rules",
    "articles.facts",
    "articles.blocks",
    "articles.walls",
    "articles.rights",
    "articles.by_rules",
    "crawling.archive",
    "corpus.charts",
}
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
ENDS_WORKER = {"crawling/workers/worker.py", "crawling/workers/worker_loop.py"}
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


def wing_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def room_of(path: Path) -> str:
    """Return ``wing.folder``, or the wing for its own files."""
    parts = path.relative_to(PACKAGE).parts
    return ".".join(parts[:2]) if len(parts) > 2 else parts[0].removesuffix(".py")


def modules() -> list[Path]:
    """Return all files but the public API, which imports its names lazily, and those that only
    describe a folder."""
    return [
        p for p in sorted(PACKAGE.rglob("*.py")) if p.name not in ("__init__.py", "__main__.py")
    ]


def list_imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the wing and the folder (``.``: none) of each import of the package."""
    for name in read_source(path).imports:
        if not name.startswith("webarticlecurator."):
            continue
        wing, *rest = name.split(".")[1:]
        has_folder = rest and (PACKAGE / wing / rest[0]).is_dir()
        if wing in WINGS:
            yield wing, rest[0] if has_folder else "."


def test_every_wing_and_folder_is_known():
    found: dict[str, set[str]] = {}
    for path in modules():
        wing, _, folder = room_of(path).partition(".")
        found.setdefault(wing, set()).add(folder or ".")
    assert found == {wing: set(folders) for wing, folders in WINGS.items()}


def test_few_folders_stand_at_the_top():
    folders = [p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__"]
    assert len(folders) <= MAX_FOLDERS


def test_wings_import_those_before_them():
    order = [*WINGS]
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {wing}"
        for path in modules()
        for wing, _ in list_imports(path)
        if order.index(wing) > order.index(wing_of(path))
    ]
    assert not wrong


def test_folders_of_a_wing_import_those_before_them():
    wrong = []
    for path in modules():
        own, _, room = room_of(path).partition(".")
        folders = WINGS[own]
        for wing, folder in list_imports(path):
            if wing == own and folders.index(folder) > folders.index(room or "."):
                wrong.append(f"{path.relative_to(PACKAGE)} imports {wing}/{folder}")
    assert not wrong


def test_what_could_be_a_distribution_of_its_own_is_imported_by_little():
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {room}"
        for room, users in PLUG_INS.items()
        for path in modules()
        if not f"{room_of(path)}.".startswith(f"{room}.") and wing_of(path) not in users.split()
        for name in read_source(path).imports
        if f"{name}.".startswith(f"webarticlecurator.{room}.")
    ]
    assert not wrong


def test_a_file_of_a_folder_only_describes_it():
    wrong = [
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*/__init__.py")
        if path.parent != PACKAGE and len(ast.parse(path.read_text(encoding="utf-8")).body) != 1
    ]
    assert not wrong


def test_the_core_touches_neither_network_nor_clock_nor_chance():
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in modules()
        if room_of(path) in PURE
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
    assert not pairs


def test_only_the_command_line_prints_and_exits():
    """bug 24 of HTML2TEI: 17 ``exit(1)`` stood in its library code."""
    found = [
        (path.relative_to(PACKAGE).as_posix(), line, name)
        for path in sorted(PACKAGE.rglob("*.py"))
        if wing_of(path) not in ("cli", "__main__")
        for line, name in read_source(path).calls
    ]
    assert [each for each in found if each[2] in TALKS or each[0] not in ENDS_WORKER] == []
    assert {path for path, *_ in found} == ENDS_WORKER


def test_every_name_of_the_public_api_can_be_imported_and_is_no_module():
    for name in webarticlecurator.__all__:
        assert not isinstance(getattr(webarticlecurator, name), ModuleType), name
