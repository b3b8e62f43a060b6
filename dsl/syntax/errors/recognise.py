"""Messages for what the grammar does not understand, in the words of somebody who writes rules.

The mistakes that people make often have a message of their own; the others say what is missing where.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lark.exceptions import UnexpectedInput

from regelwerk.dsl.diagnostics import Diagnostic, Fix
from regelwerk.dsl.source import LAYERS as _LAYERS
from regelwerk.dsl.source import Source

from .additions import addition
from .declared import (
    below_field,
    digit_first,
    lacks_verb,
    lone_number,
    missing_name,
    no_columns,
    one_field_per_line,
    open_range,
    prose,
    range_in_words,
    step_as_field,
    titles_in_a_row,
    two_word_column,
    two_words,
    unit_of_number,
    untyped_slot,
    values_only,
    wordy_type,
)
from .foreign import braced, decimal, foreign_sign, foreign_word, lone_word
from .habits import habit
from .headings import beginning, declaring
from .hints import field_hint, hint, last_hint
from .misspelt import (
    capital,
    capital_label,
    capital_word,
    hyphen,
    misspelt_before,
    misspelt_between,
    misspelt_here,
    word_as_name,
)
from .pasted import doing_row, empty_cell, json_field, note_at_margin, note_in_brackets, pasted_row, quote_in_text
from .repairs import (
    and_then,
    article,
    below_the_verb,
    change_on_one_line,
    colon_before_block,
    comma_at_end,
    else_on_the_line,
    extra_sign,
    full_stop,
    half_a_change,
    members_below,
    missing_sign,
    no_game,
    offered,
    otherwise_what,
    then_after_if,
    untyped,
    untyped_value,
)
from .scenarios import comma_between, had, no_outcome, part_out_of_place, part_with_more
from .sentences import sentence
from .shapes import range_of, shaped
from .situation import ENDS, GOES_ON, Mishap, expected, found, heading, inside, mishap, read
from .verbs import bullet, other_verb, table_line, unknown_verb, verb_in_question, who_does

LAYERS = rf"(?:{'|'.join(_LAYERS)})\b"
_JOINING = frozenset({"AND", "OR", "IMPLIES", "ADD", "MUL", "_WHERE"})


def explain(error: UnexpectedInput, source: Source, clean: str, start: int, end: int) -> Diagnostic:
    """Say why the text between two offsets could not be read."""
    return worded(mishap(error, source, clean, start, end))


def worded(m: Mishap) -> Diagnostic:
    """Find the words for a place where reading stopped."""
    for mistake in _MISTAKES:
        said = mistake(m)
        if said is not None:
            return said
    return _general(m)


def _general(m: Mishap) -> Diagnostic:
    before, follows = read(m), expected(m.accepts)
    if m.kind in ENDS:
        said = f"The line ends too early after {before}." if before else "Something is missing here."
    else:
        what = found(m)
        what = what[:1].upper() + what[1:]
        said = f"{what} cannot follow {before}." if before else f"{what} is out of place."
    help = f"Expected: {follows}." if follows else "Leave it out."
    if before and "…" not in before and (word := re.match(r"`([a-z]+)`", follows)):
        help += f" For example: `{before.strip('`')} {word[1]} …`."
    fold = m.open_token("FOLD")
    if fold is not None and m.open_token("_RESULT") is not None:
        help += f" The colon before it belongs to `{fold}`."
    return m.say("RW1001", inside(m) + said, help.strip())


# ---------------------------------------------------------------- mistakes with a message of their own


def _step_at_the_margin(m: Mishap) -> Diagnostic | None:
    """`add 1 to round` without indentation: only an overlay's `add` stands there, with an address alone."""
    line = m.clean[m.start : m.clean.find("\n", m.start)]
    if "\n" in m.clean[m.start : m.pos]:
        return None
    if said := addition(m.source, m.clean, m.start, m.end):
        return said
    if not re.match(r"add +(?!to\b).* to ", line):
        return None
    at = m.at._replace(column=1, end_line=m.at.line, end_column=4)
    help = "Indent it so that it belongs to the lines above."
    return Diagnostic("RW1002", "No declaration begins with such a line.", at, help, about="add")


def _unknown_declaration(m: Mishap) -> Diagnostic | None:
    """A sign that begins no declaration; words are looked at before reading."""
    if m.stack or "SCENARIO" not in m.accepts:
        return None
    if m.clean.startswith(("//", "/*"), m.pos):
        return foreign_sign(m)
    if noted := note_at_margin(m):
        return noted
    if re.match(r"\d+ *x? +[^\W\d]", m.clean[m.pos :]):
        said = "How many of something there are stands with its cards."
        help = (
            "Write a `type` for them, and `rows` with a column `copies`; what is only counted is a slot: `coins 0..30`."
        )
        return m.say("RW1002", said, help)
    if m.kind in ("RPAR", "RSQB", "RBRACE"):
        help = "Indent it so that it belongs to the lines above."
        return m.say("RW1002", f"No declaration begins with `{m.word}`.", help)
    help = "A line at the left margin begins with a word like `effect` or with the name of a type."
    return Diagnostic("RW1002", f"No declaration begins with {found(m)}.", m.at, help, about=m.word)


def _counting_with_colon(m: Mishap) -> Diagnostic | None:
    """`any x in S: c`."""
    word = m.trailing("counting") or m.open_token("COUNTING", "LPAR", "LSQB", "LBRACE")
    if m.kind != "COLON" or word is None or word.type != "COUNTING":
        return None
    said = f"`{word}` takes no colon: its condition follows `where`."
    return m.say("RW1004", said, f"Write `{word} x in … where …`; join several conditions with `and`.")


def _missing_result(m: Mishap) -> Diagnostic | None:
    """`sum x in S` without a result."""
    if "_RESULT" not in m.accepts:
        return None
    word = m.open_token("FOLD", "_VIA", "_COST", "PAIRING")
    if word is None:
        return None
    if m.kind in GOES_ON:
        return None
    examples = {
        "_VIA": "Say with a colon where one gets from there: `via x: roads(x)`.",
        "_COST": "Say with a colon what the step costs: `cost y: toll(x, y)`.",
        "PAIRING": "Say with a colon what a pair is worth: `pairing a, b in S where c: worth(a, b)`.",
    }
    help = examples.get(word.type, f"Say with a colon what counts for each: `{word} x in … : x.worth`.")
    return m.say("RW1005", f"`{word}` lacks its result: a colon and an expression.", help)


def _needs_brackets(m: Mishap) -> Diagnostic | None:
    """`count x in S > 3`, `any x in S, y in T`."""
    word = m.trailing("counting", "fold") or m.open_token("COUNTING", "FOLD")
    if word is not None and word.type == "COUNTING" and m.kind == "_COMMA" and "_COMMA" not in m.accepts:
        help = f"Put it in brackets: `({word} x in S, y in T where …)`."
        return m.say("RW1006", f"`{word} …` goes through several sets at once only in brackets.", help)
    if word is None or m.kind not in GOES_ON - {"_WHERE", "_WHILE", "NOT"} or m.kind in m.accepts:
        return None
    help = f"Put the whole of `{word} …` in brackets if `{m.word}` comes after it."
    return m.say("RW1006", f"`{word} …` reaches as far as it can; `{m.word}` cannot follow here.", help)


def _wrong_indent(m: Mishap) -> Diagnostic | None:
    if m.kind != "_INDENT":
        return None
    help = "Indent it like the line above, or end that line with a comma if it goes on here."
    above = m.clean[: m.pos].rstrip()
    above = above[above.rfind("\n") + 1 :]
    if foreign := lone_word(m, above):
        return foreign
    if re.match(r" *needs\b(?!.*\belse\b)", above) and m.source.lines[m.at.line - 1].lstrip().startswith('"'):
        why = m.source.lines[m.at.line - 1].strip()
        return m.say(
            "RW1012",
            "Why something is not possible stands behind `else`, on the same line.",
            f"Write `{' '.join(above.split())} else {why}`.",
        )
    if m.source.lines[m.at.line - 1].lstrip().startswith("@"):
        help = "Citations stand at the end of the line they belong to."
    elif (field := below_field(m, above)) is not None:
        help = f"Several lines stand below the field: `{field}` alone, and each of them indented by four spaces."
    elif (part := part_with_more(m, above)) is not None:
        help = f"Several lines stand below `{part}`: the word alone, and each of them indented by four spaces."
    return m.say("RW1012", "This line is indented deeper, but the line above opens no block.", help)


def _missing_block(m: Mishap) -> Diagnostic | None:
    if "_INDENT" not in m.accepts:
        return None
    said, help = f"{heading(m)} has nothing below it.", "Write its lines below, indented by two spaces."
    if m.names_field():
        said, help = f"{heading(m)} has no value.", "Write it on the same line, or as indented lines below."
    elif (beside := _beside(m)) is not None:
        help = f"Indent `{beside}` below it by two spaces more, and whatever else belongs to it."
    return m.behind().say("RW1013", said, help)


def _beside(m: Mishap) -> str | None:
    """Return the next line if it is indented like the one that lacks a block, and no other line of its kind."""
    before = m.clean[: m.pos].rstrip()
    begin = before.rfind("\n") + 1
    above, rest = before[begin:], m.clean[len(before) :].lstrip("\n ")
    start = len(m.clean) - len(rest)
    line = m.clean[m.clean.rfind("\n", 0, start) + 1 :].split("\n")[0].rstrip()
    indent = len(above) - len(above.lstrip())
    near = m.clean[len(before) : start].count("\n") == 1
    same = indent and len(line) - len(line.lstrip()) == indent
    return line.strip() if near and same and len(line.strip()) < 60 and "`" not in line else None


def _equals(m: Mishap) -> Diagnostic | None:
    """`x = 5` as a line of its own."""
    if m.word != "=" or not {"THEN", "_NL"} <= m.accepts or "CMP" in m.accepts:
        return None
    line, begin = m.line()
    kept = re.compile(r"[\w.]+(?:\[[^\]]*\])? *$").search(line, 0, m.pos - begin)
    name = kept[0].strip() if kept else read(m).strip("`")
    value = re.match(r"= *(.*?)(?= *(?:@\w|then\b|$))", line[m.pos - begin :])
    first = begin + len(line) - len(line.lstrip())
    if ":" in line[m.pos - begin :] and m.readable_with((first, first, "if ")) is None:
        at = m.span(first, first)
        return m.say(
            "RW1018", "This asks something, and nothing says so.", "Begin the line with `if`.", (Fix(at, "if "),)
        )
    fixes: tuple[Fix, ...] = ()
    drawn = range_of(value[1]) if value is not None else None
    if drawn is not None and kept is not None and value is not None and ("." in name or _is_kept(m, name)):
        whole = m.span(begin + kept.start(), m.pos + value.end())
        lines = f"draw drawn in {drawn} then set {name} to drawn"
        said = "Chance picks in a line of its own, and what it has picked is kept then."
        return m.say("RW1018", said, f"Write `{lines}`.", (Fix(whole, lines),))
    written = value[1] if kept is not None and value is not None and value[1] else "…"
    new = name.isidentifier() and not _is_kept(m, name)
    line = f"let {name} = {written}" if new else f"set {name} to {written}"
    slot = re.escape(name.rpartition(".")[2])
    if re.search(rf"^ +{slot} +(?:holds|pile +of)\b", m.source.whole, re.MULTILINE) and not new:
        line = f"move {written} to {name}"
    if new and (chance := _CHANCE.fullmatch(written)) is not None:
        low, high = (chance[1], chance[2]) if chance[2] else ("1", chance[1] or chance[3] or "6")
        line = f"draw {name} in {low}..{high}"
        whole = m.span(begin + kept.start(), m.pos + value.end()) if kept and value else m.at
        return m.say("RW1018", "Chance picks in a line of its own.", f"Write `{line}`.", (Fix(whole, line),))
    if new and not re.search(r"^game\b", m.source.whole, re.MULTILINE):  # it may be declared in another file
        help = f"What is kept changes by `set {name} to {written}`; a new name for the rest of the block "
        return m.say("RW1018", "`=` compares; it changes nothing.", f"{help}begins with `let`: `{line}`.")
    if kept is not None and value is not None and value[1]:
        fixes = (Fix(m.span(begin + kept.start(), m.pos + value.end()), line),)
    help = f"Write `{line}`."
    if new:
        help = f"A new name for the rest of the block begins with `let`: `{line}`. What is kept changes by `set … to`."
    return m.say("RW1018", "`=` compares; it changes nothing.", help, fixes)


_CHANCE = re.compile(r"(?:[\w.]*\.)?(?:rand\w*|roll\w*|dice|die|throw)(?:\( *(\d+)? *(?:, *(\d+))? *\))?|[dw](\d+)")


def _is_kept(m: Mishap, name: str) -> bool:
    """Say whether a slot or a `var` of this name stands anywhere in the file."""
    return re.search(rf"^ +(?:var +)?{name}(?: +[\w-]|$)", m.source.whole, re.MULTILINE) is not None


def _open_end(m: Mishap) -> Diagnostic | None:
    """A line that ends with an operator."""
    last = m.last_token()
    if m.kind != "_NL" or last is None or last.type not in _JOINING or m.clean[m.pos :].lstrip("\n")[:1] != " ":
        return None
    help = f"Begin the next line with `{last}`: then it continues this one."
    return m.say("RW1019", f"The line ends with `{last}`.", help)


def _declared_inside(m: Mishap) -> Diagnostic | None:
    """`  scenario "…"` below other lines: a declaration that was indented."""
    line, begin = m.line()
    indent = len(line) - len(line.lstrip())
    card = re.match(r' +[A-Z]\w* +[a-z]\w* +"[^"]*" *$', line) is not None and m.clean[m.start : m.start + 1].isupper()
    declares = m.word in declaring() and m.word not in beginning("statement")
    if m.pos != begin + indent or not indent or not (declares or card):
        return None
    if m.clean.startswith("winner", m.start) and len(line.split()) > 2:  # `player with the most points wins`
        return None
    at = m.span(begin, m.pos)
    said = f"{inside(m)}`{m.word}` begins a declaration of its own."
    return m.say("RW0003", said, "Let it begin at the left margin.", (Fix(at, ""),))


def _under_header(m: Mishap) -> Diagnostic | None:
    """Everything below the header of an overlay indented, as if it belonged to it."""
    if not re.match(LAYERS, m.clean[m.start :]):
        return None
    begun = re.compile(r"^( +)([^\W\d]\w*)", re.MULTILINE).finditer(m.clean, m.start, m.end)
    first = next((line for line in begun if line[2] in declaring() or line[2][0].isupper()), None)
    if first is None or first.start() > m.pos:
        return None
    fixes, at = [], first.start()
    while at < m.end and m.clean.startswith(first[1], at):
        fixes.append(Fix(m.span(at, at + len(first[1])), ""))
        at = m.clean.find("\n", at) + 1 or m.end
    where = m.span(first.start(2), first.end(2))
    said = f"`{first[2]}` begins a declaration of its own; it does not belong to the header."
    return Diagnostic("RW0003", said, where, "Let it begin at the left margin.", fixes=tuple(fixes))


def _one_condition(m: Mishap) -> Diagnostic | None:
    """A second line below an invariant."""
    if not m.clean.startswith("invariant", m.start) or m.accepts != {"_DEDENT"}:
        return None
    return m.say("RW1001", f"{inside(m)}One condition stands below it.", "Begin this line with `and`, indented deeper.")


def _misplaced_answer(m: Mishap) -> Diagnostic | None:
    if m.kind != "SEAT":
        return None
    said = f"`{m.word}:` answers a decision, but nobody decides here."
    return m.say("RW1020", said, f"Answers stand under `when`. Let a seat do something with `as {m.word}: …`.")


def _lone_else(m: Mishap) -> Diagnostic | None:
    last = m.last_token()
    if "else" not in (m.word, last) or (last is not None and last.type == "ELSE"):
        return None
    if not re.match(r" *else\b", m.source.lines[m.at.line - 1]):
        return None
    help = "An `else` stands under the `if` at the beginning of a line, with the same indentation."
    return m.say("RW1014", "There is no `if` for this `else`.", help)


_MISTAKES: tuple[Callable[[Mishap], Diagnostic | None], ...] = (
    _step_at_the_margin,
    _unknown_declaration,
    _under_header,
    _one_condition,
    no_outcome,
    part_out_of_place,
    comma_between,
    had,
    colon_before_block,
    comma_at_end,
    braced,
    sentence,
    change_on_one_line,
    half_a_change,
    no_game,
    titles_in_a_row,
    range_in_words,
    hyphen,
    then_after_if,
    shaped,
    and_then,
    offered,
    else_on_the_line,
    otherwise_what,
    doing_row,
    values_only,
    no_columns,
    two_word_column,
    quote_in_text,
    pasted_row,
    json_field,
    empty_cell,
    note_at_margin,
    note_in_brackets,
    digit_first,
    missing_name,
    open_range,
    lone_number,
    untyped_slot,
    wordy_type,
    one_field_per_line,
    step_as_field,
    unit_of_number,
    lacks_verb,
    prose,
    capital_word,
    capital_label,
    table_line,
    bullet,
    full_stop,
    who_does,
    untyped_value,
    _needs_brackets,
    habit,
    _declared_inside,
    field_hint,
    hint,
    misspelt_between,
    two_words,
    article,
    foreign_sign,
    decimal,
    _lone_else,
    foreign_word,
    _equals,
    _open_end,
    _misplaced_answer,
    _counting_with_colon,
    word_as_name,
    verb_in_question,
    misspelt_here,
    other_verb,
    misspelt_before,
    last_hint,
    unknown_verb,
    _missing_result,
    _wrong_indent,
    members_below,
    below_the_verb,
    _missing_block,
    untyped,
    capital,
    missing_sign,
    extra_sign,
)
