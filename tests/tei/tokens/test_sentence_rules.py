"""Where sentences end: ``|`` marks the ends inside each text."""

from __future__ import annotations

import pytest
from libraries import skip_without

from webarticlecurator.tei.tokens.rule_annotator import open_rules

skip_without("spacy", reason="spaCy is not installed: pip install spacy")

SENTENCES = [
    # ordinal numbers, dates
    ("hu", "2015. május 3. volt az a nap.| Másnap esett."),
    ("hu", "Ez 2015. május 3.| A tárgyalás véget ért."),
    ("hu", "2015. 05. 03. Hétfő.| Reggel."),
    ("hu", "A 15. Magyar Filmszemle.| XVI. Benedek lemondott.| Vége."),
    ("hu", "Utoljára 2015.| Budapesten esett."),
    ("hu", "A 45/2014. (II. 26.) Korm. rendelet.| Az 5. § szerint."),
    ("hu", "1. Első pont.| A 2. pont."),
    ("de", "Am 3. Mai 2015 kam er.| Danach ging er.| Ludwig XIV. kam."),
    ("de", "Der 1. FC Köln spielte am 3.| Die Zeit lief."),
    ("cs", "Dne 3. května 2015.| Karel IV. byl král."),
    ("en", "It was 2015.| Peter left.| Henry VIII.| He died."),
    # abbreviations and initials
    ("hu", "A dr. Kovács stb. jött, pl. a 3. b osztály.| Vége."),
    ("hu", "Alma, körte stb.| A többi marad.| Dr. Nagy Péter Kft.| Azóta nincs."),
    ("hu", "Kovács J. Péter a Nagy u. 5. szám alatt.| Kr. e. 5. század."),
    ("de", "Er kam z. B. mit Dr. Müller usw.| Er ging.| Siehe S. 5, Nr. 3 und Abs. 2."),
    ("en", "Mr. Smith of the U.S. Army met J. R. Brown.| He lives in the U.S.| The end."),
    ("en", "He said no.| Peter left.| No. 5 is alive.| See Fig. 3 and p. 5."),
    ("en", "Vitamin C.| It is good.| At Apple Inc.| Nothing changed."),
    ("fr", "M. Dupont et J.-P. Sartre.| Voir p. 5."),
    ("pl", "Mieszka przy ul. Długiej 3.| Był tam np. Piotr itd.| Koniec."),
    ("en", "Maj. Brown of the Univ. Library wrote it.| It took a year, est. 2010."),
    (
        "de",
        "Frhr. Huber kam mit dem dt. Kaiser (Ziff. 3).| Er ging mit dir.| Anna kam, weil sie mag.",
    ),
    ("fr", "Me. Morel attend au boul. Carnot, tél. 01 02.| C’est une BD.| Paul lit."),
    ("es", "Vino de Sto. Tomé, tel. 12, con Hno. Luis.| Salió la ed. Aurora."),
    (
        "it",
        "La sig. Bruna e i sigg. Bruni, art. 3 co. 2.| Vince il Gen. Conti.| Senti il CD.| Bello.",
    ),
    ("pl", "Jest tzw. Zamek, m. in. Wieża.| Przyjechał kpt. Lis o godz. 10 rano.| Wrócił o. Jan."),
    ("pl", "Pracuje w firmie Lis sp. z o. o.| W piątek wróci."),
    (
        "cs",
        "Přišel kpt. Kos, tzn. Jan.| Stálo to 5 tis. Kč (čl. 3).| Firma Kos s. r. o.| Jan odešel.",
    ),
    # letters beside others are abbreviations, alone they may be words
    ("de", "Er sah u. a. Berlin.| Oberst a. D. Huber kam.| Er sah v. a. Rom."),
    ("es", "Cae en el 50 a. C. Roma arde.| Fue en el 50 a. C.| El rey huyó."),
    ("fr", "Combien il y en a.| Paul compte."),
    ("sv", "Det är huset vi bor i.| Anna kommer."),
    # parts of names, and function words that are names or nouns
    ("fr", "En 50 av. J.-C. Rome brûle.| C’était en 50 av. J.-C.| Le roi part."),
    ("hu", "Eljött B. Nagy Anna, a 2. Új Nap írója.| Vitamin a C.| A többi marad."),
    ("de", "Am 3. Tag kam S. Kurz.| Er kam am 3.| Die Zeit lief."),
    ("en", "They met T. May there.| It was plan B.| The end."),
    ("es", "Vive en la C. Mayor y en la Av. Buenos Aires.| Toma vitamina C.| La dosis es baja."),
    # quotation marks, dashes, brackets
    ("hu", "„Jössz?” – kérdezte Péter.| – Nem! – felelte."),
    ("hu", "Azt mondta: „Elmegyek.”| Aztán elment."),
    ("hu", "Lásd (vö. ezt. Azt) ott.| (Ez egy mondat.)| Ez is."),
    ("de", "„Was?“, fragte er.| „Nichts.“"),
    ("en", 'He said "No."| Then he left.| "Yes!" she cried.'),
    ("fr", "Il dit : « Bonjour. »| Elle part."),
    ("fr", "Il part.| « Oui », dit-elle.| «\u202fNon\u202f!\u202f»| Il rit.| « Ah ! »"),
    ("hu", 'Elment.| „ Igen ” – mondta.| Azt mondta: " Jó. "| Aztán elment.'),
    ("de", "Er ging.| »Ja.«| Sie kam.| „ Nein “, rief er."),
    # other marks
    ("hu", "A Legyen Ön is milliomos! című műsor.| Mi van?!| Semmi."),
    ("hu", "Ott állt.|Aztán elment.| Nézd meg!| pic.twitter.com/abc"),
    ("hu", "Ma este be.| Végleges eredmény a Be. szerint.| Fizesse ő.| Mellesleg."),
    ("hu", "Nem tudja . . . majd.| Vége . ."),
    ("en", "RFK Jr. Kennedy (pronounced “this.”)| This is."),
    ("hu", "Megérkezett... és elment.| Elment…| Visszajött."),
    ("fr", "Quoi ... !| Vraiment ? !| Jamais ! ! !| Soit."),
    ("es", "¿Vienes ?| !Claro que sí !| Bien."),
    ("hu", "… Aztán elment.| [...] Majd jött.| (…) Ennyi volt.| ... 3. Pont."),
    ("hu", "Elment.| Vége. […]"),
    ("en", "!!!"),
    ("zh", "你好。|我是。|真的！？|是。"),
    ("zh", "我来。|「好。」他说。|我走。|“好。”他说。"),
    ("zh", "「好。」他说。|是。"),
    ("hi", "यह एक वाक्य है।| यह दूसरा है।"),
    ("el", "Τι κάνεις.| Καλά."),
]


@pytest.mark.parametrize(("language", "marked"), SENTENCES)
def test_sentences_end_where_they_should(language, marked):
    text = marked.replace("|", "")
    (sentences,) = open_rules(language).annotate([text])
    found = ["".join(token.form + token.space for token in each).strip() for each in sentences]
    assert found == [each.strip() for each in marked.split("|")]


@pytest.mark.parametrize(
    ("language", "text", "forms"),
    [
        ("hu", "2015. május 3.", ["2015.", "május", "3."]),
        ("hu", "A dr. Kovács", ["A", "dr.", "Kovács"]),
        ("de", "z. B. Dr. Müller", ["z.", "B.", "Dr.", "Müller"]),
        ("en", "He isn't (so) old.", ["He", "is", "n't", "(", "so", ")", "old", "."]),
    ],
)
def test_tokens_are_those_of_spacy(language, text, forms):
    ((sentence,),) = open_rules(language).annotate([text])
    assert [token.form for token in sentence] == forms
