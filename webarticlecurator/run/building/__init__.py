"""TEI from stored captures. Read ``build.py`` first, then ``worker.py``: one article."""
