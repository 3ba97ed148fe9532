"""Write an article as TEI P5, and read it again.

Documents are valid by construction, never repaired afterwards. The same article and rules result in
the same bytes.

Read ``document.py`` first, then ``pieces.py`` (block → element) and ``header.py``. ``read.py``
reads a stored document: its plain text and its header; ``validation.py`` validates it.
``docs/tei-reference.md`` has all elements. Pure. Imports ``base``.
"""
