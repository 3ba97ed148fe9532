"""The archive walk without network or storage: archive addresses, date windows, pagination, and
which page to request next. Read ``walk.py`` first.

The caller keeps a ``WalkState`` per window: ``is_due`` tells whether a window is walked in this
run, ``start_walk`` where the walk begins, and ``advance`` takes what was read from a page and
returns the state with the next address or the reason why the walk ends. Pure. Imports ``base``,
``pages``, ``portal_file``, ``articles``.
"""
