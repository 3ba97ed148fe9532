"""The tag dictionary at work: element → signature → row → operation. Read ``dictionary.py``
first."""
