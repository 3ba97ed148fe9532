"""Bytes → text → one tree.

The bytes of an answer come in; a ``Page`` goes out, whose tree every rule reads and none changes.
Read ``page.py`` first; ``decoding.py`` determines the character encoding, ``tree.py`` parses any
text without raising. Knows no rules. Pure. Imports ``base``.
"""
