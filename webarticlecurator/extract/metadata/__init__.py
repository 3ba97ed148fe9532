"""Read the fields of an article from their sources, in the order of the portal file. Read
``fields.py`` first."""
