"""``curator package``: check the terms of a corpus, write its deposit, send it to a repository.

Read ``deposit_folder.py`` first; ``deposit_metadata.py`` is what a deposit is, and the files
that describe it.
"""
