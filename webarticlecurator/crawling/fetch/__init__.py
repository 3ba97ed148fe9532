"""The client of the crawler: an address in, an ``Exchange`` out.

``session.py`` makes one attempt and ``wire_recorder.py`` keeps its bytes; it is the first kind of
``fetchers.py``. ``politeness.py`` paces and repeats the attempts, ``robots_policy.py`` decides what
may be requested, and ``polite_client.py`` joins them. ``page_renderer.py`` renders pages, whose
requests this client answers. No other folder opens a connection to a portal. Read ``session.py``
first. Imports ``base``, ``articles``, ``storage``.
"""
