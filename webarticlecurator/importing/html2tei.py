"""HTML2TEI's folder of a portal → a tag dictionary, a skeleton of the header, and keys for the
portal file.

<portal>_text_tags_normal.tsv, <portal>_notext_tags_normal.tsv → <portal>.tags.tsv
<portal>_BASE.xml → <portal>.header.xml, and publisher, rights, corpus in <portal>.snippet.yaml
<portal>_specific.py: its lists of data → article.body in the snippet; its functions are named
"""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.config.tags import base_tags
from webarticlecurator.errors import UsageError
from webarticlecurator.importing.base_header import BaseHeader, header_skeleton, read_base_header
from webarticlecurator.importing.import_report import Imported, ImportReport, MadeFile
from webarticlecurator.importing.snippet import snippet_text
from webarticlecurator.importing.specific import read_specific
from webarticlecurator.importing.tag_tables import (
    PLAIN_CSS,
    NewRow,
    new_rows,
    read_table,
    table_text,
)

_TABLES = ("_text_tags_normal.tsv", "_notext_tags_normal.tsv")
"""In the order in which they are read: the later one counted."""


def import_html2tei(folder: Path | str) -> Imported:
    """The files made of the portal's configuration in ``folder``: the snippet, the tag dictionary,
    the header; and the account.

    Raises UsageError where the folder has no tables, or tables of several portals, and ConfigError
    where one is not UTF-8.
    """
    account = ImportReport()
    folder = Path(folder)
    name = _portal(folder)
    paths = [folder / (name + ending) for ending in _TABLES]
    tables = [read_table(path, account) for path in paths if path.is_file()]
    specific = read_specific(folder / f"{name}_specific.py", account)
    header = read_base_header(folder / f"{name}_BASE.xml", account)
    rows = new_rows(
        [row for table in tables for row in table], _media(specific.media, account), account
    )
    _tell(sum(map(len, tables)), rows, header, account)
    made = (
        MadeFile(f"{name}.snippet.yaml", snippet_text(name, header, specific)),
        MadeFile(f"{name}.tags.tsv", table_text(rows)),
        MadeFile(f"{name}.header.xml", header_skeleton(header)),
    )
    return Imported(made, tuple(account.notes))


def _portal(folder: Path) -> str:
    """The one portal whose tables are in the folder."""
    if not folder.is_dir():
        raise UsageError(
            f"{folder}: no such folder", "Give the folder of one portal, as configs/echo."
        )
    found = sorted({_stem(path) for path in folder.glob("*_tags_normal.tsv")})
    if len(found) == 1:
        return found[0]
    below = sorted({path.parent.name for path in folder.glob("*/*_tags_normal.tsv")})
    said = f"the tables of {', '.join(found)}" if found else "no *_tags_normal.tsv"
    more = f" Folders with tables below it: {', '.join(below)}." if below else ""
    raise UsageError(f"{folder}: {said} in it", f"Give the folder of one portal.{more}")


def _stem(path: Path) -> str:
    return next(
        (path.name.removesuffix(e) for e in reversed(_TABLES) if path.name.endswith(e)),
        path.name.removesuffix("_tags_normal.tsv"),
    )


def _media(selectors: tuple[str, ...], account: ImportReport) -> tuple[str, ...]:
    if selectors:
        return selectors
    account.note("left", "no MEDIA_LIST: rows for tags inside media (0_MDESC_) hold inside figure")
    return ("figure",)


def _tell_unwrapped(rows: tuple[NewRow, ...], account: ImportReport) -> None:
    """Bare elements that the table unwraps, and the base dictionary would make something of."""
    base = {row.signature: row.operation for row in base_tags()}
    unwrapped = [
        row.signature.removesuffix(PLAIN_CSS)
        for row in rows
        if row.meaning.operation == "unwrap" and not row.context
    ]
    named = sorted(name for name in unwrapped if base.get(name, "unwrap") not in ("unwrap", "auto"))
    if named:
        known = ", ".join(f"{name} ({base[name]})" for name in named)
        said = (
            "the table unwraps elements that the base dictionary has an operation for; where that"
            " is better, delete the row"
        )
        account.note("todo", f"{said}: {known}")


def _tell(before: int, rows: tuple[NewRow, ...], header: BaseHeader, account: ImportReport) -> None:
    undecided = sum(not row.meaning.operation for row in rows)
    account.note(
        "carried",
        f"{before} rows of the tables: {len(rows)} rows, {undecided} of them without an operation",
    )
    for key in ("publisher", "rights", "licence", "doi"):
        if getattr(header, key):
            account.note("carried", f"{key}: {getattr(header, key)}")
    _tell_unwrapped(rows, account)
    if header.editors:
        account.note("carried", f"editors: {', '.join(editor.name for editor in header.editors)}")
    if header.editions:
        account.note("carried", f"into projectDesc of the header: {'; '.join(header.editions)}")
