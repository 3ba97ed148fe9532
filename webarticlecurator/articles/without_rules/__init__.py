"""Find the article of a page, and its metadata, where the portal file has no rules for them.

A page comes in; its main content and values of fields go out. Read ``article_text.py`` first: it
finds the main content, and cleans roots that rules have found. ``title.py`` corrects what the
default sources find; ``sources.py`` finds an article inside a script.

The thresholds of this folder are empirical: ``bench/text/unseen.py`` measures what a change of one
does, ``tests/articles/without_rules`` and ``tests/publishers`` hold the results. Sizes are those of
``text_units.text_size`` (characters of an alphabet) unless another unit is named. Pure. Imports
``base``, ``pages``.
"""
