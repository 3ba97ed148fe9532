"""The view of a portal that has changed its pages. Read ``repair_page.py`` first.

Imports ``base`` to ``proposing``, ``frame/``, ``portal/``, ``shown_page/``, ``effect/``,
``new_portal/``, ``run/``.
"""
