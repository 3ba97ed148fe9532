"""Words in the classes and ids of elements on any portal, as patterns for ``class_names.py``.

Text is in many languages, but class names are in English nearly everywhere; those of kickers are
not.
"""

from __future__ import annotations

import re


def _any_of(words: str) -> re.Pattern[str]:
    """Return the pattern of one of ``words`` (expressions without white space) as a whole word."""
    return re.compile(f"(?<![a-z])(?:{'|'.join(words.split())})(?![a-z])")


STRONG_WORDS = _any_of(
    r"""(?:un)?related\w* relacionad\w+ recommend\w* recirc\w* read-?(?:more|also|next|on) see-?also also-?read
    (?:more|mehr|plus)-(?:on|from|stories|news|articles|like|to)
    (?:most|top|trending|latest|popular)-?(?:read|viewed|stories|news|articles|posts|popular|recent) trending popular
    teasers? up-?next next-?(?:article|story|post) prev(?:ious)?-?(?:article|post) storylink linkbox link-?list
    newsletter\w* subscri\w+ sign-?up opt-?in log-?in promo\w* advert\w* ads? adslot adbox sponsor\w* anzeigen?
    werbung publicidad reklam\w* banner affiliate commercial outbrain taboola shar(?:e|ing)\w* social\w* sns whatsapp
    facebook telegram bookmark\w* comments? kommentare? disqus discussion respond breadcrumbs? tagcloud tag-?list
    hashtags? nav navbar navigation menu\w* foot(?:er\w*)? sidebar copyright imprint pagination pager poll survey donat\w+
    cookies? consent gdpr ccpa onetrust ot-(?:sdk|pc|banner) cmp privacy policy popup modal overlay tooltip toast
    app-?(?:download|promo) authors? author-?\w+ byline\w* autor\w* contributors? bio profile captions? photographer
    post-?meta(?:data)? figcaption legende bildunterschrift image-?(?:info|text) media-?info slide-in"""
)
"""Strong hints: what is beside an article."""
STRICT_WORDS = _any_of(
    r"""related\w* recommend\w* trending popular teasers? newsletter\w* outbrain taboola comments? kommentare? disqus discussion
    respond nav navbar navigation menu\w* foot(?:er\w*)? sidebar copyright imprint cookies? consent gdpr ccpa onetrust
    ot-(?:sdk|pc|banner) cmp privacy policy popup modal author-?\w+ contributors? bio profile"""
)
"""Those of ``STRONG_WORDS`` whose elements may hold more text than a short article."""
WEAK_WORDS = _any_of(
    r"""offer registration print\w* toolbar tools actions? buttons? reactions? reply feedback forum follow\w* writer
    journalist reporter tags? topics? keywords? categor(?:y|ies) side rail widget legal disclaimer toc quiz support
    hidden visually-?hidden sr-only screen-reader\w* credits? dates? datetime date-?\w*time time
    time-?(?:stamp|ago|stamps|published) timestamp published updated reading-?time dateline meta metadata kicker
    eyebrow label audio player video gallery slideshow carousel slider podcast livestream ticker weather stock ranking
    error notice info-?box download"""
)
"""Weak hints: beside the article if the element is small, else as often the article itself."""
LEAD_WORDS = _any_of(
    r"""lead lede intro introduction stand-?first summary abstract excerpt dek deck sub-?(?:titles?|head(?:line)?|heading)
    chapeau chapo sapo teaser-?(?:text|lead) preamble ingress vorspann anrei(?:s|ß)er strapline description sommario
    entradilla bajada summery"""
)
"""What the lead is in."""
KICKER_WORDS = _any_of(
    r"""[a-z]*kicker over-?(?:line|title|head(?:line)?) top-?line roof-?line eyebrow
    (?:super|pre|supra)-?(?:title|titlu|head(?:line|ing)?) dach-?zeile spitzmarke ober-?(?:titel|zeile) sur-?titre
    ante-?titulo sobre-?titulo volanta cintillo ante-?titolo occhiello sopra-?titolo sovra-?titolo chapeu boven-?kop
    boven-?titel vinjett trompet stikk-?tittel over-?(?:rubrik|skrift) nad-?(?:pis|titul(?:ek|ok)?|tytul|naslov) fel-?cim
    ust-?baslik yla-?otsikko"""
)
"""What the kicker of a title is in."""
BYLINE_WORDS = _any_of(r"authors? author-?names? bylines? autor(?:es|en|in)? writers? reporters?")
"""What the names of authors are in."""
