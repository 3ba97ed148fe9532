"""What lists say of articles, and what the pages say that were answered for them: which headline,
which title, which address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.storage.answers.capture_rows import GONE_STATUSES
from webarticlecurator.storage.answers.portal_answers import FIRST_PAGE, OF_ARTICLES, RUN_OF
from webarticlecurator.storage.index.index import IndexTables

MIN_WORDS, MAX_ALIKE = 20, 20
"""Words of a text from which its articles are compared, and the number of these up to which."""
MAX_BESIDE = 1000
"""Pages of a folder that are looked at."""
CRAWLS_OF_TITLES = 3
"""Last crawls with articles whose titles are compared: the build of one or two may have been
killed."""
_LAST_CRAWL = "SELECT MAX(run) AS id FROM answers WHERE level = 'article'"
_LAST_CRAWLS = (
    "SELECT id FROM run_starts z WHERE EXISTS (SELECT 1 FROM answers WHERE run = z.id"
    f" AND level = 'article') ORDER BY id DESC LIMIT {CRAWLS_OF_TITLES}"
)
_OF_LAST_CRAWL = (
    f" WHERE n.run = ({_LAST_CRAWL})"
    " AND n.level = 'article' AND a.level = 'article' AND r.state IN ('stored', 'tei')"
)
# CROSS JOIN: runs first; SQLite would read all answers again for each article of the crawl
_SHOWN = (
    "FROM answers n CROSS JOIN run_starts s"
    " CROSS JOIN answers a ON a.run = s.id AND a.text = n.text"
    " JOIN fetches f ON f.id = a.fetch JOIN addresses o ON o.url = f.url"
    f" JOIN articles r ON r.id = o.article {_OF_LAST_CRAWL}"
    " AND n.text IS NOT NULL AND EXISTS (SELECT 1 FROM"
    " run_starts t CROSS JOIN answers b ON b.run = t.id AND b.text = n.text"
    " WHERE b.fetch <> n.fetch)"
)

_ANSWERS_OF = "FROM addresses s JOIN fetches f ON f.url = s.url JOIN answers a ON a.fetch = f.id"
_RUN_OF_FETCH = RUN_OF.replace("?", "(SELECT MAX(c.time) FROM captures c WHERE c.fetch = f.id)")


def _has_title_of(crawls: str) -> str:
    """Return the condition on the facts of articles that have a title, and the day of one that some
    crawls (a query of their ids) have asked for."""
    return (
        f"title <> '' AND length(published) = {DAY_LENGTH} AND published IN (SELECT g.published"
        f" FROM ({crawls}) s CROSS JOIN answers n ON n.run = s.id AND n.level = 'article'"
        " CROSS JOIN fetches f ON f.id = n.fetch CROSS JOIN addresses o ON o.url = f.url"
        " CROSS JOIN article_facts g ON g.article = o.article)"
    )


@dataclass(frozen=True)
class TitledAnswer:
    """The page that a fetch got for an ``article`` (its row in the index) at the ``url`` that was
    requested: the title of the page, the address that it declares, a hash of what it shows, and the
    headlines of the article in lists. ``is_later``: it is no first page; ``redirected``: the other
    address that it came from, "" if it came from its own."""

    fetch: int
    url: str
    title: str
    declared: str
    text: int | None
    article: int
    headlines: tuple[str, ...]
    is_later: bool
    redirected: str

    @property
    def is_unnamed(self) -> bool:
        """True for a first page whose article has no headline in lists."""
        return not (self.is_later or self.headlines)


@dataclass(frozen=True)
class EarlierAnswer:
    """What the page of an earlier fetch of an article declared, and why it is not used, "" if it
    is."""

    fetch: int
    declared: str
    doubt: str


class Headlines(IndexTables):
    """The table ``headlines``, with the answers for its articles."""

    def titled_answers(self, run: int) -> Iterator[TitledAnswer]:
        """Yield the good pages with a title that a crawl got for articles."""
        query = (
            "SELECT a.fetch, f.url, a.title, a.declared, a.text, o.article,"
            " (SELECT group_concat(h.text, char(10)) FROM addresses s JOIN headlines h"
            " ON h.address = s.id WHERE s.article = o.article), f.level <> 'article',"
            " CASE WHEN f.hops > 1 THEN (SELECT c.url FROM captures c WHERE c.fetch = f.id"
            " AND c.hop = f.hops - 1) END FROM answers a JOIN fetches f ON f.id = a.fetch"
            f" JOIN addresses o ON o.url = {FIRST_PAGE}"
            f" WHERE a.fetch > ?1 AND a.run = ?2 AND +a.level IN {OF_ARTICLES}"
            " AND +a.outcome = 'well'"
            " AND a.title <> '' ORDER BY a.fetch"
        )
        rows = self._index.sliced(query, 0, (run,))
        for fetch, url, title, declared, text, article, known, is_later, redirected in rows:
            headlines = tuple(known.split("\n")) if known else ()
            yield TitledAnswer(
                fetch,
                url,
                title,
                declared,
                text,
                article,
                headlines,
                bool(is_later),
                redirected or "",
            )

    def same_texts(self) -> Iterator[set[tuple[str, str]]]:
        """Yield the articles in use that show the same text as another one, or have it in TEI, if
        one of them is of the last crawl, or of WARC files that stay where they are: the canonical
        address of each, and the one that its page declares."""
        in_tei = (
            "SELECT DISTINCT t.text_digest, r.canonical, a.declared FROM answers n"
            " CROSS JOIN fetches m ON m.id = n.fetch CROSS JOIN addresses q ON q.url = m.url"
            " CROSS JOIN article_facts g ON g.article = q.article"
            " CROSS JOIN same_texts t ON t.text_digest = g.text_digest"
            " CROSS JOIN article_facts h ON h.text_digest = t.text_digest AND h.words > 0"
            " CROSS JOIN articles r ON r.id = h.article CROSS JOIN addresses o ON o.article = r.id"
            " CROSS JOIN fetches f ON f.url = o.url CROSS JOIN answers a ON a.fetch = f.id"
            f" {_OF_LAST_CRAWL} AND g.words >= {MIN_WORDS} AND t.articles <= {MAX_ALIKE} ORDER BY 1"
        )
        shown = f"SELECT DISTINCT n.text, r.canonical, a.declared {_SHOWN} ORDER BY n.text"
        stay = (
            "SELECT DISTINCT t.text_digest, r.canonical, '' FROM same_texts t"
            " CROSS JOIN article_facts h ON h.text_digest = t.text_digest"
            f" CROSS JOIN articles r ON r.id = h.article WHERE h.words >= {MIN_WORDS}"
            f" AND t.articles <= {MAX_ALIKE} AND EXISTS (SELECT 1 FROM article_facts g"
            # one of several on a page is fetched with it
            " WHERE g.text_digest = t.text_digest AND NOT EXISTS (SELECT 1 FROM addresses o"
            " LEFT JOIN fetches f ON f.url = o.url WHERE o.article = g.article"
            " AND (f.id IS NOT NULL OR instr(o.url, '#')))) ORDER BY 1"
        )
        for query in (shown, in_tei, stay):
            for _, rows in groupby(self._index.read(query), lambda row: row[0]):
                pages = {(str(canonical), str(declared)) for _, canonical, declared in rows}
                if len({canonical for canonical, _ in pages}) > 1:
                    yield pages

    def same_texts_of_gone(self) -> Iterator[dict[str, str]]:
        """Yield the articles in TEI that have the same text, if an address of one of them was ever
        answered with 404 or 410: the canonical address of each, and the one that is requested."""
        query = (
            "SELECT t.text_digest, r.canonical, r.requested, EXISTS (SELECT 1 FROM fetches f"
            " JOIN captures c ON c.fetch = f.id WHERE f.url = r.requested"
            f" AND c.status IN ({GONE_STATUSES})) FROM same_texts t CROSS JOIN article_facts h"
            " ON h.text_digest = t.text_digest AND h.words > 0"
            " CROSS JOIN articles r ON r.id = h.article AND r.state = 'tei'"
            f" WHERE h.words >= {MIN_WORDS} AND t.articles <= {MAX_ALIKE} ORDER BY 1, 2"
        )
        for _, found in groupby(self._index.read(query), lambda row: row[0]):
            rows = [*found]
            if any(was_gone for *_, was_gone in rows):
                yield {str(canonical): str(requested) for _, canonical, requested, _ in rows}

    def same_titles(self) -> Iterator[dict[str, int]]:
        """Yield the articles in TEI with the same title and day, if one of them is of the last
        crawl: the canonical address of each, and its number of words."""
        query = (
            "SELECT published || title, r.canonical, g.words FROM article_facts g"
            " CROSS JOIN articles r ON r.id = g.article AND r.state = 'tei'"
            f" WHERE {_has_title_of(_LAST_CRAWL)} ORDER BY 1"
        )
        for _, rows in groupby(self._index.read(query), lambda row: row[0]):
            pages = {str(canonical): int(words) for _, canonical, words in rows}
            if 1 < len(pages) <= MAX_ALIKE:
                yield pages

    def find_perhaps_moved(self, number: int) -> list[str]:
        """Return the addresses of up to ``number`` articles that were not asked for since another
        one came that shows the same text, or has the same text in TEI (on the same day if it has
        few words), or the same title and day. An answer that is no page counts if it came twice,
        while others were well."""
        query = (
            f"WITH alike (sign, article) AS (SELECT n.text, r.id {_SHOWN}"
            # of any crawl: the rules for its pages, or the build of it, may have come later
            " UNION SELECT h.text_digest, h.article FROM same_texts t CROSS JOIN article_facts h"
            f" ON h.text_digest = t.text_digest AND h.words > 0 WHERE h.words >= {MIN_WORDS}"
            f" AND t.articles <= {MAX_ALIKE}"
            # a note of a few words may be the same by chance, but seldom on one day
            " UNION SELECT hex(h.text_digest) || h.published, h.article FROM same_texts t"
            " CROSS JOIN article_facts h ON h.text_digest = t.text_digest AND h.words > 0"
            f" WHERE h.words < {MIN_WORDS} AND h.published <> '' AND t.articles <= {MAX_ALIKE}"
            # the text may be another by now
            " UNION SELECT sign, article FROM (SELECT published || title AS sign, article, COUNT(*)"
            " OVER (PARTITION BY published, title) AS number FROM article_facts"
            f" WHERE {_has_title_of(_LAST_CRAWLS)})"
            f" WHERE number BETWEEN 2 AND {MAX_ALIKE}),"
            " looks AS (SELECT sign, r.requested, a.fetch, CASE outcome WHEN 'well' THEN f.id ELSE"
            " LAG(f.id) OVER (PARTITION BY sign, r.id ORDER BY f.id) END AS seen"
            " FROM alike CROSS JOIN articles r ON r.id = article AND r.state IN ('stored', 'tei')"
            " CROSS JOIN fetches f ON f.url = r.requested LEFT JOIN answers a ON a.fetch = f.id"
            # only the first of the same answers is noted that say that nothing is there
            " WHERE a.doubt IS NULL AND (a.outcome = 'well' OR ("
            "(a.fetch OR EXISTS (SELECT 1 FROM captures c WHERE c.fetch = f.id"
            f" AND c.status IN ({GONE_STATUSES})))"
            # as of all that is gone: it says so only while another article is well
            " AND EXISTS (SELECT 1 FROM answers w JOIN fetches x ON x.id = w.fetch"
            f" WHERE w.run = coalesce(a.run, ({_RUN_OF_FETCH}))"
            " AND w.level = 'article' AND w.outcome = 'well' AND w.doubt IS NULL"
            " AND x.url <> f.url)))),"
            " asked AS (SELECT sign, requested, MIN(fetch) AS first, MAX(seen) AS last"
            " FROM looks GROUP BY sign, requested)"
            " SELECT DISTINCT requested FROM (SELECT requested, last, MAX(first) OVER"
            " (PARTITION BY sign) AS came FROM asked) WHERE last < came ORDER BY requested LIMIT ?"
        )
        return self._index.column(query, (number,))

    def note_unknown_owners(self, run: int, signs: Iterable[str | int]) -> None:
        """Record the addresses that pages of a crawl declare, and the hashes of the words of their
        titles, which may be those of articles that no list has named yet."""
        self._index.write("DELETE FROM unknown_owners WHERE run = ?", (run,))
        rows = [(run, sign) for sign in signs]
        self._index.write_many("INSERT INTO unknown_owners VALUES (?, ?)", rows)

    def judge_known_owners(self) -> None:
        """Let the answers of crawls be compared again in which such an article is asked for by
        now."""
        named = (
            "SELECT u.run, s.article FROM unknown_owners u CROSS JOIN {} WHERE {} = u.sign"
        ).format
        by_address = named("addresses s", "s.url")
        by_canonical = named("(SELECT canonical, id AS article FROM articles) s", "s.canonical")
        by_words = named("headlines h JOIN addresses s ON s.id = h.address", "h.words")
        self._index.write(
            "UPDATE run_starts SET judged = 0 WHERE judged = 1 AND id IN (SELECT o.run FROM"
            f" ({by_address} UNION {by_canonical} UNION {by_words}) o CROSS JOIN addresses s"
            " ON s.article = o.article CROSS JOIN fetches f ON f.url = s.url"
            " CROSS JOIN answers a ON a.fetch = f.id)"
        )

    def titles_of_pages(self, article: int) -> list[str]:
        """Return the titles that the first page of an article had."""
        return self._index.column(
            f"SELECT DISTINCT a.title {_ANSWERS_OF} WHERE s.article = ? AND a.level = 'article'"
            " AND a.doubt IS NULL AND a.title <> '' ORDER BY a.title",
            (article,),
        )

    def had_own_page(self, answer: TitledAnswer) -> bool:
        """Return True if an article had a page before an answer that declares an address of the
        article, and has another title."""
        return self._index.has(
            f"SELECT 1 {_ANSWERS_OF} JOIN addresses d ON d.url = a.declared"
            " AND d.article = s.article WHERE s.article = ? AND a.fetch < ?"
            " AND a.level = 'article' AND a.title <> ? LIMIT 1",
            (answer.article, answer.fetch, answer.title),
        )

    def has_own_below(self, folder: str) -> bool:
        """Return True if the page of an article in a folder declares the address at which it was
        fetched: among the first of them, since a folder may have any number."""
        return self._index.has(
            "SELECT 1 FROM (SELECT id, url FROM fetches WHERE level = 'article'"
            f" AND url > ?1 || '/' AND url < ?1 || '0' LIMIT {MAX_BESIDE}) f"
            " CROSS JOIN answers a ON a.fetch = f.id AND a.declared = f.url LIMIT 1",
            (folder,),
        )

    def list_earlier(self, answer: TitledAnswer) -> list[EarlierAnswer]:
        """Return the answers that an article had before one."""
        query = (
            f"SELECT a.fetch, a.declared, coalesce(a.doubt, '') {_ANSWERS_OF}"
            " WHERE s.article = ? AND a.fetch < ? AND a.level = 'article'"
        )
        rows = self._index.read(query, (answer.article, answer.fetch))
        return [EarlierAnswer(*row) for row in rows]

    def declared_before(self, answer: TitledAnswer) -> set[str]:
        """Return the addresses that the page of an answer declared before."""
        query = (
            "SELECT a.declared FROM answers a JOIN fetches f ON f.id = a.fetch"
            " WHERE f.url = ? AND a.fetch < ?"
        )
        return set(self._index.column(query, (answer.url, answer.fetch)))

    def list_declared_pages(self, article: int) -> list[str]:
        """Return the addresses of later pages that declare an address of an article, also of those
        that were fetched for another one, which had got its first page, and are not its own."""
        query = (
            "SELECT DISTINCT f.url FROM answers a JOIN fetches f ON f.id = a.fetch"
            " WHERE a.level = 'continuation' AND a.declared IN (SELECT url FROM addresses"
            " WHERE article = ?1 UNION SELECT canonical FROM articles WHERE id = ?1)"
            " AND NOT EXISTS (SELECT 1 FROM addresses o WHERE o.url = f.url AND o.article <> ?1)"
            " AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.url = f.url AND p.article <> ?1)"
        )
        return self._index.column(query, (article,))

    def texts_of_pages(self, article: int) -> set[object]:
        """Return the hashes of what the first page of an article has shown, and of its TEI."""
        return set(
            self._index.column(
                f"SELECT DISTINCT a.text {_ANSWERS_OF} WHERE s.article = ?1 AND a.level = 'article'"
                " AND a.text IS NOT NULL"
                " UNION ALL SELECT text_digest FROM article_facts WHERE article = ?1",
                (article,),
            )
        )

    def of(self, article: int) -> tuple[str, ...]:
        """Return the headlines of an article in lists."""
        query = (
            "SELECT h.text FROM addresses s JOIN headlines h ON h.address = s.id"
            " WHERE s.article = ? ORDER BY h.text"
        )
        return tuple(self._index.column(query, (article,)))

    def with_words(self, words: int) -> set[int]:
        """Return up to two articles that lists name with the same words (their hash)."""
        query = (
            "SELECT DISTINCT s.article FROM headlines h JOIN addresses s ON s.id = h.address"
            " WHERE h.words = ? LIMIT 2"
        )
        return set(self._index.column(query, (words,)))
