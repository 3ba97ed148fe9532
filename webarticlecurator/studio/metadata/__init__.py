"""The view of the metadata: rules, values and corrections. Read ``metadata_page.py`` first.

Imports ``base`` to ``proposing``, ``frame/``, ``portal/``.
"""
