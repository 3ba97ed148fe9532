"""What is asked of a whole corpus, and what leaves it: reports, search, exports, deposits.

``export/`` has the formats, ``stored_pages/`` reads stored pages one by one, ``corpora/`` answers
questions about one corpus or several; read ``corpora/reporting.py`` first. ``charts/`` draws the
numbers, ``deposit/`` writes what a repository takes. Imports ``base`` to ``crawling``.
"""
