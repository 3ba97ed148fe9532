"""A person judges a sample of a corpus: what is shown of an article, and what its faults lead to.

A corpus and keys come in; judgements, shares, what to mend and a gold standard go out. Read
``judging_session.py`` first. Imports ``base`` to ``corpus``, ``trial/``, ``repair/``.
"""
