"""The HTTP service of ``curator serve``: reads pages and corpora for other programs.

It has no rule of its own: it calls what the commands call. Read ``server.py`` first
(what there is), then ``guard.py`` (who may ask, what errors become, and where pages are read).
Needs the extra ``studio``.
"""
