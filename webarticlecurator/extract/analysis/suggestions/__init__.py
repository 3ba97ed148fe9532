"""Suggestions for the undecided rows of an inventory, with reasons. Read ``suggest.py`` first."""
