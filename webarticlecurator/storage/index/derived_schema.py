"""Tables that triggers of the index keep: counts, and facts of articles.

Tables of the index that triggers keep, so that no command counts or searches all articles.

Whoever changes an article, a fetch or a problem keeps them right without knowing of them. What
they hold follows from the other tables.

A corpus of a million articles is counted when an article is written, not when somebody asks. The
triggers also drop the facts of a document that is written or removed by whoever does not know of
them; its article then waits for its facts to be read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_facts import FACT_VALUES, NAMES
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.corpus_dimensions import (
    COUNTED_FACTS,
    LENGTHS,
    Fact,
    FactKind,
)
from webarticlecurator.base.text.times import MONTH_LENGTH


@dataclass(frozen=True)
class ColumnType:
    """How the index keeps values of a type: ``sql`` describes the column; ``write`` makes what is
    stored of a value, ``read`` the value of that."""

    sql: str
    write: Callable[[Any], object] = lambda value: value
    read: Callable[[Any], Any] = lambda stored: stored


@dataclass(frozen=True)
class FactColumn:
    """The column of an attribute of ``ArticleFacts``."""

    attribute: str
    name: str
    type: ColumnType


def _to_json(words: Iterable[str]) -> str:
    return json.dumps(list(words), ensure_ascii=False, separators=(",", ":"))


def _read_pairs(stored: str) -> tuple[tuple[str, str], ...]:
    words = json.loads(stored)
    return tuple(zip(words[::2], words[1::2], strict=True))


SOURCES_COLUMN = ColumnType(
    "INTEGER NOT NULL REFERENCES fact_sources",
    lambda pairs: _to_json(word for pair in pairs for word in pair),
    _read_pairs,
)
"""The column has the id of the words that ``write`` makes."""
_COLUMN_TYPES = {
    "str": ColumnType("TEXT NOT NULL"),
    "int": ColumnType("INTEGER NOT NULL"),
    "int | None": ColumnType("INTEGER"),
    "bytes": ColumnType("BLOB NOT NULL"),
    NAMES: ColumnType("TEXT NOT NULL", _to_json, lambda stored: tuple(json.loads(stored))),
    "tuple[tuple[str, str], ...]": SOURCES_COLUMN,
}
"""Type of an attribute, as it is written there → that of its column."""
_COLUMN_NAMES = {"column": "column_name", "field_sources": "sources"}
"""Columns that are not called as the attribute is."""

FACT_COLUMNS = tuple(
    FactColumn(row.name, _COLUMN_NAMES.get(row.name, row.name), _COLUMN_TYPES[str(row.type)])
    for row in FACT_VALUES
)


def find_column(attribute: str) -> str:
    """Return the name of the column of an attribute of ``ArticleFacts``."""
    return _COLUMN_NAMES.get(attribute, attribute)


_LENGTH = (
    "CASE "
    + " ".join(
        f"WHEN {{value}} < {following} THEN '{least}'" for least, following in pairwise(LENGTHS)
    )
    + f" ELSE '{LENGTHS[-1]}' END"
)
_LIST = "json_each(CASE {value} WHEN '[]' THEN '[\"\"]' ELSE {value} END)"
"""The items of a list; an empty one is read as a list with the item ``""``."""
_NAMES_IN_SQL: Mapping[FactKind, str] = require_every_word(
    FactKind,
    {
        FactKind.VALUE: "{value}",
        FactKind.LIST: "value",
        FactKind.MONTH: f"substr({{value}}, 1, {MONTH_LENGTH})",
        FactKind.LENGTH: _LENGTH,
        FactKind.SOURCES: "CAST({value} AS TEXT)",
    },
    "_NAMES_IN_SQL of storage/index/derived_schema.py",
)
"""Kind of a fact → its name, as SQL makes it of a value."""


def _count_facts(row: str, sign: str) -> str:
    """Return the statements of a trigger that add an article to its counts, or take it off."""
    selected = " UNION ALL ".join(_name_facts(fact, row, sign) for fact in COUNTED_FACTS.values())
    return (
        f"INSERT INTO fact_counts SELECT * FROM ({selected}) WHERE true"
        " ON CONFLICT (what, name, detail, unit)"
        " DO UPDATE SET articles = articles + excluded.articles, words = words + excluded.words;"
    )


def _name_facts(fact: Fact, row: str, sign: str) -> str:
    """Return the query for the rows of a fact that an article counts in."""
    value = f"{row}.{find_column(fact.value)}"
    name = _NAMES_IN_SQL[fact.kind].format(value=value)
    month = f"substr({row}.{fact.month_of}, 1, {MONTH_LENGTH})" if fact.month_of else "''"
    items = f" FROM {_LIST.format(value=value)}" if fact.kind is FactKind.LIST else ""
    return f"SELECT '{fact.what}', {name}, {month}, {row}.unit, {sign}1, {sign}{row}.words{items}"


_COUNT_TEXT = "SELECT text_digest, COUNT(*) AS articles, MIN(article) AS first FROM"
_SEVERAL = "GROUP BY text_digest HAVING COUNT(*) > 1"
_WITH_TEXT = "article_facts WHERE text_digest = {row}.text_digest AND words > 0"
_ADD_TEXT = f"""
  UPDATE same_texts SET articles = articles + 1, first = min(first, NEW.article)
    WHERE text_digest = NEW.text_digest;
  INSERT INTO same_texts {_COUNT_TEXT}
    (SELECT text_digest, article FROM {_WITH_TEXT.format(row="NEW")} LIMIT 2)
    WHERE NOT EXISTS (SELECT 1 FROM same_texts WHERE text_digest = NEW.text_digest) {_SEVERAL};"""
_REMOVE_TEXT = f"""
  UPDATE same_texts SET articles = articles - 1,
    first = (SELECT MIN(article) FROM {_WITH_TEXT.format(row="OLD")})
    WHERE text_digest = OLD.text_digest;
  DELETE FROM same_texts WHERE text_digest = OLD.text_digest AND articles < 2;"""
"""The statements of triggers. They cost the same for a text that many articles have."""
_FACT_COLUMNS = ",\n  ".join(f"{column.name} {column.type.sql}" for column in FACT_COLUMNS)
FACTS = f"""
CREATE TABLE fact_sources (id INTEGER PRIMARY KEY, sources TEXT NOT NULL UNIQUE);
CREATE TABLE fact_counts (
  what TEXT NOT NULL,
  name TEXT NOT NULL,
  detail TEXT NOT NULL,
  unit TEXT NOT NULL,
  articles INTEGER NOT NULL,
  words INTEGER NOT NULL,
  PRIMARY KEY (what, name, detail, unit)
) WITHOUT ROWID;
CREATE TABLE article_facts (
  article INTEGER PRIMARY KEY,
  {_FACT_COLUMNS}
);
CREATE INDEX article_facts_published ON article_facts (published);
CREATE INDEX article_facts_text ON article_facts (text_digest) WHERE words > 0;
CREATE TRIGGER count_added_facts AFTER INSERT ON article_facts BEGIN
  {_count_facts("NEW", "+")}
END;
CREATE TRIGGER count_removed_facts AFTER DELETE ON article_facts BEGIN
  {_count_facts("OLD", "-")}
END;
CREATE TABLE same_texts (
  text_digest BLOB PRIMARY KEY,
  articles INTEGER NOT NULL,
  first INTEGER
) WITHOUT ROWID;
CREATE INDEX same_texts_articles ON same_texts (articles DESC, first);
CREATE TRIGGER count_added_text AFTER INSERT ON article_facts WHEN NEW.words > 0 BEGIN
  {_ADD_TEXT}
END;
CREATE TRIGGER count_removed_text AFTER DELETE ON article_facts WHEN OLD.words > 0 BEGIN
  {_REMOVE_TEXT}
END;
"""
"""What the facts of some articles are counted in, also where they belong to no corpus.

``fact_sources`` has each combination of sources of fields once: a portal has few of them, and most
articles share one. ``same_texts``: each text that several articles have, with their number and the
first of them.
"""

_OWNER = "(SELECT id FROM articles WHERE tei = NEW.path)"

_WITHOUT_FACTS = f"""
CREATE TABLE articles_without_facts (article INTEGER PRIMARY KEY);
CREATE TRIGGER facts_recorded AFTER INSERT ON article_facts BEGIN
  DELETE FROM articles_without_facts WHERE article = NEW.article;
END;
CREATE TRIGGER facts_of_other_tei AFTER UPDATE OF tei ON articles WHEN OLD.tei IS NOT NEW.tei BEGIN
  DELETE FROM article_facts WHERE article = NEW.id;
  DELETE FROM articles_without_facts WHERE article = NEW.id AND NEW.tei IS NULL;
  INSERT INTO articles_without_facts SELECT NEW.id WHERE NEW.tei IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM articles_without_facts WHERE article = NEW.id);
END;
CREATE TRIGGER facts_of_removed_article AFTER DELETE ON articles BEGIN
  DELETE FROM article_facts WHERE article = OLD.id;
  DELETE FROM articles_without_facts WHERE article = OLD.id;
END;
CREATE TRIGGER facts_of_rewritten_tei AFTER UPDATE OF digest ON tei_files
WHEN OLD.digest IS NOT NEW.digest
BEGIN
  INSERT INTO articles_without_facts SELECT id FROM articles WHERE tei = NEW.path
    AND NOT EXISTS (SELECT 1 FROM articles_without_facts WHERE article = articles.id);
  DELETE FROM article_facts WHERE article = {_OWNER};
END;
"""
"""Which articles in TEI have no facts yet: those whose document was written without them.
 ``OR IGNORE`` will not do in a trigger: the statement that fires it, here one
with ``ON CONFLICT``, decides what a conflict does (https://sqlite.org/lang_createtrigger.html)."""


def _count(what: str, name: str, detail: str, difference: str) -> str:
    """Return the statement of a trigger that changes one number."""
    return (
        f"INSERT INTO counts VALUES ('{what}', {name}, {detail}, {difference} 1)"
        f" ON CONFLICT (what, name, detail) DO UPDATE SET number = number {difference} 1;"
    )


def _article(row: str, difference: str) -> str:
    return _count("article", f"{row}.state", f"COALESCE({row}.reason, '')", difference)


def _problem(row: str, difference: str) -> str:
    return _count("problem", f"{row}.kind", "''", difference)


_REPORT = _count("change", "'report'", "''", "+")
_ARTICLES = _count("change", "'articles'", "''", "+")

_COUNTS = f"""
CREATE TABLE counts (
  what TEXT NOT NULL,
  name TEXT NOT NULL,
  detail TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (what, name, detail)
) WITHOUT ROWID;
CREATE INDEX problems_kind ON problems (kind, place);
CREATE TRIGGER count_added_article AFTER INSERT ON articles BEGIN
  {_article("NEW", "+")} {_REPORT} {_ARTICLES}
END;
CREATE TRIGGER count_changed_article AFTER UPDATE OF canonical, requested, state, reason, evidence
ON articles
WHEN (OLD.canonical, OLD.requested, OLD.state, OLD.reason, OLD.evidence)
  IS NOT (NEW.canonical, NEW.requested, NEW.state, NEW.reason, NEW.evidence)
BEGIN
  {_article("OLD", "-")} {_article("NEW", "+")} {_REPORT} {_ARTICLES}
END;
CREATE TRIGGER count_removed_article AFTER DELETE ON articles BEGIN
  {_article("OLD", "-")} {_REPORT} {_ARTICLES}
END;
CREATE TRIGGER count_added_page AFTER INSERT ON pages BEGIN {_ARTICLES} END;
CREATE TRIGGER count_changed_page AFTER UPDATE ON pages BEGIN {_ARTICLES} END;
CREATE TRIGGER count_removed_page AFTER DELETE ON pages BEGIN {_ARTICLES} END;
CREATE TRIGGER count_page AFTER INSERT ON fetches
WHEN NEW.failure IS NULL AND NOT EXISTS (
  SELECT 1 FROM fetches
  WHERE level = NEW.level AND url = NEW.url AND failure IS NULL AND id <> NEW.id
)
BEGIN
  {_count("page", "NEW.level", "''", "+")}
END;
CREATE TRIGGER count_added_problem AFTER INSERT ON problems BEGIN
  {_problem("NEW", "+")} {_REPORT}
END;
CREATE TRIGGER count_changed_problem AFTER UPDATE ON problems
WHEN OLD.message IS NOT NEW.message
BEGIN
  {_REPORT}
END;
CREATE TRIGGER count_removed_problem AFTER DELETE ON problems BEGIN
  {_problem("OLD", "-")} {_REPORT}
END;
"""

_TO_SETTLE = """
CREATE TABLE articles_to_settle (article INTEGER PRIMARY KEY);
CREATE TRIGGER settle_added_article AFTER INSERT ON articles WHEN NEW.state = 'pending' BEGIN
  INSERT OR IGNORE INTO articles_to_settle VALUES (NEW.id);
END;
CREATE TRIGGER settle_changed_article AFTER UPDATE OF state, requested ON articles
WHEN NEW.state = 'pending'
BEGIN
  INSERT OR IGNORE INTO articles_to_settle VALUES (NEW.id);
END;
CREATE TRIGGER settled_article AFTER UPDATE OF state ON articles WHEN NEW.state <> 'pending' BEGIN
  DELETE FROM articles_to_settle WHERE article = NEW.id;
END;
CREATE TRIGGER settle_removed_article AFTER DELETE ON articles BEGIN
  DELETE FROM articles_to_settle WHERE article = OLD.id;
END;
CREATE TRIGGER settle_fetched_article AFTER INSERT ON fetches BEGIN
  INSERT OR IGNORE INTO articles_to_settle
    SELECT id FROM articles WHERE requested = NEW.url AND state = 'pending';
END;
CREATE TRIGGER settle_captured_article AFTER INSERT ON captures BEGIN
  INSERT OR IGNORE INTO articles_to_settle
    SELECT id FROM articles WHERE requested = NEW.url AND state = 'pending';
END;
"""

_TEI_FOLDERS = """
CREATE TABLE tei_folders (folder TEXT PRIMARY KEY, changed INTEGER) WITHOUT ROWID;
CREATE INDEX articles_tei ON articles (tei) WHERE tei IS NOT NULL;
"""

_CHANGE_STATE = "UPDATE tei_state SET token = random();"
_TEI_STATE = f"""
CREATE TABLE tei_state (token INTEGER NOT NULL);
INSERT INTO tei_state VALUES (random());
CREATE TRIGGER tei_of_added_article AFTER INSERT ON articles WHEN NEW.state = 'tei' BEGIN
  {_CHANGE_STATE}
END;
CREATE TRIGGER tei_of_changed_article AFTER UPDATE OF state, tei ON articles
WHEN (OLD.state = 'tei', OLD.tei) IS NOT (NEW.state = 'tei', NEW.tei)
BEGIN
  {_CHANGE_STATE}
END;
CREATE TRIGGER tei_of_removed_article AFTER DELETE ON articles WHEN OLD.state = 'tei' BEGIN
  {_CHANGE_STATE}
END;
CREATE TRIGGER added_tei AFTER INSERT ON tei_files BEGIN {_CHANGE_STATE} END;
CREATE TRIGGER changed_tei AFTER UPDATE OF digest ON tei_files WHEN OLD.digest IS NOT NEW.digest
BEGIN
  {_CHANGE_STATE}
END;
CREATE TRIGGER removed_tei AFTER DELETE ON tei_files BEGIN {_CHANGE_STATE} END;
"""

DERIVED = f"{_COUNTS}{_TO_SETTLE}{_TEI_FOLDERS}{_TEI_STATE}{FACTS}{_WITHOUT_FACTS}"
"""All of them, in the order in which they are made.

``counts``: articles by state and reason, requested addresses with a response by level, problems by
kind; the number of changes of what reports/problems.tsv shows, and of articles and their pages.
``articles_to_settle``: pending articles of which something may be stored. ``tei_folders``: the
folders below tei/ that hold articles, with their time of change when all their files were there;
NULL where that is not known. ``tei_state``: a random number that is another one whenever an article
gets TEI, loses it or has other TEI. Facts are not made of the index: until a build reads the TEI,
it has none.
"""
