"""WebArticleCurator's two YAML files as they stand: every value with its place, nothing
interpreted."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.config.files import MAX_YAML, read_regular
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.yaml_tree import (
    Listing,
    Mapping,
    NotReadable,
    Scalar,
    Tree,
    parse_yaml,
)
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.importing.import_report import ImportReport
from webarticlecurator.model.rule import Place

CRAWL_KEYS = frozenset(
    "schema output_corpus log_file_articles log_file_archive new_problematic_urls "
    "new_good_urls new_problematic_archive_urls new_good_archive_urls date_from "
    "date_until".split()
)
SITE_KEYS = frozenset(
    "site_name columns portal_specific_exctractor_functions_file "
    "extract_next_page_url_fun extract_article_urls_from_page_fun "
    "next_page_of_article_fun next_url_by_pagenum infinite_scrolling "
    "archive_page_urls_by_date go_reverse_in_archive verify_request ignore_archive_cache "
    "stop_on_empty_archive_page stop_on_taboo_set taboo_article_urls "
    "new_article_url_threshold corpus_converter_file corpus_converter".split()
)
COLUMN_KEYS = frozenset(
    "archive_url_format date_first_article date_last_article initial_pagenum min_pagenum "
    "max_pagenum max_tries last_archive_page_url".split()
)
NUMBERS = frozenset(
    "initial_pagenum min_pagenum max_pagenum max_tries new_article_url_threshold".split()
)
_NOTHING = frozenset(("", "~", "null", "Null", "NULL"))
_YES = frozenset(("true", "yes", "on"))


@dataclass(frozen=True)
class OldValue:
    """A value as written (of a list: its items), and where."""

    texts: tuple[str, ...]
    place: Place

    @property
    def text(self) -> str:
        return self.texts[0] if self.texts else ""


@dataclass(frozen=True)
class OldColumn:
    """One entry of ``columns:``."""

    name: str
    place: Place
    values: MappingOf[str, OldValue]

    def text(self, key: str) -> str | None:
        return self.values[key].text if key in self.values else None

    def number(self, key: str) -> int | None:
        """A whole number, or None where there is none (``_checked`` has told about others)."""
        text = self.text(key)
        return int(text) if text is not None and text.isdecimal() else None


@dataclass(frozen=True)
class OldSite:
    """A site schema with the crawl file that named it, if any. ``folder`` is what its file names
    are relative to."""

    file: str
    folder: Path
    values: MappingOf[str, OldValue]
    columns: tuple[OldColumn, ...]
    crawl: MappingOf[str, OldValue]

    def flag(self, key: str) -> bool:
        """A true/false value as YAML 1.1 reads it; absent is false."""
        return key in self.values and self.values[key].text.lower() in _YES

    def text(self, key: str) -> str | None:
        return self.values[key].text if key in self.values else None


def read_site(path: Path, account: ImportReport) -> OldSite:
    """The site that a crawl file or a site schema at ``path`` (UTF-8 YAML) describes; a crawl
    file's ``schema:`` is read, too.

    Raises ConfigError where a file is no YAML, UsageError where it is another kind of file or
    cannot be read.
    """
    tree = _mapping(path)
    keys = {key.text for key, _ in tree.entries}
    if "columns" in keys:
        return _site(path, tree, {}, account)
    crawl = _values(tree, CRAWL_KEYS, account) if "schema" in keys else {}
    if "schema" in crawl:
        schema = path.parent / crawl["schema"].text
        return _site(schema, _mapping(schema), crawl, account)
    older = (
        "it is of the form before schemas had files of their own"
        if "site_schemas" in keys
        else "it names no schema, and has no columns"
    )
    raise UsageError(
        f"{path}: not a file of WebArticleCurator that can be imported: {older}",
        "Give a crawl file (with `schema:`) or a site schema (with `columns:`).",
    )


def _mapping(path: Path) -> Mapping:
    try:
        tree, faults = parse_yaml(read_regular(path, MAX_YAML), str(path))
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}", "Give the path of a readable YAML file."
        ) from None
    except NotReadable as wrong:
        raise ConfigError((wrong.problem,)) from wrong
    if faults:
        raise ConfigError(faults)
    if not isinstance(tree, Mapping):
        raise UsageError(
            f"{path}: not a mapping of keys",
            "Give a crawl file or a site schema of WebArticleCurator.",
        )
    return tree


def _site(
    path: Path, tree: Mapping, crawl: MappingOf[str, OldValue], account: ImportReport
) -> OldSite:
    columns = next((value for key, value in tree.entries if key.text == "columns"), None)
    if not isinstance(columns, Mapping) or not columns.entries:
        raise UsageError(
            f"{path}: no columns",
            "A site schema has a mapping `columns:` with an archive_url_format in each.",
        )
    values = _values(
        Mapping(tuple(e for e in tree.entries if e[0].text != "columns"), tree.place),
        SITE_KEYS,
        account,
    )
    found = tuple(_column(key, value, account) for key, value in columns.entries)
    return OldSite(path.name, path.parent, values, tuple(c for c in found if c), crawl)


def _column(key: Scalar, value: Tree, account: ImportReport) -> OldColumn | None:
    if not isinstance(value, Mapping):
        account.note(
            "unknown", f"column {key.text}: expected a mapping; the column is left out", key.place
        )
        return None
    column = OldColumn(key.text, key.place, _values(value, COLUMN_KEYS, account))
    if not column.text("archive_url_format"):
        account.note(
            "unknown",
            f"column {key.text} has no archive_url_format; the column is left out",
            key.place,
        )
        return None
    return column


def _values(tree: Mapping, known: frozenset[str], account: ImportReport) -> dict[str, OldValue]:
    found: dict[str, OldValue] = {}
    for key, value in tree.entries:
        if key.text not in known:
            near = nearest_word(key.text, sorted(known))
            hint = f"; did you mean {near}?" if near else ""
            account.note("unknown", f"the key {key.text} is not known{hint}", key.place)
        elif isinstance(value, Scalar) and not (value.plain and value.text in _NOTHING):
            _checked(found, key.text, OldValue((value.text,), key.place), account)
        elif isinstance(value, Listing):
            texts = tuple(item.text for item in value.items if isinstance(item, Scalar))
            found[key.text] = OldValue(texts, key.place)
    return found


def _checked(found: dict[str, OldValue], key: str, given: OldValue, account: ImportReport) -> None:
    """Numbers must be numbers; what is none is told and left out."""
    numeric = key in NUMBERS
    if numeric and not given.text.isdecimal():
        account.note(
            "unknown",
            f"{key}: expected a whole number, found {given.text!r}; left out",
            given.place,
        )
        return
    found[key] = given
