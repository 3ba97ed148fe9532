"""What the system gives: files that are read within limits and written whole or not at all, and the
installed packages. Read ``output_files.py`` first."""
