"""HTML2TEI's ``*_tags_normal.tsv`` tables → the rows of our tag dictionary.

There, a row holds for exactly one set of attributes; here, a row holds for every tag with its id,
classes and telling attributes, and the row that says most wins. So rows that differ in nothing else
become one; where they do not agree, the most frequent operation gets the short signature, and the
others get all their attributes (see PLAIN_CSS).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.tag_faults import accepts_keep
from webarticlecurator.config.yaml_tree import NotReadable, decode_yaml
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.importing.import_report import ImportReport
from webarticlecurator.importing.old_names import near_names, operation_of
from webarticlecurator.importing.tag_key import OldTag, read_key
from webarticlecurator.model.rule import Place
from webarticlecurator.model.sheet_text import rows_to_tsv

HEADER = tuple(
    "frequency tag average_word_count average_descendant_num immediate_texts_average_length"
    " URL_example normal_name preserved_attribute".split()
)
PLAIN_CSS = ":not(x)"
"""A row with exactly a tag's signature goes before all others. Where others with more attributes
must go before it, this makes it a row that only matches, and weighs no more."""
_NOTHING = frozenset(("", "default", "null"))


@dataclass(frozen=True)
class OldRow:
    """One row as it stands. ``keep`` is the attribute to preserve, or empty."""

    key: str
    count: int
    name: str
    keep: str
    example: str
    place: Place


@dataclass(frozen=True)
class Meaning:
    """What our dictionary says of a tag; ``operation`` empty: not decided. ``was``: the older name,
    where it is not known."""

    operation: str
    keep: str = ""
    was: str = ""


@dataclass(frozen=True)
class NewRow:
    """A row of our table; ``count``: how often the tags it stands for occurred."""

    signature: str
    meaning: Meaning
    context: str
    count: int
    example: str


@dataclass(frozen=True)
class _Known:
    """An older row whose key was read."""

    row: OldRow
    tag: OldTag
    meaning: Meaning


def read_table(path: Path, account: ImportReport) -> tuple[OldRow, ...]:
    """The rows of one table (UTF-8, tabs, a header line). Raises UsageError or ConfigError where it
    cannot be read."""
    try:
        text = decode_yaml(read_regular(path, MAX_TABLE), str(path))
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}", "Give a folder with readable tables."
        ) from None
    except NotReadable as wrong:
        raise ConfigError((wrong.problem,)) from wrong
    lines = text.replace("\r\n", "\n").split("\n")
    given = [cell.strip() for cell in lines[0].split("\t")]
    header = tuple(given) if {"tag", "normal_name"} <= set(given) else HEADER
    start = 1 if header is not HEADER or given[0] == "frequency" else 0
    rows = (
        _row(header, line, Place(str(path), n + 1), account)
        for n, line in enumerate(lines)
        if n >= start and line.strip()
    )
    return tuple(row for row in rows if row)


def _row(header: tuple[str, ...], line: str, place: Place, account: ImportReport) -> OldRow | None:
    cells = dict(zip(header, (cell.strip() for cell in line.split("\t")), strict=False))
    if "normal_name" not in cells:
        account.note(
            "unknown",
            f"{len(cells)} columns where {len(header)} are expected; the row is left out",
            place,
        )
        return None
    count = cells.get("frequency", "")
    keep = cells.get("preserved_attribute", "")
    example = next(iter(cells.get("URL_example", "").split()), "")
    number = int(count) if count.isdecimal() else 0
    return OldRow(
        cells["tag"], number, cells["normal_name"], "" if keep in _NOTHING else keep, example, place
    )


def new_rows(
    rows: Iterable[OldRow], media: tuple[str, ...], account: ImportReport
) -> tuple[NewRow, ...]:
    """Our rows, the most frequent first. Of two rows with one key the later counts, as it did
    there. ``media``: signatures of the elements inside which ``0_MDESC_`` rows hold."""
    known = [k for row in _latest(rows, account) for k in [_known(row, account)] if k]
    _tell_unknown(known, account)
    made: dict[tuple[str, str], NewRow] = {}
    for inside in (False, True):
        for group in _groups(k for k in known if k.tag.media == inside):
            for row in _of_group(group, account):
                _add(made, row, media if inside else ("",))
    left = [made.pop((name, ""), None) for name in ("br", "br" + PLAIN_CSS)]
    if any(left):
        account.note(
            "left",
            "br: a space was put in its place before the table was asked; our base dictionary has"
            " it as line-break",
        )
    return tuple(sorted(made.values(), key=lambda row: (-row.count, row.signature, row.context)))


def _latest(rows: Iterable[OldRow], account: ImportReport) -> list[OldRow]:
    found: dict[str, OldRow] = {}
    for row in rows:
        earlier = found.get(row.key)
        if earlier and (earlier.name, earlier.keep) != (row.name, row.keep):
            said = (
                f"{row.key} is {earlier.name!r} in {earlier.place.file}:{earlier.place.line} and"
                f" {row.name!r} here, which counted"
            )
            account.note("left", said, row.place)
        found[row.key] = row
    return list(found.values())


def _known(row: OldRow, account: ImportReport) -> _Known | None:
    tag = read_key(row.key)
    if tag is None:
        account.note("unknown", f"{row.key!r} is no tag; the row is left out", row.place)
        return None
    op = operation_of(row.name, tag.tag)
    return _Known(
        row,
        tag,
        Meaning("", "", row.name or "(empty)") if op is None else Meaning(op, _kept(op, row.keep)),
    )


def _kept(op: str, keep: str) -> str:
    return keep if accepts_keep(op) else ""


def _tell_unknown(known: list[_Known], account: ImportReport) -> None:
    """Names that are not known: once each, with rows, occurrences, the first place and the nearest
    known name."""
    found: dict[str, list[_Known]] = defaultdict(list)
    for one in known:
        if not one.meaning.operation:
            found[one.row.name].append(one)
    for name, ones in sorted(found.items()):
        times = sum(one.row.count for one in ones)
        guess = near_names(name)
        hint = (
            f"; nearest known name: {guess} ({operation_of(guess, '')})"
            if guess
            else "; no known name is near"
        )
        said = (
            f"the name {name!r} ({len(ones)} rows, {times} occurrences) is not known{hint}. Its"
            " rows have no operation"
        )
        account.note("unknown", said, ones[0].row.place)


def _groups(known: Iterable[_Known]) -> list[list[_Known]]:
    groups: dict[str, list[_Known]] = defaultdict(list)
    for one in known:
        groups[one.tag.signature].append(one)
    return list(groups.values())


def _of_group(group: list[_Known], account: ImportReport) -> list[NewRow]:
    """One row for the operation that is the most frequent, one with all attributes for each tag
    that has another."""
    counts: Counter[Meaning] = Counter()
    for one in group:
        counts[one.meaning] += max(one.row.count, 1)
    most = max(counts, key=lambda m: (counts[m], m.operation, m.keep))
    others = [one for one in group if one.meaning != most]
    apart = [one for one in others if one.tag.full != one.tag.signature]
    for one in others:
        if one not in apart:
            said = (
                f"{one.row.key} is {one.row.name!r}, {one.row.count} times; other tags with the"
                f" signature {one.tag.signature} are"
            )
            account.note(
                "left", f"{said} {most.operation or most.was}, more often, and count", one.row.place
            )
    signature = group[0].tag.signature + (PLAIN_CSS if apart else "")
    return [
        _made(signature, [one for one in group if one.meaning == most]),
        *(_made(one.tag.full, [one]) for one in apart),
    ]


def _made(signature: str, ones: list[_Known]) -> NewRow:
    example = next((one.row.example for one in ones if one.row.example), "")
    return NewRow(signature, ones[0].meaning, "", sum(one.row.count for one in ones), example)


def _add(made: dict[tuple[str, str], NewRow], row: NewRow, contexts: tuple[str, ...]) -> None:
    """A row for each context; one that says what holds everywhere is not needed."""
    everywhere = made.get((row.signature, ""))
    for context in contexts:
        if context and everywhere and everywhere.meaning == row.meaning:
            continue
        written = f"in {context}" if context else ""
        made.setdefault(
            (row.signature, written),
            NewRow(row.signature, row.meaning, written, row.count, row.example),
        )


def table_text(rows: tuple[NewRow, ...]) -> str:
    """The table, UTF-8 TSV with LF line ends."""
    lines = [tuple("signature operation keep context count example was".split())]
    for row in rows:
        cells = (
            row.signature,
            row.meaning.operation,
            row.meaning.keep,
            row.context,
            str(row.count),
            row.example,
            row.meaning.was,
        )
        lines.append(cells)
    return rows_to_tsv(lines)
