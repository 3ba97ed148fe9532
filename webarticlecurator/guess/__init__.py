"""Find the article of a page, and its metadata, where the portal file has no rules for them.

Read ``article_text.py`` first: it finds the main content, and cleans roots that rules have found.
``title.py`` corrects what the default sources find; ``sources.py`` finds an article inside a
script.

The thresholds of this package are empirical: ``bench/text/unseen.py`` measures what a change of one
does, ``tests/guess`` and ``tests/publishers`` hold the results. Sizes are those of
``text_units.text_size`` (characters of an alphabet) unless another unit is named.
"""

from __future__ import annotations


# Judge which text units of a page belong to its article, with trained decision trees.
#
# Read ``unit_features.py`` (what is known of a unit) and ``classify_units.py`` (the two stages)
# first. ``bench/train_units.py`` trains ``trained/unit-classifier.json`` on pages with marked text.
