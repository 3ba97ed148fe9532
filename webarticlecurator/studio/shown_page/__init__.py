"""A stored page as a view shows it: its parts, its blocks and the lines of its TEI.

Read ``screen.py`` first. Imports ``base`` to ``proposing``, ``frame/``.
"""
