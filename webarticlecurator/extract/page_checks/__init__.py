"""Check whether a page is an article at all, and whether everybody may read it. Read ``checks.py``
first; ``teaser.py`` compares the declared access with the text.

The phrases of portals are in ``phrases.py``, ``challenge_words.py``, ``consent_words.py`` and
``access_words.py``, which have nothing else.
"""
