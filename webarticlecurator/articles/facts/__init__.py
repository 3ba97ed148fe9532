"""Title, authors and days of an article, where the portal file has no rules for them.

A page comes in; values of fields go out. Read ``default_corrections.py`` first: it corrects what
the default sources find. ``sources.py`` finds an article inside a script. Pure. Imports ``base``,
``pages``, ``units/``, ``without_rules/``.
"""
