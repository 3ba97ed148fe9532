"""The text of an article by rules: elements of a page → a tree of blocks.

A page, its roots and a tag dictionary come in; blocks and an account of every word go out. Read
``article_body.py`` first, then ``tree_walk.py``. ``tag_dictionary.py`` chooses the row for an
element. Pure. Imports ``base``, ``pages``, ``portal_file``, ``units/``, ``without_rules/``.
"""
