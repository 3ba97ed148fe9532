"""Rules for metadata fields: title, authors, day, section, keywords, language.

Read ``metadata_rules.py`` first. Imports ``base`` to ``corpus``.
"""
