"""Lines that stand for content of another site: until the reader agrees to load it, or in place of
its script."""

from __future__ import annotations

import re

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
    # what an editor that takes scripts for text has left of one: `// <![CDATA[`, `// ]]>`
    r"(?:<!\[CDATA\[|\]\]>)\W*$",
)
"""How lines begin that stand for content of another site."""
_PLACEHOLDER = re.compile(
    rf"\W*(?:{'|'.join(_PLACEHOLDER_STARTS)})".replace(" ", r"\s+"), re.IGNORECASE
)


def is_embed_placeholder(text: str) -> bool:
    """Return True for a line that says that content of another site is shown here once the reader
    agrees."""
    return bool(_PLACEHOLDER.match(text))
