"""The view that makes a portal file: from an address, saved pages or WARC files.

Read ``new_portal_page.py`` first. Imports ``base`` to ``proposing``, ``frame/``, ``portal/``.
"""
