"""Build the tree of blocks from the root elements of a page.

Read ``article_body.py``, ``tree_walk.py``, ``builder.py`` and ``stack.py`` in this order.
"""
