"""The view of the articles as a table. Read ``articles_page.py`` first.

Imports ``base`` to ``proposing``, ``frame/``, ``portal/``, ``metadata/``.
"""
