"""Title and paragraphs of made-up pages in twelve languages; the days in their sentences are not those
of the pages."""

from __future__ import annotations

TITLES = {
    "en": "The old bridge is open again",
    "de": "Die alte Brücke ist wieder frei",
    "fr": "Le vieux pont est rouvert à tous",
    "hu": "Újra járható a régi kőhíd",
    "es": "El puente viejo vuelve a abrirse",
    "it": "Il ponte vecchio riapre a tutti",
    "pl": "Stary most znowu otwarty dla pieszych",
    "cs": "Starý most je znovu otevřen",
    "nl": "De oude brug is weer open",
    "pt": "A ponte velha volta a abrir",
    "ro": "Podul vechi este din nou deschis",
    "sk": "Starý most je znova otvorený",
}
_SENTENCES = {
    "en": (
        "Walkers may cross the river again, after two years of work on the arches and the railing.",
        "The bridge had been closed since 1 June 1998, when the flood took a part of the pier away.",
        "The town thanks the masons and all neighbours who lived with the noise for so long.",
    ),
    "de": (
        "Wer zu Fuß geht, kommt wieder über den Fluss: Zwei Jahre wurde an den Bögen gearbeitet.",
        "Gesperrt war die Brücke seit dem 1. Juni 1998, als das Hochwasser einen Pfeiler beschädigte.",
        "Die Stadt dankt den Maurern und allen Nachbarn, die den Lärm so lange ertragen haben.",
    ),
    "fr": (
        "Les promeneurs traversent de nouveau la rivière, après deux ans de travaux sur les arches.",
        "Le pont était fermé depuis le 1er juin 1998, quand la crue avait emporté une partie de la pile.",
        "La ville remercie les maçons et tous les voisins qui ont supporté le bruit si longtemps.",
    ),
    "hu": (
        "A gyalogosok ismét átkelhetnek a folyón, miután két évig dolgoztak a boltíveken.",
        "A híd 1998. június 1. óta volt zárva, amikor az árvíz elvitte a pillér egy részét.",
        "A város köszöni a kőműveseknek és a szomszédoknak, hogy ilyen sokáig tűrték a zajt.",
    ),
    "es": (
        "Los vecinos cruzan de nuevo el río, después de dos años de obras en los arcos.",
        "El puente estaba cerrado desde el 1 de junio de 1998, cuando la crecida se llevó un pilar.",
        "La ciudad da las gracias a los albañiles y a todos los que soportaron el ruido.",
    ),
    "it": (
        "I pedoni attraversano di nuovo il fiume, dopo due anni di lavori alle arcate.",
        "Il ponte era chiuso dal 1 giugno 1998, quando la piena portò via una parte del pilone.",
        "Il comune ringrazia i muratori e tutti i vicini che hanno sopportato il rumore.",
    ),
    "pl": (
        "Piesi znowu mogą przejść przez rzekę, po dwóch latach prac przy łukach i poręczach.",
        "Most był zamknięty od 1 czerwca 1998 roku, kiedy powódź zabrała część filaru.",
        "Miasto dziękuje murarzom i wszystkim sąsiadom, którzy tak długo znosili hałas.",
    ),
    "cs": (
        "Chodci mohou znovu přes řeku, po dvou letech prací na obloucích a zábradlí.",
        "Most byl uzavřen od 1. června 1998, kdy povodeň odnesla část pilíře.",
        "Město děkuje zedníkům a všem sousedům, kteří tak dlouho snášeli hluk.",
    ),
    "nl": (
        "Wandelaars kunnen weer over de rivier, na twee jaar werk aan de bogen en de leuning.",
        "De brug was dicht sinds 1 juni 1998, toen het hoge water een deel van de pijler meenam.",
        "De gemeente dankt de metselaars en alle buren die zo lang het lawaai verdroegen.",
    ),
    "pt": (
        "Os peões atravessam de novo o rio, depois de dois anos de obras nos arcos.",
        "A ponte estava fechada desde 1 de junho de 1998, quando a cheia levou parte do pilar.",
        "A cidade agradece aos pedreiros e a todos os vizinhos que suportaram o ruído.",
    ),
    "ro": (
        "Pietonii pot trece din nou râul, după doi ani de lucrări la arcade și la balustradă.",
        "Podul era închis din 1 iunie 1998, când viitura a luat o parte din pilon.",
        "Orașul mulțumește zidarilor și tuturor vecinilor care au suportat zgomotul atât de mult.",
    ),
    "sk": (
        "Chodci môžu znova cez rieku, po dvoch rokoch prác na oblúkoch a zábradlí.",
        "Most bol zatvorený od 1. júna 1998, keď povodeň odniesla časť piliera.",
        "Mesto ďakuje murárom a všetkým susedom, ktorí tak dlho znášali hluk.",
    ),
}


def paragraphs(language: str) -> str:
    """Running text of six paragraphs."""
    one, two, three = _SENTENCES[language.partition("-")[0]]
    texts = (f"{one} {two}", f"{three} {one}", f"{two} {three}", f"{one} {three}")
    return "\n".join(f"<p>{text}</p>" for text in (*texts, f"{three} {two}", f"{two} {one}"))
