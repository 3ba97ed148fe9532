"""The words the portal writes with: fixed lists of Hungarian (and a few English) phrases, put
together by chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

# Chance that is the same everywhere and in every Python: built on ``random()`` alone, the one
# method that never changes.


T = TypeVar("T")


class Dice:
    """A source of choices; two Dice made with the same seed choose the same."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def number(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + int(self._random() * (high - low + 1))

    def pick(self, choices: Sequence[T]) -> T:
        """One of ``choices``."""
        return choices[self.number(0, len(choices) - 1)]

    def some(self, choices: Sequence[T], count: int) -> tuple[T, ...]:
        """``count`` different ones of ``choices``, in the order drawn."""
        left = list(choices)
        return tuple(left.pop(self.number(0, len(left) - 1)) for _ in range(count))

    def chance(self, percent: int) -> bool:
        """True in ``percent`` of 100 cases."""
        return self._random() * 100 < percent


SUBJECTS = """a városi önkormányzat|a helyi színház igazgatója|a dombhidai könyvtár|az egyetem rektora|a tűzoltóság szóvivője
a kőváradi polgármester|a piac üzemeltetője|az állomásfőnök|a gyógyszerész|a vízművek vezetője|a füzesligeti iskola
a múzeum új kurátora|a vasútmodellezők köre|az úszóegyesület|a nyárszegi kórus|a városvédők egyesülete|a kertészet
a megyei levéltár|a tölgyfalvi pékség|az őrség parancsnoka""".replace("\n", "|").split("|")

PREDICATES = {
    "hirek": """bejelentette az új menetrendet|megnyitotta a felújított hidat|elhalasztotta a csatorna építését
új buszokat vásárolt
lezárta a főutcát|közzétette az éves mérleget|pályázatot írt ki a park felújítására|átadta a bölcsőde új szárnyát
kérdőívet küldött minden háztartásnak""",
    "kultura": """bemutatta az elfeledett operát|kiállítást nyitott a régi térképekből|fesztivált szervezett az őszi szünetre
újra kiadta a legendás mesekönyvet
felolvasóestre hívta a közönséget|restauráltatta az üvegablakokat|megtalálta az elveszett kéziratot
díjat alapított fiatal fordítóknak""",
    "velemeny": """rosszul mérte fel a város türelmét|végre igazat mondott a parkolásról|adós maradt a legfontosabb válasszal
elfelejtette a külső kerületeket
túl sokat ígért a nyárra|jó kérdést tett fel rossz időben|megérdemelne egy második esélyt|nem tanult a múlt heti vitából""",
    "sport": """megnyerte a megyei kupát|új edzőt szerződtetett|két ponttal elveszítette a rangadót|rekordot úszott pillangón
bejutott az elődöntőbe
döntetlent játszott a listavezetővel|hazai pályán ünnepelte az évfordulót|visszavágott a tavalyi vereségért""",
    "friss": """riasztást adott ki a viharra|lezáratta a vasúti átjárót|új időpontot közölt|visszavonta a figyelmeztetést
rendkívüli ülést hívott össze
megerősítette a híresztelést|cáfolta a délelőtti közleményt|élőben közvetíti az ülést""",
}
TIMES = """szerdán délelőtt|a hétvégén|tegnap este|az ünnepek előtt|kora reggel|pénteken dél körül|a nyár végén|a múlt héten
ebben az évben
az első hó után""".replace("\n", "|").split("|")
PLACES = """a dombhidai főtéren|a régi malom mellett|a folyóparti sétányon|a kőváradi vásáron|a nyárszegi művelődési házban
a felújított csarnokban
az állomás várótermében|a tölgyfalvi határban|a rakparton""".replace("\n", "|").split("|")
OPENERS = """Hozzátette, hogy|Közben|Mint ismert,|A közlemény szerint|A szemtanúk úgy tudják, hogy|Más kérdés, hogy
Nem titok, hogy|Korábban
Azt is elmondták, hogy|Ennek ellenére""".replace("\n", "|").split("|")
NAMES = """Kerekes Ágota|Somlai Örs|Dr. Bükkösi Tamás|Hegyvári Ünige|Pásztor-Nagy Előd|Rőti Márton|Vízy Ilka|Lángos Döme
Őszi Bernadett|Zsoldos Kadosa|Fűzfa Piroska|Tiszaháti Géza""".replace("\n", "|").split("|")
READERS = "csobogó|nagybácsi72|Öreg Kofa|lámpás|Tünde_D|gyalogos|régi olvasó|kiskakas".split("|")
AGENCIES = ("Dunatáj Hírszolgálat", "Kővárad Press")
KEYWORDS = """közlekedés|könyvtár|színház|önkormányzat|időjárás|úszás|labdarúgás|múzeum|iskola|felújítás|vita|fesztivál
helytörténet|árvíz|zene
költségvetés""".replace("\n", "|").split("|")
LONG = {
    "önkormányzat": "ön\u00adkor\u00admány\u00adzat",
    "közlemény": "köz\u00adle\u00admény",
    "évfordulót": "év\u00adfor\u00adu\u00adlót",
}

ENGLISH = (
    "the town council", "the old mill museum", "the river choir", "the new librarian", "the bridge committee",
    "opened its doors to visitors", "published a map of forgotten paths", "asked for more time", "found a letter in the wall",
    "won the county prize",
    "last Friday", "after the first snow", "on the main square", "in the waiting room", "early in the morning",
)  # fmt: skip


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def clause(dice: Dice, column: str) -> str:
    """A statement without time and place: what a headline says."""
    return f"{dice.pick(SUBJECTS)} {dice.pick(PREDICATES[column].replace(chr(10), '|').split('|'))}"


def english(dice: Dice) -> str:
    """The same in English."""
    return f"{dice.pick(ENGLISH[:5])} {dice.pick(ENGLISH[5:10])} {dice.pick(ENGLISH[10:])}"


def sentence(dice: Dice, column: str, language: str = "hu") -> str:
    """One full sentence. Some hold a soft hyphen (U+00AD) or a no-break space (U+00A0), as real
    pages do."""
    if language == "en":
        return capital(english(dice)) + "."
    text = clause(dice, column)
    if dice.chance(40):
        text = f"{dice.pick(OPENERS)} {text}"
    elif dice.chance(60):
        text = f"{dice.pick(TIMES)} {text}"
    if dice.chance(50):
        text += f" {dice.pick(PLACES)}"
    if dice.chance(12):
        text += f" {dice.number(2, 90)}\u00a0{dice.number(100, 999)} forintért"
    if dice.chance(15):
        for word, hyphenated in LONG.items():
            text = text.replace(word, hyphenated)
    return capital(text) + dice.pick((".", ".", ".", "!", "…"))


def sentences(dice: Dice, column: str, count: int, language: str = "hu") -> str:
    """``count`` sentences, one space between them."""
    return " ".join(sentence(dice, column, language) for _ in range(count))
