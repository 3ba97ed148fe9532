"""A portal file → a checked ``Portal``, or every problem at once.

YAML and the tables beside it come in. ``config/`` reads, checks and merges portal files; read
``config/load.py`` first. ``keys/`` is the table of all keys, ``values/`` checks their values,
``yaml_file/`` reads and edits the file, ``written/`` writes new ones. ``importing/`` turns
configurations of older tools into portal files; only the command line imports it. Imports ``base``,
``pages``.
"""
