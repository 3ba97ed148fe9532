"""Dictionaries of tags: what is counted, suggested, merged and shown of them.

Read ``suggest.py`` first. Imports ``base`` to ``corpus``.
"""
