"""Export of the corpus for spreadsheets, concordancers and scripts, made from its TEI files alone.

Read ``tei_articles.py`` first: ``read_places`` reads the stored articles one by one. Each
format is a class that turns them into bytes, in the file of its kind (``text_formats.py``,
``sheets.py``, ``data_sets.py`` …), and a row in ``formats.py``. ``corpora/exporting.py`` chooses
the articles. Imports ``base``, ``tei``, ``portal_file``, ``storage`` (only where files may be).
"""
