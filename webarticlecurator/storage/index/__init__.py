"""The index of a corpus: its SQLite file, its tables, its lock, and the WARC files that it follows.

Read ``index.py`` first (one transaction at a time), then ``index_schema.py`` (the tables). Imports
``base``, ``pages``, ``portal_file``, ``warc/``.
"""
