"""All stored articles looked at together: tables, tag inventories, what can be learned. Read
``survey.py`` first."""
