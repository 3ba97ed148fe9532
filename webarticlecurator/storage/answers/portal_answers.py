"""What each answer said, run by run: well, nothing there, or odd.

The rules for doubtful answers compare an answer with those around it: whether another page of its
kind was well in the same run, and how many answers in a row were not. All of it follows from the
WARC files and the rules. Changes wait for the corpus's ``commit``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import datetime

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import CONTINUATION, GONE, MADE_UP
from webarticlecurator.base.model.claimed_place import NO_CLAIM, ClaimedPlace
from webarticlecurator.base.model.looks import NOTHING, ODD, WELL
from webarticlecurator.base.model.verdict import FINAL_FAILURES
from webarticlecurator.storage.answers.capture_rows import GONE_STATUSES, NOT_USED
from webarticlecurator.storage.index.index import SLICE, Index, IndexTables
from webarticlecurator.storage.warc.record import parse_date, target_address, warc_date

_VERDICTS = ", ".join(f"'{kind}'" for kind in sorted({*FINAL_FAILURES, "excluded"}))
"""Failures that say something of the address: the portal may be well."""
OF_ARTICLES = f"('article', '{CONTINUATION}', '{MADE_UP}')"
"""Levels of the pages whose answers say whose they are."""
FIRST_PAGE = f"CASE f.level WHEN '{CONTINUATION}' THEN coalesce(f.via, f.url) ELSE f.url END"
"""The requested address of the first page of the article that a page was fetched for."""

RUN_OF = "SELECT id FROM run_starts WHERE time <= ? ORDER BY time DESC LIMIT 1"
"""The crawl of a time, in SQL."""


@dataclass(frozen=True)
class AnswerRow:
    """The answer of a fetch: its requested address, what it said, a hash of what the page shows,
    and why it is not used ("" if it is)."""

    fetch: int
    url: str
    outcome: str
    text: int | None
    doubt: str


@dataclass(frozen=True)
class UnnotedPage:
    """A page of an article, and the fetch that got it, whose answer is not noted; ``url`` is the
    requested address, ``first`` that of the first page of the article."""

    fetch: int
    level: str
    url: str
    first: str
    record_id: str
    time: datetime


class Answers(IndexTables):
    """The tables ``answers`` and ``run_starts``."""

    def __init__(self, index: Index) -> None:
        super().__init__(index)
        # (run, level) → up to two addresses that were well
        self._well: dict[tuple[int, str], tuple[str, ...]] = {}

    def stores(self) -> tuple[Answers, ...]:
        """Return the answers that are compared with each other: all of a corpus, or of files."""
        return (self,)

    def store_of(self, _fetch: int) -> Answers:
        """Return that of ``stores`` which has the answer of a fetch."""
        return self

    def note(
        self,
        fetch: int,
        level: str,
        time: datetime,
        outcome: str,
        text: int | None = None,
        claimed: ClaimedPlace = NO_CLAIM,
    ) -> None:
        """Record what the answer of a fetch said: WELL, NOTHING or ODD.

        ``level`` is that of the fetch, ``time`` that of its answer; ``text`` is a hash of what the
        page shows, by which equal pages are found; ``claimed`` is what it says of whose it is.
        """
        found = self._index.one(
            f"SELECT coalesce(({RUN_OF}), 0), a.run, a.outcome, a.text, a.title, a.declared"
            " FROM (SELECT 1) LEFT JOIN answers a ON a.fetch = ? AND a.level = ?",
            (warc_date(time), fetch, level),
        )
        assert found is not None
        run, *known = found
        answer_row = (run, outcome, text, claimed.title, claimed.declared)
        # A change sets the run to be judged again; what is noted as it was must not.
        if (*known,) == answer_row:
            return
        self._index.write(
            "INSERT INTO answers VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6, ?7) ON CONFLICT (fetch)"
            " DO UPDATE SET level = ?2, run = ?3, outcome = ?4, text = ?5, title = ?6,"
            " declared = ?7",
            (fetch, level, *answer_row),
        )
        self._index.write("UPDATE run_starts SET judged = 0 WHERE id = ? AND judged = 1", (run,))
        self._well.pop((run, level), None)

    def note_page(
        self,
        record_id: str,
        outcome: str,
        text: int | None,
        is_no_article: Callable[[str, str], bool],
        claimed: ClaimedPlace = NO_CLAIM,
        level: str = "article",
    ) -> None:
        """Record what the page of an article said, also for its captures of the same level with the
        same body.

        ``is_no_article`` tells for a requested and an answered address whether the redirect from
        one to the other leads to what is no article: then the answer is odd, whatever it says.
        """
        rows = self._index.read(
            "SELECT f.id, c.time, f.url, c.url FROM captures c JOIN fetches f ON f.id = c.fetch"
            " WHERE f.level = ?1 AND (c.url, c.body_digest) ="
            " (SELECT url, body_digest FROM captures WHERE record_id = ?2)",
            (level, record_id),
        )
        for fetch, time, requested, answered in rows:
            # The body may be a good article, but of another address than that which was asked for.
            judged_outcome = (
                ODD if requested != answered and is_no_article(requested, answered) else outcome
            )
            self.note(fetch, level, parse_date(time), judged_outcome, text, claimed)

    def note_shared(self, url: str) -> None:
        """Record that the answers are odd which redirected articles to a page that is none of
        theirs."""
        rows = self._index.read(
            "SELECT f.id, c.time, a.text, a.title, a.declared"
            " FROM captures c JOIN fetches f ON f.id = c.fetch"
            " JOIN answers a ON a.fetch = f.id WHERE c.url = ?1 AND c.hop = f.hops - 1"
            " AND f.url <> ?1 AND f.level = 'article' AND a.outcome <> 'odd'",
            (url,),
        )
        for fetch, time, text, *claimed in rows:
            self.note(fetch, "article", parse_date(time), ODD, text, ClaimedPlace(*claimed))

    def pages_not_noted(self, after: int) -> list[UnnotedPage]:
        """Return the pages of articles whose answers were not noted, of fetches with a higher id
        than ``after``: at most as many as one slice, the first first."""
        # "+": by the index on the level, SQLite would read all fetches of articles each time
        rows = self._index.read(
            f"SELECT f.id, f.level, f.url, {FIRST_PAGE}, c.record_id, c.time FROM fetches f"
            " JOIN captures c ON c.fetch = f.id AND c.hop = f.hops - 1"
            f" WHERE f.id > ? AND +f.level IN {OF_ARTICLES} AND f.failure IS NULL"
            f" AND c.status = 200 AND c.truncated IN (0, {NOT_USED})"
            " AND NOT EXISTS (SELECT 1 FROM answers WHERE fetch = f.id)"
            f" ORDER BY f.id LIMIT {SLICE}",
            (after,),
        )
        return [
            UnnotedPage(fetch, level, url, first, record, parse_date(time))
            for fetch, level, url, first, record, time in rows
        ]

    def note_as_before(self, page: UnnotedPage) -> bool:
        """Record that a page said what the same body said before, as the answer to a request for
        the same address; return False if it never came."""
        row = self._index.one(
            "SELECT a.outcome, a.text, a.title, a.declared FROM captures c"
            " JOIN captures d ON d.url = c.url"
            " AND d.body_digest = c.body_digest JOIN fetches f ON f.id = d.fetch"
            " JOIN answers a ON a.fetch = f.id WHERE c.record_id = ? AND f.url = ?"
            " AND f.level = ? LIMIT 1",
            (page.record_id, page.url, page.level),
        )
        if row is not None:
            outcome, text, *claimed = row
            self.note(page.fetch, page.level, page.time, outcome, text, ClaimedPlace(*claimed))
        return row is not None

    def note_errors(self, url: str | None = None) -> None:
        """Record the answers to requests for an article (None: for all) that were no page: 404 and
        410 say that nothing is there; redirects to what does not answer are odd. Other errors are
        not noted: they say themselves that the portal is not well."""
        rows = self._index.read(
            "SELECT f.id, c.time, c.status FROM fetches f JOIN captures c ON c.fetch = f.id"
            f" WHERE {'f.url = ?1 AND' if url is not None else ''} f.level = 'article'"
            " AND c.hop = (SELECT max(hop) FROM captures WHERE fetch = f.id)"
            f" AND (f.failure IS NULL AND c.hop = f.hops - 1 AND c.status IN ({GONE_STATUSES})"
            f" OR f.failure IS NOT NULL AND f.failure NOT IN ({_VERDICTS}))",
            (target_address(url),) if url is not None else (),
        )
        for fetch, time, status in rows:
            self.note(fetch, "article", parse_date(time), NOTHING if status in GONE else ODD)

    def run_of(self, time: datetime) -> int:
        """Return the number of the crawl in which an answer came; 0 for answers before the first,
        and for those of other programs."""
        return self._index.number(RUN_OF, (warc_date(time),))

    def start_of_run(self, time: datetime) -> datetime:
        """Return when the crawl of ``time`` began; ``time`` itself before the first."""
        start = self.start_before(time)
        return parse_date(start) if start else time

    def start_before(self, time: datetime) -> str:
        """Return when the crawl of ``time`` began, as the index has it; "" before the first."""
        query = "SELECT max(time) FROM run_starts WHERE time <= ?"
        return self._index.value(query, (warc_date(time),)) or ""

    def latest_start(self) -> datetime | None:
        """Return when the latest crawl began."""
        start = self._index.value("SELECT max(time) FROM run_starts")
        return parse_date(start) if start else None

    def was_well(self, level: str, time: datetime, url: str) -> bool:
        """Return True if another page than ``url`` of a level was well in the crawl of ``time``."""
        run = self.run_of(time)
        if (run, level) not in self._well:
            well = self._index.column(
                "SELECT DISTINCT f.url FROM answers a JOIN fetches f ON f.id = a.fetch"
                " WHERE a.run = ? AND a.level = ? AND a.outcome = ? AND a.doubt IS NULL LIMIT 2",
                (run, level, WELL),
            )
            self._well[run, level] = tuple(well)
        return any(other != url for other in self._well[run, level])

    def is_compared(self, time: datetime) -> bool:
        """Return True if the answers of the crawl of a time are compared with each other: not those
        that another program has stored."""
        return self._index.has("SELECT 1 FROM run_starts WHERE id = ?", (self.run_of(time),))

    def runs_to_judge(self, since: datetime | None = None) -> Iterator[int]:
        """Yield the crawls with answers that were noted since they were compared, the first first;
        with ``since``, those that began then or later. The caller marks each as judged."""
        values = (warc_date(since) if since is not None else "",)
        query = "SELECT id FROM run_starts WHERE NOT judged AND time >= ? ORDER BY id LIMIT 1"
        while row := self._index.one(query, values):
            yield row[0]

    def mark_judged(self, run: int) -> None:
        """Note that the answers of a crawl were compared. Those of later crawls are to be compared
        again: which articles were well before has a part in it."""
        self._index.write("UPDATE run_starts SET judged = 1 WHERE id = ?", (run,))
        # Later runs ask which articles were well before, so a new judgement here may change theirs.
        self._index.write("UPDATE run_starts SET judged = 0 WHERE id > ? AND judged = 1", (run,))

    def of_run(self, run: int, level: str) -> Iterator[AnswerRow]:
        """Yield the answers of a crawl for a level in the order of the requests, in slices."""
        query = (
            "SELECT a.fetch, f.url, a.outcome, a.text, coalesce(a.doubt, '') FROM answers a"
            " JOIN fetches f ON f.id = a.fetch WHERE a.fetch > ?1 AND a.run = ?2"
            " AND +a.level = ?3 ORDER BY a.fetch"
        )
        return (AnswerRow(*row) for row in self._index.sliced(query, 0, (run, level)))

    def was_well_earlier(self, fetch: int, url: str) -> bool:
        """Return True if an address was well in a fetch before this one. Which answers of the same
        crawl are used makes no difference: that is what is to be found out."""
        return self._index.has(
            "SELECT 1 FROM fetches f JOIN answers a ON a.fetch = f.id"
            " WHERE f.url = ?1 AND f.id < ?2 AND a.outcome = 'well' AND (a.doubt IS NULL"
            " OR a.run = (SELECT run FROM answers WHERE fetch = ?2)) LIMIT 1",
            (url, fetch),
        )

    def has_well_before(self, run: int, level: str) -> bool:
        """Return True if any page of a level was well in an earlier crawl."""
        return self._index.has(
            "SELECT 1 FROM answers WHERE run < ? AND level = ? AND outcome = 'well'"
            " AND doubt IS NULL LIMIT 1",
            (run, level),
        )

    def shared_texts(self, run: int, addresses: int) -> dict[int, int]:
        """Return the hashes of what pages at so many addresses show in a crawl, and at how many."""
        rows = self._index.read(
            "SELECT a.text, COUNT(DISTINCT f.url) FROM answers a JOIN fetches f ON f.id = a.fetch"
            " WHERE a.run = ? AND a.text IS NOT NULL AND a.level = 'article'"
            " GROUP BY a.text HAVING COUNT(*) >= ?2 AND COUNT(DISTINCT f.url) >= ?2",
            (run, addresses),
        )
        return dict(rows)

    def texts_of_level(self, level: str, run: int) -> dict[int, str]:
        """Return the hashes of what the pages of a rare level showed in a crawl and those before
        it, each with the address that the page declared, "" for none."""
        rows = self._index.read(
            "SELECT a.text, max(a.declared) FROM fetches f JOIN answers a ON a.fetch = f.id"
            " WHERE f.level = ? AND a.run <= ? AND a.text IS NOT NULL GROUP BY a.text",
            (level, run),
        )
        return dict(rows)

    def doubted_before(self, run: int, doubt: str) -> set[int]:
        """Return the fetches of a crawl whose addresses showed the same before, which was not used
        for a reason."""
        query = (
            "SELECT DISTINCT a.fetch FROM answers a JOIN fetches f ON f.id = a.fetch"
            " JOIN fetches g ON g.url = f.url AND g.id < f.id JOIN answers b ON b.fetch = g.id"
            " WHERE a.run = ? AND b.text = a.text AND b.doubt = ?"
        )
        return set(self._index.column(query, (run, doubt)))

    def doubts_of(self, run: int) -> dict[int, str]:
        """Return which answers of a crawl are not used: id of the fetch → why."""
        query = "SELECT fetch, doubt FROM answers WHERE run = ? AND +doubt IS NOT NULL"
        return dict(self._index.read(query, (run,)))

    def walk_of(self, fetch: int) -> tuple[str, int, str] | None:
        """Return column, span and window of the walk that requested an archive page; None for any
        other fetch."""
        return self._index.first(
            lambda row: (row[0], row[1], row[2]),
            "SELECT column_name, span, coalesce(window, '') FROM fetches WHERE id = ?"
            " AND level = 'archive' AND column_name IS NOT NULL AND span IS NOT NULL",
            (fetch,),
        )

    def windows_with(self, run: int, text: int, column: str) -> set[str]:
        """Return the windows of a column whose archive pages showed a list in a crawl."""
        rows = self._index.column(
            "SELECT DISTINCT coalesce(f.window, '') FROM answers a JOIN fetches f ON f.id = a.fetch"
            " WHERE a.run = ? AND a.text = ? AND a.level = 'archive' AND f.column_name = ?",
            (run, text, column),
        )
        return set(rows)

    def windows_alike(self, run: int, windows: int) -> set[int]:
        """Return the fetches of archive pages in a crawl whose list was odd for so many windows of
        a column."""
        rows = self._index.column(
            "SELECT a.fetch FROM answers a JOIN fetches f ON f.id = a.fetch JOIN"
            " (SELECT a.text text, f.column_name name FROM answers a JOIN fetches f"
            " ON f.id = a.fetch WHERE a.run = ?1 AND a.text IS NOT NULL AND a.level = 'archive'"
            " GROUP BY 1, 2 HAVING COUNT(DISTINCT f.window) >= ?2 AND MAX(a.outcome = 'odd')) s"
            " ON s.text = a.text AND s.name = f.column_name"
            " WHERE a.run = ?1 AND a.level = 'archive'",
            (run, windows),
        )
        return set(rows)

    def has_later(self, fetch: int) -> bool:
        """Return True if what a later fetch of the same address said is noted, too."""
        return self._index.has(
            "SELECT 1 FROM fetches f JOIN fetches g ON g.url = f.url AND g.id > f.id"
            " JOIN answers a ON a.fetch = g.id WHERE f.id = ? LIMIT 1",
            (fetch,),
        )

    def is_repeated(self, url: str) -> bool:
        """Return True if the last two sound answers for an address have the same body, whatever the
        clock said."""
        bodies = self._index.column(
            "SELECT c.body_digest FROM fetches f JOIN answers a ON a.fetch = f.id"
            " JOIN captures c ON c.fetch = f.id AND c.hop = f.hops - 1"
            " WHERE f.url = ? AND a.outcome = 'well' ORDER BY f.id DESC LIMIT 2",
            (url,),
        )
        return len(bodies) == 2 and len({*bodies}) == 1

    def address_of(self, fetch: int) -> str:
        """Return the requested address of a fetch."""
        return self._index.value("SELECT url FROM fetches WHERE id = ?", (fetch,)) or ""

    def addresses_of(self, fetch: int) -> list[str]:
        """Return the requested address of a fetch, those to which it was redirected, and that of
        the first page, if it is a later one of an article."""
        query = (
            "SELECT url FROM captures WHERE fetch = ?1 UNION SELECT {} FROM fetches f WHERE id = ?1"
        )
        found = self._index.column(query.format(FIRST_PAGE), (fetch,))
        return [*dict.fromkeys((self.address_of(fetch), *found))]

    def time_of(self, fetch: int) -> datetime:
        """Return the time of the first response to a fetch."""
        return parse_date(
            str(self._index.value("SELECT min(time) FROM captures WHERE fetch = ?", (fetch,)))
        )

    def run_of_answer(self, fetch: int) -> int:
        """Return the crawl that got the answer of a fetch; 0 for one that was not noted."""
        return self._index.number("SELECT run FROM answers WHERE fetch = ?", (fetch,))

    def start_of(self, run: int) -> datetime:
        """Return when a crawl began."""
        return parse_date(
            str(self._index.value("SELECT time FROM run_starts WHERE id = ?", (run,)))
        )

    def set_doubt(self, fetch: int, doubt: str) -> None:
        """Set why the answer of a fetch is not used; "" if it is."""
        self._index.write(
            "UPDATE answers SET doubt = nullif(?, '') WHERE fetch = ?", (doubt, fetch)
        )
        # Marked on the captures, too, so that whoever reads captures need not know of answers.
        old, new = (0, NOT_USED) if doubt else (NOT_USED, 0)
        self._index.write(
            "UPDATE captures SET truncated = ? WHERE fetch = ? AND truncated = ?", (new, fetch, old)
        )
        self._well.clear()

    def of_last_fetch(self, url: str) -> AnswerRow | None:
        """Return what the answer of the last fetch of a requested address said; None if that was
        not noted."""
        return self._index.first(
            lambda row: AnswerRow(*row),
            "SELECT a.fetch, f.url, a.outcome, a.text, coalesce(a.doubt, '') FROM answers a"
            " JOIN fetches f ON f.id = a.fetch"
            " WHERE a.fetch = (SELECT max(id) FROM fetches WHERE url = ?)",
            (target_address(url),),
        )

    def doubt_of(self, fetch: int) -> str:
        """Return why the answer of a fetch is not used; "" if it is."""
        return self._index.value("SELECT doubt FROM answers WHERE fetch = ?", (fetch,)) or ""

    def is_well(self, record_id: str) -> bool:
        """Return True unless it is noted that a record has another answer than was expected."""
        return not self._index.has(
            "SELECT 1 FROM captures c JOIN answers a ON a.fetch = c.fetch"
            " WHERE c.record_id = ? AND a.outcome <> 'well'",
            (record_id,),
        )

    def last_well(self, level: str, besides: Collection[str]) -> str | None:
        """Return the address of the level that was well last, besides some; None if none was."""
        query = (
            "SELECT f.url FROM answers a JOIN fetches f ON f.id = a.fetch WHERE a.level = ?"
            " AND a.outcome = 'well' AND a.doubt IS NULL ORDER BY a.fetch DESC LIMIT 50"
        )
        urls = self._index.column(query, (level,))
        return next((url for url in urls if url not in besides), None)

    def with_text(self, run: int, text: int) -> set[int]:
        """Return the articles whose pages showed a text in a crawl."""
        query = (
            "SELECT DISTINCT s.article FROM answers a JOIN fetches f ON f.id = a.fetch"
            " JOIN addresses s ON s.url = f.url WHERE a.run = ? AND a.text = ?"
            " AND +a.level = 'article'"
        )
        return set(self._index.column(query, (run, text)))

    def was_requested(self, article: int) -> bool:
        """Return True if an article was requested in any crawl."""
        return self._index.has(
            "SELECT 1 FROM addresses s JOIN fetches f ON f.url = s.url JOIN answers a"
            " ON a.fetch = f.id WHERE s.article = ? LIMIT 1",
            (article,),
        )

    def title_of(self, fetch: int) -> str:
        """Return the title of the page that a fetch got."""
        return self._index.value("SELECT title FROM answers WHERE fetch = ?", (fetch,)) or ""


def add_run_start(index: Index, time: datetime) -> None:
    """Record that a crawl began: it stores the portal file."""
    index.write("INSERT OR IGNORE INTO run_starts (time) VALUES (?)", (warc_date(time),))
