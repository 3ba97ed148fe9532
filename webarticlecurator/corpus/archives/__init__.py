"""A portal in the archives of others: what they have that the corpus lacks, and copies of it.

A corpus and the address of an archive, WARC files or a mirror come in; numbers and adopted captures
go out. Read ``coverage.py`` first, then ``archive_adopting.py``. Imports ``base`` to ``crawling``,
``stored_pages/``, ``judging/``.
"""
