"""``curator crawl`` and ``curator watch``: a portal in, an extended corpus and a summary out.

It walks the archive of a portal, fetches its articles, and builds TEI for new ones. Read
``crawl.py`` first; ``scheduler.py`` decides when ``watch`` crawls which portal. Imports ``base`` to
``storage``, ``archive/``, ``fetch/``, ``workers/``, ``captures/``, ``states/``, ``building/``.
"""
