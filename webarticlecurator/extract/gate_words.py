"""What portals write where an article should be: whole titles, and the words that consent walls are made of.

Titles are compared as a whole (case and punctuation aside) with a piece of the page's title or with its headings, never searched
for inside them: an article *about* missing pages must pass.
"""

from __future__ import annotations

NOT_FOUND = (
    # English, Hungarian
    "page not found", "not found", "404 not found", "page cannot be found", "the page cannot be found", "file not found",
    "page does not exist", "this page does not exist", "this page doesnt exist", "this page isnt available", "content not found",
    "article not found", "page no longer available", "the page you requested could not be found", "sorry page not found",
    "oops page not found", "oops that page cant be found", "nothing found",
    "az oldal nem található", "a keresett oldal nem található", "oldal nem található", "a lap nem található", "nem található",
    "a kért oldal nem található", "a cikk nem található", "a keresett cikk nem található", "nincs ilyen oldal",
    "ez az oldal nem létezik", "a keresett oldal nem létezik", "a keresett tartalom nem található",
    # German, French, Spanish, Italian, Portuguese, Dutch
    "seite nicht gefunden", "die seite wurde nicht gefunden", "diese seite wurde nicht gefunden", "seite nicht verfügbar",
    "die angeforderte seite wurde nicht gefunden", "artikel nicht gefunden", "inhalt nicht gefunden",
    "page introuvable", "page non trouvée", "cette page nexiste pas", "la page demandée est introuvable", "contenu introuvable",
    "página no encontrada", "pagina no encontrada", "no se ha encontrado la página", "la página no existe",
    "pagina non trovata", "la pagina non esiste", "contenuto non trovato",
    "página não encontrada", "a página não existe", "conteúdo não encontrado",
    "pagina niet gevonden", "de pagina is niet gevonden", "deze pagina bestaat niet",
    # Central and South-Eastern Europe
    "strona nie została znaleziona", "nie znaleziono strony", "stránka nenalezena", "stránka nebyla nalezena",
    "stránka sa nenašla", "stránka nebola nájdená", "pagina nu a fost găsită", "pagina nu a fost gasita", "pagina negăsită",
    "stranica nije pronađena", "stranica nije pronadjena", "страница није пронађена", "stran ne obstaja", "stran ni najdena",
    "страницата не е намерена", "η σελίδα δεν βρέθηκε", "sayfa bulunamadı",
    # North and East
    "sidan hittades inte", "sidan kunde inte hittas", "siden blev ikke fundet", "siden ble ikke funnet", "fant ikke siden",
    "sivua ei löytynyt", "sivua ei löydy", "lehekülge ei leitud", "puslapis nerastas", "lapa nav atrasta",
    "страница не найдена", "сторінку не знайдено", "сторінка не знайдена",
    "ページが見つかりません", "お探しのページは見つかりませんでした", "页面不存在", "找不到頁面", "페이지를 찾을 수 없습니다",
    "الصفحة غير موجودة", "הדף לא נמצא", "halaman tidak ditemukan",
)  # fmt: skip

STATUS_ALONE = tuple("404|404 error|error 404|http 404|hiba 404|404 hiba|404es hiba|fehler 404|erreur 404".split("|"))
"""Titles that say 'not found' only on a page of few words."""

CHALLENGE = (
    "just a moment", "attention required", "access denied", "please wait", "one moment please", "checking your browser",
    "checking your browser before accessing", "ddos protection by cloudflare", "ddosguard", "are you a robot", "robot check",
    "are you human", "human verification", "verify you are human", "verifying you are human", "security check",
    "bot verification", "captcha",
    "pardon our interruption", "request rejected", "please verify you are a human", "you have been blocked",
    "client challenge", "sicherheitsprüfung", "sind sie ein roboter", "vérification de sécurité", "biztonsági ellenőrzés",
    "nem vagyok robot", "verifica di sicurezza", "verificación de seguridad", "один момент", "nur einen moment", "un momento",
    "un instant", "egy pillanat",
)  # fmt: skip

CHALLENGE_MARKS = (
    "#challenge-form, #challenge-running, #challenge-stage, #cf-challenge-running, #cf-wrapper, #cf-error-details",
    "script[src*='captcha-delivery.com'], iframe[src*='captcha-delivery.com'], iframe[src*='geo.captcha']",
    "iframe[src*='_Incapsula_Resource'], script[src*='_Incapsula_Resource']",
    "#px-captcha, #sec-if-cpt-container, #distil_ident_block, .ray-id, #ddg-captcha",
    "script[src*='/cdn-cgi/challenge-platform/h/']",
)
"""Elements that stand on the challenge pages of the common protection services."""

CONSENT_TITLES = (
    "before you continue", "before you continue to youtube", "we value your privacy", "your privacy choices", "cookie consent",
    "privacy settings", "your privacy matters", "consent", "privacywall", "cookies",
    "cookie beállítások", "sütibeállítások", "adatvédelmi beállítások", "fontos számunkra az ön adatainak védelme",
    "bevor sie fortfahren", "datenschutzeinstellungen", "cookie einstellungen", "privatsphäre einstellungen",
    "wir schützen ihre privatsphäre", "zustimmung", "mit werbung weiterlesen", "weiter mit werbung",
    "avant de continuer", "gestion des cookies", "vie privée", "antes de continuar", "configuración de privacidad",
    "prima di continuare", "impostazioni privacy", "je privacy instellingen", "voordat je verdergaat", "dpg media privacy gate",
    "zanim przejdziesz dalej", "nastavení soukromí",
)  # fmt: skip

CONSENT_STEMS = (
    "cookie", "consent", "privacy", "süti", "sütik", "adatkezel", "adatvéd", "hozzájárul", "elfogad", "einwillig", "zustimm",
    "datenschutz", "akzeptier", "consentement", "confidentialité", "accepter", "traceurs", "consentimiento", "privacidad",
    "aceptar", "consenso", "accetta", "toestemming", "zgod", "prywatno", "souhlas", "osobních", "accept", "reject", "partner",
    "gdpr", "tcf", "personenbezogen", "personal", "személyes", "advertis", "werbung", "publicité", "hirdet",
)  # fmt: skip
"""How the words begin that a consent wall consists of."""

CONSENT_ACTIONS = (
    "accept", "agree", "i agree", "i accept", "allow", "got it", "elfogad", "hozzájárul", "rendben", "egyetért", "akzeptier",
    "alle akzeptier", "zustimm", "einverstanden", "accepter", "tout accepter", "j’accepte", "j'accepte", "aceptar", "acepto",
    "accetta", "accetto", "aceitar", "akkoord", "alles accepteren", "zgadzam", "akceptuj", "souhlas", "přijmout", "súhlas",
    "prihvat", "sunt de acord", "godkänn", "samtykk", "hyväksy", "принять", "同意",
)  # fmt: skip
"""How the text of the button begins that lets one through."""
