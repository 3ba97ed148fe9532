"""The store of the archive on disk: WARC files: opened, read, written, made again.

Exchanges come in; captures, listings and states go out. Responses are appended to WARC files, which
are authoritative; ``corpus.sqlite`` is derived from them. Read ``corpus.py`` first (what a change
is and when it counts), then ``record_builder.py`` (what is written) and ``reconcile.py`` (what
opening does after a kill). Imports ``base``, ``pages``, ``portal_file``, ``warc/``, ``index/``,
``frontier/``, ``answers/``, ``texts/``.
"""
