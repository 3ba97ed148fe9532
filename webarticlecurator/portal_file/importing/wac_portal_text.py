"""Writes the text of a portal file converted from an older schema, with comments for its author."""

from __future__ import annotations

import ast
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.portal_file.importing.old_yaml import OldSite
from webarticlecurator.portal_file.importing.wac_columns import (
    NewColumn,
    YamlMapping,
    column_placeholder,
)
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, yaml_comments, yaml_value

MOST_LINES = 40


def source_lines(path: Path, name: str) -> tuple[str, ...]:
    """Return the lines of the function ``name`` in the Python file at ``path``; none where the file
    cannot be read, has no such function, or the function is longer than MOST_LINES."""
    try:
        text = read_regular(path, MAX_TABLE).decode("utf-8")
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError, RecursionError):
        return ()
    found = next((n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name), None)
    segment = ast.get_source_segment(text, found) if found else None
    lines = tuple(line.rstrip() for line in (segment or "").splitlines() if line.strip())
    return lines if len(lines) <= MOST_LINES else ()


@dataclass(frozen=True)
class ImportedPortal:
    """Everything that the text is written from. ``retries`` None is the default."""

    name: str
    home: str
    site: OldSite
    parts: tuple[NewColumn, ...]
    retries: int | None = None


def fetch_lines(draft: ImportedPortal) -> list[str]:
    is_unverified = "verify_request" in draft.site.values and not draft.site.flag("verify_request")
    given = {"verify_tls": False if is_unverified else None, "retries": draft.retries}
    keys = {key: value for key, value in given.items() if value is not None}
    return [f"fetch: {yaml_value(keys)}", ""] if keys else []


def archive_lines(draft: ImportedPortal) -> list[str]:
    # the dates and the pagination that most columns have
    dates = _most_common([part.dates for part in draft.parts])
    shared = NewColumn("", "", "", dates, _most_common([part.pagination for part in draft.parts]))
    lines = ["archive:"]
    if shared.dates:
        lines.append(f"  dates: {yaml_value(shared.dates)}")
    if any("next" in part.pagination for part in draft.parts):
        lines += _todo_comment(
            draft.site, "extract_next_page_url_fun", "until then each walk has one page"
        )
    if shared.pagination:
        lines.append(f"  pagination: {yaml_value(shared.pagination)}")
    links = (
        draft.site.text("extract_article_urls_from_page_fun")
        or "extract_article_urls_from_page_fun"
    )
    lines += _todo_comment(
        draft.site, "extract_article_urls_from_page_fun", "until then nothing is found"
    )
    lines += [f"  links: {yaml_value(column_placeholder(links))}", "  columns:"]
    return [
        *lines,
        *(
            f"    {yaml_value(part.name)}: {yaml_value(_column_keys(part, shared))}"
            for part in draft.parts
        ),
    ]


def _most_common(values: list[YamlMapping]) -> YamlMapping:
    """Return the value that more than half of the columns have, else an empty one."""
    value = max(values, key=values.count)
    return value if values.count(value) > len(values) / 2 else {}


def _column_keys(part: NewColumn, shared: NewColumn) -> YamlMapping:
    """Return the keys of a column below the shared ones: it has its own where they differ, and
    ``none`` where it has none."""
    keys: YamlMapping = {"url": part.url}
    if part.dates != shared.dates:
        keys["dates"] = _complete_dates(part.dates, shared.dates) or Keyword("none")
    if part.pagination != shared.pagination:
        keys["pagination"] = part.pagination or Keyword("none")
    return {**keys, **({"stop": part.stop} if part.stop else {})}


def _complete_dates(dates: YamlMapping, above: YamlMapping) -> YamlMapping:
    """Return dates that are not changed by merging: keys that only the shared dates have are added
    with their defaults."""
    defaults: YamlMapping = {"until": "yesterday", "step": "day", "order": "newest-first"}
    missing = {key: value for key, value in defaults.items() if key in above and key not in dates}
    return {**dates, **missing} if dates else {}


def _todo_comment(site: OldSite, key: str, meanwhile: str) -> list[str]:
    """Return the comment above the placeholder of a Python function."""
    function = site.text(key)
    if not function:
        return yaml_comments((f"TODO the older schema has no {key}; {meanwhile}:",), 2)
    file = site.text("portal_specific_exctractor_functions_file") or ""
    where = f" (in {file})" if file else ""
    message = f"TODO write as a rule what {function}{where} does; {meanwhile}:"
    source = source_lines(site.folder / file, function) if file else ()
    return yaml_comments((message, *(f"  {line}" for line in source)), 2)


def list_wac_lines(draft: ImportedPortal) -> list[str]:
    """Return the lines of a portal file under ``article``, with what is left to do."""
    lines = [
        "",
        "# TODO where the text is, and what is left out:",
        "# article:",
        '#   body: {root: ["article"], drop: [".ad"]}',
    ]
    function = draft.site.text("next_page_of_article_fun")
    if not function:
        return lines
    return [
        "",
        "article:",
        *_todo_comment(
            draft.site, "next_page_of_article_fun", "until then every page is an article of its own"
        ),
        f"  next_page: {yaml_value(column_placeholder(function))}",
        "  # body: {root: [article], drop: [.ad]}    # TODO where the text is",
    ]
