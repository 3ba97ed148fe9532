"""Rules tried on one page or a few, without changing a corpus.

Read ``single_page.py`` first.
"""
