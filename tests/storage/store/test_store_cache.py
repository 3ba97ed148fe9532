"""SQLite's cache of an index: its size, and a transaction that is larger."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.storage.index.index_opening import open_index, open_index_read_only
from webarticlecurator.storage.index.store_options import StoreOptions


def test_readers_are_not_kept_out_by_a_transaction_that_is_larger_than_the_cache(tmp_path: Path):
    index = open_index(tmp_path, StoreOptions(cache_kilobytes=20))
    assert index.one("PRAGMA cache_size") == (-20,)
    for number in range(2000):
        index.write("INSERT INTO meta (key, value) VALUES (?, ?)", (f"key {number}", "x" * 500))
    reader = open_index_read_only(tmp_path)
    assert reader.one("SELECT count(*) FROM meta WHERE key LIKE 'key %'") == (0,)
    index.commit()
    assert reader.one("SELECT count(*) FROM meta WHERE key LIKE 'key %'") == (2000,)
    reader.close()
    index.close()
