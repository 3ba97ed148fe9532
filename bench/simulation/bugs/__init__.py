"""Bugs that are put into a copy of the source, to see whether the simulation finds them.

Each is a patch; its first line says it in a sentence, and ``Sweep: COMMAND`` below that it is one
that only a failing disk shows.
"""
