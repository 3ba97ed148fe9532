"""A portal file → a checked ``Portal``, or every problem at once.

YAML and the tables beside it come in. ``config/`` reads, checks, merges and writes portal files;
read ``config/load.py`` first. ``importing/`` turns configurations of older tools into portal files;
only the command line imports it. Imports ``base``, ``pages``.
"""
