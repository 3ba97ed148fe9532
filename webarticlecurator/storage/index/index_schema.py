"""The tables of ``corpus.sqlite``; all of them can be rebuilt from the WARC files and the rules."""

from __future__ import annotations

from webarticlecurator.storage.index.derived_schema import DERIVED

INDEX_FORMAT = 6
"""Raised when the tables, or the meaning of their values, change. An index of an earlier format is
made again from the WARC files, see ``index_opening``."""

CAPTURES = """
CREATE TABLE fetches (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  level TEXT NOT NULL,
  column_name TEXT,
  span INTEGER,
  window TEXT,
  page TEXT,
  via TEXT,
  hops INTEGER NOT NULL,
  failure TEXT,
  message TEXT,
  failed_at TEXT,
  recovered INTEGER NOT NULL
);
CREATE INDEX fetches_url ON fetches (url);
CREATE INDEX fetches_level ON fetches (level, url);
CREATE INDEX fetches_via ON fetches (via, url) WHERE level IN ('continuation', 'part');
CREATE INDEX fetches_recovered ON fetches (id) WHERE recovered = 1;
CREATE TABLE captures (
  id INTEGER PRIMARY KEY,
  fetch INTEGER REFERENCES fetches,
  hop INTEGER NOT NULL,
  record_id TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  status INTEGER NOT NULL,
  time TEXT NOT NULL,
  file TEXT NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  content_type TEXT,
  payload_digest TEXT,
  body_digest TEXT NOT NULL,
  truncated INTEGER NOT NULL,
  location TEXT
);
CREATE INDEX captures_url ON captures (url);
CREATE INDEX captures_fetch ON captures (fetch);
CREATE INDEX captures_payload ON captures (payload_digest);
CREATE TABLE clock_shifts (
  fetch INTEGER PRIMARY KEY REFERENCES fetches,
  seconds INTEGER NOT NULL
);
CREATE TABLE clock_offsets (
  fetch INTEGER PRIMARY KEY REFERENCES fetches,
  seconds INTEGER NOT NULL
);
CREATE TABLE signed_in (capture INTEGER PRIMARY KEY REFERENCES captures);
CREATE TABLE run_starts (
  id INTEGER PRIMARY KEY,
  time TEXT NOT NULL UNIQUE,
  judged INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE answers (
  fetch INTEGER PRIMARY KEY REFERENCES fetches,
  level TEXT NOT NULL,
  run INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  text INTEGER,
  doubt TEXT,
  title TEXT NOT NULL,
  declared TEXT NOT NULL
);
CREATE INDEX answers_run ON answers (run, level, outcome);
CREATE INDEX answers_text ON answers (run, text) WHERE text IS NOT NULL;
"""
"""The tables of captures, also of WARC files that belong to no corpus.

``fetches`` has a row per metadata record, ``captures`` a row per stored response.
``fetches_via`` leads from the first page of an article to what else was fetched for it.
``clock_shifts``: fetches that were made while the clock was behind the latest record.
``clock_offsets``: by how much the clock of an answer was ahead of ours, if much.
``signed_in``: captures that were read in a subscriber's session.
``run_starts``: when crawls began; ``judged``: their answers were compared with each other.
``answers``: what the answer of each fetch said; ``doubt``: why it is not used; ``title`` and
``declared``: the title of an article's page, and the address that it declares, '' for none.
"""

FRONTIER = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (name TEXT PRIMARY KEY, end INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE walks (
  id INTEGER PRIMARY KEY,
  column_name TEXT NOT NULL,
  span INTEGER NOT NULL,
  window TEXT NOT NULL,
  generation INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (column_name, span, window)
);
CREATE TABLE requests (
  walk INTEGER NOT NULL REFERENCES walks,
  url TEXT NOT NULL,
  generation INTEGER NOT NULL,
  PRIMARY KEY (url, walk)
) WITHOUT ROWID;
CREATE TABLE articles (
  id INTEGER PRIMARY KEY,
  canonical TEXT NOT NULL UNIQUE,
  requested TEXT NOT NULL,
  column_name TEXT,
  state TEXT NOT NULL,
  reason TEXT,
  evidence TEXT NOT NULL,
  tei TEXT,
  build TEXT
);
CREATE INDEX articles_state ON articles (state, id);
CREATE INDEX articles_counts ON articles (state, reason);
CREATE INDEX articles_requested ON articles (requested);
CREATE INDEX articles_build ON articles (build, id) WHERE state IN ('stored', 'tei', 'rejected');
CREATE TABLE addresses (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  article INTEGER NOT NULL REFERENCES articles
);
CREATE INDEX addresses_article ON addresses (article);
CREATE TABLE listings (
  walk INTEGER NOT NULL REFERENCES walks,
  address INTEGER NOT NULL REFERENCES addresses,
  first INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  page TEXT NOT NULL,
  position INTEGER NOT NULL,
  listed TEXT NOT NULL,
  PRIMARY KEY (walk, address)
) WITHOUT ROWID;
CREATE INDEX listings_address ON listings (address);
CREATE TABLE headlines (
  address INTEGER NOT NULL REFERENCES addresses,
  words INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (address, words)
) WITHOUT ROWID;
CREATE INDEX headlines_words ON headlines (words);
CREATE TABLE unknown_owners (
  run INTEGER NOT NULL,
  sign NOT NULL,
  PRIMARY KEY (run, sign)
) WITHOUT ROWID;
CREATE TABLE pages (
  article INTEGER NOT NULL REFERENCES articles,
  number INTEGER NOT NULL,
  url TEXT NOT NULL,
  record_id TEXT,
  PRIMARY KEY (article, number)
) WITHOUT ROWID;
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_missing ON pages (article) WHERE record_id IS NULL;
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, command TEXT NOT NULL, started TEXT NOT NULL, finished TEXT, outcome TEXT
);
CREATE TABLE problems (
  kind TEXT NOT NULL,
  place TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (place, kind)
) WITHOUT ROWID;
CREATE TABLE named_pages (
  id INTEGER PRIMARY KEY,
  column_name TEXT NOT NULL,
  span INTEGER NOT NULL,
  url TEXT NOT NULL,
  window TEXT NOT NULL,
  parent TEXT NOT NULL,
  modified TEXT NOT NULL,
  read_modified TEXT NOT NULL,
  UNIQUE (column_name, span, url)
);
CREATE INDEX named_pages_window ON named_pages (column_name, span, window, id);
CREATE INDEX named_pages_parent ON named_pages (column_name, span, parent);
CREATE INDEX named_pages_url ON named_pages (url);
CREATE TABLE tei_files (
  path TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  size INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  noted INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tei_files_noted ON tei_files (noted, path);
CREATE TABLE run_shapes (
  run INTEGER NOT NULL,
  build TEXT NOT NULL,
  column_name TEXT NOT NULL,
  layout TEXT NOT NULL,
  articles INTEGER NOT NULL,
  no_root INTEGER NOT NULL,
  log_words REAL NOT NULL,
  log_words_squared REAL NOT NULL,
  filled TEXT NOT NULL,
  PRIMARY KEY (run, column_name, layout)
) WITHOUT ROWID;
CREATE TABLE run_counts (
  run INTEGER PRIMARY KEY REFERENCES runs,
  listed INTEGER NOT NULL,
  fetched INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  tei INTEGER NOT NULL,
  words INTEGER
);
CREATE TABLE rights (
  path TEXT NOT NULL,
  number INTEGER NOT NULL,
  source TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (path, number)
) WITHOUT ROWID;
CREATE TABLE redirects (
  target TEXT NOT NULL,
  requested TEXT NOT NULL,
  PRIMARY KEY (target, requested)
) WITHOUT ROWID;
CREATE INDEX redirects_requested ON redirects (requested);
CREATE TABLE article_days (
  article INTEGER PRIMARY KEY REFERENCES articles,
  day TEXT,
  basis TEXT NOT NULL
);
CREATE INDEX article_days_day ON article_days (day, article);
CREATE TABLE listed_changes (
  address INTEGER NOT NULL REFERENCES addresses,
  column_name TEXT NOT NULL,
  time TEXT NOT NULL,
  listed TEXT NOT NULL,
  PRIMARY KEY (address, column_name, time)
) WITHOUT ROWID;
CREATE TABLE refreshes_due (article INTEGER PRIMARY KEY);
CREATE TABLE looks_due (
  article INTEGER PRIMARY KEY REFERENCES articles,
  due TEXT NOT NULL
);
CREATE TABLE gone_articles (
  article INTEGER PRIMARY KEY REFERENCES articles,
  since TEXT NOT NULL
);
CREATE TABLE article_doubts (
  article INTEGER PRIMARY KEY REFERENCES articles,
  first TEXT NOT NULL,
  last TEXT NOT NULL,
  due TEXT NOT NULL
);
CREATE INDEX article_doubts_due ON article_doubts (due);
CREATE TABLE doubts (
  walk INTEGER PRIMARY KEY REFERENCES walks,
  due TEXT NOT NULL
);
CREATE INDEX doubts_due ON doubts (due);
"""
"""The tables of the frontier.

``walks``: ``generation`` counts the traversals begun, ``completed`` is the last that reached the
end. ``listings``: ``first`` is the generation that first listed the address, ``seen`` the latest.
``headlines``: the texts of the links to articles, ``words`` is a hash of the words of each.
``unknown_owners``: what may be the pages of articles that were not known when the answers of a run
were compared: ``sign`` is the address that a page declares, or a hash of the words of its title.
``named_pages``: the pages of the archive that other pages name. ``tei_files``: each TEI file as it
was written, and when others could see it (seconds since 1970), 0 until the commit. ``rights``: what
the header of each TEI file says about its use. ``redirects``: which
requested addresses redirect to an address that no archive page lists.
``run_shapes``: the shapes of the articles that each run built.
``run_counts``: what the corpus held at the end of each run; NULL for words that are not known.
``article_days``: the day by which an article is refreshed, and what it is from.
``listed_changes``: what a column showed beside a link from some time on, where it changed.
``refreshes_due``: articles whose listing has changed, or whose refresh was interrupted.
``looks_due``: when an article that shows much less than before is to be asked for again.
``gone_articles``: since when the portal answers 404 or 410 for an article.
``doubts``: complete walks of which something is still to be confirmed, and when the next look is
due. ``article_doubts``: rejected articles that are asked for again before that is final.
"""

TABLES = f"{CAPTURES}{FRONTIER}{DERIVED}"
"""All tables of the index of a corpus."""
