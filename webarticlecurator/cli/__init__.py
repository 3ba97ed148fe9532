"""The command line: a file for each group of verbs, imported when one is needed. Only this layer
prints and exits.

Read ``main.py`` first; ``output.py`` holds the table of exit codes.
"""
