"""The fields of an article from their sources, in the order of the portal file. Read
``metadata.py`` first."""
