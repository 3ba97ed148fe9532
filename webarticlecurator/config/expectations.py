"""``<portal>.tests.yaml``: what a person expects of stored pages, read with line numbers and every
problem at once.

The file is a list. An entry begins with ``archive: ADDRESS`` or ``article: ADDRESS``; its other
keys are the two tables here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webarticlecurator.config.expectation_keys import KEYS, reject_unknown_key
from webarticlecurator.config.files import MAX_YAML, NameFault, read_regular, resolve_named_path
from webarticlecurator.config.load_context import BROKEN, LoadContext, Location, locate_node
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import quote_value
from webarticlecurator.config.section import show_value
from webarticlecurator.config.yaml_tree import (
    Listing,
    Mapping,
    NotReadable,
    Scalar,
    Tree,
    decode_yaml,
    describe_yaml_problem,
    has_only_comments,
    parse_yaml,
)
from webarticlecurator.errors import ConfigError, ConfigProblem
from webarticlecurator.model.expectation import (
    ARCHIVE,
    ARTICLE,
    ARTICLE_VALUES,
    Expectation,
    ExpectedValue,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Place

_ABOUT = (ARCHIVE, ARTICLE, "column", "accepted")
"""Keys that say which page it is, and whether the entry counts."""


def expectations_path(portal: Portal) -> Path:
    """Where the expectations of a portal stand: beside the portal file, ``.tests.yaml`` in place of
    ``.yaml``."""
    return portal.path.with_name(f"{portal.path.stem}.tests.yaml")


def load_expectations(path: Path, columns: tuple[str, ...]) -> tuple[Expectation, ...]:
    """The entries of the file at ``path`` (UTF-8 YAML), in its order; none if it is empty or holds
    only comments. ``columns`` are the names an entry may name. Raises ConfigError with every
    problem, in file order; a file that is not there is one."""
    try:
        content = read_regular(resolve_named_path(path.parent, path.name), MAX_YAML)
    except NameFault as fault:
        raise ConfigError(
            (
                describe_yaml_problem(
                    Place(str(path), 1, 1),
                    "",
                    str(fault),
                    found=str(path),
                    allowed="a regular file",
                ),
            )
        ) from None
    except OSError as error:
        said = (
            f"the file of expectations cannot be read ({error.strerror}); `curator check CONFIG"
            " --record URL` begins one"
        )
        raise ConfigError(
            (
                describe_yaml_problem(
                    Place(str(path), 1, 1), "", said, found=str(path), allowed="a readable file"
                ),
            )
        ) from None
    return read_expectations(content, str(path), columns)


def read_expectations(
    content: bytes, file: str, columns: tuple[str, ...]
) -> tuple[Expectation, ...]:
    """The same from the bytes of the file; ``file`` is its name in messages. Raises ConfigError."""
    reading = LoadContext(Path(file).parent, {})
    try:
        if has_only_comments(decode_yaml(content, file)):
            return ()
        tree, faults = parse_yaml(content, file)
    except NotReadable as wrong:
        raise ConfigError((wrong.problem,)) from None
    reading.problems.extend(faults)
    entries = _entries(reading, tree)
    _check_columns(reading, columns)
    _check_repeats(reading, entries)
    if reading.problems:
        raise ConfigError(_in_order(reading.problems))
    return entries


def _in_order(problems: list[ConfigProblem]) -> tuple[ConfigProblem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.line, p.column)))


def _entries(reading: LoadContext, tree: Tree) -> tuple[Expectation, ...]:
    if not isinstance(tree, Listing):
        cure = f"begin each page with `- {ARCHIVE}: ADDRESS` or `- {ARTICLE}: ADDRESS`"
        said = f"expected a list of pages, found {show_value(tree)}; {cure}"
        reading.wrong(
            locate_node(tree, ""), said, found=show_value(tree), allowed="a list of pages"
        )
        return ()
    found = (_entry(reading, item, f"[{n}]") for n, item in enumerate(tree.items))
    return tuple(entry for entry in found if entry is not None)


def _entry(reading: LoadContext, tree: Tree, path: str) -> Expectation | None:
    allowed = f"{ARCHIVE}: ADDRESS or {ARTICLE}: ADDRESS"
    if not isinstance(tree, Mapping):
        reading.wrong(
            locate_node(tree, path),
            f"expected a page ({allowed}), found {show_value(tree)}",
            found=show_value(tree),
            allowed=allowed,
        )
        return None
    kind = _kind(reading, tree, path)
    if kind is None:
        return None
    found = {name.text: _value(reading, (name, value), kind, path) for name, value in tree.entries}
    if not set(found) - {kind, *_ABOUT}:
        wanted = ", ".join(name for name in KEYS[kind] if name not in _ABOUT)
        reading.wrong(
            locate_node(tree, path),
            f"nothing is expected of this page; give one or more of {wanted}",
            key=kind,
        )
    found = {name: value for name, value in found.items() if value is not BROKEN}
    places = {name.text: name.place for name, _ in tree.entries}
    values = tuple(
        ExpectedValue(name, found[name], places[name]) for name in ARTICLE_VALUES if name in found
    )
    _check_rejected(reading, values, path)
    return Expectation(
        kind,
        found.get(kind, ""),
        found.get("accepted", True),
        found.get("column"),
        found.get("links"),
        values,
        tree.place,
    )


def _kind(reading: LoadContext, tree: Mapping, path: str) -> str | None:
    """Which of the two an entry is; where the word is misspelt, the one that is meant (the problem
    is noted with the key)."""
    named = [name for name, _ in tree.entries if name.text in (ARCHIVE, ARTICLE)]
    if len(named) == 1:
        return named[0].text
    allowed = f"{ARCHIVE}: ADDRESS or {ARTICLE}: ADDRESS"
    if named:
        where = Location(named[1].place, f"{path}.{named[1].text}")
        reading.wrong(
            where,
            "a page is either `archive` or `article`; write two entries",
            found=named[1].text,
            allowed=allowed,
        )
        return None
    for name, _ in tree.entries:
        near = nearest_word(name.text, (ARCHIVE, ARTICLE))
        if near is not None and name.text not in (*KEYS[ARCHIVE], *KEYS[ARTICLE]):
            return near
    reading.wrong(
        locate_node(tree, path),
        f"which page? begin the entry with {allowed}",
        key=ARCHIVE,
        allowed=allowed,
    )
    return None


def _value(reading: LoadContext, entry: tuple[Scalar, Tree], kind: str, path: str) -> Any:
    name, tree = entry
    below = f"{path}.{name.text}"
    if name.text in KEYS[kind]:
        return KEYS[kind][name.text](reading, tree, below)
    other = ARTICLE if kind == ARCHIVE else ARCHIVE
    elsewhere = (
        f"it belongs to a page that begins with `{other}:`" if name.text in KEYS[other] else ""
    )
    return reject_unknown_key(reading, Location(name.place, below), tuple(KEYS[kind]), elsewhere)


def _check_rejected(reading: LoadContext, values: tuple[ExpectedValue, ...], path: str) -> None:
    """A page that is no article has nothing else to expect."""
    if not any(value.name == "rejected" for value in values):
        return
    for value in values:
        if value.name != "rejected":
            said = f"a page that is rejected has no {value.name}; remove this key, or `rejected`"
            reading.wrong(
                Location(value.place, f"{path}.{value.name}"),
                said,
                found=value.name,
                allowed="rejected alone",
            )


def _check_columns(reading: LoadContext, columns: tuple[str, ...]) -> None:
    for mention in reading.mentions:
        if mention.name not in columns:
            near = nearest_word(mention.name, columns)
            hint = f"; did you mean {quote_value(near)}?" if near else ""
            said = f"there is no column {quote_value(mention.name)}{hint}"
            reading.wrong(
                mention.at, said, found=mention.name, allowed=", ".join(columns), nearest=near
            )


def _check_repeats(reading: LoadContext, entries: tuple[Expectation, ...]) -> None:
    """One page, one entry."""
    seen: dict[tuple[str, str], Expectation] = {}
    for entry in entries:
        first = seen.setdefault((entry.kind, entry.url), entry)
        if first is not entry and entry.url:
            said = f"this page stands already in line {first.place.line}; keep one of them"
            reading.wrong(
                Location(entry.place, entry.kind), said, found=entry.url, allowed="each page once"
            )
