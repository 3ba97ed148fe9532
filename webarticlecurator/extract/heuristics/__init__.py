"""Find the article of a page, and its metadata, where the portal file has no rules for them.

Read ``article_text.py`` first: it finds the main content. ``heuristic_metadata.py`` corrects what
the default sources find. ``refine_root.py`` cleans roots that rules have found;
``embedded_page.py`` finds an article inside a script.

The thresholds of this package are empirical: ``bench/extraction.py`` and ``bench/robustness.py``
measure what a change of one does, ``tests/extract/heuristics`` and ``tests/publishers`` hold the
results. Sizes are those of ``text_units.text_size`` (characters of an alphabet) unless another unit
is named.
"""
