"""Worker processes, which can be ended when a rule of the portal file runs for too long. Read
``team.py`` first.

``process.py`` starts and ends a process, ``child.py`` runs in it, ``channel.py`` connects the two.
"""
