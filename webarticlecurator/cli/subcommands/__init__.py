"""Parts of commands that are files of their own: subcommands, and what one option prints.

A file begins with the name of its command. Read ``check_live.py`` first. Imports ``base`` to
``studio``.
"""
