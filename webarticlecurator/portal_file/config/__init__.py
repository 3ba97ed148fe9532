"""The portal file: YAML with line numbers → a checked, merged ``Portal``, or every problem at once.

Read ``load.py`` first: it shows the way from bytes to Portal. The files ``keys_*.py`` are the key
table, with one row for each key that a portal file may have; reading (``section.py``), suggestions
for misspelt keys, the JSON Schema and the reference in docs/keys.md follow from it. Imports
``base``, ``pages``.
"""
