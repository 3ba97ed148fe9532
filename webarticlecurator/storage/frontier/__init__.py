"""What the index knows of addresses: who lists them, how far the walks came, what is to be done.

Rows of the index come in and go out. Read ``frontier.py`` first (addresses and states), then
``listings.py`` and ``walks.py``. Imports ``base``, ``pages``, ``portal_file``, ``warc/``,
``index/``.
"""
