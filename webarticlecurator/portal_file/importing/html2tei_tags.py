"""Conversion of HTML2TEI's ``*_tags_normal.tsv`` tables into the rows of our tag dictionary.

There, a row applies to exactly one set of attributes; here, to every tag with its id, classes and
attributes of a signature, and the most specific row is used. So rows with the same signature
become one; where they do not agree, the most frequent operation gets the short signature, and the
others get all their attributes (see PLAIN_CSS).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.base.text.table_text import rows_to_tsv
from webarticlecurator.portal_file.config.keep_column import accepts_keep
from webarticlecurator.portal_file.importing.html2tei_operations import NAMES, operation_of
from webarticlecurator.portal_file.importing.html2tei_tag_keys import OldTag, parse_tag_key
from webarticlecurator.portal_file.importing.import_report import ImportReport
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.yaml_file.yaml_tree import decode_yaml

HEADER = tuple(
    "frequency tag average_word_count average_descendant_num immediate_texts_average_length"
    " URL_example normal_name preserved_attribute".split()
)
PLAIN_CSS = ":not(x)"
"""A row that is exactly a tag's signature takes precedence over all others. Where rows with more
attributes must take precedence over it, this addition makes it an ordinary match without changing
its specificity."""
_NOTHING = frozenset(("", "default", "null"))


@dataclass(frozen=True)
class OldRow:
    """One row as written. ``keep`` is the attribute to preserve, or empty."""

    key: str
    count: int
    name: str
    keep: str
    example: str
    place: Place


@dataclass(frozen=True)
class RowDecision:
    """The operation for a tag, empty if not decided; ``was`` is an older name that is unknown."""

    operation: str
    keep: str = ""
    was: str = ""


@dataclass(frozen=True)
class NewRow:
    """A row of our table; ``count`` is the number of the tags it applies to."""

    signature: str
    decision: RowDecision
    context: str
    count: int
    example: str


@dataclass(frozen=True)
class ParsedRow:
    """An older row with its parsed key and its decision."""

    row: OldRow
    tag: OldTag
    decision: RowDecision


def read_old_table(path: Path, report: ImportReport) -> tuple[OldRow, ...]:
    """Return the rows of one table (UTF-8, tabs, a header line). Raises UsageError or ConfigError
    where it cannot be read."""
    try:
        text = decode_yaml(read_regular(path, MAX_TABLE), str(path))
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}", "Give a folder with readable tables."
        ) from None
    lines = text.replace("\r\n", "\n").split("\n")
    given = [cell.strip() for cell in lines[0].split("\t")]
    header = tuple(given) if {"tag", "normal_name"} <= set(given) else HEADER
    start = 1 if header is not HEADER or given[0] == "frequency" else 0
    rows = []
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip():
            continue
        place = Place(str(path), number)
        cells = dict(zip(header, (cell.strip() for cell in line.split("\t")), strict=False))
        if "normal_name" in cells:
            count = cells.get("frequency", "")
            keep = cells.get("preserved_attribute", "")
            example = next(iter(cells.get("URL_example", "").split()), "")
            times = int(count) if count.isdecimal() else 0
            keep = "" if keep in _NOTHING else keep
            rows.append(OldRow(cells["tag"], times, cells["normal_name"], keep, example, place))
        else:
            message = f"{len(cells)} columns (expected {len(header)}); the row is left out"
            report.note("unknown", message, place)
    return tuple(rows)


def convert_rows(
    rows: Iterable[OldRow], media: tuple[str, ...], report: ImportReport
) -> tuple[NewRow, ...]:
    """Return our rows, the most frequent first.

    Of two rows with one key the later is used, as by HTML2TEI. ``media`` are the signatures of the
    elements inside which ``0_MDESC_`` rows apply.
    """
    latest: dict[str, OldRow] = {}
    for row in rows:
        previous_row = latest.get(row.key)
        if previous_row and (previous_row.name, previous_row.keep) != (row.name, row.keep):
            report.note(
                "left",
                f"{row.key} is {previous_row.name!r} in {previous_row.place.file}:"
                f"{previous_row.place.line} and"
                f" {row.name!r} here, which counted",
                row.place,
            )
        latest[row.key] = row
    known = [parsed for row in latest.values() if (parsed := _parse_row(row, report))]
    _report_unknown(known, report)
    made: dict[tuple[str, str], NewRow] = {}
    for in_medium in (False, True):
        groups = group_values(
            (one.tag.signature, one) for one in known if one.tag.media == in_medium
        )
        for group in groups.values():
            for new in _convert_group(group, report):
                _add_row(made, new, media if in_medium else ("",))
    left = [made.pop((name, ""), None) for name in ("br", "br" + PLAIN_CSS)]
    if any(left):
        report.note(
            "left",
            "br: HTML2TEI replaced it by a space before it used the table; in our base dictionary"
            " it is a line-break",
        )
    return tuple(sorted(made.values(), key=lambda row: (-row.count, row.signature, row.context)))


def _parse_row(row: OldRow, report: ImportReport) -> ParsedRow | None:
    tag = parse_tag_key(row.key)
    if tag is None:
        report.note("unknown", f"not a tag: {row.key!r}; the row is left out", row.place)
        return None
    operation = operation_of(row.name, tag.tag)
    if operation is None:
        return ParsedRow(row, tag, RowDecision("", "", row.name or "(empty)"))
    return ParsedRow(row, tag, RowDecision(operation, row.keep if accepts_keep(operation) else ""))


def _report_unknown(known: list[ParsedRow], report: ImportReport) -> None:
    """Report each unknown name once: rows, occurrences, first place, nearest known name."""
    found = group_values((one.row.name, one) for one in known if not one.decision.operation)
    for name, ones in sorted(found.items()):
        times = sum(one.row.count for one in ones)
        guess = nearest_word(name, NAMES)
        hint = (
            f"; nearest known name: {guess} ({operation_of(guess, '')})"
            if guess
            else "; no known name is near"
        )
        report.note(
            "unknown",
            f"unknown name: {name!r} ({len(ones)} rows, {times} occurrences){hint}. Its rows have"
            " no operation",
            ones[0].row.place,
        )


def _convert_group(group: list[ParsedRow], report: ImportReport) -> list[NewRow]:
    """Return one row for the most frequent operation, and a row with all attributes for each tag
    that has another."""
    counts: Counter[RowDecision] = Counter()
    for one in group:
        counts[one.decision] += max(one.row.count, 1)
    most = max(counts, key=lambda m: (counts[m], m.operation, m.keep))
    others = [one for one in group if one.decision != most]
    apart = [one for one in others if one.tag.full != one.tag.signature]
    for one in others:
        if one not in apart:
            message = (
                f"{one.row.key} is {one.row.name!r}, {one.row.count} times; other tags with the"
                f" signature {one.tag.signature} are"
            )
            report.note(
                "left",
                f"{message} {most.operation or most.was}, more often, and count",
                one.row.place,
            )
    signature = group[0].tag.signature + (PLAIN_CSS if apart else "")
    return [
        _merge_rows(signature, [one for one in group if one.decision == most]),
        *(_merge_rows(one.tag.full, [one]) for one in apart),
    ]


def _merge_rows(signature: str, ones: list[ParsedRow]) -> NewRow:
    example = next((one.row.example for one in ones if one.row.example), "")
    return NewRow(signature, ones[0].decision, "", sum(one.row.count for one in ones), example)


def _add_row(made: dict[tuple[str, str], NewRow], row: NewRow, contexts: tuple[str, ...]) -> None:
    """Add a row for each context, unless the row without a context has the same decision."""
    everywhere = made.get((row.signature, ""))
    for context in contexts:
        if context and everywhere and everywhere.decision == row.decision:
            continue
        written = f"in {context}" if context else ""
        made.setdefault(
            (row.signature, written),
            NewRow(row.signature, row.decision, written, row.count, row.example),
        )


def new_table_text(rows: tuple[NewRow, ...]) -> str:
    """Return the table as TSV with LF line ends."""
    cells = (
        (
            row.signature,
            row.decision.operation,
            row.decision.keep,
            row.context,
            str(row.count),
            row.example,
            row.decision.was,
        )
        for row in rows
    )
    return rows_to_tsv(
        [tuple("signature operation keep context count example was".split()), *cells]
    )
