"""Rules that are tried, proposed and mended: pages in, rules with their evidence out.

``propose/`` looks at pages and writes a portal file to start from; read
``propose/portal_proposal.py`` first. ``list_pages/``, ``fields/`` and ``text_rules/`` find the
rules that it writes, ``tags/`` the rows of tag dictionaries. ``trial/`` tries rules on pages, and
shows what they do; ``judged/`` lets people judge a sample of a corpus, and writes nothing else into
it; ``repair/`` finds new rules for a portal that has changed. Imports ``base`` to ``corpus``.
"""
