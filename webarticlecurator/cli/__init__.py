"""The command line: one module per command. Only this layer prints and exits.

Read ``main.py`` first; ``output.py`` holds the table of exit codes.
"""
