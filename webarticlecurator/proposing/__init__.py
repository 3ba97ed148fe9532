"""Rules that are tried, proposed and mended: pages in, rules with their evidence out.

``propose/`` looks at pages and writes a portal file to start from; read
``propose/portal_proposal.py`` first. ``list_pages/``, ``fields/`` and ``text_rules/`` find the
rules that it writes, ``tags/`` the rows of tag dictionaries. ``trial/`` tries rules on pages, and
shows what they do; ``repair/`` finds new rules for a portal that has changed. Nothing is written to
a corpus. Imports ``base`` to ``corpus``.
"""
