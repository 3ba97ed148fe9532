"""Import of WebArticleCurator's crawl file or site schema as a portal file.

All data is converted. Each Python function becomes a TODO: a rule that matches nothing, named after
the function, below the function's source where it can be read. The text passes ``curator check`` as
it is.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.grouping import group_values
from webarticlecurator.portal_file.importing.import_report import Imported, ImportReport, MadeFile
from webarticlecurator.portal_file.importing.old_yaml import OldSite, read_site
from webarticlecurator.portal_file.importing.wac_columns import convert_column
from webarticlecurator.portal_file.importing.wac_portal_text import (
    ImportedPortal,
    archive_lines,
    fetch_lines,
    list_wac_lines,
)
from webarticlecurator.portal_file.written.starting_file import propose_portal_id
from webarticlecurator.portal_file.yaml_file.yaml_text import yaml_value

FUNCTIONS = {
    "extract_article_urls_from_page_fun": "archive.links",
    "extract_next_page_url_fun": "archive.pagination.next",
    "next_page_of_article_fun": "article.next_page",
}
"""Key that names a function → the rule that replaces it."""

_NOT_NEEDED = {
    "output_corpus": "TEI goes to the corpus folder",
    "log_file_articles": "the corpus records what happened (curator status, curator why)",
    "log_file_archive": "the corpus records what happened (curator status, curator why)",
    "new_problematic_urls": (
        "failed addresses are kept in the corpus and tried again at every crawl"
    ),
    "new_good_urls": "stored addresses are kept in the corpus",
    "new_problematic_archive_urls": "failed archive pages are kept in the corpus",
    "new_good_archive_urls": "walked archive pages are kept in the corpus",
}


def import_wac(path: Path | str) -> Imported:
    """Return the portal file for the crawl file or site schema at ``path`` (UTF-8 YAML), and the
    report of what became of each key.

    Raises ConfigError where the file is not valid YAML, UsageError where it is another kind of file
    or cannot be read.
    """
    report = ImportReport()
    site = read_site(Path(path), report)
    found = [(column, convert_column(site, column, report)) for column in site.columns]
    parts = tuple(part for _, part in found if part)
    if not parts:
        raise UsageError(
            f"{path}: no column could be carried over",
            "\n  ".join(str(note) for note in report.notes),
        )
    _report_functions(site, report)
    _report_flags(site, report)
    name = propose_portal_id(site.text("site_name") or Path(site.file).stem.removesuffix("_schema"))
    address = urlsplit(parts[0].sample)
    home = f"{address.scheme}://{address.netloc}/"
    draft = ImportedPortal(name, home, site, parts, _read_retries(site, report))
    report.note(
        "carried",
        f"{len(draft.parts)} column{'s' if len(draft.parts) != 1 else ''} of {draft.site.file}",
    )
    report.note("todo", "language and timezone: the older tool did not know them")
    report.note("todo", f"title and home: taken from site_name and the first column ({draft.home})")
    report.note(
        "todo",
        "article.body.root and the rest of article: the older tool stored pages, it did not read"
        " them",
    )
    _report_cut_sections(draft, report)
    # it passes `curator check`
    lines = [
        (
            f"# Made from {site.file} of WebArticleCurator by `curator import wac`; see"
            " docs/coming-from.md."
        ),
        "# What is marked TODO was Python there, or not known at all.",
        f"portal: {yaml_value(name)}",
        f"title: {yaml_value(site.text('site_name') or name)}    # TODO the name as it is cited",
        f"home: {home}    # TODO check: taken from the first column",
        "language: und    # TODO BCP 47: hu, de …",
        (
            "# timezone: Europe/Budapest    # TODO the portal's zone; without it, times on pages"
            " without a zone stay so"
        ),
        "",
        *fetch_lines(draft),
        *archive_lines(draft),
        *list_wac_lines(draft),
    ]
    return Imported((MadeFile(f"{draft.name}.yaml", "\n".join(lines) + "\n"),), tuple(report.notes))


def _report_cut_sections(draft: ImportedPortal, report: ImportReport) -> None:
    """Report columns by date whose addresses have the same beginning: they are probably parts of
    one section."""
    sections = group_values(
        (part.url.partition("{")[0], part.name) for part in draft.parts if part.dates
    )
    for begin, names in sections.items():
        if len(names) > 1:
            report.note(
                "todo",
                f"columns {', '.join(names)} all begin with {begin}: if they are one section, write"
                " one column with spans",
            )


def _report_functions(site: OldSite, report: ImportReport) -> None:
    for key, rule in FUNCTIONS.items():
        given = site.values.get(key)
        if given:
            report.note("todo", f"{rule}: write as a rule what {given.text} does", given.place)
    if not site.text("extract_article_urls_from_page_fun"):
        report.note("todo", "archive.links: the schema names no extract_article_urls_from_page_fun")
    converter = site.values.get("corpus_converter")
    if converter and converter.text not in ("dummy-converter", "MultiPageArticleConverter"):
        report.note(
            "todo",
            f"corpus_converter {converter.text}: Python; write what it took from an article into"
            " article.body and .metadata",
            converter.place,
        )


def _report_flags(site: OldSite, report: ImportReport) -> None:
    """Report the keys that have no counterpart in a portal file."""
    for key, given in site.crawl.items():
        if key in _NOT_NEEDED:
            report.note("left", f"{key}: {_NOT_NEEDED[key]}", given.place)
    if not site.flag("archive_page_urls_by_date"):
        for key in ("date_from", "date_until"):
            if key in site.crawl:
                why = "the archive does not go by date, so nothing can be left out by it"
                report.note("left", f"{key}: {why}", site.crawl[key].place)
    _report_order(site, report)
    flags = {
        "ignore_archive_cache": (
            "archive pages of open windows are always requested again (--full: all of them)"
        ),
        "stop_on_empty_archive_page": (
            "a walk ends at an empty page without a next link; one with a next link is a problem"
        ),
    }
    for key, instead in flags.items():
        if site.flag(key):
            report.note("left", f"{key}: {instead}", site.values[key].place)
    threshold = site.values.get("new_article_url_threshold")
    if threshold:
        report.note(
            "left",
            "new_article_url_threshold: a later crawl stops by itself after two pages in a row that"
            " list only known articles",
            threshold.place,
        )


def _report_order(site: OldSite, report: ImportReport) -> None:
    """Report go_reverse_in_archive, which sorted the dates, and the order of articles on a page,
    which the older tool did not know."""
    given = site.values.get("go_reverse_in_archive")
    if site.flag("archive_page_urls_by_date"):
        order = "newest-first" if site.flag("go_reverse_in_archive") else "oldest-first"
        message = (
            f"go_reverse_in_archive → dates.order: {order}, the order in which the dates are walked"
        )
        report.note("carried", message, given.place if given else None)
    elif given is not None:
        message = "go_reverse_in_archive: it sorted dates, and the archive does not go by date"
        report.note("left", message, given.place)
    message = (
        "archive.order: the older tool did not know it; the lists count as newest first, write"
        " oldest-first where they are not"
    )
    report.note("todo", message)


def _read_retries(site: OldSite, report: ImportReport) -> int | None:
    """Return the largest ``max_tries`` of all columns, because ours is one for the portal; None
    where no column has it."""
    given = [
        (column.number("max_tries"), column.values["max_tries"].place)
        for column in site.columns
        if "max_tries" in column.values
    ]
    numbers = [(number, place) for number, place in given if number is not None]
    if not numbers:
        return None
    most, place = max(numbers, key=lambda pair: pair[0])
    report.note("carried", f"max_tries → fetch.retries: {most}, for the whole portal", place)
    return most
