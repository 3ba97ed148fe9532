"""Diagnostics of one page: what looks wrong, what is guessed or outside the root, which root fits.

No article is made here. Read ``unruled.py`` first.
"""
