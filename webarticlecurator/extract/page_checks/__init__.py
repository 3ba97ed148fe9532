"""Check whether a page is an article at all, and whether everybody may read it. Read ``checks.py``
first; ``teaser.py`` compares the declared access with the text.

What portals write is in ``words/notices.txt``, ``challenges.txt``, ``consent.txt`` and
``access.txt``.
"""
