"""What the article pages in the WARCs say, read off the pages by hand."""

from __future__ import annotations

from dataclasses import dataclass

P24 = "https://24.hu/kultura/2016/02/29/oscar-meglehet-a-magyar-oscar/"
RANGADO = "https://rangado.24.hu/"
HORVAT = RANGADO + "magyar_foci/2019/10/10/eb-selejtezo-horvat-magyar/"
AZERI = RANGADO + "magyar_foci/2019/06/08/eb-selejtezo-azerbajdzsan-magyarorszag/"
CHELSEA = RANGADO + "nemzetkozi_foci/2019/05/29/chelsea-arsenal-europa-liga-donto-baku/"
BARCELONA = RANGADO + "nemzetkozi_foci/2019/05/01/bajnokok-ligaja-elodonto-barcelona-liverpool/1/"
CSZKA = RANGADO + "magyar_foci/2019/11/07/europa-liga-ftc-cszka-moszkva-elo/1/"
LEIPZIG = (
    RANGADO + "nemzetkozi_foci/2020/03/10/bl-nyolcaddonto-leipzig-tottenham-valencia-atalanta-elo/"
)
BOLI = (
    RANGADO
    + "magyar_foci/2021/10/11/tenyleg-van-visszaut-boli-ujra-a-fradi-elso-csapataval-edzett/"
)
BKV = "https://hvg.hu/itthon/20100112_bkv_sztrajk_januar_12_hirek"
OKTOBER = "https://hvg.hu/itthon/20091023_oktober_23_partok/"
OKTOBER_2 = OKTOBER + "2?isPrintView=False&liveReportItemId=0&isPreview=False&ver=1&order=asc"
OKTOBER_4 = OKTOBER + "4?isPrintView=False&liveReportItemId=0&isPreview=False&ver=1&order=desc"
OSCAR = "https://444.hu/2014/03/02/mindjart-kezdodik-az-oscar-dij-atadas"
REAL = "https://444.hu/2014/03/23/real-madrid-barcelona-elo"
VALASZTAS = "http://valasz.hu/itthon/percrol-percre-az-onkormanyzati-valasztasokrol-105350?page=3"
UKRAJNA = "http://valasz.hu/vilag/kelet-ukrajna-percrol-percre-103699?page=3"
HUMBOLDT = (
    "http://valasz.hu/itthon/humboldt-dijas-kvantumfizikus-alapkutatas-nelkul-nincs-fejlodes-129197"
)
FORUM = "https://forum.kremmania.hu/t/mi-sem-50-osan-szulettunk/58"

NOT_CAPTURED = "gap"


@dataclass(frozen=True)
class Expected:
    """An article: its pages in reading order (``gap``: one that was not captured), what its header
    says, and how many live entries or posts it has."""

    portal: str
    pages: tuple[str, ...]
    title: str
    published: str
    authors: tuple[str, ...]
    section: str | None
    entries: int
    kind: str = "LiveBlogPosting"

    @property
    def url(self) -> str:
        return next(page for page in self.pages if page != NOT_CAPTURED)


ARTICLES = (
    Expected(
        "p24",
        (P24, P24 + "3/", P24 + "2/", P24 + "1/"),
        "A Saul fia és DiCaprio is Oscar-díjas",
        "2016-02-29T01:10:35+01:00",
        ("Bodnár Judit Lola",),
        "Kultúra",
        74,
    ),
    Expected(
        "p24_rangado",
        (HORVAT, HORVAT + "2/", HORVAT + "1/"),
        "Borzalmas hibákkal nyírta ki magát a válogatott a horvátok ellen",
        "2019-10-10T20:30:56+02:00",
        ("Futó Csaba", "Pincési László"),
        "Magyar foci",
        55,
    ),
    Expected(
        "p24_rangado",
        (AZERI, NOT_CAPTURED),
        "A magyar válogatott törte meg az Eb-csoport átkát",
        "2019-06-08T17:50:03+02:00",
        ("Aranyossy Áron",),
        "Magyar foci",
        24,
    ),
    Expected(
        "p24_rangado",
        (CHELSEA, NOT_CAPTURED),
        "Őrült meccsen EL-győztes a Chelsea",
        "2019-05-29T20:51:40+02:00",
        ("Rangadó",),
        "Nemzetközi foci",
        24,
    ),
    Expected(
        "p24_rangado",
        (NOT_CAPTURED, BARCELONA),
        "Parádés meccsen, Messi-varázslattal ütötte ki a Barca a Liverpoolt",
        "2019-05-01T20:45:45+02:00",
        ("Futó Csaba",),
        "Nemzetközi foci",
        15,
    ),
    Expected(
        "p24_rangado",
        (NOT_CAPTURED, CSZKA),
        "Ezúttal nem bírt a CSZKA Moszkvával a Ferencváros",
        "2019-11-07T20:40:56+01:00",
        ("Pincési László",),
        "Magyar foci",
        17,
    ),
    Expected(
        "p24_rangado",
        (LEIPZIG,),
        "Gulácsiék lejátszották a Spurst, Ilicic négy gólt szerzett Valenciában",
        "2020-03-10T20:51:31+01:00",
        ("Rangadó",),
        "Nemzetközi foci",
        23,
    ),
    Expected(
        "p24_rangado",
        (BOLI,),
        "Tényleg van visszaút: Boli újra a Fradi első csapatával edzett",
        "2021-10-11T23:24:12+02:00",
        ("Futó Csaba",),
        "Magyar foci",
        0,
        "NewsArticle",
    ),
    Expected(
        "hvg",
        (BKV, NOT_CAPTURED),
        "Minden BKV-járat időben elindult",
        "2010-01-12T07:57:52+01:00",
        (),
        "Itthon",
        10,
    ),
    Expected(
        "hvg",
        (NOT_CAPTURED, OKTOBER_2, NOT_CAPTURED),
        "Október 23. - az ünnepi események percről percre",
        "2009-10-23T08:44:04+02:00",
        (),
        "Itthon",
        10,
    ),
    Expected(
        "hvg",
        (NOT_CAPTURED, OKTOBER_4),
        "Október 23. - az ünnepi események percről percre",
        "2009-10-23T08:44:04+02:00",
        (),
        "Itthon",
        1,
    ),
    Expected(
        "p444",
        (OSCAR, NOT_CAPTURED),
        "Oscar-díj átadás 2014",
        "2014-03-02T23:26:44+01:00",
        ("erdelyip",),
        "életmód",
        29,
    ),
    Expected(
        "p444",
        (NOT_CAPTURED, OSCAR + "?page=4"),
        "Oscar-díj átadás 2014",
        "2014-03-02T23:26:44+01:00",
        ("erdelyip",),
        "életmód",
        60,
    ),
    Expected(
        "p444",
        (REAL, NOT_CAPTURED),
        "Real Madrid-Barcelona ÉLŐ",
        "2014-03-23T18:45:44+01:00",
        ("Bede Márton", "Botos Tamás", "haszanz"),
        None,
        20,
    ),
    Expected(
        "p444",
        (NOT_CAPTURED, REAL + "?page=7"),
        "Real Madrid-Barcelona ÉLŐ",
        "2014-03-23T18:45:44+01:00",
        ("Bede Márton",),
        None,
        8,
    ),
    Expected(
        "valasz",
        (NOT_CAPTURED, VALASZTAS, NOT_CAPTURED),
        "Narancs marad az ország, Tarlós is simán nyert, de akadnak meglepetések",
        "2014-10-12T19:10:00+02:00",
        (),
        "Itthon",
        5,
    ),
    Expected(
        "valasz",
        (NOT_CAPTURED, UKRAJNA),
        "Orosz tankok Kelet-Ukrajnában",
        "2014-08-29T07:51:00+02:00",
        ("Borbás Barna",),
        "Világ",
        4,
    ),
    Expected(
        "valasz",
        (HUMBOLDT,),
        "Humboldt-díjas kvantumfizikus: alapkutatás nélkül nincs fejlődés",
        "2018-08-03T12:14:00+02:00",
        ("Laky Zoltán",),
        "Itthon",
        0,
        "NewsArticle",
    ),
    Expected(
        "kremmania_forum",
        (NOT_CAPTURED, FORUM + "?page=5", NOT_CAPTURED),
        "Mi sem 50+-osan születtünk",
        "2018-12-24T09:06:31+00:00",
        (),
        None,
        20,
        "DiscussionForumPosting",
    ),
    Expected(
        "kremmania_forum",
        (NOT_CAPTURED, FORUM + "?page=9"),
        "Mi sem 50+-osan születtünk",
        "2019-09-02T09:02:10+00:00",
        (),
        None,
        13,
        "DiscussionForumPosting",
    ),
)

BOUNDS = {
    # article → (kept at least, more at most): what is missing is in our header, or is no text (buttons, pagers)
    P24: (0.982, 0.0),
    OKTOBER_4: (0.977, 0.0),
    OSCAR: (0.96, 0.0),
    REAL + "?page=7": (0.994, 0.0),
    VALASZTAS: (0.96, 0.0),
    UKRAJNA: (0.972, 0.0),
    FORUM + "?page=9": (1.0, 0.046),
}
KEPT, MORE = 0.995, 0.02
