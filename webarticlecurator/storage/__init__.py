"""One corpus on disk: exchanges with a server in, records and rows out.

``warc/`` reads and writes records of WARC files; read ``warc/record.py`` first. ``store/`` is a
corpus: its WARC files, which are the truth, and its index, which is derived; read
``store/corpus.py`` first. ``index/``, ``frontier/``, ``answers/`` and ``texts/`` hold what the
index keeps. Only this wing writes an archive. Imports ``base``, ``pages``, ``portal_file``.
"""
