"""The archived page in the window: as it looked, harmless, and with elements that can be clicked.

Read ``show_page.py`` first (how a page is cleaned and numbered), then ``page_policy.py`` (what a
browser may do with it), ``page_routes.py`` (how it is served) and ``page_frame.py`` (the frame in
the window, and what it tells Python).
"""

from __future__ import annotations
