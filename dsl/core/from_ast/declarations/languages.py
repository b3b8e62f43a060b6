"""Languages that texts can be in: the codes of ISO 639-1, and what people write instead of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regelwerk.dsl import ast
from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.diagnostics.spelling import nearest

from ..errors import warning

_NAMED = """
    aa:afar ab:abkhazian ae:avestan af:afrikaans ak:akan am:amharic an:aragonese ar:arabic as:assamese av:avaric
    ay:aymara az:azerbaijani ba:bashkir be:belarusian bg:bulgarian bi:bislama bm:bambara bn:bengali bo:tibetan
    br:breton bs:bosnian ca:catalan ce:chechen ch:chamorro co:corsican cr:cree cs:czech cu:church_slavonic
    cv:chuvash cy:welsh da:danish de:german dv:divehi dz:dzongkha ee:ewe el:greek en:english eo:esperanto
    es:spanish et:estonian eu:basque fa:persian ff:fulah fi:finnish fj:fijian fo:faroese fr:french fy:frisian
    ga:irish gd:gaelic gl:galician gn:guarani gu:gujarati gv:manx ha:hausa he:hebrew hi:hindi ho:hiri_motu
    hr:croatian ht:haitian hu:hungarian hy:armenian hz:herero ia:interlingua id:indonesian ie:interlingue ig:igbo
    ii:yi ik:inupiaq io:ido is:icelandic it:italian iu:inuktitut ja:japanese jv:javanese ka:georgian kg:kongo
    ki:kikuyu kj:kuanyama kk:kazakh kl:greenlandic km:khmer kn:kannada ko:korean kr:kanuri ks:kashmiri ku:kurdish
    kv:komi kw:cornish ky:kirghiz la:latin lb:luxembourgish lg:ganda li:limburgish ln:lingala lo:lao lt:lithuanian
    lu:luba lv:latvian mg:malagasy mh:marshallese mi:maori mk:macedonian ml:malayalam mn:mongolian mr:marathi
    ms:malay mt:maltese my:burmese na:nauru nb:bokmal nd:north_ndebele ne:nepali ng:ndonga nl:dutch nn:nynorsk
    no:norwegian nr:south_ndebele nv:navajo ny:chichewa oc:occitan oj:ojibwa om:oromo or:oriya os:ossetian
    pa:punjabi pi:pali pl:polish ps:pashto pt:portuguese qu:quechua rm:romansh rn:rundi ro:romanian ru:russian
    rw:kinyarwanda sa:sanskrit sc:sardinian sd:sindhi se:sami sg:sango si:sinhala sk:slovak sl:slovenian sm:samoan
    sn:shona so:somali sq:albanian sr:serbian ss:swati st:sotho su:sundanese sv:swedish sw:swahili ta:tamil
    te:telugu tg:tajik th:thai ti:tigrinya tk:turkmen tl:tagalog tn:tswana to:tonga tr:turkish ts:tsonga tt:tatar
    tw:twi ty:tahitian ug:uighur uk:ukrainian ur:urdu uz:uzbek ve:venda vi:vietnamese vo:volapuk wa:walloon
    wo:wolof xh:xhosa yi:yiddish yo:yoruba za:zhuang zh:chinese zu:zulu
"""
NAMES = {code: name for code, _, name in (each.partition(":") for each in _NAMED.split())}
_OTHERWISE = {  # countries, and names in the language itself
    "at": "de", "cn": "zh", "cz": "cs", "deutsch": "de", "dk": "da", "english": "en", "espanol": "es", "español": "es",
    "francais": "fr", "français": "fr", "gb": "en", "ger": "de", "gr": "el", "italiano": "it", "jp": "ja",
    "nederlands": "nl", "polski": "pl", "ua": "uk", "us": "en",
}  # fmt: skip


def no_language(d: ast.Texts) -> Iterator[Diagnostic]:
    """Notice texts in a language that does not exist; `pt_br` is Portuguese as well."""
    name, at = d.language.id, d.language.at
    if name.partition("_")[0] in NAMES:
        return
    meant = meant_by(name.lower())
    said = f"There is no language `{name}`."
    found = warning("RW2065", said, at, "Write its code of two letters, for example `de` or `fr`.")
    if meant is not None:
        called = NAMES[meant].replace("_", " ").title()
        found = replace(found, help=f"Did you mean `{meant}`, {called}?", fixes=(Fix(at, meant),))
    yield found


def meant_by(name: str) -> str | None:
    """Guess the code of a language from another spelling, its name, or a country."""
    if name in NAMES:
        return name
    if name in _OTHERWISE:
        return _OTHERWISE[name]
    by_name = {called: code for code, called in NAMES.items()}
    if name in by_name:
        return by_name[name]
    if (near := nearest(name, by_name)) and len(name) > 3:
        return by_name[near]
    return name[:2] if len(name) == 3 and name[:2] in NAMES else None
