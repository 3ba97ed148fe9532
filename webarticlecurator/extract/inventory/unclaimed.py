"""Text that is kept although the portal's tag dictionary says nothing of the tag it stands in, by signature."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.extract.inventory.inventory import Inventory, Totals

UNCLAIMED = ("signature", "words", "frequency", "pages", "in_force", "source", "examples")
"""``words`` directly inside such tags; ``frequency`` and ``pages`` of all with the signature; the operation ``in_force``; its
``source``: ``base``, the base dictionary, or ``none``: unwrapped, the text a paragraph."""


def unclaimed(inventory: Inventory) -> Iterator[tuple[str, ...]]:
    """UNCLAIMED, then a row for each signature: those that no dictionary knows first, then those with the most words."""
    yield UNCLAIMED
    rows = [(*_who(totals), signature, totals) for signature, totals in inventory.signatures.items() if totals.unclaimed]
    for source, operation, signature, totals in sorted(rows, key=lambda row: (row[0] == "base", -row[3].unclaimed, row[2])):
        counts = (str(totals.unclaimed), str(totals.frequency), str(min(totals.pages, inventory.pages)))
        yield (signature, *counts, operation, source, " ".join(totals.examples))


def _who(totals: Totals) -> tuple[str, str]:
    """Source and operation of the commonest decision that is not the portal's."""
    found = [(-count, where, operation) for (operation, where, _), count in totals.decisions.items() if where != "portal"]
    _, where, operation = min(found)
    return where, operation
