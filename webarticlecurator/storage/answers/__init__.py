"""What the index knows of stored answers: their captures, their fetches, what they proved.

Read ``captures.py`` first. Imports ``base``, ``pages``, ``portal_file``, ``warc/``, ``index/``.
"""
