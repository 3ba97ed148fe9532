"""The article view: a stored page, the text that the rules make of it, and the rules.

Read ``view.py`` first, then ``article_screen.py`` (what is shown of a page), ``screen_index.py``
(what belongs together), ``article_panel.py`` (the panes), ``meanings.py`` (what an element can be
said to mean, and what is written then) and ``pick_panel.py`` (how that is asked).
"""

from webarticlecurator.studio.article_view.view import add_article_view

__all__ = ["add_article_view"]
