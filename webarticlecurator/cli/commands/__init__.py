"""The commands of ``curator``, one file for each command; imported when they are run.

Parsed options come in; what is printed and an exit code go out. Read ``status.py`` first: it is
short. Imports ``base`` to ``studio``, ``subcommands/``.
"""
