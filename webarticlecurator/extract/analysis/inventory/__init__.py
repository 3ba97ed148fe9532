"""All tags of the stored articles as a table for a person to decide: counted, merged, compared.

Read ``inventory.py`` first.
"""
