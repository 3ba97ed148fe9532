"""The view of one article: its page, its text, and what a click on the page means.

Read ``article_page.py`` first. Imports ``base`` to ``proposing``, ``frame/``, ``portal/``,
``shown_page/``, ``effect/``.
"""
