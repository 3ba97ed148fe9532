"""Writes the text of a portal file converted from an older schema, with comments for its author."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.importing.columns import NewColumn, column_placeholder
from webarticlecurator.importing.old_yaml import OldSite
from webarticlecurator.importing.yaml_text import yaml_comment, yaml_flow, yaml_scalar

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
class PortalDraft:
    """Everything that the text is written from. ``retries`` None is the default."""

    name: str
    home: str
    site: OldSite
    parts: tuple[NewColumn, ...]
    retries: int | None = None


def portal_text(draft: PortalDraft) -> str:
    """Return the portal file with LF line ends; it passes ``curator check``."""
    lines = [
        *_head_lines(draft),
        *_fetch_lines(draft),
        *_archive_lines(draft),
        *_article_lines(draft),
    ]
    return "\n".join(lines) + "\n"


def _head_lines(draft: PortalDraft) -> list[str]:
    return [
        (
            f"# Made from {draft.site.file} of WebArticleCurator by `curator import wac`; see"
            " docs/coming-from.md."
        ),
        "# What is marked TODO was Python there, or not known at all.",
        f"portal: {yaml_scalar(draft.name)}",
        (
            f"title: {yaml_scalar(draft.site.text('site_name') or draft.name)}    # TODO the name"
            " as it is cited"
        ),
        f"home: {draft.home}    # TODO check: taken from the first column",
        "language: und    # TODO BCP 47: hu, de …",
        (
            "# timezone: Europe/Budapest    # TODO the portal's zone; without it, times on pages"
            " without a zone stay so"
        ),
        "",
    ]


def _fetch_lines(draft: PortalDraft) -> list[str]:
    pairs = []
    if draft.site.values.get("verify_request") and not draft.site.flag("verify_request"):
        pairs.append(("verify_tls", "false"))
    if draft.retries is not None:
        pairs.append(("retries", str(draft.retries)))
    return [f"fetch: {yaml_flow(tuple(pairs))}", ""] if pairs else []


def _archive_lines(draft: PortalDraft) -> list[str]:
    shared, parts = _factor_out(draft.parts)
    lines = ["archive:"]
    if shared.dates:
        lines.append(f"  dates: {shared.dates}")
    if any("mode: next-link" in part.pagination for part in draft.parts):
        lines += _todo_comment(
            draft.site, "extract_next_page_url_fun", "until then each walk has one page"
        )
    if shared.pagination:
        lines.append(f"  pagination: {shared.pagination}")
    links = (
        draft.site.text("extract_article_urls_from_page_fun")
        or "extract_article_urls_from_page_fun"
    )
    lines += _todo_comment(
        draft.site, "extract_article_urls_from_page_fun", "until then nothing is found"
    )
    lines += [f"  links: {column_placeholder(links)}", "  columns:"]
    return [
        *lines,
        *(f"    {yaml_scalar(part.name)}: {_column_flow(part, shared)}" for part in parts),
    ]


def _factor_out(parts: tuple[NewColumn, ...]) -> tuple[NewColumn, tuple[NewColumn, ...]]:
    """Return the dates and pagination that most columns share, and the columns without them.

    A column that has other ones keeps them; one that has none gets ``none``.
    """
    common = NewColumn(
        "",
        "",
        "",
        *(_most_common([getattr(part, key) for part in parts]) for key in ("dates", "pagination")),
    )
    changed = tuple(
        replace(
            part,
            **{
                key: _override(getattr(part, key), getattr(common, key))
                for key in ("dates", "pagination")
            },
        )
        for part in parts
    )
    return common, changed


def _most_common(values: list[str]) -> str:
    ((value, count),) = Counter(values).most_common(1)
    return value if count > len(values) / 2 else ""


def _override(own: str, above: str) -> str:
    if own == above:
        return ""
    return own or "none"


def _column_flow(part: NewColumn, shared: NewColumn) -> str:
    pairs = [("url", yaml_scalar(part.url))]
    for key in ("dates", "pagination", "stop"):
        if getattr(part, key):
            pairs.append(
                (
                    key,
                    (
                        _complete_dates(getattr(part, key), getattr(shared, key))
                        if key == "dates"
                        else getattr(part, key)
                    ),
                )
            )
    return yaml_flow(tuple(pairs))


def _complete_dates(dates: str, above: str) -> str:
    """Return dates that are not changed by merging: keys that only the shared dates have are added
    with their defaults."""
    missing = {"until": "yesterday", "step": "day", "order": "newest-first"}
    if dates == "none" or not above:
        return dates
    more = [
        f"{key}: {default}"
        for key, default in missing.items()
        if f"{key}: " in above and f"{key}: " not in dates
    ]
    return dates[:-1] + "".join(f", {text}" for text in more) + "}"


def _todo_comment(site: OldSite, key: str, meanwhile: str, indent: int = 2) -> list[str]:
    """Return the comment above the placeholder of a Python function."""
    function = site.text(key)
    if not function:
        return yaml_comment((f"TODO the older schema has no {key}; {meanwhile}:",), indent)
    file = site.text("portal_specific_exctractor_functions_file") or ""
    where = f" (in {file})" if file else ""
    message = f"TODO write as a rule what {function}{where} does; {meanwhile}:"
    return yaml_comment(
        (message, *(f"  {line}" for line in _function_source(site.folder, file, function))), indent
    )


def _function_source(folder: Path, file: str, function: str) -> tuple[str, ...]:
    return source_lines(folder / file, function) if file else ()


def _article_lines(draft: PortalDraft) -> list[str]:
    lines = [
        "",
        "# TODO where the text is, and what is left out:",
        "# article:",
        '#   body: {root: ["article"], drop: [".ad"]}',
    ]
    function = draft.site.text("next_page_of_article_fun")
    if not function:
        return lines
    todo = _todo_comment(
        draft.site, "next_page_of_article_fun", "until then every page is an article of its own"
    )
    return [
        "",
        "article:",
        *todo,
        f"  next_page: {column_placeholder(function)}",
        "  # body: {root: [article], drop: [.ad]}    # TODO where the text is",
    ]
