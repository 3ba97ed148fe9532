"""Find the article of a page, and its posts, where the portal file has no rules for them.

A page comes in; its main content goes out. Read ``article_text.py`` first: it finds the main
content, and cleans roots that rules have found.

The thresholds of this folder, ``units/`` and ``facts/`` are empirical: ``bench/text/unseen.py``
measures what a change of one does, ``tests/articles/without_rules`` and ``tests/publishers`` hold
the results. Pure. Imports ``base``, ``pages``, ``units/``.
"""
