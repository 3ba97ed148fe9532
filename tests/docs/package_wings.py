"""The wings of the package and what each of them imports, read from the source.

A wing is a folder at the top of the package, or a module there that imports one. It stands on the
floor above all wings that it imports.
"""

from __future__ import annotations

from collections.abc import Mapping

from test_import_graph import PACKAGE, read_source

Graph = Mapping[str, frozenset[str]]
"""Wing → the wings that it imports."""


def read_imports() -> Graph:
    """Return the wings and their imports. Modules at the top that others import are no wings, such
    as those of names and exceptions that all share; nor are folders of data."""
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    imports: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        wing = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        names = (name.split(".") for name in read_source(path).imports)
        found = {name[1] for name in names if name[0] == PACKAGE.name and len(name) > 1}
        imports.setdefault(wing, set()).update(found - {wing})
    imported = set().union(*(f for wing, f in imports.items() if not wing.startswith("__")))
    drawn = {
        wing
        for wing, found in imports.items()
        if (wing in folders and (found or wing in imported))
        or (found & folders and wing not in imported and not wing.startswith("__"))
    }
    return {wing: frozenset(imports[wing] & drawn) for wing in sorted(drawn)}


def find_floors(graph: Graph) -> dict[str, int]:
    """Return the floor of each wing, 0 for one that imports none. Raises ValueError for wings that
    import each other."""
    floors: dict[str, int] = {}
    while len(floors) < len(graph):
        ready = [w for w in graph if w not in floors and graph[w] <= floors.keys()]
        if not ready:
            raise ValueError(f"wings that import each other: {sorted(find_circles(graph))}")
        floors |= {w: max((floors[other] + 1 for other in graph[w]), default=0) for w in ready}
    return floors


def find_circles(graph: Graph) -> set[str]:
    """Return the wings that a way of imports leads back to."""
    reached = {wing: set(graph[wing]) for wing in graph}
    for between in graph:
        for wing in graph:
            if between in reached[wing]:
                reached[wing] |= reached[between]
    return {wing for wing in graph if wing in reached[wing]}


def choose_arrows(graph: Graph) -> list[tuple[str, str]]:
    """Return the imports that no way of other imports stands for."""
    floors = find_floors(graph)
    below: dict[str, set[str]] = {}
    for wing in sorted(graph, key=lambda name: (floors[name], name)):
        below[wing] = set(graph[wing]).union(*(below[other] for other in graph[wing]))
    return [
        (wing, other)
        for wing in graph
        for other in sorted(graph[wing])
        if not any(other in below[between] for between in graph[wing])
    ]
