"""Pages to try rules on: saved to files, in WARC files, or in a corpus.
Read ``page_store.py`` first."""
