"""``curator package``: check the terms of a corpus, write its deposit, send it to a repository.

A corpus comes in, a folder for a repository goes out. Read ``deposit_folder.py`` first;
``deposit_metadata.py`` has the metadata of a deposit, from which the files that describe it follow.
Imports ``base`` to ``crawling``, ``export/``, ``corpora/``, ``keeping/``, ``derived/``.
"""
