"""Import of HTML2TEI's folder of a portal as a tag dictionary, a header and keys for the portal
file.

<portal>_text_tags_normal.tsv, <portal>_notext_tags_normal.tsv → <portal>.tags.tsv
<portal>_BASE.xml → <portal>.header.xml, and publisher, rights, corpus in <portal>.snippet.yaml
<portal>_specific.py: its lists of data → article.body in the snippet; its functions are named
"""

from __future__ import annotations

import re
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.portal_file.importing.html2tei_files import (
    BaseHeader,
    header_skeleton,
    read_base_header,
)
from webarticlecurator.portal_file.importing.html2tei_python import SpecificData, read_specific
from webarticlecurator.portal_file.importing.html2tei_tags import (
    PLAIN_CSS,
    NewRow,
    convert_rows,
    new_table_text,
    read_old_table,
)
from webarticlecurator.portal_file.importing.import_report import Imported, ImportReport, MadeFile
from webarticlecurator.portal_file.keys.keys_article import KINDS
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue, yaml_value

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
        *about_lines(header),
        *corpus_lines(header),
        f"tei: {{template: {name}.header.xml}}",
        *list_html2tei_lines(name, header, specific),
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


def about_lines(header: BaseHeader) -> list[str]:
    rights = header.rights or ("In copyright" if header.rights_url else "")
    publisher = _flow_of(("name", header.publisher), ("place", header.place))
    return [
        *_list_keys(("title", header.title), ("language", header.language)),
        *([f"publisher: {publisher}"] if header.publisher else []),
        *([f"rights: {_flow_of(('text', rights), ('url', header.rights_url))}"] if rights else []),
    ]


def _list_keys(*pairs: tuple[str, YamlValue]) -> list[str]:
    """Return the lines of the keys that have a value."""
    return [f"{key}: {yaml_value(value)}" for key, value in pairs if value]


def _flow_of(*pairs: tuple[str, str]) -> str:
    return yaml_value({key: value for key, value in pairs if value})


def corpus_lines(header: BaseHeader) -> list[str]:
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


def list_html2tei_lines(name: str, header: BaseHeader, specific: SpecificData) -> list[str]:
    """Return the lines of a portal file under ``article``."""
    kind = header.kind if header.kind in KINDS and header.kind != "NewsArticle" else ""
    return [
        "article:",
        *_list_keys(("  kind", kind), ("  continuation", specific.continuation)),
        "  body:",
        *_list_keys(("    root", specific.root), ("    drop", specific.drop)),
        f"    tags: {name}.tags.tsv",
    ]
