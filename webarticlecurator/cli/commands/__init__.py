"""The commands of ``curator``, one file for each command; imported when they are run.

Parsed options come in; what is printed and an exit code go out. Parts of a command that are files
of their own begin with its name (``check_live.py``). Read ``status.py`` first: it is short. Imports
``base`` to ``studio``.
"""
