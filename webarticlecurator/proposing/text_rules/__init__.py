"""Rules for the text of articles: roots, drops, leads, comments and posts, with evidence.

Read ``induce_rules.py`` first. Imports ``base`` to ``corpus``, ``list_pages/``, ``fields/``.
"""
