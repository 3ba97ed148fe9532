"""Reader of ``<portal>.tests.yaml``: what a person expects of stored pages.

The file is a list. An entry begins with ``archive: ADDRESS`` or ``article: ADDRESS``; its other
keys are below. All problems are reported at once, with their lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import ConfigError, require_no_problems
from webarticlecurator.base.portal.expectation import (
    ARCHIVE,
    ARTICLE,
    ARTICLE_VALUES,
    Expectation,
    ExpectedValue,
)
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.system.input_files import (
    MAX_YAML,
    NameFault,
    read_regular,
    resolve_named_path,
)
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.expectation_keys import KEYS, add_unknown_key
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    locate_node,
)
from webarticlecurator.portal_file.config.section import show_value
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    Mapping,
    Scalar,
    Tree,
    YamlList,
    decode_yaml,
    describe_yaml_problem,
    has_only_comments,
    parse_yaml,
)

_NOT_EXPECTED = (ARCHIVE, ARTICLE, "column", "accepted")
"""Keys that identify the page or accept the entry; the others are expectations."""


def expectations_path(portal: Portal) -> Path:
    """Return the path of a portal's expectations: that of the portal file, with ``.tests.yaml`` in
    place of ``.yaml``."""
    return portal.path.with_name(f"{portal.path.stem}.tests.yaml")


def load_portal_expectations(portal: Portal) -> tuple[Expectation, ...]:
    """Return the expectations of a portal; none without their file. Raises as
    ``load_expectations``."""
    path = expectations_path(portal)
    columns = tuple(column.name for column in portal.columns)
    return load_expectations(path, columns) if path.exists() else ()


def load_expectations(path: Path, columns: tuple[str, ...]) -> tuple[Expectation, ...]:
    """Return the entries of the file at ``path`` (UTF-8 YAML), in its order; none if it contains
    only comments.

    ``columns`` are the columns of the portal. Raises ConfigError with every problem, in file
    order; a missing file is one.
    """
    try:
        content = read_regular(resolve_named_path(path.parent, path.name), MAX_YAML)
    except NameFault as fault:
        raise _file_error(path, fault.args[0], "a regular file") from None
    except OSError as error:
        raise _file_error(
            path,
            make_message(
                "the file of expectations cannot be read ({strerror}); `curator check CONFIG"
                " --record URL` begins one",
                strerror=error.strerror,
            ),
            "a readable file",
        ) from None
    return read_expectations(content, str(path), columns)


def _file_error(path: Path, message: str, allowed: str) -> ConfigError:
    place = Place(str(path), 1, 1)
    return ConfigError(
        (describe_yaml_problem(place, "", message, found=str(path), allowed=allowed),)
    )


def read_expectations(
    content: bytes, file: str, columns: tuple[str, ...]
) -> tuple[Expectation, ...]:
    """Return the entries in the bytes of a file; ``file`` is its name in messages. Raises
    ConfigError with every problem."""
    context = LoadContext(Path(file).parent, {})
    if has_only_comments(decode_yaml(content, file)):
        return ()
    tree, faults = parse_yaml(content, file)
    context.problems.extend(faults)
    entries = _read_entries(context, tree)
    for reference in context.references:
        if reference.name not in columns:
            context.add_unknown(reference.at, "column", reference.name, columns)
    # Report a page that has two entries
    seen: dict[tuple[str, str], Expectation] = {}
    for entry in entries:
        first = seen.setdefault((entry.kind, entry.url), entry)
        if first is not entry and entry.url:
            context.add_problem(
                Location(entry.place, entry.kind),
                make_message(
                    "duplicate page: already in line {line}; remove one of the two",
                    line=first.place.line,
                ),
                found=entry.url,
                allowed="each page once",
            )
    require_no_problems(sorted(context.problems, key=lambda p: (p.line, p.column)))
    return entries


def _read_entries(context: LoadContext, tree: Tree) -> tuple[Expectation, ...]:
    if not isinstance(tree, YamlList):
        context.add_problem(
            locate_node(tree, ""),
            make_message(
                "expected a list of pages, found {value}; {cure}",
                value=show_value(tree),
                cure=make_message(
                    "begin each page with `- {archive}: ADDRESS` or `- {article}: ADDRESS`",
                    archive=ARCHIVE,
                    article=ARTICLE,
                ),
            ),
            found=show_value(tree),
            allowed="a list of pages",
        )
        return ()
    entries = (_read_entry(context, item, f"[{n}]") for n, item in enumerate(tree.items))
    return tuple(entry for entry in entries if entry is not None)


def _read_entry(context: LoadContext, tree: Tree, path: str) -> Expectation | None:
    allowed = f"{ARCHIVE}: ADDRESS or {ARTICLE}: ADDRESS"
    if not isinstance(tree, Mapping):
        context.add_problem(
            locate_node(tree, path),
            make_message(
                "expected a page ({allowed}), found {value}",
                allowed=allowed,
                value=show_value(tree),
            ),
            found=show_value(tree),
            allowed=allowed,
        )
        return None
    kind = _find_kind(context, tree, path)
    if kind is None:
        return None
    given = {
        name.text: _read_key(context, (name, value), kind, path) for name, value in tree.entries
    }
    if not set(given) - {kind, *_NOT_EXPECTED}:
        context.add_problem(
            locate_node(tree, path),
            make_message(
                "no expectation for this page (expected one or more of {expected})",
                expected=", ".join(name for name in KEYS[kind] if name not in _NOT_EXPECTED),
            ),
            key=kind,
        )
    given = {name: value for name, value in given.items() if value is not BROKEN}
    places = {name.text: name.place for name, _ in tree.entries}
    values = tuple(
        ExpectedValue(name, given[name], places[name]) for name in ARTICLE_VALUES if name in given
    )
    # a rejected page has no other values
    for value in values if "rejected" in given else ():
        if value.name != "rejected":
            context.add_problem(
                Location(value.place, f"{path}.{value.name}"),
                make_message(
                    "`{name}` has no effect beside `rejected`; remove one of the two",
                    name=value.name,
                ),
                found=value.name,
                allowed="rejected alone",
            )
    return Expectation(
        kind,
        given.get(kind, ""),
        given.get("accepted", True),
        given.get("column"),
        given.get("links"),
        values,
        tree.place,
    )


def _find_kind(context: LoadContext, tree: Mapping, path: str) -> str | None:
    """Return ``archive`` or ``article``; where the key is misspelt, the one that is meant (the key
    itself is reported when it is read). None after a problem."""
    named = [name for name, _ in tree.entries if name.text in (ARCHIVE, ARTICLE)]
    if len(named) == 1:
        return named[0].text
    allowed = f"{ARCHIVE}: ADDRESS or {ARTICLE}: ADDRESS"
    if named:
        context.add_problem(
            Location(named[1].place, f"{path}.{named[1].text}"),
            "both `archive` and `article` in one entry; write two entries",
            found=named[1].text,
            allowed=allowed,
        )
        return None
    for name, _ in tree.entries:
        near = nearest_word(name.text, (ARCHIVE, ARTICLE))
        if near is not None and name.text not in (*KEYS[ARCHIVE], *KEYS[ARTICLE]):
            return near
    context.add_problem(
        locate_node(tree, path),
        make_message("no page in the entry (expected {allowed})", allowed=allowed),
        key=ARCHIVE,
        allowed=allowed,
    )
    return None


def _read_key(context: LoadContext, entry: tuple[Scalar, Tree], kind: str, path: str) -> Any:
    name, tree = entry
    below = f"{path}.{name.text}"
    if name.text in KEYS[kind]:
        return KEYS[kind][name.text](context, tree, below)
    other = ARTICLE if kind == ARCHIVE else ARCHIVE
    elsewhere = (
        make_message("it belongs to a page that begins with `{kind}:`", kind=other)
        if name.text in KEYS[other]
        else ""
    )
    return add_unknown_key(context, Location(name.place, below), tuple(KEYS[kind]), elsewhere)
