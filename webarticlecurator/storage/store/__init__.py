"""The store of the archive on disk: WARC files, and an SQLite index with the frontier.

Exchanges come in; captures, listings and states go out. Responses are appended to WARC files, which
are authoritative; ``corpus.sqlite`` is derived from them. Read ``corpus.py`` first (what a change
is and when it counts), then ``record_builder.py`` (what is written), ``reconcile.py`` (what opening
does after a kill), ``frontier.py``, ``listings.py`` and ``walks.py`` (what a crawl queries).
Imports ``base``, ``pages``, ``portal_file``, ``warc/``.
"""
