"""``curator check --record``: what the rules give for one stored page, written down for a person to
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
    Observed,
    StoredSource,
    choose_capture,
    note_rules,
    observe_archive_page,
    observe_article_page,
)

ALL_LINKS = 12
"""Up to this many links are written down one by one; of more, their number and the first and last
two."""
WORDS = 6
"""This many words of a text's beginning and end."""
HEAD = (
    "# What is expected of stored pages: `curator check CONFIG --tests` compares. See"
    " docs/expectations.md.\n"
)


@dataclass(frozen=True)
class Recorded:
    """An entry that was written: into which file, at which line (from 1), and how it reads
    there."""

    file: Path
    line: int
    entry: Expectation
    text: str


def record_expectations(
    portal: Portal, store: StoredSource, url: str, column: str | None = None
) -> Recorded:
    """Adds what the rules give now for the page at ``url`` to the portal's file of expectations,
    not yet accepted; the rest of the file stays as it is. ``column`` says that it is an archive
    page, and whose.

    Raises UsageError if the page is not stored, stands in the file already, or the file cannot be
    added to; ConfigError if the file is wrong."""
    url = normalize_address(url)
    capture = choose_capture(portal, store, url)
    if capture is None:
        cure = "Crawl it first, or give a WARC file that holds it with --warc."
        raise UsageError(f"no complete answer with status 200 is stored for {url}", cure)
    entry = observed_entry(portal, store, capture, (url, column))
    return _append(portal, entry)


def observed_entry(
    portal: Portal, store: StoredSource, capture: Capture, page: tuple[str, str | None]
) -> Expectation:
    """The entry that says what the rules give now; ``page``: its address, and the column that was
    named."""
    url, column = page
    if not _is_archive_page(portal, capture, url, column):
        seen = observe_article_page(portal, store, capture)
        return Expectation(ARTICLE, url, accepted=False, values=_values(seen))
    seen = observe_archive_page(portal, store, capture, url, column)
    found = seen.links
    every = len(found) <= ALL_LINKS
    links = ExpectedLinks(
        found if every else (*found[:2], *found[-2:]), whole=every, count=len(found)
    )
    values = (ExpectedValue("next_page", seen.values["next_page"]),)
    return Expectation(ARCHIVE, url, accepted=False, column=column, links=links, values=values)


def _is_archive_page(portal: Portal, capture: Capture, url: str, column: str | None) -> bool:
    """As it was said, or noted by the corpus; else by ``article.match``; else whether a column has
    such addresses."""
    if column is not None or note_rules(portal, capture) is not None:
        return True
    if capture.origin is not None:
        return False
    return (
        locate_page(portal, url) is not None
        if portal.match is None
        else not search_pattern(portal.match, url, portal.match_rule)
    )


def _values(seen: Observed) -> tuple[ExpectedValue, ...]:
    if seen.values.get("rejected"):
        return (ExpectedValue("rejected", seen.values["rejected"]),)
    cut = {"first_words": slice(0, WORDS), "last_words": slice(-WORDS, None)}
    found = ((name, seen.values[name]) for name in ARTICLE_VALUES if name != "rejected")
    return tuple(
        ExpectedValue(name, _joined(v[cut[name]]) if name in cut else v) for name, v in found
    )


def _joined(words: tuple[str, ...]) -> tuple[str, ...]:
    return (" ".join(words),) if words else ()


def _append(portal: Portal, entry: Expectation) -> Recorded:
    path = expectations_path(portal)
    columns = tuple(column.name for column in portal.columns)
    try:
        before = read_regular(path, MAX_YAML) if path.exists() else HEAD.encode("utf-8")
        old = read_expectations(before, str(path), columns)
        _check_new(path, entry, old)
        text = entry_text(entry, old[0].place.column - 3 if old else 0)
        after = _added(before, text)
        if not _holds(after, (*old, entry), path, columns):
            cure = (
                "Write the file as a list whose entries begin with `- ` on lines of their own, or"
                f" add this by hand:\n{text}"
            )
            raise UsageError(f"{path} has a form that cannot be added to", cure)
        _replace(path, after)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror})",
            "Copy the portal file to a folder of your own.",
        ) from error
    line = after.count(b"\n") - text.count("\n") + 1
    return Recorded(path, line, entry, text)


def _check_new(path: Path, entry: Expectation, old: tuple[Expectation, ...]) -> None:
    for other in old:
        if (other.kind, normalize_address(other.url)) == (entry.kind, entry.url):
            where = f"{path}:{other.place.line}"
            raise UsageError(
                f"{entry.url} stands in {where} already", "Remove that entry to record it again."
            )


def _added(before: bytes, text: str) -> bytes:
    """The file with an entry more: an empty line between, line ends as the file has them."""
    end = b"\r\n" if b"\r\n" in before else b"\n"
    start = before if before.endswith(b"\n") or not before else before + end
    return start + end + text.encode("utf-8").replace(b"\n", end)


def _holds(
    content: bytes, entries: tuple[Expectation, ...], path: Path, columns: tuple[str, ...]
) -> bool:
    try:
        return read_expectations(content, str(path), columns) == entries
    except ConfigError:
        return False


def _replace(path: Path, content: bytes) -> None:
    """All of it or nothing: a kill leaves the old file."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(content)
    beside.replace(path)
