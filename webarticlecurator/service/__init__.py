"""The HTTP service of ``curator serve``: it reads pages and corpora for other programs.

Requests come in, JSON goes out. It has no rule of its own: it calls what the commands call. Read
``routes.py`` first (what there is), then ``guard.py`` (who may ask, and where pages are read).
Needs the extra ``studio``. Imports ``base`` to ``proposing``.
"""
