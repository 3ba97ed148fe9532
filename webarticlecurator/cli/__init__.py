"""The command line: one file per verb, the only layer that prints and exits.

Read ``main.py`` first; ``exit_codes.py`` holds the table of exit codes.
"""
