"""The values that are passed between the wings: frozen, typed, without I/O.

``Portal → WalkState → Exchange → Capture → PageExtract → Article | Rejected → TeiDocument``

Beside them are the tables that have one row for each concept: fields of metadata (``fields.py``),
types of blocks (``block_rows.py``), reasons (``verdict.py``). Read ``article.py`` first. Pure.
Imports ``text/`` and ``doubts/``.
"""
