"""Portals made at random, whose truth is known: what ``curator new`` and a crawl make of them.

``traits.py`` draws what a portal is like, ``made_articles.py`` its articles, ``article_markup.py``,
``list_markup.py`` and ``pagers.py`` write its pages, ``site.py`` puts them together and
``serving.py`` answers for it; ``comparison.py`` judges what was read. ``run.py`` is the program.
"""
