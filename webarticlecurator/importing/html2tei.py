"""Import of HTML2TEI's folder of a portal as a tag dictionary, a header and keys for the portal
file.

<portal>_text_tags_normal.tsv, <portal>_notext_tags_normal.tsv → <portal>.tags.tsv
<portal>_BASE.xml → <portal>.header.xml, and publisher, rights, corpus in <portal>.snippet.yaml
<portal>_specific.py: its lists of data → article.body in the snippet; its functions are named
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.keys_pages import KINDS
from webarticlecurator.config.tags import accepts_keep, base_tags
from webarticlecurator.config.value_fault import nearest_word
from webarticlecurator.config.yaml_edit import yaml_value
from webarticlecurator.config.yaml_tree import NotReadable, decode_yaml
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.importing.html2tei_files import (
    NAMES,
    BaseHeader,
    SpecificData,
    header_skeleton,
    operation_of,
    read_base_header,
    read_specific,
)
from webarticlecurator.importing.old_yaml import Imported, ImportReport, MadeFile
from webarticlecurator.model.rule import Place
from webarticlecurator.page.css import css_identifier, css_string
from webarticlecurator.text.characters import rows_to_tsv

_TABLES = ("_text_tags_normal.tsv", "_notext_tags_normal.tsv")
"""Endings of the tables, in HTML2TEI's order: a later row replaces an earlier one."""


def import_html2tei(folder: Path | str) -> Imported:
    """Return the snippet, the tag dictionary and the header for the portal in ``folder``, and the
    report.

    Raises UsageError where the folder has no tables, or tables of several portals, and ConfigError
    where one is not UTF-8.
    """
    report = ImportReport()
    folder = Path(folder)
    name = _find_portal(folder)
    paths = [folder / (name + ending) for ending in _TABLES]
    tables = [read_old_table(path, report) for path in paths if path.is_file()]
    specific = read_specific(folder / f"{name}_specific.py", report)
    header = read_base_header(folder / f"{name}_BASE.xml", report)
    media = specific.media
    if not media:
        media = ("figure",)
        report.note(
            "left", "no MEDIA_LIST: rows for tags inside media (0_MDESC_) apply inside figure"
        )
    rows = convert_rows([row for table in tables for row in table], media, report)
    _report_rows(sum(map(len, tables)), rows, header, report)
    # top-level keys; with `portal`, `home` and `archive` it is a portal file
    lines = [
        (
            f"# Made from the {name} configuration of HTML2TEI by `curator import html2tei`: put"
            " these keys into the portal file,"
        ),
        f"# and {name}.tags.tsv and {name}.header.xml beside it. See docs/coming-from.md.",
        *_about_lines(header),
        *_corpus_lines(header),
        f"tei: {{template: {name}.header.xml}}",
        *_article_lines(name, header, specific),
    ]
    made = (
        MadeFile(f"{name}.snippet.yaml", "\n".join(lines) + "\n"),
        MadeFile(f"{name}.tags.tsv", new_table_text(rows)),
        MadeFile(f"{name}.header.xml", header_skeleton(header)),
    )
    return Imported(made, tuple(report.notes))


def _find_portal(folder: Path) -> str:
    """Return the name of the one portal whose tables are in the folder."""
    if not folder.is_dir():
        raise UsageError(
            f"{folder}: no such folder", "Give the folder of one portal, as configs/echo."
        )
    paths = folder.glob("*_tags_normal.tsv")
    found = sorted({re.sub(r"(_(no)?text)?_tags_normal\.tsv$", "", path.name) for path in paths})
    if len(found) == 1:
        return found[0]
    below = sorted({path.parent.name for path in folder.glob("*/*_tags_normal.tsv")})
    message = f"the tables of {', '.join(found)}" if found else "no *_tags_normal.tsv"
    more = f" Folders with tables below it: {', '.join(below)}." if below else ""
    raise UsageError(f"{folder}: {message} in it", f"Give the folder of one portal.{more}")


def _report_rows(
    before: int, rows: tuple[NewRow, ...], header: BaseHeader, report: ImportReport
) -> None:
    undecided = sum(not row.decision.operation for row in rows)
    report.note(
        "carried",
        f"{before} rows of the tables: {len(rows)} rows, {undecided} of them without an operation",
    )
    for key in ("publisher", "rights", "licence", "doi"):
        if getattr(header, key):
            report.note("carried", f"{key}: {getattr(header, key)}")
    # elements without attributes that the table unwraps, but the base dictionary has an
    # operation for
    base = {row.signature: row.operation for row in base_tags()}
    unwrapped = [
        row.signature.removesuffix(PLAIN_CSS)
        for row in rows
        if row.decision.operation == "unwrap" and not row.context
    ]
    named = sorted(name for name in unwrapped if base.get(name, "unwrap") not in ("unwrap", "auto"))
    if named:
        known = ", ".join(f"{name} ({base[name]})" for name in named)
        message = (
            "the table unwraps elements that the base dictionary has an operation for; where that"
            " is better, delete the row"
        )
        report.note("todo", f"{message}: {known}")
    if header.editors:
        report.note("carried", f"editors: {', '.join(editor.name for editor in header.editors)}")
    if header.editions:
        report.note("carried", f"into projectDesc of the header: {'; '.join(header.editions)}")


# Conversion of HTML2TEI's ``*_tags_normal.tsv`` tables into the rows of our tag dictionary.
#
# There, a row applies to exactly one set of attributes; here, to every tag with its id, classes and
# attributes of a signature, and the most specific row is used. So rows with the same signature
# become one; where they do not agree, the most frequent operation gets the short signature, and the
# others get all their attributes (see PLAIN_CSS).

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
    except NotReadable as wrong:
        raise ConfigError((wrong.problem,)) from wrong
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
        earlier = latest.get(row.key)
        if earlier and (earlier.name, earlier.keep) != (row.name, row.keep):
            message = (
                f"{row.key} is {earlier.name!r} in {earlier.place.file}:{earlier.place.line} and"
                f" {row.name!r} here, which counted"
            )
            report.note("left", message, row.place)
        latest[row.key] = row
    known = [parsed for row in latest.values() if (parsed := _parse_row(row, report))]
    _report_unknown(known, report)
    made: dict[tuple[str, str], NewRow] = {}
    for in_medium in (False, True):
        groups: dict[str, list[ParsedRow]] = defaultdict(list)
        for one in known:
            if one.tag.media == in_medium:
                groups[one.tag.signature].append(one)
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
    keep = row.keep if accepts_keep(operation) else ""
    return ParsedRow(row, tag, RowDecision(operation, keep))


def _report_unknown(known: list[ParsedRow], report: ImportReport) -> None:
    """Report each unknown name once: rows, occurrences, first place, nearest known name."""
    found: dict[str, list[ParsedRow]] = defaultdict(list)
    for one in known:
        if not one.decision.operation:
            found[one.row.name].append(one)
    for name, ones in sorted(found.items()):
        times = sum(one.row.count for one in ones)
        guess = nearest_word(name, NAMES)
        hint = (
            f"; nearest known name: {guess} ({operation_of(guess, '')})"
            if guess
            else "; no known name is near"
        )
        message = (
            f"unknown name: {name!r} ({len(ones)} rows, {times} occurrences){hint}. Its rows have"
            " no operation"
        )
        report.note("unknown", message, ones[0].row.place)


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
    head = "signature operation keep context count example was"
    return rows_to_tsv([tuple(head.split()), *cells])


# Conversion of HTML2TEI's key of a tag, ``<div class=a b id=@NUM>``, into CSS.
#
# The key has all attributes, sorted by name, with values without quotes. What differs from page to
# page is replaced: ``@STYLE`` (measures, alignment), ``@LINK``, ``@target``, ``@title``, ``@alt``,
# ``@NUM`` (numbers, short codes), ``@LONG`` (more than 30 characters), ``@wordNUM`` (the longest
# run of letters in letters and digits). ``0_MDESC_`` before the tag marks one inside a listed
# medium.

TELLING = frozenset("itemprop itemtype name property rel role type".split())
"""Attributes that our inventory puts into signatures."""

_KEY = re.compile(r"<(0_MDESC_)?([^\s<>=]+)( .*)?>", re.DOTALL)
_ATTRIBUTE = re.compile(r"(?:^|\s)([A-Za-z_][\w.:-]*)=")
_WORD = re.compile(r"@([^\W\d_]{5,})NUM")


@dataclass(frozen=True)
class OldTag:
    """A tag as CSS: ``signature`` has its id, classes and the attributes in TELLING; ``full`` has
    every attribute, as ``[name]`` where its value is unknown. ``media`` is True inside a listed
    medium."""

    tag: str
    media: bool
    signature: str
    full: str


def parse_tag_key(key: str) -> OldTag | None:
    """Return the tag of a key, or None where it is not a key."""
    match = _KEY.fullmatch(key.strip())
    if not match:
        return None
    tag = match[2].lower()
    pairs = _split_attributes(match[3] or "")
    selector = css_identifier(tag) + _identity_selector(pairs)
    telling, others = "", ""
    for name, value in pairs:
        if name in ("id", "class"):
            others += f"[{name}]" if _is_generated(value) else ""
        elif name in TELLING and not _is_generated(value):
            telling += _attribute_test(name, value)
        else:
            others += _attribute_test(name, value)
    return OldTag(tag, bool(match[1]), selector + telling, selector + telling + others)


def _split_attributes(text: str) -> list[tuple[str, str]]:
    """Return names and values. As names are sorted, a ``name=`` that is earlier in the alphabet is
    part of a value."""
    found: list[tuple[str, int, int]] = []
    for match in _ATTRIBUTE.finditer(text):
        if not found or match[1] > found[-1][0]:
            found.append((match[1], match.start(), match.end()))
    ends = [start for _, start, _ in found[1:]] + [len(text)]
    return [
        (name, text[begin:end].strip()) for (name, _, begin), end in zip(found, ends, strict=False)
    ]


def _identity_selector(pairs: list[tuple[str, str]]) -> str:
    """Return ``#id``, ``.class`` and, for ``@wordNUM``, ``[class*=word]``, sorted."""
    values = dict(pairs)
    ids = [t for t in values.get("id", "").split()[:1] if not t.startswith("@")]
    classes = sorted({t for t in values.get("class", "").split() if not t.startswith("@")})
    parts = [f"#{css_identifier(i)}" for i in ids] + [f".{css_identifier(c)}" for c in classes]
    for name in ("class", "id"):
        words = sorted(
            {m[1] for t in values.get(name, "").split() for m in [_WORD.fullmatch(t)] if m}
        )
        parts += [f"[{name}*={css_string(word)}]" for word in words]
    return "".join(parts)


def _is_generated(value: str) -> bool:
    """Return True if no part of the original value is left."""
    return not any(t for t in value.split() if not t.startswith("@") or _WORD.fullmatch(t))


def _attribute_test(name: str, value: str) -> str:
    """Return the test of an attribute: for its value, for a word in it, or for its presence."""
    word = _WORD.fullmatch(value)
    if word:
        return f"[{css_identifier(name)}*={css_string(word[1])}]"
    return (
        f"[{css_identifier(name)}]"
        if value.startswith("@") or not value
        else f"[{css_identifier(name)}={css_string(value)}]"
    )


# Writes the keys of a portal file that come from HTML2TEI's header and Python data.


def _about_lines(header: BaseHeader) -> list[str]:
    pairs = [(key, getattr(header, key)) for key in ("title", "language")]
    lines = [f"{key}: {yaml_value(value)}" for key, value in pairs if value]
    if header.publisher:
        lines.append(f"publisher: {_flow_of(('name', header.publisher), ('place', header.place))}")
    if header.rights or header.rights_url:
        text = header.rights or "In copyright"
        lines.append(f"rights: {_flow_of(('text', text), ('url', header.rights_url))}")
    return lines


def _flow_of(*pairs: tuple[str, str]) -> str:
    return yaml_value({key: value for key, value in pairs if value})


def _corpus_lines(header: BaseHeader) -> list[str]:
    pairs = [
        (key, value) for key, value in (("licence", header.licence), ("doi", header.doi)) if value
    ]
    if not pairs and not header.editors:
        return []
    lines = ["corpus:", *(f"  {key}: {yaml_value(value)}" for key, value in pairs)]
    if header.editors:
        lines.append("  editors:")
        for editor in header.editors:
            pairs = [("name", editor.name), ("orcid", editor.orcid), ("role", editor.role)]
            lines.append(f"    - {_flow_of(*pairs)}")
    return lines


def _article_lines(name: str, header: BaseHeader, specific: SpecificData) -> list[str]:
    lines = ["article:"]
    if header.kind in KINDS and header.kind != "NewsArticle":
        lines.append(f"  kind: {header.kind}")
    if specific.continuation:
        lines.append(f"  continuation: {yaml_value(specific.continuation)}")
    lines.append("  body:")
    if specific.root:
        lines.append(f"    root: {yaml_value(specific.root)}")
    if specific.drop:
        lines.append(f"    drop: {yaml_value(specific.drop)}")
    return [*lines, f"    tags: {name}.tags.tsv"]
