"""Export of the corpus for spreadsheets, concordancers and scripts, made from its TEI files alone.

Read ``tei_articles.py`` first: ``read_articles`` returns the stored articles one by one. Each
format is a class that turns them into bytes, in the file of its kind (``text_formats.py``,
``sheets.py``, ``data_sets.py`` …), and a row in ``formats.py``; ``export`` writes the result
completely or not at all.

``manifest_file.py`` writes what is not made of articles: ``corpora/`` gives it the entries.
"""
