"""What became of each address, by what is stored alone: a crawl, a crawl after a kill, and a
rebuilt index say the same.

Stored fetches come in, states and verdicts go out. Read ``article_state.py`` first; ``walking.py``
is the same for archive pages. Imports ``base`` to ``storage``, ``archive/``, ``fetch/``,
``workers/``, ``captures/``.
"""
