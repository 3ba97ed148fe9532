"""Analysis of all stored articles together: reports, tag inventories, learned rules.

Read ``survey.py`` first.
"""
