"""The article view: a stored page, the text that the rules make of it, and the rules."""

from webarticlecurator.studio.article_view.view import add_article_view

__all__ = ["add_article_view"]
