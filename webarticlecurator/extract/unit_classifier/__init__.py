"""Judge which text units of a page belong to its article, with trained decision trees.

Read ``unit_features.py`` (what is known of a unit) and ``classify_units.py`` (the two stages)
first. ``bench/train_units.py`` trains ``trained/unit-classifier.json`` on pages with marked text.
"""
