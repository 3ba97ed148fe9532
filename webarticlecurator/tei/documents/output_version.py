"""The version of the TEI that this program writes."""

OUTPUT_VERSION = 6
"""Incremented only when the TEI of an unchanged article under unchanged rules can change."""
