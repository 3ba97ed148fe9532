"""``curator package``: check the terms of a corpus, write its deposit, send it to a repository.

Read ``deposit_folder.py`` first.
"""

from __future__ import annotations
