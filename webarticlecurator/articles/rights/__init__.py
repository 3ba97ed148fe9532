"""What a page or a host says about the use of its texts: licences and reservations.

Read ``rights.py`` first. Pure. Imports ``base``, ``pages``.
"""
