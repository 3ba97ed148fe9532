"""Texts that are the same or nearly so, in one corpus or in several.

Texts come in; groups with their share of common words go out. Read ``duplicate_report.py`` first,
then ``fingerprints.py``. Imports ``base`` to ``crawling``, ``export/``, ``corpora/``.
"""
