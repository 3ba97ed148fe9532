"""``curator check --record``: writes down what the rules find on one stored page, for a person to
read and accept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.archive import locate_page, normalize_address
from webarticlecurator.config.expectation_yaml import entry_text
from webarticlecurator.config.expectations import expectations_path, read_expectations
from webarticlecurator.config.files import MAX_YAML, read_regular
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.expectation import (
    ARCHIVE,
    ARTICLE,
    ARTICLE_VALUES,
    Expectation,
    ExpectedLinks,
    ExpectedValue,
)
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.observing import (
    ObservedPage,
    choose_capture,
    find_noted_location,
    observe_archive_page,
    observe_article_page,
)
from webarticlecurator.run.preview.stored_page import StoredSource

MAX_LINKS = 12
"""Links that are written down one by one; of more, only their number and the first and last two."""
RECORDED_WORDS = 6
"""Words of the beginning and of the end of a text that are written down."""
HEAD = (
    "# What is expected of stored pages: `curator check CONFIG --tests` compares. See"
    " docs/expectations.md.\n"
)


@dataclass(frozen=True)
class RecordedEntry:
    """An entry that was written, with its file, its line (from 1) and its text there."""

    file: Path
    line: int
    entry: Expectation
    text: str


def record_expectations(
    portal: Portal, store: StoredSource, url: str, column: str | None = None
) -> RecordedEntry:
    """Add what the rules find now on the page at ``url`` to the portal's file of expectations.

    The entry is not yet accepted; the rest of the file stays as it is. ``column`` means that the
    page is an archive page of this column.

    Raises UsageError if the page is not stored, the file has an entry for it already, or the file
    cannot be extended; ConfigError if the file has problems.
    """
    url = normalize_address(url)
    capture = choose_capture(portal, store, url)
    if capture is None:
        cure = "Crawl it first, or give a WARC file that holds it with --warc."
        raise UsageError(f"no complete answer with status 200 is stored for {url}", cure)
    entry = build_entry(portal, store, capture, (url, column))
    return _append(portal, entry)


def build_entry(
    portal: Portal, store: StoredSource, capture: Capture, page: tuple[str, str | None]
) -> Expectation:
    """Return the entry for what the rules find now.

    ``page`` is its address, and the column that the user gave.
    """
    url, column = page
    if not _is_archive_page(portal, capture, url, column):
        article = observe_article_page(portal, store, capture)
        return Expectation(ARTICLE, url, accepted=False, values=_expected_values(article))
    observed = observe_archive_page(portal, store, capture, url, column)
    addresses = observed.links
    complete = len(addresses) <= MAX_LINKS
    links = ExpectedLinks(
        addresses if complete else (*addresses[:2], *addresses[-2:]),
        whole=complete,
        count=len(addresses),
    )
    values = (ExpectedValue("next_page", observed.values["next_page"]),)
    return Expectation(ARCHIVE, url, accepted=False, column=column, links=links, values=values)


def _is_archive_page(portal: Portal, capture: Capture, url: str, column: str | None) -> bool:
    """Return True if the user or the corpus calls it one; otherwise as ``article.match`` or the
    columns decide."""
    if column is not None or find_noted_location(portal, capture) is not None:
        return True
    if capture.origin is not None:
        return False
    return (
        locate_page(portal, url) is not None
        if portal.match is None
        else not search_pattern(portal.match, url, portal.match_rule)
    )


def _expected_values(observed: ObservedPage) -> tuple[ExpectedValue, ...]:
    if observed.values.get("rejected"):
        return (ExpectedValue("rejected", observed.values["rejected"]),)
    slices = {"first_words": slice(0, RECORDED_WORDS), "last_words": slice(-RECORDED_WORDS, None)}
    expected = []
    for name in ARTICLE_VALUES:
        if name == "rejected":
            continue
        values = observed.values[name]
        if name in slices:
            words = values[slices[name]]
            values = (" ".join(words),) if words else ()
        expected.append(ExpectedValue(name, values))
    return tuple(expected)


def _append(portal: Portal, entry: Expectation) -> RecordedEntry:
    path = expectations_path(portal)
    columns = tuple(column.name for column in portal.columns)
    try:
        before = read_regular(path, MAX_YAML) if path.exists() else HEAD.encode("utf-8")
        old = read_expectations(before, str(path), columns)
        _check_new(path, entry, old)
        text = entry_text(entry, old[0].place.column - 3 if old else 0)
        after = _append_text(before, text)
        if not _has_entries(after, (*old, entry), path, columns):
            cure = (
                "Write the file as a list whose entries begin with `- ` on lines of their own, or"
                f" add this by hand:\n{text}"
            )
            raise UsageError(f"{path} has a form to which nothing can be added", cure)
        _replace_file(path, after)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror})",
            "Copy the portal file to a folder of your own.",
        ) from error
    line = after.count(b"\n") - text.count("\n") + 1
    return RecordedEntry(path, line, entry, text)


def _check_new(path: Path, entry: Expectation, old: tuple[Expectation, ...]) -> None:
    for other in old:
        if (other.kind, normalize_address(other.url)) == (entry.kind, entry.url):
            where = f"{path}:{other.place.line}"
            raise UsageError(
                f"{entry.url} is already in {where}", "Remove that entry to record it again."
            )


def _append_text(before: bytes, text: str) -> bytes:
    """Return the file with one more entry, after an empty line, with the line ends of the file."""
    end = b"\r\n" if b"\r\n" in before else b"\n"
    start = before if before.endswith(b"\n") or not before else before + end
    return start + end + text.encode("utf-8").replace(b"\n", end)


def _has_entries(
    content: bytes, entries: tuple[Expectation, ...], path: Path, columns: tuple[str, ...]
) -> bool:
    try:
        return read_expectations(content, str(path), columns) == entries
    except ConfigError:
        return False


def _replace_file(path: Path, content: bytes) -> None:
    """Write the file completely or not at all: if the process is killed, the old one remains."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.write_bytes(content)
    temporary.replace(path)
