"""Tables of the index that triggers keep, so that no command counts or searches all articles.

Whoever changes an article, a fetch or a problem keeps them right without knowing of them, also an
older version of the program. What they hold follows from the other tables.
"""

from __future__ import annotations

from webarticlecurator.store.facts_schema import FACTS, WITHOUT_FACTS


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


COUNTED = {
    "article": "SELECT state, COALESCE(reason, ''), COUNT(*) FROM articles GROUP BY 1, 2",
    "page": "SELECT level, '', COUNT(DISTINCT url) FROM fetches WHERE failure IS NULL GROUP BY 1",
    "problem": "SELECT kind, '', COUNT(*) FROM problems GROUP BY 1",
}
"""The query that counts everything of a kind, for a new table ``counts``, and where an index of an
older version, opened read-only, has none."""

_COUNT_ALL = "\n".join(
    f"INSERT INTO counts SELECT '{what}', * FROM ({query});" for what, query in COUNTED.items()
)
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
{_COUNT_ALL}
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
INSERT INTO articles_to_settle SELECT id FROM articles WHERE state = 'pending';
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
INSERT INTO tei_folders
  SELECT DISTINCT rtrim(rtrim(tei, replace(tei, '/', '')), '/'), NULL FROM articles
  WHERE tei IS NOT NULL;
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

DERIVED = {
    "counts": _COUNTS,
    "articles_to_settle": _TO_SETTLE,
    "tei_folders": _TEI_FOLDERS,
    "tei_state": _TEI_STATE,
    **FACTS,
    "articles_without_facts": WITHOUT_FACTS,
}
"""Tables by name, with their triggers and what they hold of an older index.

``counts``: articles by state and reason, requested addresses with a response by level, problems by
kind; the number of changes of what reports/problems.tsv shows, and of articles and their pages.
``articles_to_settle``: pending articles of which something may be stored. ``tei_folders``: the
folders below tei/ that hold articles, with their time of change when all their files were there;
NULL where that is not known. ``tei_state``: a random number that is another one whenever an article
gets TEI, loses it or has other TEI. Those of facts: see ``facts_schema.py``; an older
index has none until a build reads the TEI.
"""
