"""What expressions mean as trees."""

import pytest

from regelwerk.dsl import ast
from regelwerk.dsl.syntax.parse import parse_expression
from tests.dsl.parsing.reading import bracketed, ident, sketch


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a or b and not c = d", "(a or (b and (not (c = d))))"),
        ("a implies b or c", "(a implies (b or c))"),
        ("a - 1 but at least 0 but at most 5", "(((a - 1) at least 0) at most 5)"),
        ("a / 4 rounded down", "(a / 4)"),
        ("a / 4 rounded up + 1", "((a /up 4) + 1)"),
        ("x not in a & b", "(x not in (a & b))"),
        ("1..n - 1", "(1 .. (n - 1))"),
        ("-1..1", "((- 1) .. 1)"),
        ("{-1, 1}", "{(- 1), 1}"),
        ("-x mod 4", "((- x) mod 4)"),
        ("{}", "{}"),
        ("{first: 1, second: -x}", "{first: 1, second: (- x)}"),
        ("m[a, b].f(c)[0]", "m[a, b].f(c)[0]"),
        ("[x in S]", "[x in S]"),
        ("[x in S, y in T where x < y: x + y]", "[x in S, y in T where (x < y): (x + y)]"),
        ("if a then b else if c then d else e", "(if a then b else (if c then d else e))"),
        ("reach a via x: next_to(x)", "(reach a via x: next_to(x))"),
        (
            "distance a to b via x: n(x) cost y: c(x, y) + 1",
            "(distance a to b via x: n(x) cost y: (c(x, y) + 1))",
        ),
        ("pairing a, b in S where a != b: f(a, b)", "(pairing a, b in S where (a != b): f(a, b))"),
        ("me.digits[first] + count", "(me.digits[first] + count)"),
    ],
)
def test_operators_bind_as_a_reader_expects(written: str, meant: str) -> None:
    assert bracketed(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a and any r in me.used where r.village", "(a and (any r in me.used where r.village))"),
        ("3 < count x in S where c and d", "(3 < (count x in S where (c and d)))"),
        ("1 + sum x in S: e * 2 but at least 4", "(1 + (sum x in S: ((e * 2) at least 4)))"),
        ("-sum x in S: e", "(- (sum x in S: e))"),
        ("not any x in S where c", "(not (any x in S where c))"),
        ("(sum x in S: e) but at least 4", "((sum x in S: e) at least 4)"),
        (
            "any c in S where any r in T where fits(t, c, r)",
            "(any c in S where (any r in T where fits(t, c, r)))",
        ),
        ("sum x in S where max y in T: y > 2: x", "(sum x in S where (max y in T: (y > 2)): x)"),
        ("all q in reach p via x: f(x): q.open", "(all q in (reach p via x: f(x)): q.open)"),
        ("x in S and no y in T where y = x", "((x in S) and (no y in T where (y = x)))"),
        (
            "if any x in S where c then sum y in T: 1 else 2",
            "(if (any x in S where c) then (sum y in T: 1) else 2)",
        ),
        ("f(most x in S: a, b)", "f((most x in S: a), b)"),
        ("count x in S while x.open", "(count x in S while x.open)"),
        ("first x in S where a while b: x", "(first x in S where a while b: x)"),
        ("sum x in S where any y in T while d: x", "(sum x in S where (any y in T while d): x)"),
        ("1 + if a then b else c", "(1 + (if a then b else c))"),
        ("sum x in S where c, y in x.all: y", "(sum x in S where c, y in x.all: y)"),
        ("f(all x in S, y in T: c, z)", "f((all x in S, y in T: c), z)"),
        ("(any x in S, y in T where c) and d", "((any x in S, y in T where c) and d)"),
        ("f((count x in S, y in T), z)", "f((count x in S, y in T), z)"),
        ("f(any x in S, y in T)", "f((any x in S), (y in T))"),
        ("[x in S where any y in T, z in U: x]", "[x in S where (any y in T), z in U: x]"),
    ],
)
def test_a_quantifier_reaches_as_far_right_as_it_can(written: str, meant: str) -> None:
    assert bracketed(written) == meant


def test_a_text_is_cut_at_its_braces() -> None:
    built, problems = parse_expression('"{{x}} costs {w.price - n} in {a}"')
    assert problems == []
    assert isinstance(built, ast.TextExpr)
    plain, price, middle, place = built.text.parts
    assert (plain, middle) == ("{x} costs ", " in ")
    assert not isinstance(price, str)
    assert not isinstance(place, str)
    assert sketch(price) == "(w.price - n)"
    assert (price.at.column, price.at.end_column) == (15, 26)
    assert place == ident("a")
