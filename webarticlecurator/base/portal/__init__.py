"""A portal as its file describes it, checked: columns, rules, pace, hosts; its lines in the log.

``pagination.py`` has the modes of pagination, one row for each. Read ``portal.py`` first. Pure.
Imports ``text/``, ``model/``.
"""
