"""Reader of ``<portal>.tests.yaml``: what a person expects of stored pages.

The file is a list. An entry begins with ``archive: ADDRESS`` or ``article: ADDRESS``; its other
keys are below. All problems are reported at once, with their lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from webarticlecurator.config.files import MAX_YAML, NameFault, read_regular, resolve_named_path
from webarticlecurator.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    Mark,
    Reference,
    locate_node,
)
from webarticlecurator.config.scalars import ScalarType, read_boolean, read_day
from webarticlecurator.config.section import is_none, read_list, read_scalar, read_value, show_value
from webarticlecurator.config.value_fault import ValueFault, nearest_word, quote_value
from webarticlecurator.config.yaml_edit import Keyword, yaml_value
from webarticlecurator.config.yaml_tree import (
    Mapping,
    NotReadable,
    Scalar,
    Tree,
    YamlList,
    decode_yaml,
    describe_yaml_problem,
    has_only_comments,
    parse_yaml,
)
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.overrides import (
    ARCHIVE,
    ARTICLE,
    ARTICLE_VALUES,
    Expectation,
    ExpectedLinks,
    ExpectedValue,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Place
from webarticlecurator.model.verdict import REJECTIONS
from webarticlecurator.text.translation import make_message

_NOT_EXPECTED = (ARCHIVE, ARTICLE, "column", "accepted")
"""Keys that identify the page or accept the entry; the others are expectations."""


def expectations_path(portal: Portal) -> Path:
    """Return the path of a portal's expectations: that of the portal file, with ``.tests.yaml`` in
    place of ``.yaml``."""
    return portal.path.with_name(f"{portal.path.stem}.tests.yaml")


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
    try:
        if has_only_comments(decode_yaml(content, file)):
            return ()
        tree, faults = parse_yaml(content, file)
    except NotReadable as fault:
        raise ConfigError((fault.problem,)) from None
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
    if context.problems:
        raise ConfigError(tuple(sorted(context.problems, key=lambda p: (p.line, p.column))))
    return entries


def _read_entries(context: LoadContext, tree: Tree) -> tuple[Expectation, ...]:
    if not isinstance(tree, YamlList):
        cure = make_message(
            "begin each page with `- {archive}: ADDRESS` or `- {article}: ADDRESS`",
            archive=ARCHIVE,
            article=ARTICLE,
        )
        context.add_problem(
            locate_node(tree, ""),
            make_message(
                "expected a list of pages, found {value}; {cure}", value=show_value(tree), cure=cure
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
        expected = ", ".join(name for name in KEYS[kind] if name not in _NOT_EXPECTED)
        context.add_problem(
            locate_node(tree, path),
            make_message(
                "no expectation for this page (expected one or more of {expected})",
                expected=expected,
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


# The keys of ``<portal>.tests.yaml``, with a reader for the value of each.

Reader: TypeAlias = Callable[[LoadContext, Tree, str], Any]
"""Reads the value of a key; returns BROKEN after adding a problem."""


def add_unknown_key(
    context: LoadContext, where: Location, known: tuple[str, ...], elsewhere: str = ""
) -> Mark:
    """Report a key that is not ``known``; ``elsewhere`` is the cure where it belongs to another
    kind of entry."""
    cure = elsewhere or ("" if nearest_word(where.key, known) else "remove it")
    return context.add_unknown(where, "key", where.key, known, cure)


def _named_type(type_: str) -> Reader:
    """Return a reader of a type of the key table."""
    return lambda context, tree, path: read_value(context, tree, type_, path)


def _own_type(type_: ScalarType) -> Reader:
    """Return a reader of a type that only expectations have."""
    return lambda context, tree, path: read_scalar(context, tree, type_, path)


def _as_tuple(reader: Reader) -> Reader:
    """Return a reader of one value as a tuple."""

    def read(context: LoadContext, tree: Tree, path: str) -> Any:
        value = reader(context, tree, path)
        return value if value is BROKEN else (value,)

    return read


def _or_none(reader: Reader) -> Reader:
    """Return a reader of one value as a tuple; an unquoted ``none`` is the empty tuple."""
    read_one = _as_tuple(reader)
    return lambda context, tree, path: () if is_none(tree) else read_one(context, tree, path)


def _read_texts(context: LoadContext, tree: Tree, path: str) -> Any:
    return () if is_none(tree) else read_list(context, tree, path, "text")


def _read_addresses(context: LoadContext, tree: YamlList, path: str) -> Any:
    addresses = tuple(
        read_value(context, item, "web address", f"{path}[{n}]")
        for n, item in enumerate(tree.items)
    )
    return BROKEN if BROKEN in addresses else addresses


def _read_links(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the links: a list of all, ``none``, or ``{count: N, some: [ADDRESS, …]}``."""
    if is_none(tree):
        return ExpectedLinks((), whole=True, count=0)
    if isinstance(tree, YamlList):
        addresses = _read_addresses(context, tree, path)
        if addresses is BROKEN:
            return BROKEN
        return ExpectedLinks(addresses, whole=True, count=len(dict.fromkeys(addresses)))
    allowed = make_message("a list of all addresses, none, or {count: N, some: [ADDRESS]}")
    if not isinstance(tree, Mapping) or not tree.entries:
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "expected {allowed}, found {value}", allowed=allowed, value=show_value(tree)
            ),
            found=show_value(tree),
            allowed=allowed,
        )
    return _read_counted_links(context, tree, path)


def _read_counted_links(context: LoadContext, tree: Mapping, path: str) -> Any:
    count: Any = None
    some: Any = ()
    for name, value in tree.entries:
        below = f"{path}.{name.text}"
        if name.text == "count":
            count = read_value(context, value, "count", below)
        elif name.text == "some" and isinstance(value, YamlList) and value.items:
            some = _read_addresses(context, value, below)
        elif name.text == "some":
            some = context.add_problem(
                locate_node(value, below),
                make_message(
                    "expected a list of addresses, found {value}", value=show_value(value)
                ),
                allowed="a list of addresses",
            )
        else:
            count = add_unknown_key(context, Location(name.place, below), ("count", "some"))
    if count is BROKEN or some is BROKEN:
        return BROKEN
    if count is not None and len(dict.fromkeys(some)) > count:
        number = len(dict.fromkeys(some))
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "`some` names {number} addresses, but `count` is {count}; correct one of them",
                number=number,
                count=count,
            ),
            found=str(count),
            allowed="count, and some of them",
        )
    return ExpectedLinks(some, count=count)


def _read_column(context: LoadContext, tree: Tree, path: str) -> Any:
    name = read_value(context, tree, "text", path)
    if name is not BROKEN:
        context.references.append(Reference("column", name, locate_node(tree, path)))
    return name


def _read_yes_or_no(value: str) -> bool:
    if value in ("yes", "no"):
        return value == "yes"
    try:
        return read_boolean(value)
    except ValueFault:
        nearest = nearest_word(value, ("yes", "no"))
        raise ValueFault(
            make_message("not yes or no: {value}", value=quote_value(value)), nearest
        ) from None


def _read_timestamp(value: str) -> str:
    date, _, time = value.partition("T")
    read_day(date)
    if "T" in value and not re.fullmatch(
        r"[0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:[0-9]{2}|Z)?", time
    ):
        raise ValueFault(
            make_message("not a date or time: {value}", value=quote_value(value)),
            expected="2019-03-15 or 2019-03-15T08:30:00+01:00",
        )
    return value


def _read_reason(value: str) -> str:
    if value not in REJECTIONS:
        raise ValueFault(
            make_message("unknown reason: {value}", value=quote_value(value)),
            nearest_word(value, REJECTIONS),
        )
    return value


_ACCEPTED = _own_type(ScalarType("yes or no", _read_yes_or_no, {}))
_NEXT = _or_none(_named_type("web address"))
_TEXT = _or_none(_named_type("text"))

KEYS: dict[str, dict[str, Reader]] = {
    ARCHIVE: {
        ARCHIVE: _named_type("web address"),
        "column": _read_column,
        "links": _read_links,
        "next_page": _NEXT,
        "accepted": _ACCEPTED,
    },
    ARTICLE: {
        ARTICLE: _named_type("web address"),
        "rejected": _as_tuple(
            _own_type(ScalarType("one of " + ", ".join(REJECTIONS), _read_reason, {}))
        ),
        "title": _TEXT,
        "authors": _read_texts,
        "published": _or_none(
            _own_type(ScalarType("an ISO 8601 date or time, or none", _read_timestamp, {}))
        ),
        "section": _read_texts,
        "first_words": _TEXT,
        "last_words": _TEXT,
        "next_page": _NEXT,
        "accepted": _ACCEPTED,
    },
}
"""Kind of entry → its keys, in the order of the reference → the reader of each."""


# Writes an entry of ``<portal>.tests.yaml`` as text that can be added below the others.


def entry_text(entry: Expectation, indent: int = 0) -> str:
    """Return the entry as an item of a YAML list, from which ``read_expectations`` reads an equal
    entry.

    Lines end with LF, also the last one; ``indent`` is the number of spaces before the dash.
    """
    lines = [f"{entry.kind}: {yaml_value(entry.url)}"]
    lines += [] if entry.column is None else [f"column: {yaml_value(entry.column)}"]
    lines += [] if entry.links is None else _links_lines(entry.links)
    lines += [_value_line(value) for value in entry.values]
    lines.append(f"accepted: {'yes' if entry.accepted else 'no'}")
    pad = " " * indent
    return "".join(f"{pad}{'- ' if n == 0 else '  '}{line}\n" for n, line in enumerate(lines))


def _links_lines(links: ExpectedLinks) -> Iterator[str]:
    if links.whole and not links.addresses:
        yield "links: none"
        return
    yield "links:"
    pad = "  "
    if not links.whole:
        if links.count is not None:
            yield f"  count: {links.count}"
        if links.addresses:
            yield "  some:"
        pad = "    "
    yield from (f"{pad}- {yaml_value(url)}" for url in links.addresses)


def _value_line(value: ExpectedValue) -> str:
    if not value.values:
        return f"{value.name}: none"
    if value.name == "authors" or len(value.values) > 1:
        return f"{value.name}: {yaml_value(value.values)}"
    is_word = value.name in ("published", "rejected")
    (text,) = value.values
    return f"{value.name}: {yaml_value(Keyword(text) if is_word else text)}"
