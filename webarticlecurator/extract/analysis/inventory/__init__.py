"""All tags of the stored articles as a table, for a person to decide: made, merged, compared. Read
``inventory.py`` first."""
