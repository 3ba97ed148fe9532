"""The first view: the portals of the folder, with what is known of their corpora.

``portal_overview.py`` reads a row of it, ``month_bars.py`` draws the articles by month,
``home_page.py`` writes the table.
"""

from __future__ import annotations
