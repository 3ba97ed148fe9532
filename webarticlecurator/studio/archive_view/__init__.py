"""The archive view: a stored archive page with what the rules list on it, and rules for what is
pointed at. Read ``archive_view_page.py`` first."""

from webarticlecurator.studio.views.archive_page import add_archive_view

__all__ = ["add_archive_view"]
