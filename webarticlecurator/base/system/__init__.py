"""The system: files, read within limits and written whole or not at all, and installed packages.

Paths come in; bytes and errors with a cure go out. Read ``output_files.py`` first, then
``input_files.py``; ``installation.py`` has the version. Imports ``text/``.
"""
