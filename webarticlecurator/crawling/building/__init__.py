"""``curator build``: build TEI from stored captures. Read ``build.py`` first, then ``writing.py``;
``recovery.py`` is what comes before: after a kill, a lost index or changed rules."""
