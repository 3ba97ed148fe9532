"""Lines that stand where a post, video or map of another site would be, until the reader agrees: in many languages. For guessing
without rules."""

from __future__ import annotations

import re

_NOT_SHOWN = (
    # Germanic
    r"an dieser stelle (?:finden sie|findest du|steht|wird) .{0,60}\binhalt",
    r"um (?:eingebettete|externe|diese[ns]?)\b.{0,30} (?:inhalte?|videos?|elemente?) (?:anzu|zu |darzu|wieder)",
    r"ich bin (?:damit )?einverstanden,? dass (?:mir|externe)|(?:empfohlener|hier steht ein) (?:externer|redaktioneller) inhalt",
    r"wir (?:benötigen|brauchen) (?:ihre|deine) (?:zustimmung|einwilligung),? um\b",
    r"zum schutz (?:ihrer|deiner) (?:persönlichen )?daten\b",
    r"dieser (?:externe )?inhalt (?:wird|wurde|kann|ist)\b.{0,40}(?:angezeigt|geladen|blockiert|verfügbar)",
    r"(?:recommended|this) external content",
    r"(?:this|the) (?:embedded )?content (?:is (?:not available|blocked|hosted)|could not be loaded)",
    r"to (?:view|see|display|watch) (?:this|the) (?:embedded )?(?:content|video|post|tweet)\b",
    r"we need your (?:consent|permission) to (?:load|show)\b",
    r"(?:deze (?:externe )?inhoud|om deze (?:externe )?inhoud)\b.{0,40}(?:tonen|bekijken|cookies|geladen|geblokkeerd)",
    r"for (?:at|å) (?:se|vise) (?:dette (?:indhold|innhold)|indholdet|innholdet)",
    r"för att (?:se|visa|kunna se) (?:det här|detta|den här) innehåll",
    # Romance
    r"ce contenu (?:est bloqué|a été bloqué|n.a pas pu|nécessite|n.est pas (?:visible|disponible))",
    r"pour (?:afficher|voir|consulter) ce contenu",
    r"(?:para|si (?:quieres|deseas)) (?:ver|visualizar) (?:este|el) contenido|este contenido (?:está|ha sido) bloqueado",
    r"per (?:visualizzare|vedere) questo contenuto|questo contenuto (?:è|è stato) bloccato|para (?:ver|visualizar) este conteúdo",
    # Slavic and Finnic
    r"aby (?:wyświetlić|zobaczyć) (?:tę|ten|te) (?:treść|treści|materiał)",
    r"pro zobrazení (?:tohoto )?obsahu|pre zobrazenie (?:tohto )?obsahu",
    r"(?:tämä|upotettu) sisältö (?:on estetty|ei ole)|nähdäksesi tämän sisällön",
)
_PATTERN = re.compile(rf"\W*(?:{'|'.join(_NOT_SHOWN)})".replace(" ", r"\s+"), re.IGNORECASE)


def stands_for_embed(text: str) -> bool:
    """True for a line that says that something of another site is shown here once the reader agrees."""
    return bool(_PATTERN.match(text))
