"""Rules learned from what the article pages of a portal have in common.

Read ``induce_rules.py`` first.
"""
