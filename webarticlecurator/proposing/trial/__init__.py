"""Rules tried on one page or a few, without changing a corpus.

Pages and rules come in; articles, links and what each rule did go out. Read ``page_links.py`` and
``one_article.py`` first. Imports ``base`` to ``corpus``, ``list_pages/``, ``fields/``,
``text_rules/``, ``propose/``.
"""
