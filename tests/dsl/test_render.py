"""How messages are shown."""

import json
import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from regelwerk.dsl.diagnostics import Diagnostic, Fix, Label, Severity
from regelwerk.dsl.diagnostics.render import WIDTH, render_github, render_json, render_text, summary
from regelwerk.dsl.source import NOWHERE, Source, Span

RULES = Source("rules.regel", "kind Suit red, blue\n\neffect go\n  gian 1 coin\n  nothing\n")


def at(line: int, column: int, end: int, file: str = "rules.regel") -> Span:
    return Span(file, line, column, line, end)


def test_a_message_shows_its_line_the_other_place_and_the_way_out() -> None:
    d = Diagnostic(
        "RW2001",
        "There is no effect called `gian`.",
        at(4, 3, 7),
        "Did you mean `gain`?",
        others=(Label(at(1, 6, 10), "suits stand here"),),
        cites=("X-01",),
    )
    assert render_text([d], [RULES]) == (
        "error[RW2001] Unknown type\n"
        " --> rules.regel:4:3\n"
        "  |\n"
        "4 |   gian 1 coin\n"
        "  |   ^^^^\n"
        "  |\n"
        " ::: rules.regel:1:6: suits stand here\n"
        "  |\n"
        "1 | kind Suit red, blue\n"
        "  |      ----\n"
        "  |\n"
        "  = There is no effect called `gian`.\n"
        "  = Did you mean `gain`?\n"
        "  = See @X-01.\n"
        "\n"
        "1 error\n"
    )


def test_two_places_of_one_line_share_it() -> None:
    d = Diagnostic("RW2002", "Twice.", at(1, 16, 20), others=(Label(at(1, 11, 14), "first here"),))
    shown = render_text([d], [RULES])
    assert shown.count("kind Suit") == 1
    assert "  |                ^^^^\n  |           --- first here\n" in shown


def test_a_long_span_is_marked_at_the_edge_and_shortened() -> None:
    source = Source("a", "\n".join(f"line {n}" for n in range(1, 30)))
    shown = render_text([Diagnostic("RW1", "Long.", Span("a", 2, 1, 20, 5))], [source])
    assert " 2 |> line 2\n" in shown
    assert "   ...\n20 |> line 20\n" in shown
    assert "line 10" not in shown


def test_messages_are_sorted_and_counted() -> None:
    late = Diagnostic("RW1", "Late.", at(5, 1, 2))
    early = Diagnostic("RW2", "Early.", at(1, 1, 2), severity=Severity.WARNING)
    shown = render_text([late, late, early], [RULES])
    assert shown.index("Early") < shown.index("Late")
    assert shown.endswith("\n\n2 errors, 1 warning\n")
    assert summary([]) == ""
    assert render_text([], []) == ""


def test_a_message_without_a_place_is_only_words() -> None:
    assert render_text([Diagnostic("RW5", "Nowhere.", NOWHERE, "Go on.")], []) == (
        "error[RW5]\n  = Nowhere.\n  = Go on.\n\n1 error\n"
    )
    unread = Diagnostic("RW0", "Cannot be read.", Span("gone.regel", 0, 0, 0, 0))
    assert "--> gone.regel\n" in render_text([unread], [])


def test_an_underline_stands_under_wide_characters() -> None:
    source = Source("a", 'say "漢字é" then x')
    shown = render_text([Diagnostic("RW1", "Here.", at(1, 16, 17, "a"))], [source])
    line, under = shown.split("\n")[3:5]
    assert under.index("^") == line.index("x") + 2  # two wide characters


def test_a_long_line_is_cut_around_the_place() -> None:
    source = Source("a", "x" * 400 + "HERE" + "y" * 400)
    shown = render_text([Diagnostic("RW1", "Here.", at(1, 401, 405, "a"))], [source])
    line, under = shown.split("\n")[3:5]
    assert line.count("…") == 2
    assert line.index("HERE") == under.index("^^^^")
    assert len(line) <= WIDTH + 10


def test_colour_only_where_asked_and_never_from_the_source() -> None:
    source = Source("a", "a \033[31m b\t\r\n")
    d = Diagnostic("RW1", "Here.", at(1, 1, 2, "a"))
    plain = render_text([d], [source])
    assert "\033" not in plain
    coloured = render_text([d], [source], colour=True)
    assert re.sub("\033\\[[0-9;]*m", "", coloured) == plain


def test_json_is_stable() -> None:
    d = Diagnostic("RW2", "Umlaut ä.", at(1, 1, 5), fixes=(Fix(at(1, 1, 5), "sort", True),), cites=("A-1",))
    (shown,) = json.loads(render_json([d]))["diagnostics"]
    place = {"file": "rules.regel", "line": 1, "column": 1, "end_line": 1, "end_column": 5}
    assert shown == {
        "code": "RW2",
        "title": "",
        "severity": "error",
        "message": "Umlaut ä.",
        "help": "",
        "place": place,
        "others": [],
        "fixes": [{"place": place, "text": "sort", "safe": True}],
        "cites": ["A-1"],
    }
    assert json.loads(render_json([Diagnostic("RW2", "", NOWHERE)]))["diagnostics"][0]["place"] is None


def test_github_annotations_are_escaped() -> None:
    d = Diagnostic(
        "RW2", "100%: no.\nReally.", Span("a,b:c", 3, 2, 3, 4), "Try.", others=(Label(at(1, 1, 2), "there"),)
    )
    assert render_github([d]) == (
        "::error file=a%2Cb%3Ac,line=3,col=2,title=RW2::100%25: no.%0AReally.%0ATry.%0Arules.regel:1:1: there\n"
    )
    warned = Diagnostic("RW8", "Hm.", NOWHERE, severity=Severity.WARNING)
    assert render_github([warned]) == "::warning title=RW8::Hm.\n"


numbers = st.integers(-2, 40)
spans = st.builds(Span, st.sampled_from(["", "a", "b"]), numbers, numbers, numbers, numbers)
labels = st.lists(st.builds(Label, spans, st.text(max_size=5)), max_size=3)


@given(st.text(max_size=60), spans, labels, st.text())
def test_any_span_on_any_text_can_be_shown(text: str, place: Span, others: list[Label], message: str) -> None:
    d = Diagnostic("RW1", message, place, message, others=tuple(others))
    shown = render_text([d], [Source("a", text)])
    assert shown.endswith("1 error\n")
    assert "\033" not in shown
    json.loads(render_json([d]))
    assert len(render_github([d]).splitlines()) >= 1


def test_one_unknown_name_in_many_places_is_one_message() -> None:
    text = "one\ntwo\n"
    here, there = (replace(_unknown, at=Span("f", n, 1, n, 4)) for n in (1, 2))
    shown = render_text([here, there], [Source("f", text)])
    assert shown.count("error[") == 1
    assert "The same at f:2:1." in shown
    assert shown.endswith("2 errors\n")


def test_other_messages_are_not_folded() -> None:
    found = [Diagnostic("RW1022", "No `:` belongs here.", Span("f", n, 1, n, 2), "Leave it out.") for n in (1, 2)]
    assert render_text(found, [Source("f", "a:\nb:\n")]).count("error[") == 2


_unknown = Diagnostic("RW2009", "There is no field called `gold`.", Span("f", 1, 1, 1, 4), "Declare it.", about="gold")
