"""What people write out of habit: plain English, other languages, other orders of the same words.

A habit is a pattern that covers the place where reading stopped, and what the language writes instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .diagnostics import Diagnostic, Fix
from .syntax_mishap import VALUE_STARTS, Mishap
from .words import keywords, terminals

_KEPT = r"[\w.]+(?:\[[^\]\n]*\])?"  # something that is kept: me.gold, marks[red]
_ASKED = r"[\w.]+(?:\[[^\]\n]*\]|\([^)\n]*\))?"
_DECLARED = "action|effect|value|card|type|kind|row|ruling|scoring|resource"
_ON = "in|to|at|or|and|else|then|is|has|have"
_END = r"(?= *(?:@\w|then\b|$))"


@dataclass(frozen=True, slots=True)
class _Habit:
    written: re.Pattern[str]
    new: str  # a template for the match; without a backslash and with `said` given, only an example
    wants: frozenset[str]  # one of these could follow here
    here: bool  # the pattern begins exactly where reading stopped
    said: str = ""
    shown: bool = False  # what stands there instead is more than can be put in its place


def _anywhere(written: str, new: str, wants: str = "", said: str = "") -> _Habit:
    return _Habit(re.compile(written), new, frozenset(wants.split()), False, said)


def _other_way(written: str, new: str, said: str) -> _Habit:
    return _Habit(re.compile(written), new, frozenset(), False, said, True)


def _here(written: str, new: str, wants: str, said: str = "") -> _Habit:
    return _Habit(re.compile(written), new, frozenset(wants.split()), True, said)


_HABITS = (
    # headings and what is declared
    _anywhere(r"^(value +\w+(?:\([^)]*\))? +(?:number|flag|text|\w+\.\.\w+|[A-Z]\w*)) +(\(.*\S)", r"\1 = \2"),
    _anywhere(r"^(kind +\w+ +)\{ *([^}]*?) *\}", r"\1\2"),
    _anywhere(r", *(?:\.\.\.?|…|etc\.?)(?= *$)", "", said="All members are named, one after the other."),
    _anywhere(r"\baction +(\w+)\((?:(?:an? +)?(?:[a-z]\w* +))?([A-Z]\w*)\)", r"action \1(x in \2)",
              said="What is picked has a name, and a place it is picked from."),
    _anywhere(r'\b(once +per +\w+) +("[^"]*")', r"\2 \1"),
    _anywhere(r"\bboard +([A-Z]\w*) +(\d+) *(?:[x×*]|by) *(\d+)", r"board \1 square \2 x \3"),
    _here(r"hex(?:agon(?:s|al)?|es)\b", "hex", "SHAPE"),
    _here(r"(?:grid|rectangle|squared)\b", "square", "SHAPE"),
    _anywhere(r"\b(action|effect|value) +(\w+)\( *\)", r"\1 \2"),
    _anywhere(r"\bseats +\d+", "seats ann, bob", said="Whoever sits there has a name."),
    _here(r"players?\b", "seats", "SEATS"),
    _anywhere(r'^(scenario|supersedes|invariant) +([^"@\n]+?)(?= *(?:@\w|:? *$))', r'\1 "\2"'),
    _anywhere(r'\bbecause +([^"\n]+?)(?= *(?:@\w|$))', r'because "\1"'),
    _anywhere(r"\bfor +(\w+)\.regel\b", r"for \1"),
    _here(r"(?:of|to|in)\b", "for", "FOR"),
    _here(r"(?:extends|modif(?:ies|y)|changes|based +on|on)\b", "for", "FOR"),
    _anywhere(r"\bversion +([\d.]+)", r'version "\1"'),
    _anywhere(rf"\b(change|remove|suspend|confirm) +(?:{_DECLARED}) +(\w+)", r"\1 \2"),
    _anywhere(r"\b(change|remove|suspend|except|before|after) +(\w+)(?:\.\d+|\[\d+\])", r'\1 \2."…"',
              said="A line of a rule is named by its label or by its first words."),
    _anywhere(r"\binclude +(.+?) +(?:in|to) +([\w.]+)(?= *$)", r"include \1 into \2"),
    _other_way(r"\binclude +((?:most|least) +.+?) +into +winner\b", r"insert line after winner.…` and below it `\1",
               said="A line of `winner` is inserted beside another."),
    _anywhere(r"\bremove +([\w.]+) +from +[A-Z]\w*(?= *$)", r"remove \1"),
    _here(r"if\b|while\b", "when", "WHEN"),
    _anywhere(r"\binsert +above\b", "insert before"),
    _anywhere(r"\binsert +(?:below|behind)\b", "insert after"),
    _other_way(r'\b(insert +(?:before|after) +[\w."]+) +(?=[a-z])', r"\1", said="The lines stand below it, indented."),
    _other_way(r"^add +to +(player|table)\b", r"\1", said="Further slots are declared in a block of their own."),
    _anywhere(r"\b(from|to) +(?:most|least) +(\S.*)", r"\1  \2",
              said="A line of `winner` is changed in what it counts. To turn it round, `remove` and `insert line`."),
    _anywhere(r"\bremove +[A-Z]\w* +(\w+)", r"remove \1"),
    _anywhere(r"\b(change|remove|suspend) +(\w+) +of +(\w+)", r"\1 \3.\2"),
    _anywhere(r"\b(change|remove|suspend) +(\w+) +(?!was\b)([a-z]\w*)(?= *$)", r"\1 \2.\3"),
    _anywhere(r"(?<![\w@-])([A-Z]{1,4}(?:-[A-Z]+)*-\d+)\b", r"@\1"),
    _anywhere(r"@ +(\w[\w-]*)", r"@\1", said="No space belongs behind `@`."),
    _anywhere(r"(@[\w-]+) *[,;] *(?=@)", r"\1 "),
    _anywhere(r"\bhidden +from +\w+", "hidden"),
    _anywhere(r"\ball +([A-Z]\w*)", r"\1"),
    _anywhere(r"(= *[A-Z]\w*) +shuffled\b", r"\1", said="A pile is shuffled under `setup`: `shuffle deck`."),
    _anywhere(r"\bholds +\d+ +([A-Z]\w*)", r"pile of \1", said="`holds` has room for one; several lie in a pile."),
    _anywhere(r"(?<= )in +(\w+\.\.\w+)", r"\1", "BASIC DOTS"),
    _anywhere(r"(?<=  )(?:max(?:imum)?|up +to|at +most) +(\d+)", r"0..\1", "DOTS"),
    _anywhere(r"\b([A-Z]\w*) *(?:\?|\(optional\))", r"\1 or none"),
    _anywhere(r"^( +)([A-ZÀ-Ö]\w*) +([a-zß-ö]\w*)(?= *(?:$|=|@))", r"\1\3 \2", "NAME",
              said="The name comes first, then what may stand there."),
    _other_way(r"(?<=[\w\"]) +held +me\.\w+", "held me.…", said="Where it is kept stands on a line of its own below."),
    _here(r"(?:visible|open(?:ly)?|face *up|shown)\b", "public", "SIGHT"),
    _anywhere(r"(?:\bthe +)?\bplayer +with +(?:the +)?(most|least)\b", r"\1"),
    _anywhere(r"\b(most|least) +of +(?:the +)?", r"\1 "),
    _anywhere(r"^( +)(?!most\b|least\b)(?=[a-z(])([^<>=]+)$", r"\1most \2", "SIDE",
              said="What decides is `most` or `least` of something."),
    # numbers and amounts
    _anywhere(r"\b(gain|pay|owe) +([a-z]\w*) +(\d+)(?= *(?:[,@]|then\b|$))", r"\1 \3 \2"),
    _anywhere(r"\b(\d+) *[x×] +([a-z]\w*)", r"\1 \2"),
    _anywhere(r"\b(\d+) *[x×](?= *$)", r"\1"),
    _anywhere(r"\((\d+) +[a-z]\w*\)", r"(\1)", said="In brackets stands the number alone."),
    _anywhere(r"(?<![\w\])])\((\d+) *, *(\d+)\)", r"cell(\1, \2)"),
    _anywhere(r"\b(pay +[\w.]+ +\w+) +to +(?:the +)?(?:bank|supply|box|table|stock)\b", r"\1",
              said="Where it goes is said by the resource, with `supply`."),
    _other_way(rf"\bpay +([\w.]+ +\w+) +to +({_ASKED})", r"as \2: gain \1",
               said="`pay` takes it from whoever acts; what somebody else gets is a line of its own."),
    _other_way(r"\b(gain|pay|owe) +(?:up +to|at +least|at +most) +(\w+) +(\w+)",
               r'choose n in 0..\2 "How many?"` first, and then `\1 n \3',
               said="How many it is has to be chosen first."),
    _other_way(r"\b(gain|pay|owe) +(\d+) *[/.] *\d+ +(\w+)", r"\1 \2 \3", said="Numbers are whole."),
    _other_way(r'\bneeds +(\d+) +([a-z]\w*)(?= +else\b| *$)', r"pay \1 \2",
               said="What is to be paid is asked for by `pay`; only to ask, compare: `needs me.… >= 1`."),
    _anywhere(rf"\bgive +(\d+ +\w+) +to +({_ASKED})", r"pay \1 then as \2: gain \1"),
    _anywhere(rf"\bgive +({_ASKED}) +to +({_KEPT})", r"move \1 to \2.…"),
    _anywhere(r"\b(?:gain|take|steal) +([\w.]+ +\w+) +from +(?:each +|all +)?(?:the +)?(others|players)\b",
              r"as each \2: owe \1", said="What others lose is paid by them."),
    _anywhere(rf"\b(?:gain|take|steal) +(\d+ +\w+) +from +({_ASKED})", r"as \2: owe \1",
              said="What others lose is paid by them."),
    _anywhere(r"(?<=  )\+ *(\d+ +[a-z]\w*)", r"gain \1", "TRADE"),
    _anywhere(r"(?<=  )[-–−] *(\d+ +[a-z]\w*)", r"pay \1", "TRADE"),
    _here(r"[+&]", ",", "_COMMA"),
    _here(r"/", "or", "OR"),
    # cards
    _anywhere(rf"\bmove +(\d+)(?: +\w+)? +from +({_KEPT}) +(?:to|into|onto) +({_KEPT})", r"move top(\2, \1) to \3"),
    _anywhere(r"\bdeal +\w+", "as each players: move top(deck, 3) to me.hand",
              said="Cards are dealt by moving them from the top of a pile."),
    _anywhere(rf"\bdraw +(?:an?|one|the)(?: +top)? +\w+ +(?:from|of) +({_KEPT})", r"move top(\1) to me.…",
              said="`draw x in …` lets chance pick one of several; cards are moved."),
    _anywhere(rf"\bdraw +(\d+)(?: +\w+)? +(?:from|of) +({_KEPT})", r"move top(\2, \1) to me.…",
              said="`draw x in …` lets chance pick one of several; cards are moved."),
    _anywhere(r"\btake +(top\([^)]*\))", r"move \1 to me.…"),
    _anywhere(rf"\bmove +({_ASKED}) +out +of(?: +the)? +game\b", r"move \1 to box"),
    _anywhere(rf"\b(?:discard|remove) +({_ASKED}){_END}", r"move \1 to box"),
    _anywhere(rf"\btop +({_KEPT})(?= +(?:to|under)\b)", r"top(\1)"),
    _anywhere(r"\b(\w+) +(?:has|have|owns) +(?:an?|the|some|one) +(\w+)", r"move first x in \2: x to \1.…"),
    # the course of a turn
    _anywhere(r"\brepeat +while +(.+?)(?= *(?::|$))", r"repeat until not (\1)"),
    _anywhere(r"\brepeat +(?:forever|always|endlessly)\b", "repeat"),
    _anywhere(r"\brepeat +(\d+) +(?:rounds?|turns?|years?|days?)\b", r"repeat at most \1"),
    _anywhere(r"\bas +(each|all) +\w+ +in +(\w+)", r"as \1 \2", said="Whoever acts is `me`: no other name is needed."),
    _anywhere(r"\b(as +(?:each +|all +)?\w+), +(?=[a-z])", r"\1: "),
    _anywhere(r" *(?:->|→|=>) *(?=\w)", ": "),
    _anywhere(r" *(?:->|→|=>) *(?=\w)", " to "),
    _anywhere(r" *(?:->|→|=>) *(?=\w)", "  ", said="No arrow belongs here."),
    _anywhere(r"\b(if +[^:\n]+?), +(?=[a-z]\w* )", r"\1: "),
    _anywhere(r"\b(\d+) +times\b *:? *", r"repeat at most \1: "),
    _anywhere(r"\bchoose +(\w+(?: *, *\w+)+)(?= *$)", r"offer \1",
              said="Actions are offered; `choose x in …` picks one thing of several."),
    _anywhere(r"\b(offer|gain|pay|owe|move|set|add|shuffle|draw|say|score|end) *: *(\S+?)(?=,| |$)", r"\1 \2",
              said="No colon belongs after the verb."),
    _anywhere(rf"(?<=  )({_KEPT}) *\+ *(\w+){_END}", r"add \2 to \1"),
    _anywhere(rf"(?<=  )({_KEPT}) *- *(\w+){_END}", r"remove \2 from \1", "THEN"),
    _anywhere(rf"\badd +to +({_KEPT}) +(\w+)", r"add \2 to \1"),
    _anywhere(rf"\badd +({_ASKED}) +([a-z]\w*)(?= +to\b)", r"add \1"),
    _anywhere(rf"^( +)({_KEPT}) +(?:to|becomes|is|:=) +(.+?){_END}", r"\1set \2 to \3", "THEN"),
    _here(r"(?:becomes|gets|(?:should|must|will) +be)\b", "=", "CMP"),
    _anywhere(r"\b(\w+) +(?:cannot|can't|can +not) +(\w+)", r"not can(\1, \2)"),
    _anywhere(r"\b(\w+) +can +(\w+)", r"can(\1, \2)"),
    _other_way(r"\bcan't +(\w+)", r"not can(ann, \1)", said="Whether something is possible is asked of somebody."),
    _anywhere(r'\bonly +if\b(?=.* else +")', "needs"),
    _anywhere(r'\bif +(.+?) +(?=else +")', r"needs \1 "),
    _anywhere(r'\bneeds +("[^"]*") *,? +(.+?)(?= *(?:@\w|$))', r"needs \2 else \1"),
    _anywhere(r", *(as +(?:each +)?\w+) *:", r"\1: …",
              said="This stands on a line of its own; below a field, all lines are indented by four spaces."),
    _anywhere(r" *, *((?:move|set|add|remove|draw|shuffle|say|end) +\S+)", r" then \1"),
    _anywhere(r"\broll +(\d+\.\.\d+)", r"draw d in \1"),
    # questions
    _anywhere(r"\bsum *\( *([\w.]+) +for +(\w+) +in +([\w.]+) *\)", r"(sum \2 in \3: \1)"),
    _anywhere(r"\bsum +([a-z]\w*)\.(\w+) +in +([\w.]+)", r"sum \1 in \3: \1.\2"),
    _anywhere(r"\b(count|sum|any|all|no) +(?:each|every|all) +(?=\w+ +in\b)", r"\1 "),
    _anywhere(r"\b(all|any|no) +(players|others) *:", r"\1 p in \2: …", said="Each of them gets a name of its own."),
    _anywhere(r"([\w.]+\.(\w+) *[<>=!]=? *\d+) +\2\b", r"\1"),
    _anywhere(r"(?<=[\w)]) +[x×] +(?=[\w(])", " * "),
    _anywhere(r"(?<=[-+*/(=] )(\d+) +([a-z]\w*)(?= *(?:$|[-+*/)@]))", r"\1 * \2", "MUL"),
    _anywhere(rf"\b(?:sum|total) +(?:of +)?([\w.]+) +(?:for|of) +(?:each +|every +|all +)?(\w+) +in +({_KEPT})",
              r"sum \2 in \3: \1"),
    _anywhere(r"\bsum +(?:of +)?((?:\w+\.)*[a-z]\w*)\.(\w+)", r"sum x in \1: x.\2"),
    _anywhere(rf"\bcount +(?:of +)?({_KEPT})(?! +in\b)(?= *(?:[<>=@)]|else\b|$))", r"\1.size"),
    _anywhere(rf"\b(?:number|count) +of +\w+ +(?:in|on|at) +({_KEPT})", r"\1.size"),
    _anywhere(rf"\b(?:size|length|number|count) +of +({_KEPT})", r"\1.size"),
    _anywhere(rf"\b(?:fewer|less) +than +(\w+) +(?:\w+ +)?(?:in|on) +({_KEPT})", r"\2.size < \1"),
    _anywhere(rf"\bmore +than +(\w+) +(?:\w+ +)?(?:in|on) +({_KEPT})", r"\2.size > \1"),
    _anywhere(r"\b(\w+) +(?:has|have|owns) +(\d+) +(\w+)", r"\1.\3 = \2"),
    _anywhere(r"\b(neighbours|rim|cells|top) +of +([\w.]+)", r"\1(\2)"),
    _anywhere(rf"\b([a-z]\w*) +(?:next|adjacent) +to +({_KEPT})", r"\1 in neighbours(\2)"),
    _anywhere(r"\bmy +([a-z]\w*)", r"me.\1"),
    _anywhere(rf"(?<=[\w=<>(] )me +(?!(?:{_ON})\b)([a-z]\w*)(?= *(?:[<>=+*/-]|else\b|and\b|or\b|$))", r"me.\1", "DOT"),
    _anywhere(r"\b([a-z]\w*) +size\b", r"\1.size"),
    _anywhere(rf"({_KEPT}) +at +({_KEPT})(?= *(?:[<>=]|else\b|and\b|or\b|$))", r"\1[\2]"),
    _anywhere(r"(?<!\()\b([a-z]\w*) +of +([a-z]\w*)\b", r"\2.\1"),
    _here(r"(?:with|which|that|who)\b", "where", "_WHERE"),
    _anywhere(r", *at +(most|least)\b", r" but at \1"),
    _anywhere(rf"({_KEPT}) *\+= *(.+?){_END}", r"add \2 to \1"),
    _anywhere(rf"({_KEPT}) *-= *(.+?){_END}", r"remove \2 from \1"),
    _anywhere(rf"({_KEPT}) *\+\+", r"add 1 to \1"),
    _anywhere(rf"({_KEPT}) *--(?! *\w)", r"remove 1 from \1"),
    _anywhere(r"(?<= )--(?= *\w)", "#"),
    _anywhere(rf"\b(?:increase|raise) +({_KEPT}) +by +(.+?){_END}", r"add \2 to \1"),
    _anywhere(rf"\b(?:decrease|reduce|lower) +({_KEPT}) +by +(.+?){_END}", r"remove \2 from \1"),
    _anywhere(rf"\b(?:put|place) +({_ASKED}) +(?:on|in|into|onto|to|at) +({_KEPT})", r"move \1 to \2"),
    _anywhere(rf"\bmove +({_ASKED}) +from +{_KEPT} +(?:to|into|onto) +({_KEPT})", r"move \1 to \2"),
    _anywhere(rf"\btop +(\d+)(?: +cards?)? +(?:of|from) +({_KEPT})", r"top(\2, \1)"),
    _anywhere(rf"\btop +(?:card +)?(?:of|from) +({_KEPT})", r"top(\1)"),
    _anywhere(rf"\bmove +all(?: +the)? +\w+ +(?:of|from|in) +({_KEPT})", r"move \1"),
    _anywhere(r"\bmove +all(?: +the)? +\w+", "move deck", said="A whole pile is moved by its name."),
    _anywhere(rf"({_ASKED}) +(?:contains|includes|has) +({_ASKED})", r"\2 in \1"),
    _anywhere(rf"({_ASKED}) +(?:is +)?between +(\w+) +and +(\w+)", r"\1 in \2..\3"),
    _anywhere(r"\binstead +(?!of\b)", "instead of "),
    _anywhere(r"(?<= )when\b(?= +\w+ *:)", "after"),
    _anywhere(r"\bwhenever +(?:you +|I +)?(\w+)(?= *:)", r"after \1"),
    _anywhere(r"\brepeat +(\d+|\w+(?= +times))(?: +times?\b)?", r"repeat at most \1"),
    _anywhere(r"\b(choose|draw) +(?:an?|one|the) +(\w+) +(?:from|in|of|out of)\b", r"\1 \2 in"),
    _anywhere(rf'\bchoose +("[^"]*") +(\w+ +in +.+?){_END}', r"choose \2 \1"),
    _anywhere(r"\bdraw +(\d+) +\w+|\bdraw +\w+ *$", "move top(deck, 2) to me.hand",
              said="`draw x in …` lets chance pick one of several; cards are moved."),
    _anywhere(r"\broll +(?:an? +)?([a-z]\w*)\b", r"draw \1 in 1..6"),
    _anywhere(r"\bmay +((?:after|before|instead +of) +\w+)(?= *:)", r"\1 may"),
    _anywhere(r"\bmay +([\w ]+?) *:", r'may "\1":', "THEN"),
    _anywhere(r"\bgain +- *(\d+)", r"pay \1"),
    _anywhere(r"\bpay +- *(\d+)", r"gain \1"),
    _anywhere(r"(\w+)['’]s +(\w+)", r"\1.\2"),
    _anywhere(r"(\d+) *(?:(?:up +)?to|bis|through|till|until|–|—|−|\.\.\.|…) *(\d+)", r"\1..\2"),
    _anywhere(r"(?<![\w.])(\d+)\.(\d+)(?![\w.])", r"\1..\2", "DOTS"),
    _anywhere(r"(?<![\w.])(\d+) *- *(\d+)", r"\1..\2", "DOTS"),
    _anywhere(r"\b(hidden|private|public) +((?:pile|set|list) +of +\w+|holds +\w+|\w+\.\.\w+|[A-Z]\w*)", r"\2 \1"),
    _anywhere(r"\b([A-ZÀ-Ö]\w*) +([a-zß-ö]\w*)(?= *[,)])", r"\2: \1", "NAME"),
    _anywhere(r"\bnot *=", "!="),
    _anywhere(r"=<", "<="),
    _anywhere(r"(?<![-=])=>", ">=", "NUMBER"),
    _anywhere(r":=", "="),
    _anywhere(rf"({_ASKED}) *([<>]=?) *({_ASKED}) *([<>]=?) *({_ASKED})", r"\1 \2 \3 and \3 \4 \5"),
    _anywhere(rf"({_ASKED}) +(?:is +)?(?:not|never) +empty\b", r"\1.size > 0"),
    _anywhere(rf"({_ASKED}) +(?:is +)?empty\b", r"\1.size = 0"),
    _anywhere(r"(?<!\w)\d+[dw]\d+\b", "draw d in 1..6", said="A die is rolled in a line of its own."),
    _here(r"(?:secret(?:ly)?|concealed|invisible)\b", "private", "SIGHT",
          said="Its owner alone sees what is `private`, nobody what is `hidden`."),
    _here(r"(?:face *down|covered)\b", "hidden", "SIGHT",
          said="Nobody sees what is `hidden`, its owner alone what is `private`."),
    _here(r"(?:highest|greatest|largest|biggest|max(?:imum)?)\b", "most", "SIDE"),
    _here(r"(?:lowest|smallest|fewest|min(?:imum)?)\b", "least", "SIDE"),
    _here(r"is +not +in\b|isn't +in\b", "not in", "IN"),
    _here(r"is +in\b", "in", "IN"),
    _here(r"(?:is +)?(?:more|greater|higher|bigger|larger) +than\b", ">", "CMP"),
    _here(r"(?:is +)?(?:less|lower|smaller|fewer) +than\b", "<", "CMP"),
    _here(r"(?:is +)?at +least\b", ">=", "CMP"),
    _here(r"(?:is +)?at +most\b", "<=", "CMP"),
    _here(r"is +not\b|isn't\b|does +not +equal\b", "!=", "CMP"),
    _here(r"(?:is +)?equals?(?: +to)?\b|is\b", "=", "CMP EQUAL"),
    _here(r"(?:be|to|as)\b", "=", "EQUAL"),
    _here(r"(?:by|times)\b|[*×,]", "x", "X"),
    _here(r"(?:an?|each|every)\b", "per", "PER"),
    _here(r"(?:expect(?:s|ed)?|should|result)\b", "then", "THEN"),
    _here(r"max(?:imum)?\b", "at most", "AT"),
    _here(r"min(?:imum)?\b", "at least", "AT"),
    _here(r"(?:out +of|of|off|in)\b", "from", "FROM"),
    _here(r"=|by\b|with\b|(?:on|in)(?:to)?\b", "to", "TO"),
    _here(r"(?:from|of|out +of|among)\b", "in", "IN"),
    _anywhere(r'\bor +else\b(?= +")', "else", "ELSE"),
    _here(r"otherwise\b", "else", "ELSE"),
    _anywhere(r"\bas +(?:every|any)\b(?= +\w)", "as each"),
    _here(r"(?:starts?(?: +(?:at|with))?|initially|default)\b", "=", "EQUAL"),
    _here(r'[A-ZÀ-Ö]\w*(?: [^"@]*?)?[.?!]?(?= *(?:@\w|$))', r'"\g<0>"', "STRING",
          said="A sentence stands between quotation marks."),
)  # fmt: skip

# Verbs of rulebooks, and those of the language.
_VERBS = {
    "lose": "pay",
    "spend": "pay",
    "get": "gain",
    "receive": "gain",
    "collect": "gain",
    "earn": "gain",
    "subtract": "remove",
    "deduct": "remove",
    "increase": "add",
    "pick": "choose",
    "select": "choose",
    "discard": "move",
    "put": "move",
    "place": "move",
    "require": "needs",
    "requires": "needs",
    "need": "needs",
    "must": "needs",
    "allow": "offer",
    "show": "reveal",
    "stop": "end",
    "finish": "end",
    "mix": "shuffle",
    "flip": "reveal",
    "uncover": "reveal",
    "trigger": "the name of the effect alone",
    "execute": "the name of the effect alone",
    "perform": "the name of the effect alone",
    "resolve": "the name of the effect alone",
    "activate": "the name of the effect alone",
    "call": "the name of the effect alone",
    "do": "the name of the effect alone",
    "run": "the name of the effect alone",
}


def habit(m: Mishap) -> Diagnostic | None:
    """Recognise something that is said in other words."""
    line, begin = m.line()
    column = m.pos - begin
    for h in _HABITS:
        if h.wants and not h.wants & m.wide:
            continue
        if h.here and "THEN" in h.wants and "SHUFFLE" in m.accepts:
            continue  # a line of an effect, not of a scenario
        for found in h.written.finditer(line, column if h.here else 0):
            if h.here and found.start() != column:
                break
            reaches = len(line) - len(line[found.end() :].lstrip())
            if found.start() <= column <= reaches and _leads_on(m, h, found, begin):
                return _said(m, h, found, begin)
    return None


def _leads_on(m: Mishap, h: _Habit, found: re.Match[str], begin: int) -> bool:
    """Say whether what would be suggested can be read."""
    if _example(h) or h.new == "#":
        return True
    new = found.expand(h.new)
    stopped = m.readable_with((begin + found.start(), begin + found.end(), new))
    return stopped is None or stopped.pos > begin + found.start() + len(new) + 1


def _example(h: _Habit) -> bool:
    return h.shown or "…" in h.new or (bool(h.said) and bool(h.new.strip()) and "\\" not in h.new)


def _said(m: Mishap, h: _Habit, found: re.Match[str], begin: int) -> Diagnostic:
    new = found.expand(h.new)
    indent = len(found[0]) - len(found[0].lstrip()) if found.start() == 0 and new[:1] == " " else 0
    at = m.span(begin + found.start() + indent, begin + found.end())
    shown = " ".join(found[0].split())
    fixes = () if _example(h) else (Fix(at, new[indent:]),)
    said = h.said or f"`{shown}` is not how the language says it."
    help_ = f"Write `{' '.join(new.split())}`." if new.strip() else "Leave it out."
    return Diagnostic("RW1023", said, at, help_, fixes=fixes)


def other_verb(m: Mishap) -> Diagnostic | None:
    """A verb of rulebooks: `lose 2 coins`."""
    last = m.last_token()
    if last is None or last.type != "NAME" or "THEN" not in m.accepts:
        return None
    word = str(last)
    start = last.start_pos or 0
    at = m.span(start, start + len(word))
    if word not in _VERBS:
        return None
    new = _VERBS[word]
    if " " in new:
        return Diagnostic("RW1023", f"`{word}` is no verb of the language.", at, f"Write {new}.", fixes=(Fix(at, ""),))
    help_ = f"Write `{new}`. If there is an effect `{word}`, put what follows in brackets."
    return Diagnostic("RW1023", f"`{word}` is no verb of the language.", at, help_, fixes=(Fix(at, new),))


def unknown_verb(m: Mishap) -> Diagnostic | None:
    """A line that begins with a name, and something after it: perhaps an effect without its brackets."""
    last = m.last_token()
    if last is None or last.type != "NAME" or "THEN" not in m.accepts or m.kind not in VALUE_STARTS - {"LPAR", "LSQB"}:
        return None
    start = last.start_pos or 0
    card = m.clean[m.start : m.start + 1].isupper() and m.kind == "NUMBER"
    if not re.search(r"(?:^|: *|\bthen +) *$" + r"|^ +\w+ +$" * card, m.line()[0][: start - m.line()[1]]):
        return None
    at = m.span(start, start + len(last))
    said = f"`{last}` is no verb of the language."
    if str(last) in ("most", "least") and (beside := re.match(r"insert +(?=before|after)", m.clean[m.start :])):
        at = m.span(m.start, m.start + beside.end())
        said = "This is a line of `winner`, not something to do."
        return Diagnostic("RW1023", said, at, "Write `insert line`.", fixes=(Fix(at, "insert line "),))
    if m.clean.startswith("scenario", m.start) and m.kind == "NAME":
        return Diagnostic("RW1001", said, at, f"If `{last}` does it, write `as {last}: …` with the name of an action.")
    if last == "me" or (len(last) == 1 and m.kind == "NAME"):
        help_ = f"A line begins with a verb like `gain` or `set`; who does it is said with `as {last}: …`."
        if m.word.startswith("win"):
            help_ = "Who wins is said under `winner`; the game ends with `end flow`."
        return Diagnostic("RW1001", said, at, help_)
    help_ = f"A line begins with a verb like `gain` or `set`. If `{last}` is an effect, write `{last}({m.word})`"
    help_ += f"; if it has a part `{m.word}`, `{last}.{m.word}`." if m.kind == "NAME" else "."
    return Diagnostic("RW1001", said, at, help_)


_WHO = re.compile(
    r"(?<!as )(?<!in )(?<!as each )\b"
    r"(?:(?:each|every|all) +(others?|opponents?|players?)|(others|everyone|everybody|players))"
    r"(?: +([a-z]\w*)| *(:))"
)


def who_does(m: Mishap) -> Diagnostic | None:
    """Recognise `others lose 1 coin`, `each player takes a turn`, `each players: …`."""
    line, begin = m.line()
    for found in _WHO.finditer(line):
        if begin + found.start(3 if found[3] else 4) != m.pos or found[3] in keywords() - {"gain", "pay"}:
            continue
        all_ = "others" if (found[1] or found[2]).startswith(("other", "opponent")) else "players"
        at = m.span(begin + found.start(), begin + found.end())
        help_ = f"Write `as each {all_}: …` for what each of them does, `each p in {all_}: …` to speak of each."
        said = "Who does something stands before a colon, and the verb behind it."
        return Diagnostic("RW1023", said, at, help_)
    return None


def bullet(m: Mishap) -> Diagnostic | None:
    """`- do this`: options and lines are not listed with dashes."""
    line, begin = m.line()
    found = re.match(r" *([-*•–] *)", line)
    if found is None or begin + found.start(1) != m.pos:
        return None
    at = m.span(m.pos, begin + found.end())
    if m.accepts & {"LABEL"} and "SHUFFLE" not in m.accepts:
        return Diagnostic("RW1023", f"Options are not listed with `{m.word}`.", at, "Give each a name: `name: …`.")
    return Diagnostic("RW1023", f"Lines are not listed with `{m.word}`.", at, "Leave it out.", fixes=(Fix(at, ""),))


def verb_in_question(m: Mishap) -> Diagnostic | None:
    """`if pay 2 coins`: a verb where only a question may stand."""
    last = m.last_token()
    if last is None or last.type != "NAME" or str(last) not in _doing():
        return None
    start = last.start_pos or 0
    at = m.span(start, start + len(last))
    if re.search(r"\bif\b[^:]*\bthen +$", m.line()[0][: start - m.line()[1]]):
        said = "What is done only sometimes stands behind a colon, not behind `then`."
        return Diagnostic("RW1023", said, at, f"Write `if …: {last} …`.")
    if m.open_token("NEEDS") is not None and str(last) == "pay":
        help_ = "`pay` is a requirement itself: write it as a line of its own, without `needs`."
    else:
        help_ = "Let it happen in a line of its own, and ask about the result."
    return Diagnostic("RW1024", f"`{last}` does something; here something is asked.", at, help_)


def _doing() -> frozenset[str]:
    verbs = ("TRADE", "SET", "REMOVE", "MOVE", "LAY", "LIFT", "SHUFFLE", "REVEAL", "CHOOSE", "DRAW", "OFFER", "SCORE")
    return frozenset(word for t in verbs for word in terminals()[t]) | {"add", "say", "give", "roll"}


def table_line(m: Mishap) -> Diagnostic | None:
    """A line of a table with a colon or an arrow; `4+`."""
    if m.open_token("BY") is None:
        return None
    line, begin = m.line()
    if found := re.match(r" *([^:>=]+?) *(?:->|=>|:|=|is +equal +to)(?= *\S)", line):
        at = m.span(begin + found.end(1), begin + found.end())
        help_ = f"Write `{found[1]} is …`."
        return Diagnostic("RW1023", "A line of a table says `is`.", at, help_, fixes=(Fix(at, " is"),))
    if found := re.search(r"(\d+)\+", line):
        at = m.span(begin + found.start(), begin + found.end())
        help_ = f"Write `{found[1]}..9`, with the greatest number there is, or `otherwise`."
        return Diagnostic("RW1023", f"`{found[0]}` is no range.", at, help_, fixes=(Fix(at, "otherwise"),))
    return None
