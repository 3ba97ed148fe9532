"""The line of the authors with the day of publication, and of changes after it."""

from __future__ import annotations

from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.byline_rules import find_byline

NAMES = ("Natan Brzęk", "Aleks Feluś", "Mateusz Fryś", "Tadeusz Kulis")
COUNT = 12


def story(number: int) -> Page:
    day = f"<time>{number + 2} marca 2024</time><br>Aktualizacja: {number + 9} marca 2024"
    change = f'<span class="updated">Aktualizacja: {number + 4} marca 2024</span>'
    line = f"{NAMES[number % 4]}<br>{day}{change if number % 3 == 0 else ''}"
    text = f"<p>The mill number {number} by the river was sold in spring to nobody we know.</p>" * 4
    return Page(
        f"https://echo.example/news/{number}",
        f"<html><body><main><h1>Mill {number}</h1><div class='info'>{line}</div>{text}</main></body></html>",
    )


def test_a_word_before_the_day_of_a_change_is_no_weekday() -> None:
    pages = [story(n) for n in range(COUNT)]
    found = find_byline(pages, [f"Mill {n}" for n in range(COUNT)], "pl")
    assert found is not None
    assert found.names == {n: (NAMES[n % 4],) for n in range(COUNT)}


def test_a_name_glued_to_a_weekday_of_two_words_stays_whole() -> None:
    people = ("Phạm Hoàng Tuấn", "Vũ Thanh Lan", "Đặng Quốc Việt")
    days = ("Thứ Hai", "Thứ Ba", "Chủ Nhật", "Thứ Năm")
    pages = [
        Page(
            f"https://echo.example/news/{n}",
            f"<html><body><main><h1>Mill {n}</h1><div class='info'><span>{people[n % 3]}</span>"
            f"<time>{days[n % 4]}, {n + 2} tháng 3, 2024</time></div>"
            f"{'<p>The mill by the river was sold in spring to nobody we know.</p>' * 4}"
            "</main></body></html>",
        )
        for n in range(COUNT)
    ]
    found = find_byline(pages, [f"Mill {n}" for n in range(COUNT)], "vi")
    assert found is not None
    assert found.names == {n: (people[n % 3],) for n in range(COUNT)}
