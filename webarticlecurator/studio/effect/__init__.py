"""The view of what edited rules change in the articles. Read ``effect_page.py`` first.

Imports ``base`` to ``proposing``, ``frame/``, ``portal/``.
"""
