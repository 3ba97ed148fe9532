"""The values of metadata fields, and the edits that correct them.

The values of a metadata field in a corpus, with the number of their articles.
"""

from __future__ import annotations

import asyncio
import csv
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

from webarticlecurator.article import article_id
from webarticlecurator.article.diagnostics import HEADLINE
from webarticlecurator.config import builtin_rules
from webarticlecurator.config.load_context import LoadContext
from webarticlecurator.config.tables import (
    EXCLUDE,
    OVERRIDES,
    TableFault,
    read_column_names,
    read_overrides,
    read_table_file,
)
from webarticlecurator.config.yaml_edit import (
    YamlValue,
    add_value,
    find_line,
    find_value,
    set_value,
)
from webarticlecurator.corpora.reporting import BUILT_IN
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, ConfigProblem, CuratorError, UsageError
from webarticlecurator.model.article import Article
from webarticlecurator.model.corpus_numbers import (
    DIMENSIONS_BY_KEY,
    DIMENSIONS_OF_FIELDS,
    ListedArticle,
)
from webarticlecurator.model.fields import FIELDS, FIELDS_BY_NAME, FieldKind
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import ArticleRules, label_rule
from webarticlecurator.store import view_corpus
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import find_layout_rules, list_rule_paths
from webarticlecurator.studio.frame.widgets import open_table, write_element, write_link
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.text.characters import restore_cell, rows_to_tsv
from webarticlecurator.text.translation import make_message, translate
from webarticlecurator.trial.one_article import extract

PAGE_LENGTH = 50
MAX_EXAMPLES = 3


@dataclass(frozen=True)
class FieldValue:
    """A value with the number of its articles; where a command counted it, with its sources and the
    addresses of some articles."""

    value: str
    articles: int
    sources: str = ""
    examples: tuple[str, ...] = ()


def values_name(field: str) -> str:
    """Return the name of the table in which a command has counted the values of a field."""
    return f"values-{field}.tsv"


def read_values(
    folder: Path, portal_id: str, field: str, contains: str, page: int
) -> tuple[tuple[FieldValue, ...], bool] | None:
    """Return a page of the values that have a text in them, most frequent first, and whether there
    are more behind them; None if they were not counted yet. Raises CorpusMismatch, StoreDamaged."""
    if field in DIMENSIONS_OF_FIELDS:
        with view_corpus(folder, portal_id) as corpus:
            indexed = corpus.article_facts.values(DIMENSIONS_OF_FIELDS[field].fact.what)
        values: Iterator[FieldValue] = (FieldValue(*pair) for pair in indexed if pair[0])
    else:
        table = folder / "reports" / values_name(field)
        if not table.is_file():
            return None
        values = _read_counted(table)
    folded = contains.casefold()
    found = (value for value in values if folded in value.value.casefold())
    start = (page - 1) * PAGE_LENGTH
    shown = tuple(islice(found, start, start + PAGE_LENGTH + 1))
    return shown[:PAGE_LENGTH], len(shown) > PAGE_LENGTH


def _read_counted(table: Path) -> Iterator[FieldValue]:
    """Yield the rows of a table of ``curator report authors``, which may be very long."""
    with table.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t")
        next(rows, None)
        for value, articles, sources, examples in rows:
            yield FieldValue(
                restore_cell(value), int(articles), restore_cell(sources), tuple(examples.split())
            )


def find_value_row(folder: Path, field: str, value: str) -> FieldValue | None:
    """Return the row of a value of a field that a command has counted."""
    table = folder / "reports" / values_name(field)
    if not table.is_file():
        return None
    return next((row for row in _read_counted(table) if row.value == value), None)


def count_sources(folder: Path, portal_id: str, field: str) -> list[tuple[str, int]]:
    """Return where the values of a field came from, most frequent first: kinds of sources
    (``jsonld``, or ``nothing``) with the number of their articles. Raises as ``read_values``."""
    bars_of = DIMENSIONS_BY_KEY["sources"].bars
    counts: Counter[str] = Counter()
    with view_corpus(folder, portal_id) as corpus:
        for count in corpus.article_facts.counts("sources"):
            for bar in bars_of(count.name):
                name, _, kind = bar.partition(": ")
                if name == field:
                    counts[kind] += count.articles
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def list_value_articles(
    folder: Path, portal_id: str, field: str, value: str, after: int
) -> tuple[list[ListedArticle], int]:
    """Return a page of the articles with a value of an indexed field, in the order of listing, and
    what is ``after`` for the next page (0: there is none). Raises as ``read_values``."""
    bar = (DIMENSIONS_OF_FIELDS[field].key, value)
    with view_corpus(folder, portal_id) as corpus:
        facts = corpus.article_facts.in_bar(bar, PAGE_LENGTH + 1, after)
        rows = {row.id: row for row in corpus.frontier.with_ids(facts)}
    shown = sorted(facts)[:PAGE_LENGTH]
    articles = [
        ListedArticle(
            article_id(rows[number].canonical),
            facts[number].published,
            facts[number].title,
            rows[number].canonical,
            "",
        )
        for number in shown
    ]
    return articles, shown[-1] if len(facts) > PAGE_LENGTH else 0


def list_examples(
    folder: Path, portal_id: str, field: str, values: Sequence[str]
) -> tuple[str, ...]:
    """Return the address of an article for each of some values. Raises as ``read_values``."""
    if field in DIMENSIONS_OF_FIELDS:
        with view_corpus(folder, portal_id) as corpus:
            bars = ((DIMENSIONS_OF_FIELDS[field].key, value) for value in values[:MAX_EXAMPLES])
            ids = [number for bar in bars for number in corpus.article_facts.in_bar(bar, 1)]
            return tuple(row.canonical for row in corpus.frontier.with_ids(ids))
    rows = (find_value_row(folder, field, value) for value in values[:MAX_EXAMPLES])
    return tuple(row.examples[0] for row in rows if row is not None and row.examples)


# Values that are left out or become another one: pairs of ``article.clean`` in a portal file.
#
# They act on the values of whatever source, so that no source need be written down for it.

CLEANED_FIELDS = frozenset(
    field.name
    for field in FIELDS
    if field.kind in (FieldKind.TEXT, FieldKind.PERSON, FieldKind.ORGANISATION)
)
"""Fields whose values are texts, which a pair can leave out or replace."""
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")


def clean_values(text: str, field: str, values: Sequence[str], becomes: str) -> str:
    """Return the text of a portal file in which some values of a field become another one, or are
    left out where that is empty. Raises UsageError as ``set_value``."""
    path = ("article", "clean", field)
    pair = [match_values(values), becomes.replace("\\", r"\\")]
    if isinstance(find_value(text, path), list):
        return add_value(text, path, pair)
    return set_value(text, path, [pair])


def match_values(values: Sequence[str]) -> str:
    """Return a regular expression for exactly these values."""
    escaped = [*map(escape_pattern, values)]
    return f"^{escaped[0]}$" if len(escaped) == 1 else f"^(?:{'|'.join(escaped)})$"


def escape_pattern(text: str) -> str:
    """Return a regular expression that finds a text; a space stays one."""
    return _SPECIAL.sub(r"\\\g<0>", text)


# Rows about one article that are written by hand, in tables beside the portal file.


@dataclass(frozen=True)
class HandTable:
    """A kind of table: its columns, and what follows the name of the portal in its own name."""

    columns: tuple[str, ...]
    suffix: str

    def beside_portal(self, portal_file: Path) -> Path:
        """Return the path of the table of a portal file."""
        return portal_file.with_name(f"{portal_file.stem}{self.suffix}")

    def start(self) -> bytes:
        """Return the bytes of a table without rows."""
        return rows_to_tsv([self.columns]).encode()

    def write_line(self, cells: Mapping[str, str], columns: Sequence[str] = ()) -> str:
        """Return a row by the names of its cells, in the order of some columns or of its own;
        columns without a cell are empty."""
        return rows_to_tsv([[cells.get(column, "") for column in columns or self.columns]])


OVERRIDE_TABLE = HandTable(OVERRIDES, ".overrides.tsv")
"""One value of a field of one article: ``id`` is its address or id."""
EXCLUDE_TABLE = HandTable(EXCLUDE, ".exclude.tsv")
"""Articles that are taken out of the corpus."""


def add_hand_row(
    table: HandTable, content: bytes | None, cells: Mapping[str, str], name: str
) -> bytes:
    """Return the bytes of the table ``name`` (None: there is none yet) with a row at the end; all
    others stay as they are.

    Raises UsageError for a table that cannot be read, ConfigError for a row that ``curator check``
    would refuse.
    """
    before = content or table.start()
    columns = _read_columns(table, before)
    after = _append_rows(table, before, [cells], columns)
    _require_no_new_problems(table, before, after, name)
    return after


def mend_values(
    content: bytes | None,
    mended: Mapping[tuple[str, str], Sequence[str]],
    reason: str,
    name: str,
) -> bytes:
    """Return the bytes of the overrides table ``name`` with the values of some fields of articles:
    ``mended`` has them by address and field, none to remove the field. Former rows of these fields
    go, all others stay as they are. Raises as ``add_hand_row``."""
    table = OVERRIDE_TABLE
    before = content or table.start()
    columns = _read_columns(table, before)
    text = before.decode("utf-8-sig")
    rows = read_table_file(text)
    lines = text.splitlines(keepends=True)
    ends = [*(row.line - 1 for row in rows[1:]), len(lines)]
    known = {*mended, *((article_id(url), field) for url, field in mended)}
    kept = []
    for row, end in zip(rows, ends, strict=True):
        cells = dict(zip(columns, row.cells, strict=False))
        if (cells.get("id", ""), cells.get("field", "")) not in known:
            kept += lines[row.line - 1 : end]
    bom = before[: len(before) - len(text.encode("utf-8"))]
    added = [
        {"id": url, "field": field, "value": value, "reason": reason}
        for (url, field), values in mended.items()
        for value in (*values,) or ("",)
    ]
    after = _append_rows(table, bom + "".join(kept).encode("utf-8"), added, columns)
    _require_no_new_problems(table, before, after, name)
    return after


def _read_columns(table: HandTable, content: bytes) -> tuple[str, ...]:
    """Return the names of the columns. Raises UsageError for a table that cannot be read."""
    text = content.decode("utf-8-sig", "strict")
    try:
        return read_column_names(read_table_file(text), text, table.columns, len(table.columns))
    except TableFault as fault:
        raise UsageError(fault.describe(), "Correct the table first.") from None


def _append_rows(
    table: HandTable, before: bytes, rows: Iterable[Mapping[str, str]], columns: Sequence[str]
) -> bytes:
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    after = before if before.endswith(b"\n") else before + newline
    for cells in rows:
        line = table.write_line(cells, columns).encode("utf-8", "replace").removesuffix(b"\n")
        after += line + newline
    return after


def _require_no_new_problems(table: HandTable, before: bytes, after: bytes, name: str) -> None:
    """Raise ConfigError for what ``curator check`` would refuse that it does not refuse yet."""
    known = {problem.message for problem in _find_problems(table, before, name)}
    new = [each for each in _find_problems(table, after, name) if each.message not in known]
    if new:
        raise ConfigError(tuple(new))


def _find_problems(table: HandTable, content: bytes, name: str) -> list[ConfigProblem]:
    with tempfile.TemporaryDirectory(prefix="curator-") as folder:
        (Path(folder) / name).write_bytes(content)
        context = LoadContext(Path(folder), {})
        read_overrides(context, Path(f"{name.removesuffix(table.suffix)}.yaml"))
    return context.problems


# What a change of a portal file does to a field of some articles, before it is saved.

NO_VALUE = make_message("no value")


def read_field(portal: Portal, page: StoredPage, field: str) -> str:
    """Return the values of a field on a stored page, as a line. Runs in a worker."""
    found = extract(portal, page.url, page.content, page.content_type, page.captured)
    if not isinstance(found, Article):
        return make_message("no article: {reason}", reason=found.reason)
    return " | ".join(value.value for value in found.metadata.all(field)) or NO_VALUE


_TriedArticle = tuple[str, str, str, bool]
"""An article: its address, the values of a field before and after a change, or the problem for
which it was not read, and whether the values change."""


async def try_field(
    context: StudioContext, before: Portal, after: Portal, field: str, urls: Sequence[str]
) -> list[_TriedArticle]:
    """Return what a change of the portal does to a field of the first articles."""
    rows: list[_TriedArticle] = []
    for url in urls[:MAX_EXAMPLES]:
        try:
            page = await asyncio.to_thread(context.sources.read, before, url)
            old, new = [
                await context.pages.read(portal, url, read_field, page, field)
                for portal in (before, after)
            ]
        except (CuratorError, OSError) as error:
            rows.append((url, str(error), "", False))
        else:
            rows.append((url, old, new, old != new))
    return rows


def write_trial(portal_id: str, field: str, rows: Sequence[_TriedArticle]) -> None:
    """Write what a change does to some articles."""
    changed = sum(is_changed for *_, is_changed in rows)
    with write_element(
        "section", classes="studio-panel", aria_label=translate("Effect of the change")
    ):
        write_element(
            "p",
            translate(
                "The change acts on {changed} of {total} articles that were read:",
                changed=changed,
                total=len(rows),
            ),
        )
        with open_table(
            [
                (make_message("article"), ""),
                (translate("{field} before", field=field), ""),
                (translate("{field} now", field=field), ""),
            ]
        ):
            for url, before, after, is_changed in rows:
                with write_element("tr"):
                    with write_element("td"):
                        write_link(
                            url, view_address(portal_id, "article", url=url), "studio-anywhere"
                        )
                    write_element("td", before)
                    write_element("td", after, "state-kept" if is_changed else "")


# Which source of a metadata field counts: edits of ``metadata`` of articles and layouts.

_Source = tuple[str, YamlValue]
"""The label of a source in reports, and what the portal file says for it."""


def prefer_source(text: str, portal: Portal, field: str, label: str, in_force: str = "") -> str:
    """Return the text of the portal file in which a source comes first, wherever the one in force
    is listed: in the article or in layouts; in the article if it is listed nowhere.

    The sources have the names of ``curator report metadata``; the other ones stay, in their order.
    Raises UsageError for a source that the portal file does not have.
    """
    lists = _list_sources(text, portal, field)
    known = dict([*_builtin_sources(field), *chain(*lists.values())])
    name = "css:h1" if label == HEADLINE else label.removesuffix(BUILT_IN)
    value = known.get(name, "h1" if label == HEADLINE else None)
    if value is None:
        raise _not_found(field, label)
    holding = [path for path, sources in lists.items() if in_force in dict(sources)]
    for path in holding or [*lists][:1]:
        rest = [source for other, source in lists[path] if other != name and source != value]
        text = set_value(text, path, [value, *rest])
    return text


def leave_source_out(text: str, portal: Portal, field: str, label: str) -> str:
    """Return the text of the portal file without a source of a field, wherever it is listed. Raises
    as ``prefer_source``, and for the only source."""
    lists = _list_sources(text, portal, field)
    holding = [path for path, sources in lists.items() if label in dict(sources)]
    if not holding:
        raise _not_found(field, label)
    for path in holding:
        rest = [value for name, value in lists[path] if name != label]
        if not rest:
            raise UsageError(
                make_message(
                    "{source} is the only source of {field} in {section}",
                    source=label,
                    field=field,
                    section=".".join(path[:-2]),
                ),
                "Put another source first, or write `none`.",
            )
        text = set_value(text, path, rest)
    return text


def _list_sources(text: str, portal: Portal, field: str) -> dict[tuple[str, ...], list[_Source]]:
    """Return the sources in force for the article, then those of layouts that have their own, by
    their place in the portal file."""
    paths = list_rule_paths(text, ("metadata", field))
    return {
        path: _read_sources(text, path, find_layout_rules(portal, layout))
        for layout, path in paths.items()
    }


def _read_sources(text: str, path: tuple[str, ...], rules: ArticleRules) -> list[_Source]:
    """Return the sources at a path, or the built-in ones if there are none."""
    field = path[-1]
    written = find_value(text, path)
    if written is None:
        return _builtin_sources(field)
    if written == "none":
        return []
    items: Sequence[YamlValue] = written if isinstance(written, list) else [written]
    found = dict(rules.metadata).get(field, ())
    # a list may be read as one rule, `first_of`
    is_one = len(found) == 1 and len(items) > 1
    labels = [label_rule(rule) for rule in (found[0].first_of if is_one else found)]
    if len(labels) != len(items):
        line = find_line(text, path)
        raise UsageError(
            make_message(
                "line {line}: the sources of {field} are written in a way that is not changed here",
                line=line,
                field=field,
            ),
            make_message("Edit line {line} by hand.", line=line),
        )
    return [*zip(labels, items, strict=True)]


def _builtin_sources(field: str) -> list[_Source]:
    rules = dict(builtin_rules().metadata).get(field, ())
    written = FIELDS_BY_NAME[field].sources
    return [
        (label_rule(rule), _to_lists(source)) for rule, source in zip(rules, written, strict=True)
    ]


def _to_lists(value: Any) -> Any:
    """Return a value with lists in place of tuples, as YAML has them."""
    if isinstance(value, Mapping):
        return {key: _to_lists(item) for key, item in value.items()}
    return value if isinstance(value, str) else [_to_lists(item) for item in value]


def _not_found(field: str, label: str) -> UsageError:
    return UsageError(
        make_message(
            "{label} is not a source of {field} in this portal file", label=label, field=field
        ),
        "It may have been changed: compare the sources again.",
    )
