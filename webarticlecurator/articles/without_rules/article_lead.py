"""The lead outside the article's root: between the title and the text."""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.articles.without_rules.class_names import ClassNames, is_lead
from webarticlecurator.articles.without_rules.page_hints import PageHints, is_title
from webarticlecurator.articles.without_rules.text_units import MAX_LINK_SHARE, Unit

# What a lead is: its length, how far above it the title may be, how much must be as declared.
MIN_LEAD_SIZE = 50
"""Size from which a unit can be a lead: shorter ones are kickers, sections and bylines."""
MAX_UNITS_TO_TITLE = 60
"""Units before the text in which its title is looked for: enough for a list of share buttons or key
points between them, too few to reach another article."""
_MIN_DESCRIPTION = 30
"""Folded letters from which a declared description is compared with a unit."""
_DESCRIPTION_START = 60
"""Folded letters of the description that the unit must begin with: descriptions are cut."""


def find_lead(
    units: list[Unit], root: etree._Element, names: ClassNames, hints: PageHints
) -> list[Unit]:
    """Return the units of a lead between the page's title and ``root``, in document order."""
    start = next((n for n, unit in enumerate(units) if unit.is_in(root)), 0)
    title = next(
        (
            n
            for n in range(start - 1, max(-1, start - MAX_UNITS_TO_TITLE), -1)
            if units[n].tag == "h1" or is_title(units[n], hints)
        ),
        None,
    )
    # Without a title above the text, what is before it may be anything; so no lead is taken.
    between = units[title + 1 : start] if title is not None else []
    return [unit for unit in between if _is_lead(unit, names, hints)]


def _is_lead(unit: Unit, names: ClassNames, hints: PageHints) -> bool:
    if (
        unit.size < MIN_LEAD_SIZE
        or unit.link_share > MAX_LINK_SHARE
        or unit.is_date_line
        or unit.is_link_line
        # the caption of a picture that stays outside
        or any(outer.tag == "figcaption" for outer in unit.around)
    ):
        return False

    text = unit.folded_text
    if text in hints.titles:
        return False
    if any(
        text.startswith(description[:_DESCRIPTION_START])
        for description in hints.descriptions
        if len(description) >= _MIN_DESCRIPTION
    ):
        return True
    # A lead is often named like a box; its own name or the declared description outweigh that.
    aside = names.outermost_aside(unit.element)
    return is_lead(unit.element) or aside is None or is_lead(aside[0])


_PLACEHOLDER_STARTS = (
    # Germanic
    r"an dieser stelle (?:finden sie|findest du|steht|wird) .{0,60}\binhalt",
    (
        r"um (?:eingebettete|externe|diese[ns]?)\b.{0,30} (?:inhalte?|videos?|elemente?) (?:anzu|zu"
        r" |darzu|wieder)"
    ),
    (
        r"ich bin (?:damit )?einverstanden,? dass (?:mir|externe)|(?:empfohlener|hier steht ein)"
        r" (?:externer|redaktioneller) inhalt"
    ),
    r"wir (?:benötigen|brauchen) (?:ihre|deine) (?:zustimmung|einwilligung),? um\b",
    r"zum schutz (?:ihrer|deiner) (?:persönlichen )?daten\b",
    (
        r"dieser (?:externe )?inhalt"
        r" (?:wird|wurde|kann|ist)\b.{0,40}(?:angezeigt|geladen|blockiert|verfügbar)"
    ),
    r"(?:recommended|this) external content",
    (
        r"(?:this|the) (?:embedded )?content (?:is (?:not available|blocked|hosted)|could not be"
        r" loaded)"
    ),
    r"to (?:view|see|display|watch) (?:this|the) (?:embedded )?(?:content|video|post|tweet)\b",
    r"we need your (?:consent|permission) to (?:load|show)\b",
    (
        r"(?:deze (?:externe )?inhoud|om deze (?:externe"
        r" )?inhoud)\b.{0,40}(?:tonen|bekijken|cookies|geladen|geblokkeerd)"
    ),
    r"for (?:at|å) (?:se|vise) (?:dette (?:indhold|innhold)|indholdet|innholdet)",
    r"för att (?:se|visa|kunna se) (?:det här|detta|den här) innehåll",
    # Romance
    r"ce contenu (?:est bloqué|a été bloqué|n.a pas pu|nécessite|n.est pas (?:visible|disponible))",
    r"pour (?:afficher|voir|consulter) ce contenu",
    (
        r"(?:para|si (?:quieres|deseas)) (?:ver|visualizar) (?:este|el) contenido|este contenido"
        r" (?:está|ha sido) bloqueado"
    ),
    (
        r"per (?:visualizzare|vedere) questo contenuto|questo contenuto (?:è|è stato) bloccato|para"
        r" (?:ver|visualizar) este conteúdo"
    ),
    # Slavic and Finnic
    r"aby (?:wyświetlić|zobaczyć) (?:tę|ten|te) (?:treść|treści|materiał)",
    r"pro zobrazení (?:tohoto )?obsahu|pre zobrazenie (?:tohto )?obsahu",
    r"(?:tämä|upotettu) sisältö (?:on estetty|ei ole)|nähdäksesi tämän sisällön",
)
"""How lines begin that stand for content of another site until the reader agrees to load it."""
_PLACEHOLDER = re.compile(
    rf"\W*(?:{'|'.join(_PLACEHOLDER_STARTS)})".replace(" ", r"\s+"), re.IGNORECASE
)


def is_embed_placeholder(text: str) -> bool:
    """Return True for a line that says that content of another site is shown here once the reader
    agrees."""
    return bool(_PLACEHOLDER.match(text))
