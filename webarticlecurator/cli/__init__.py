"""The command line: it parses a command, runs it, prints its result and exits. Only this wing
prints and exits.

Read ``main.py`` first, then ``command_line.py``. ``command_table.py`` has the commands,
``commands/`` a file for each, ``subcommands/`` parts of them; ``output.py`` prints,
``exit_codes.py`` has the exit codes. Imports ``base`` to ``studio``.
"""
