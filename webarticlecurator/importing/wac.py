"""WebArticleCurator's crawl file or site schema → the text of a portal file.

Everything that is data is carried over. Each Python function becomes a TODO: a rule that matches
nothing, named after the function, with the function's source above it where it can be read. The
text passes ``curator check`` as it is.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from webarticlecurator.config.starting_yaml import propose_portal_id
from webarticlecurator.errors import UsageError
from webarticlecurator.importing.columns import ArchivePart, read_part
from webarticlecurator.importing.import_report import Imported, ImportReport, MadeFile
from webarticlecurator.importing.old_yaml import OldSite, read_site
from webarticlecurator.importing.portal_text import PortalDraft, portal_text

FUNCTIONS = {
    "extract_article_urls_from_page_fun": "archive.links",
    "extract_next_page_url_fun": "archive.pagination.next",
    "next_page_of_article_fun": "article.next_page",
}
"""Key that names a function → the rule that takes its place."""

_ELSEWHERE = {
    "output_corpus": "TEI goes to the corpus folder",
    "log_file_articles": "what happened stands in the corpus (curator status, curator why)",
    "log_file_archive": "what happened stands in the corpus (curator status, curator why)",
    "new_problematic_urls": (
        "failed addresses are kept in the corpus and tried again at every crawl"
    ),
    "new_good_urls": "stored addresses are kept in the corpus",
    "new_problematic_archive_urls": "failed archive pages are kept in the corpus",
    "new_good_archive_urls": "walked archive pages are kept in the corpus",
}


def import_wac(path: Path | str) -> Imported:
    """The portal file for a crawl file or a site schema at ``path`` (UTF-8 YAML), and the account
    of what became of each key.

    Raises ConfigError where the file is no YAML, UsageError where it is no such file or cannot be
    read.
    """
    account = ImportReport()
    site = read_site(Path(path), account)
    found = [(column, read_part(site, column, account)) for column in site.columns]
    parts = tuple(part for _, part in found if part)
    if not parts:
        raise UsageError(
            f"{path}: no column could be carried over",
            "\n  ".join(str(note) for note in account.notes),
        )
    _tell_functions(site, account)
    _tell_flags(site, account)
    draft = PortalDraft(_name(site), _home(parts[0]), site, parts, _retries(site, account))
    _tell_identity(draft, account)
    _tell_cut_sections(draft, account)
    return Imported((MadeFile(f"{draft.name}.yaml", portal_text(draft)),), tuple(account.notes))


def _name(site: OldSite) -> str:
    return propose_portal_id(site.text("site_name") or Path(site.file).stem.removesuffix("_schema"))


def _home(part: ArchivePart) -> str:
    parts = urlsplit(part.sample)
    return f"{parts.scheme}://{parts.netloc}/"


def _tell_identity(draft: PortalDraft, account: ImportReport) -> None:
    account.note(
        "carried",
        f"{len(draft.parts)} column{'s' if len(draft.parts) != 1 else ''} of {draft.site.file}",
    )
    account.note("todo", "language and timezone: the older tool did not know them")
    account.note(
        "todo", f"title and home: taken from site_name and the first column ({draft.home})"
    )
    account.note(
        "todo",
        "article.body.root and the rest of article: the older tool stored pages, it did not read"
        " them",
    )


def _tell_cut_sections(draft: PortalDraft, account: ImportReport) -> None:
    """Columns whose addresses begin alike and differ in how they go by date: probably one section,
    cut."""
    sections: dict[str, list[str]] = {}
    for part in draft.parts:
        if part.dates:
            sections.setdefault(part.url.partition("{")[0], []).append(part.name)
    for begin, names in sections.items():
        if len(names) > 1:
            said = (
                f"columns {', '.join(names)} all begin with {begin}: if they are one section, write"
                " one column with spans"
            )
            account.note("todo", said)


def _tell_functions(site: OldSite, account: ImportReport) -> None:
    for key, rule in FUNCTIONS.items():
        given = site.values.get(key)
        if given:
            account.note("todo", f"{rule}: write as a rule what {given.text} does", given.place)
    if not site.text("extract_article_urls_from_page_fun"):
        account.note(
            "todo", "archive.links: the schema names no extract_article_urls_from_page_fun"
        )
    converter = site.values.get("corpus_converter")
    if converter and converter.text not in ("dummy-converter", "MultiPageArticleConverter"):
        said = (
            f"corpus_converter {converter.text}: Python; write what it took from an article into"
            " article.body and .metadata"
        )
        account.note("todo", said, converter.place)


def _tell_flags(site: OldSite, account: ImportReport) -> None:
    """What has no key of ours."""
    for key, given in site.crawl.items():
        if key in _ELSEWHERE:
            account.note("left", f"{key}: {_ELSEWHERE[key]}", given.place)
    _tell_crawl_dates(site, account)
    _tell_order(site, account)
    flags = {
        "ignore_archive_cache": (
            "archive pages of open windows are always asked for again (--full: all of them)"
        ),
        "stop_on_empty_archive_page": (
            "a walk ends at an empty page without a next link; one with a next link is a problem"
        ),
    }
    for key, instead in flags.items():
        if site.flag(key):
            account.note("left", f"{key}: {instead}", site.values[key].place)
    threshold = site.values.get("new_article_url_threshold")
    if threshold:
        said = (
            "new_article_url_threshold: a later crawl stops by itself where two pages running hold"
            " only what is known"
        )
        account.note("left", said, threshold.place)


def _tell_order(site: OldSite, account: ImportReport) -> None:
    """The flag sorted the dates. What it did not say is in what order a page lists its articles."""
    given = site.values.get("go_reverse_in_archive")
    if site.flag("archive_page_urls_by_date"):
        order = "newest-first" if site.flag("go_reverse_in_archive") else "oldest-first"
        said = (
            f"go_reverse_in_archive → dates.order: {order}, the order in which the dates are walked"
        )
        account.note("carried", said, given.place if given else None)
    elif given is not None:
        said = "go_reverse_in_archive: it sorted dates, and the archive does not go by date"
        account.note("left", said, given.place)
    said = (
        "archive.order: the older tool did not know it; the lists count as newest first, write"
        " oldest-first where they are not"
    )
    account.note("todo", said)


def _tell_crawl_dates(site: OldSite, account: ImportReport) -> None:
    if site.flag("archive_page_urls_by_date"):
        return
    for key in ("date_from", "date_until"):
        if key in site.crawl:
            said = f"{key}: the archive does not go by date, so nothing can be left out by it"
            account.note("left", said, site.crawl[key].place)


def _retries(site: OldSite, account: ImportReport) -> int | None:
    """``max_tries`` belonged to a column; ours is the portal's: the largest of them."""
    given = [
        (column.number("max_tries"), column.values["max_tries"].place)
        for column in site.columns
        if "max_tries" in column.values
    ]
    numbers = [(number, place) for number, place in given if number is not None]
    if not numbers:
        return None
    most, place = max(numbers, key=lambda pair: pair[0])
    account.note("carried", f"max_tries → fetch.retries: {most}, for the whole portal", place)
    return most
