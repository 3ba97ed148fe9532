"""The commands of ``curator``, one file for each command; imported when they are run.

Parts of a command that are files of their own begin with its name (``check_live.py``).
"""
