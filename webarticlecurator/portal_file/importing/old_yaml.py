"""Reader of WebArticleCurator's two YAML files: every value as written, with its place."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError, require_no_problems
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.system.input_files import MAX_YAML, read_regular
from webarticlecurator.portal_file.importing.import_report import ImportReport
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    Mapping,
    Scalar,
    Tree,
    YamlList,
    parse_yaml,
)

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
    """A value as written (the items of a list), with its place."""

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
        """Return a whole number, or None where there is none; other values were reported when they
        were read."""
        text = self.text(key)
        return int(text) if text is not None and text.isdecimal() else None


@dataclass(frozen=True)
class OldSite:
    """A site schema, with the keys of the crawl file that names it, if any. File names in it are
    relative to ``folder``."""

    file: str
    folder: Path
    values: MappingOf[str, OldValue]
    columns: tuple[OldColumn, ...]
    crawl: MappingOf[str, OldValue]

    def flag(self, key: str) -> bool:
        """Return a true/false value as YAML 1.1 reads it; False if it is absent."""
        return key in self.values and self.values[key].text.lower() in _YES

    def text(self, key: str) -> str | None:
        return self.values[key].text if key in self.values else None


def read_site(path: Path, report: ImportReport) -> OldSite:
    """Return the site of the crawl file or site schema at ``path`` (UTF-8 YAML); the ``schema:`` of
    a crawl file is read, too.

    Raises ConfigError where a file is not valid YAML, UsageError where it is another kind of file
    or cannot be read.
    """
    tree = _read_mapping(path)
    keys = {key.text for key, _ in tree.entries}
    if "columns" in keys:
        return _read_site_schema(path, tree, {}, report)
    crawl = _read_values(tree, CRAWL_KEYS, report) if "schema" in keys else {}
    if "schema" in crawl:
        schema = path.parent / crawl["schema"].text
        return _read_site_schema(schema, _read_mapping(schema), crawl, report)
    older = (
        "it is of the form before schemas had files of their own"
        if "site_schemas" in keys
        else "it names no schema, and has no columns"
    )
    raise UsageError(
        f"{path}: not a file of WebArticleCurator that can be imported: {older}",
        "Give a crawl file (with `schema:`) or a site schema (with `columns:`).",
    )


def _read_mapping(path: Path) -> Mapping:
    try:
        tree, faults = parse_yaml(read_regular(path, MAX_YAML), str(path))
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}", "Give the path of a readable YAML file."
        ) from None
    require_no_problems(faults)
    if not isinstance(tree, Mapping):
        raise UsageError(
            f"{path}: not a mapping of keys",
            "Give a crawl file or a site schema of WebArticleCurator.",
        )
    return tree


def _read_site_schema(
    path: Path, tree: Mapping, crawl: MappingOf[str, OldValue], report: ImportReport
) -> OldSite:
    columns = next((value for key, value in tree.entries if key.text == "columns"), None)
    if not isinstance(columns, Mapping) or not columns.entries:
        raise UsageError(
            f"{path}: no columns",
            "A site schema has a mapping `columns:` with an archive_url_format in each.",
        )
    values = _read_values(
        Mapping(tuple(e for e in tree.entries if e[0].text != "columns"), tree.place),
        SITE_KEYS,
        report,
    )
    found = tuple(_read_column(key, value, report) for key, value in columns.entries)
    return OldSite(path.name, path.parent, values, tuple(c for c in found if c), crawl)


def _read_column(key: Scalar, value: Tree, report: ImportReport) -> OldColumn | None:
    if not isinstance(value, Mapping):
        report.note(
            "unknown", f"column {key.text}: expected a mapping; the column is left out", key.place
        )
        return None
    column = OldColumn(key.text, key.place, _read_values(value, COLUMN_KEYS, report))
    if not column.text("archive_url_format"):
        report.note(
            "unknown",
            f"column {key.text} has no archive_url_format; the column is left out",
            key.place,
        )
        return None
    return column


def _read_values(tree: Mapping, known: frozenset[str], report: ImportReport) -> dict[str, OldValue]:
    found: dict[str, OldValue] = {}
    for key, value in tree.entries:
        if key.text not in known:
            nearest = nearest_word(key.text, sorted(known))
            hint = f"; did you mean {nearest}?" if nearest else ""
            report.note("unknown", f"unknown key: {key.text}{hint}", key.place)
        elif isinstance(value, Scalar) and not (value.plain and value.text in _NOTHING):
            if key.text in NUMBERS and not value.text.isdecimal():
                message = f"{key.text}: not a whole number: {value.text!r}; left out"
                report.note("unknown", message, key.place)
            else:
                found[key.text] = OldValue((value.text,), key.place)
        elif isinstance(value, YamlList):
            found[key.text] = OldValue(
                tuple(item.text for item in value.items if isinstance(item, Scalar)), key.place
            )
    return found
