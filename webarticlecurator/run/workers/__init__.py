"""Processes that do what rules of a portal file can make endless, and that can be ended. Read
``team.py`` first.

``process.py`` starts and ends one, ``child.py`` is what runs in it, ``channel.py`` how the two
speak.
"""
