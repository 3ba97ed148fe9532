"""What a page is instead of an article: a challenge, a consent wall, an offer to pay.

Read ``page_checks.py`` first. Pure. Imports ``base``, ``pages``, ``portal_file``.
"""
