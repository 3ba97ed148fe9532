"""Roots of a page → a tree of blocks. Read ``body.py``, ``walk.py`` and ``builder.py`` in this order."""
