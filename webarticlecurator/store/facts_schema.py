"""The tables of the facts of articles in TEI (``model/article_facts.py``), and the triggers that
count them.

A corpus of a million articles is counted when an article is written, not when somebody asks. The
triggers also drop the facts of a document that is written or removed by whoever does not know of
them, such as an older version of the program; its article then waits for its facts to be read.
"""

from __future__ import annotations

from itertools import pairwise

from webarticlecurator.model.corpus_numbers import LENGTHS

_LENGTH = (
    "CASE "
    + " ".join(
        f"WHEN {{row}}.words < {following} THEN '{least}'" for least, following in pairwise(LENGTHS)
    )
    + f" ELSE '{LENGTHS[-1]}' END"
)
_COUNTED = (
    ("column", "{row}.column_name", "substr({row}.published, 1, 7)"),
    ("stored", "substr({row}.stored, 1, 7)", "''"),
    ("language", "{row}.language", "''"),
    ("access", "{row}.access", "''"),
    ("length", _LENGTH, "''"),
    ("sources", "CAST({row}.sources AS TEXT)", "''"),
)
"""What is counted, by which name, and by which detail: the facts of ``corpus_dimensions.py``."""


_LISTS = ("sections", "authors")
"""Lists of which each item is counted, and an empty list as ``""``."""


def _count(row: str, sign: str) -> str:
    """Return the statements of a trigger that add an article to its counts, or take it off."""
    numbers = f"{sign}1, {sign}{row}.words"
    rows = ", ".join(
        f"('{what}', {name.format(row=row)}, {detail.format(row=row)}, {numbers})"
        for what, name, detail in _COUNTED
    )
    # an empty list is read as a list with the item ""
    items = (
        f"SELECT '{what}', value, '', {numbers}"
        f" FROM json_each(CASE {row}.{what} WHEN '[]' THEN '[\"\"]' ELSE {row}.{what} END)"
        for what in _LISTS
    )
    selected = " UNION ALL ".join((f"SELECT * FROM (VALUES {rows})", *items))
    return (
        f"INSERT INTO fact_counts SELECT * FROM ({selected}) WHERE true"
        " ON CONFLICT (what, name, detail)"
        " DO UPDATE SET articles = articles + excluded.articles, words = words + excluded.words;"
    )


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
COUNT_SAME_TEXTS = f"{_COUNT_TEXT} article_facts WHERE words > 0 {_SEVERAL}"
"""The query for the rows of ``same_texts``, where an index of an older version has none."""

FACTS = {
    "fact_sources": """
CREATE TABLE fact_sources (id INTEGER PRIMARY KEY, sources TEXT NOT NULL UNIQUE);
""",
    "fact_counts": """
CREATE TABLE fact_counts (
  what TEXT NOT NULL,
  name TEXT NOT NULL,
  detail TEXT NOT NULL,
  articles INTEGER NOT NULL,
  words INTEGER NOT NULL,
  PRIMARY KEY (what, name, detail)
) WITHOUT ROWID;
""",
    "article_facts": f"""
CREATE TABLE article_facts (
  article INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  published TEXT NOT NULL,
  stored TEXT NOT NULL,
  column_name TEXT NOT NULL,
  language TEXT NOT NULL,
  access TEXT NOT NULL,
  sections TEXT NOT NULL,
  authors TEXT NOT NULL,
  words INTEGER NOT NULL,
  confidence INTEGER,
  sources INTEGER NOT NULL REFERENCES fact_sources,
  text_digest BLOB NOT NULL
);
CREATE INDEX article_facts_published ON article_facts (published);
CREATE INDEX article_facts_text ON article_facts (text_digest) WHERE words > 0;
CREATE TRIGGER count_added_facts AFTER INSERT ON article_facts BEGIN
  {_count("NEW", "+")}
END;
CREATE TRIGGER count_removed_facts AFTER DELETE ON article_facts BEGIN
  {_count("OLD", "-")}
END;
""",
    "same_texts": f"""
CREATE TABLE same_texts (
  text_digest BLOB PRIMARY KEY,
  articles INTEGER NOT NULL,
  first INTEGER
) WITHOUT ROWID;
CREATE INDEX same_texts_articles ON same_texts (articles DESC, first);
INSERT INTO same_texts {COUNT_SAME_TEXTS};
CREATE TRIGGER count_added_text AFTER INSERT ON article_facts WHEN NEW.words > 0 BEGIN
  {_ADD_TEXT}
END;
CREATE TRIGGER count_removed_text AFTER DELETE ON article_facts WHEN OLD.words > 0 BEGIN
  {_REMOVE_TEXT}
END;
""",
}
"""The facts and their counts. ``fact_sources`` has each combination of sources of fields once: a
portal has few of them, and most articles share one. ``same_texts`` has each text that several
articles have, with their number and the first of them."""

_OWNER = "(SELECT id FROM articles WHERE tei = NEW.path)"

WITHOUT_FACTS = f"""
CREATE TABLE articles_without_facts (article INTEGER PRIMARY KEY);
INSERT INTO articles_without_facts SELECT id FROM articles WHERE tei IS NOT NULL;
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
END
"""
"""Which articles in TEI have no facts yet: those of an older index, and those whose document was
written without them. ``OR IGNORE`` will not do in a trigger: the statement that fires it, here one
with ``ON CONFLICT``, decides what a conflict does (https://sqlite.org/lang_createtrigger.html)."""
