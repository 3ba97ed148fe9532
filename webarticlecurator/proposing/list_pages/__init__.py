"""Rules for one list page: its links, its next page, the numbers and dates in addresses.

Read ``list_proposals.py`` first. Imports ``base`` to ``corpus``, ``fields/``.
"""
