"""From a portal to stored captures, and from those to TEI.

A checked portal comes in; a corpus with its TEI files and a summary of the run go out. The folders,
in the order of their imports: ``archive/`` walks archive pages, pure; ``fetch/`` is the only client
of portals; ``workers/`` runs tasks in processes, ``cluster/`` on other machines; ``captures/``
makes one article of stored captures; ``states/`` says what became of each address; ``building/``
writes TEI; ``crawl/`` joins all of them; read ``crawl/crawl.py`` first. Imports ``base`` to
``storage``.
"""
