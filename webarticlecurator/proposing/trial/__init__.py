"""Rules tried on one page or a few, without changing a corpus.

Read ``page_links.py`` and ``one_article.py`` first.
"""
