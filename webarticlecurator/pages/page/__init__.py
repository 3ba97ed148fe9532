"""Bytes → text → one tree. Pure; the package does not know about rules.

Read ``page.py`` first; ``decoding.py`` determines the character encoding, ``tree.py`` parses any
text without raising.
"""
