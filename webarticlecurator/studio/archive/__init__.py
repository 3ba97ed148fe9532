"""The view of the pages that list articles: their links, their next page, the calendar of a walk.

Read ``archive_page.py`` first. Imports ``base`` to ``proposing``, ``frame/``, ``portal/``.
"""
