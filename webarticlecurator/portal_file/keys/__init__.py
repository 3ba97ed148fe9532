"""The key table: one row for each key that a portal file may have.

Reading (``config/section.py``), suggestions for misspelt keys, the JSON Schema and the reference in
docs/keys.md follow from it. Read ``keys.py`` first. Imports ``base``, ``pages``.
"""
