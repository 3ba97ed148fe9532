"""The views that start commands and follow them. Read ``run_page.py`` first.

Imports ``base`` to ``proposing``, ``frame/``, ``portal/``, ``shown_page/``, ``new_portal/``,
``home/``.
"""
