"""The views that start commands and follow them. Read ``run_page.py`` first.

Imports ``base`` to ``proposing``, ``frame/``, ``portal/``, ``new_portal/``, ``home/``.
"""
