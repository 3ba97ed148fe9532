"""Replace a WARC file of a corpus by one that has the same records, or some of them, at other
places.

The index says which file is being replaced from before the file gets its new content until the
places in the index are those of the new one. Whatever instant a kill comes at, the file is the
old or the new one as a whole, and opening the corpus takes the places of its records from what it
is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.portal.session_secrets import BODY
from webarticlecurator.storage.index.disk import (
    FOLDER,
    convert_os_errors,
    locate_stored_file,
    sync_files,
    sync_folder,
)
from webarticlecurator.storage.index.index import Index
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.reconcile import make_capture, set_indexed_end
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.warc.container import read_records
from webarticlecurator.storage.warc.message import is_page_record
from webarticlecurator.storage.warc.record import LEFT_OUT

REPLACED = "replaced_file"
"""Key of the file that is being replaced, in the table ``meta``."""
CLEANED = "cleaned_file "
"""Beginning of the key of a file that was replaced by one without secrets; its value is the day."""
DRAFT_ENDING = ".new"


def replace_file(folder: Path, index: Index, file: str, draft: Path, options: StoreOptions) -> None:
    """Replace ``file`` of the corpus in ``folder`` by ``draft``, whose records have the ids of
    those of the file; the index forgets those that it does not have. Raises DiskFull,
    StoreDamaged."""
    with convert_os_errors(folder):
        sync_files([draft])
    log = RunLog(index)
    log.set_meta(REPLACED, file)
    # The note is durable before the new content is there, so that any kill leaves a known state.
    index.commit()
    with convert_os_errors(folder):
        draft.replace(folder / file)
        sync_folder(folder / FOLDER)
    options.events("warc-replaced")
    log.set_meta(CLEANED + file, f"{options.now():%Y-%m-%d}")
    finish_replacement(folder, index)


def finish_replacement(folder: Path, index: Index) -> None:
    """Let the index have the places of the records in the file that was being replaced, if there is
    one; commits."""
    file = RunLog(index).get_meta(REPLACED)
    if file is None:
        return
    places: dict[str, tuple[int, int]] = {}
    bodies: list[tuple[str, str | None, str]] = []
    end = 0
    for located in read_records(locate_stored_file(folder, file), file):
        end = located.offset + located.length
        if is_page_record(located.record):
            places.setdefault(located.record.id, (located.offset, located.length))
            if BODY in located.record.get(LEFT_OUT).split(", "):
                capture = make_capture(located)
                bodies.append((capture.body_digest, capture.payload_digest, capture.record_id))
    rows = index.read("SELECT id, record_id, offset FROM captures WHERE file = ?", (file,))
    # a revisit has the place of its original
    moved = {offset: places[name] for _, name, offset in rows if name in places}
    index.write_many(
        "UPDATE captures SET offset = ?, length = ? WHERE id = ?",
        [(*moved[offset], row) for row, _, offset in rows if offset in moved],
    )
    index.write_many(
        "UPDATE captures SET body_digest = ?, payload_digest = ? WHERE record_id = ?", bodies
    )
    _forget_captures(index, [row for row, _, offset in rows if offset not in moved])
    set_indexed_end(index, file, end)
    index.write("DELETE FROM meta WHERE key = ?", (REPLACED,))
    index.commit()


def _forget_captures(index: Index, captures: Sequence[int]) -> None:
    """Remove captures whose records are gone, and the fetches that have no other."""
    rows = [(capture,) for capture in captures]
    fetches = {index.value("SELECT fetch FROM captures WHERE id = ?", row) for row in rows}
    for table, column in (("signed_in", "capture"), ("captures", "id")):
        index.write_many(f"DELETE FROM {table} WHERE {column} = ?", rows)
    left = "SELECT 1 FROM captures WHERE fetch = ?"
    gone = [(fetch,) for fetch in fetches - {None} if index.one(left, (fetch,)) is None]
    for table, column in (("answers", "fetch"), ("clock_shifts", "fetch"), ("fetches", "id")):
        index.write_many(f"DELETE FROM {table} WHERE {column} = ?", gone)
    if gone:
        left = "SELECT COUNT(DISTINCT url) FROM fetches WHERE level = name AND failure IS NULL"
        index.write(f"UPDATE counts SET number = ({left}) WHERE what = 'page'")
