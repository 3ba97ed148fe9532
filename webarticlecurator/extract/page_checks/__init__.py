"""Is the page an article at all, and may everybody read it? Read ``checks.py`` first; ``teaser.py``
weighs access.

What portals say is in ``words.py``, ``challenge_words.py``, ``consent_words.py`` and
``access_words.py``, and nothing else is.
"""
