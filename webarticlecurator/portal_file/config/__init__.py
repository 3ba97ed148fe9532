"""The portal file: YAML with line numbers → a checked, merged ``Portal``, or every problem at once.

Read ``load.py`` first: it shows the way from bytes to Portal. ``keys*.py`` is the key table, one
row for each key a portal file may have; it drives the reading (``section.py``), did-you-mean, the
JSON Schema and the reference in docs/keys.md.
"""
