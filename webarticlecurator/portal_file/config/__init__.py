"""The portal file: YAML with line numbers → a checked, merged ``Portal``, or every problem at once.

Read ``load.py`` first: it shows the way from bytes to Portal. Imports ``base``, ``pages``,
``values/``, ``yaml_file/``, ``keys/``.
"""
