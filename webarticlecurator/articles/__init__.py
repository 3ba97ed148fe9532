"""One page → one article: its metadata and its block tree, or the reason why it is none.

``by_rules/`` reads an article by the rules of a portal file; read ``by_rules/one_page.py`` first.
``without_rules/`` finds what no rule names; read ``without_rules/article_text.py`` first. Trained
models are in ``trained/``. Pure. Imports ``base``, ``pages``.
"""
