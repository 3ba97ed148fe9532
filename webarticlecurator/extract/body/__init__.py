"""Roots of a page → a tree of blocks. Read ``body.py``, ``walk.py``, ``builder.py`` and
``stack.py`` in this order."""
