"""Put the rows of WARC files that belong to no corpus into the order of time.

The files are given in any order, and what their answers prove follows from their times alone. In a
corpus the order of writing is the order of time.
"""

from __future__ import annotations

from webarticlecurator.store.index import Index

FIRST_ID = 1 << 40
"""The lowest id of fetches and crawls of such files: higher than any in a corpus."""
_SHIFTED = (
    "CASE WHEN s.seconds IS NULL THEN c.time"
    " ELSE strftime('%Y-%m-%dT%H:%M:%f', c.time, '+' || s.seconds || ' seconds') END"
)
"""``Capture.order_time`` as text."""
_FETCH_TIMES = (
    "SELECT f.id, row_number() OVER (ORDER BY coalesce(min(t.time), f.failed_at, ''), f.url,"
    " min(t.record_id), f.failed_at, f.id) FROM fetches f LEFT JOIN"
    f" (SELECT c.fetch, {_SHIFTED} AS time, c.record_id FROM captures c"
    " LEFT JOIN clock_shifts s ON s.fetch = c.fetch) t ON t.fetch = f.id GROUP BY f.id"
)
# records of one file with the same time are in the order of the file
_CAPTURE_TIMES = (
    f"SELECT c.id, row_number() OVER (ORDER BY {_SHIFTED}, c.offset, c.record_id)"
    " FROM captures c LEFT JOIN clock_shifts s ON s.fetch = c.fetch"
)
_RUN_TIMES = "SELECT id, row_number() OVER (ORDER BY time) FROM run_starts"


def order_by_time(index: Index) -> None:
    """Give captures, fetches and crawls ids from FIRST_ID on, in the order of their times. Nothing
    else may refer to them yet."""
    _number(index, _CAPTURE_TIMES, ("captures", "id"))
    of_fetch = ("captures", "fetch"), ("clock_shifts", "fetch")
    _number(index, _FETCH_TIMES, ("fetches", "id"), *of_fetch)
    _number(index, _RUN_TIMES, ("run_starts", "id"))


def _number(index: Index, times: str, *columns: tuple[str, str]) -> None:
    index.write("CREATE TEMP TABLE places (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
    index.write(f"INSERT INTO places {times}")
    for table, column in columns:  # no row has a new number yet, as all of them are higher
        new = f"{FIRST_ID} + (SELECT new FROM places WHERE old = {column})"
        index.write(f"UPDATE {table} SET {column} = {new} WHERE {column} IS NOT NULL")
    index.write("DROP TABLE places")
