"""The article view: a stored page, the text that the rules make of it, and the rules.

Read ``view.py`` first, then ``screen_data.py`` (what is shown of a page), ``screen_index.py``
(what belongs together), ``linked_parts.py`` and
``article_panel.py`` (the panes), ``meanings.py`` (what an element can be
said to mean, and what is written then), ``pick_panel.py`` (how that is asked) and
``answer_panel.py`` (what is proposed).
"""

from webarticlecurator.studio.article_view.view import add_article_view

__all__ = ["add_article_view"]
