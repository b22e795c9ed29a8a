# SPDX-License-Identifier: BSD-3-Clause
"""What translating takes: no more for each loop of a long file than for the only one of a short
file, and never more than so many steps for a question."""

import islpy as isl
import pytest

import batch_translate
from ctsarcc.analyse.polyhedral import questions, relations
from ctsarcc.analyse.polyhedral.terms import Terms
from ctsarcc.parse import Parser

ONE = """
static double from{0}[100], to{0}[100];
static int length{0} = 100;
void copy{0}(void)
{{
#pragma ctsar for hetero(1)
    for (int i = 0; i < length{0}; i++)
        to{0}[i] = from{0}[i];
}}
"""


TILES = """
void blur(int rows, int columns, int tiles, int across, float *restrict to,
          const float *restrict from)
{
#pragma omp parallel for hetero(1)
    for (int t = 0; t < tiles; t++) {
        int top = 8 * (t / across), left = 8 * (t % across);
        int bottom = top + 8 > rows ? rows : top + 8;
        int right = left + 8 > columns ? columns : left + 8;
        if (top == 0 || left == 0 || bottom == rows || right == columns)
            continue;
        for (int i = top; i < bottom; i++)
            for (int j = left; j < right; j++)
                to[i * columns + j] = from[i * columns + j - 1] + from[(i + 1) * columns + j];
    }
}
"""


def made(count, folder, monkeypatch):
    """How many variables are looked at in a file of so many loops."""
    numbers, path = [], folder / "many.c"
    path.write_text("".join(ONE.format(k) for k in range(count)))
    look = Parser._variable

    def counted(*arguments):
        numbers.append(1)
        return look(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Parser, "_variable", counted)
        batch_translate.translated(str(path))
    return len(numbers)


def test_a_loop_of_a_long_file_looks_at_its_own_variables_only(tmp_path, monkeypatch):
    few, many = (made(count, tmp_path, monkeypatch) for count in (5, 20))
    assert few >= 5 * 2 and many <= 4 * few


def hard():
    """A question that takes some hundred steps."""
    text = " and ".join(f"3*a{k} + 5*b{k} = n + {k} and a{k} >= b{k + 1} >= 0" for k in range(3))
    names = ", ".join(f"a{k}, b{k}" for k in range(4))
    return isl.Set(f"[n] -> {{ [{names}] : {text} and a3 >= 0 and b0 >= 0 }}").lexmin().is_empty()


def test_a_question_that_takes_too_long_is_given_up(monkeypatch):
    asked = questions.patient(lambda: "given up")(hard)
    assert asked() is False
    monkeypatch.setattr(questions, "MOST_STEPS", 20)
    assert asked() == "given up"
    assert isl.DEFAULT_CONTEXT.get_max_operations() == 0


def test_what_a_question_asks_behind_another_one_may_be_given_up_too(monkeypatch):
    @questions.patient(lambda: "given up")
    def outer():
        assert questions.patient(lambda: None)(lambda: True)()
        return hard()

    assert outer() is False
    monkeypatch.setattr(questions, "MOST_STEPS", 20)
    assert outer() == "given up"


@pytest.mark.parametrize("place", ["before", "behind"])
def test_variables_are_known_from_where_they_are_declared_on(tmp_path, place):
    """A directive may name what stands before it."""
    path, other = tmp_path / "place.c", "static double later[100];\n"
    loop = (
        ONE.format(0)
        .replace("hetero(1)", "hetero(1) copyin(later[0:100])")
        .replace("= from0[i]", "= from0[i] + LATER")
    )
    first, last = (other, "") if place == "before" else ("", other)
    use = "later[3]" if place == "before" else "0"
    path.write_text(first + loop.replace("LATER", use) + last)
    ids = {message[2] for message in batch_translate.translated(str(path))[1]}
    assert ("unknown-variable" in ids) == (place == "behind")


def test_a_value_that_a_loop_names_often_has_one_name(tmp_path, monkeypatch):
    """isl takes twice as long for each further quotient."""
    path, name, most = tmp_path / "tiles.c", Terms.name, []

    def counted(self):
        found = name(self)
        most.append(len(self.exists))
        return found

    monkeypatch.setattr(Terms, "name", counted)
    path.write_text(TILES)
    batch_translate.translated(str(path))
    assert 4 <= max(most) <= 8


def test_a_subscript_that_is_not_understood_leaves_none_of_its_cases_behind(tmp_path, monkeypatch):
    """isl multiplies cases, whether an element depends on them or not."""
    path, maps, read = tmp_path / "product.c", [], relations.read

    def noted(kind, text):
        maps.append(text)
        return read(kind, text)

    monkeypatch.setattr(relations, "read", noted)
    path.write_text(
        "void f(int n, int m, double *a, const double *b)\n{\n#pragma omp parallel for hetero(1)\n"
        "    for (int i = 0; i < n; i++)\n        a[i] = b[(i / m) * (i % m)];\n}\n"
    )
    batch_translate.translated(str(path))
    unknown = [text for text in maps if "[d0, f]" in text and "d0 = " not in text]
    assert unknown and not any(" or " in text for text in unknown)


def test_how_far_equal_loops_reach_is_found_once(tmp_path, monkeypatch):
    path, ends, find = tmp_path / "equal.c", [], questions._written
    loop = (
        "void f{0}(int n, double *a, const double *b, const int *at)\n{{\n"
        "#pragma omp parallel for hetero(1)\n"
        "    for (int i = 12345; i < n; i++)\n        a[3 * i] = b[at[i]];\n}}\n"
    )

    def counted(value):
        ends.append(value)
        return find(value)

    monkeypatch.setattr(questions, "_written", counted)
    numbers = []
    for count in (1, 6):
        path.write_text("".join(loop.format(k) for k in range(count)))
        ends.clear()
        questions._ends.cache_clear()
        batch_translate.translated(str(path))
        numbers.append(len(ends))
    assert numbers[0] == numbers[1] > 0
