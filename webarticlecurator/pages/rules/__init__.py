"""One engine for links, next pages, values and elements to drop: a rule and a page in, values out.

Read ``engine.py`` first: it contains the fixed order of the steps of a rule. ``results.py`` is what
the other wings call; ``select.py`` contains the selectors and the operations on values,
``trace.py`` the account for ``--explain``. A selector that finds nothing yields nothing; it is
never an error. Pure. Imports ``base``, ``page/``.
"""
