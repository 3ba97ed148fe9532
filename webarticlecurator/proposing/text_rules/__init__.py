"""Rules for the text of articles: roots, drops, leads, comments and posts, with evidence.

Read ``reading_choice.py`` first. Imports ``base`` to ``corpus``, ``list_pages/``, ``fields/``.
"""
