"""Values and words: what every other wing speaks of. Knows no page, no portal file, and no disk but
by its own functions that open and write files safely.

``model/`` has the frozen values that travel between the wings; read ``model/portal.py`` first.
``text/`` has text without pages: languages, dates, times, translations. ``errors.py`` has the
errors, ``command_ends.py`` the exit codes. ``system/`` reads and writes files, and knows what is
installed. Imports nothing above it.
"""
