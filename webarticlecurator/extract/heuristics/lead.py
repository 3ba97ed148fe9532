"""The lead where it stands outside the article's element, between title and text. For guessing
without rules."""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.extract.heuristics.lines import is_date_line, is_link_line
from webarticlecurator.extract.heuristics.page_hints import PageHints, is_title
from webarticlecurator.extract.heuristics.person_names import ClassNames, is_lead
from webarticlecurator.extract.heuristics.root_candidates import LINKED
from webarticlecurator.extract.heuristics.text_units import Unit

LEAD = 50
"""A lead is at least this long."""
FAR = 60
"""The title is looked for so many units before the text."""


def find_lead(
    found: list[Unit], root: etree._Element, names: ClassNames, told: PageHints
) -> list[Unit]:
    """The units of a lead between the page's title and ``root``, in document order."""
    start = next((n for n, unit in enumerate(found) if unit.is_in(root)), 0)
    title = next(
        (
            n
            for n in range(start - 1, max(-1, start - FAR), -1)
            if found[n].tag == "h1" or is_title(found[n], told)
        ),
        None,
    )
    between = found[title + 1 : start] if title is not None else []
    return [unit for unit in between if _is_lead(unit, names, told)]


def _is_lead(unit: Unit, names: ClassNames, told: PageHints) -> bool:
    if (
        unit.size < LEAD
        or unit.link_share > LINKED
        or is_date_line(unit.text)
        or is_link_line(unit.text)
    ):
        return False
    text = unit.letters
    if text in told.titles:
        return False
    if any(text.startswith(said[:60]) for said in told.descriptions if len(said) >= 30):
        return True
    named = names.outermost(unit.element)
    return is_lead(unit.element) or named is None or is_lead(named[0])


_NOT_SHOWN = (
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
_PATTERN = re.compile(rf"\W*(?:{'|'.join(_NOT_SHOWN)})".replace(" ", r"\s+"), re.IGNORECASE)


def is_embed_placeholder(text: str) -> bool:
    """True for a line that says that something of another site is shown here once the reader
    agrees."""
    return bool(_PATTERN.match(text))
