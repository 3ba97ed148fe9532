"""The view of the tag dictionary. Read ``tags_page.py`` first.

Imports ``base`` to ``proposing``, ``frame/``, ``portal/``.
"""
