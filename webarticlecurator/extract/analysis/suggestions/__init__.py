"""What an undecided row of an inventory probably means, and why. Read ``suggest.py`` first."""
