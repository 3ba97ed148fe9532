"""Rules tried on one page or a few, without changing a corpus.

Read ``page_links.py`` and ``one_article.py`` first.
"""

from __future__ import annotations

from webarticlecurator.trial.marked_page import write_page_file

# Show a page with the verdict on each of its parts: one HTML file that is safe to open.
#
# Nothing of the page's own markup is copied: ``marked_tree.py`` writes its text anew, between
# ``div`` and ``span`` elements whose attributes are ours, so that no script, style or address of
# the page is left. ``page_file.py`` puts it into a document with a legend and a list of what is
# dropped.

__all__ = ["write_page_file"]
