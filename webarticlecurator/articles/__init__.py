"""One page → one article, or the reason why the page is not an article.

Pages and rules come in; the metadata and the tree of blocks of an article go out. ``by_rules/``
reads an article by the rules of a portal file; read ``by_rules/one_page.py`` first. ``blocks/``
makes its text, ``walls/`` and ``rights/`` tell what the page is and allows. ``without_rules/``
finds the text that no rule names, from ``units/``, and ``facts/`` its title, authors and days; read
``without_rules/article_text.py`` first. The trained models are in ``trained/``. Pure. Imports
``base``, ``pages``, ``portal_file``.
"""
