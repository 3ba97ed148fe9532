"""That WARC files stay what they are: checks that are written down, recovery data, mending.

Imports ``base``, ``warc/``, ``index/``, ``store/``. Read ``checking.py`` first.
"""
