"""What is asked of a whole corpus: its articles, its numbers, its terms, its exports.

Corpora and questions come in, rows and files go out. Read ``reporting.py`` first. Imports ``base``
to ``crawling``, ``stored_pages/``, ``judging/``, ``export/``.
"""
