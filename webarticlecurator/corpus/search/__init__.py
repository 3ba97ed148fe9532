"""Search in the texts of one corpus or several: queries, hits, words counted by day.

Read ``search_query.py`` first, then ``searching.py``. Imports ``base`` to ``crawling``,
``export/``, ``corpora/``.
"""
