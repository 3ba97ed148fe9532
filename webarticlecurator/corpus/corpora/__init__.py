"""What is asked of a whole corpus: reports, search, duplicates, completeness beside a web archive,
manifests, exports, WARC files that are adopted or redacted.

Corpora and questions come in, rows and files go out. Read ``reporting.py`` first. Imports ``base``
to ``crawling``, ``stored_pages/``, ``judging/``, ``export/``.
"""
