"""What is asked of a whole corpus, and what leaves it: reports, search, exports, deposits.

A stored corpus comes in; rows, files and pages go out. ``stored_pages/`` reads stored pages one by
one, ``judging/`` estimates how good and how complete a corpus is, ``export/`` has the formats,
``charts/`` draws the numbers, ``corpora/`` answers questions about one corpus or several,
``archives/`` compares it with the archives of others, ``search/`` and ``duplicates/`` read its
texts, ``keeping/`` makes it citable, ``derived/`` makes what may be shared of texts, ``deposit/``
writes what a repository takes. Read ``corpora/reporting.py`` first. Imports ``base`` to
``crawling``.
"""
