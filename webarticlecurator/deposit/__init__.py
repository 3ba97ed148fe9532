"""``curator package``: check the terms of a corpus, write its deposit, send it to a repository.

Read ``deposit_folder.py`` first; ``description.py`` is what a deposit is, ``metadata.py`` the files
that describe it.
"""
