"""Lines that send the reader elsewhere, in many languages, and sentences that only begin like them."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.units.link_lines import is_link_line

ELSEWHERE = """
en Read more: The bridge stays closed
en RELATED: The bridge
en Sign up for our newsletter
de Lesen Sie auch: Die Brücke bleibt zu
de Mehr zum Thema
nl Lees ook: De brug blijft dicht
da Læs også: Broen er lukket
sv Läs mer: Bron är stängd
no Les også: Broen er stengt
is Lesa meira um brúna
fr Lire aussi : Le pont reste fermé
es Lea también: El puente sigue cerrado
pt Leia também: A ponte segue fechada
it Leggi anche: Il ponte resta chiuso
ca Llegiu també: El pont
ro Citește și: Podul rămâne închis
pl Czytaj też: Most zamknięty
cs Čtěte také: Most je zavřený
sk Prečítajte si: Most je zatvorený
hr Pročitajte još: Most je zatvoren
sl Preberite tudi: Most je zaprt
sr Прочитајте још: Мост је затворен
bg Вижте още: Мостът
ru Читайте также: Мост закрыт
uk Читайте також: Міст закрито
lt Skaitykite daugiau apie tiltą
lv Lasi arī: Tilts
el Διαβάστε επίσης: Η γέφυρα
fi Lue myös: Silta on kiinni
et Loe ka: Sild on suletud
hu Olvass tovább: A híd zárva
tr İlgili haber: Köprü
ka წაიკითხეთ აგრეთვე: ხიდი
hy Կարդացեք նաև՝ կամուրջը
ar اقرأ أيضا: الجسر مغلق
he קראו גם: הגשר סגור
fa بیشتر بخوانید: پل
ur یہ بھی پڑھیں: پل
hi यह भी पढ़ें: पुल बंद है
bn আরও পড়ুন: সেতু
ta இதையும் படிங்க: பாலம்
te ఇది కూడా చదవండి: వంతెన
th อ่านเพิ่มเติม: สะพาน
zh 相关阅读：大桥关闭
ja 関連記事：橋は閉鎖
ko 관련 기사: 다리 폐쇄
vi Xem thêm: Cây cầu
id Baca juga: Jembatan ditutup
tl Basahin din: Ang tulay
sw Soma pia: Daraja
"""
SENTENCES = """
en See the river from the third floor, where the windows look south.
en Read the letters of that year and you will find nothing of it.
en Get the ball rolling, said the mayor.
en Related parties were not asked.
de Das könnte sich bald ändern.
de Mehr zu tun gab es nicht.
fr Lire la presse du matin reste son plaisir.
zh 相关部门表示，大桥在春天之前仍将关闭。
zh 相關單位表示，大橋仍將關閉。
ja 関連する法律は昨年改正された。
ko 관련해 정부는 아직 입장을 밝히지 않았다.
tr Okul müdürü bunu bilmiyordu.
hu Olvasni mindenki tud.
"""


def rows(table: str) -> list[str]:
    return table.strip().splitlines()


@pytest.mark.parametrize("row", rows(ELSEWHERE))
def test_a_link_line_is_recognised(row: str) -> None:
    assert is_link_line(row[3:])


@pytest.mark.parametrize("row", rows(SENTENCES))
def test_a_sentence_that_begins_like_a_link_line_is_text(row: str) -> None:
    assert not is_link_line(row[3:])


def test_a_long_text_in_any_script_is_not_a_link_line() -> None:
    assert not is_link_line("Read more: " + "and the bridge, too, " * 8)
    assert not is_link_line("相关阅读" + "大桥关闭" * 14)
