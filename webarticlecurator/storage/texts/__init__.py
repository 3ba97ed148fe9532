"""What is kept of the TEI of a corpus: its files and manifest, its facts, and the files beside it.

Read ``tei_files.py`` first, then ``facts_table.py`` (what reports count) and ``derived_file.py``
(search, duplicates, languages). Imports ``base``, ``pages``, ``portal_file``, ``index/``,
``frontier/``.
"""
