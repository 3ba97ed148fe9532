"""Apply the tag dictionary: element → signature → row → operation.

Read ``dictionary.py`` first.
"""
