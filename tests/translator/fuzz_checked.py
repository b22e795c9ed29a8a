# SPDX-License-Identifier: BSD-3-Clause
"""Random loops that cores execute on the user's word, in one program, each with a twin that records
every address: what check mode says of a loop is held against all pairs of these."""

import random

PRAGMAS = ("omp parallel for hetero(1)", "ctsar for hetero(1) independent")

HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 24, ROOM = 64 };
struct cell { int a; double b[3]; char c; short d[2]; };
static double x[ROOM];
static int k1[ROOM], k2[ROOM];
static struct cell cells[ROOM];
static double *rows[ROOM];
static char bytes[ROOM];

static struct { const char *at; size_t size; int write, by; } noted[10000];
static int count, iteration;

static void note(const void *at, size_t size, int write)
{
    noted[count].at = at, noted[count].size = size, noted[count].write = write;
    noted[count++].by = iteration;
}

static int meet(void)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (noted[i].by != noted[j].by && (noted[i].write || noted[j].write)
                && noted[i].at < noted[j].at + noted[j].size
                && noted[j].at < noted[i].at + noted[i].size)
                return 1;
    return 0;
}

static void fill(unsigned seed)
{
    srand(seed);
    for (int i = 0; i < ROOM; i++) {
        x[i] = i;
        k1[i] = seed % 3 ? rand() % ROOM : i;
        k2[i] = seed % 2 ? (i * 5 + 3) % N : i;
        memset(&cells[i], 0, sizeof cells[i]);
        rows[i] = seed % 5 ? &x[i % 20 * 3] : &x[rand() % 60];
        bytes[i] = 0;
    }
}
"""

MAIN = """\
typedef void loop(int, double *, struct cell *);
static loop *const loops[] = {LOOPS}, *const twins[] = {TWINS};

int main(int argc, char **argv)
{
    int which = argc > 2 ? atoi(argv[1]) : 0;
    unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    fill(seed);
    twins[which](N, x + 2, cells + 1);
    puts(meet() ? "meet" : "apart");
    fflush(stdout);
    fill(seed);
    loops[which](N, x + 2, cells + 1);
    return 0;
}
"""


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def index(self, inner: str = "i", depth: int = 0) -> tuple[str, list]:
        """(a subscript, the elements that it reads)."""
        kind = self.random.randrange(5)
        if kind == 0:
            return inner, []
        if kind == 1:
            factor, offset = self.random.randrange(1, 4), self.random.randrange(4)
            return f"({inner} * {factor} + {offset}) % n", []
        text, read = self.index(inner, 1) if kind == 4 and not depth else (inner, [])
        element = f"{self.random.choice(('k1', 'k2'))}[{text}]"
        return f"{element} % n", [*read, element]

    def place(self, nested: bool) -> tuple[str, list]:
        """(an element, those that are read to find it)."""
        text, read = self.index()
        j = "j" if nested else str(self.random.randrange(3))
        rows = f"rows[{text}]"
        return self.random.choice(
            [
                (f"x[{text}]", read),
                (f"(*(x + {text}))", read),
                (f"xs[{text}]", read),
                (f"cells[{text}].a", read),
                (f"cells[{text}].b[{j}]", read),
                (f"at[{text}].{self.random.choice(('c', 'd[0]', 'd[1]'))}", read),
                (f"{rows}[{j}]", [*read, rows]),
                (f"bytes[{text}]", read),
            ]
        )

    def statement(self, nested: bool) -> tuple[str, str]:
        """(a statement, the same behind notes of what it touches)."""
        target, read = self.place(nested)
        op = self.random.choice(("=", "=", "=", "+=", "++"))
        value = "7"
        others: list[str] = []
        if op != "++" and self.random.random() < 0.5:
            value, others = self.place(nested)
            others = [value, *others]
        text = f"{target}++;" if op == "++" else f"{target} {op} {value};"
        if others and self.random.random() < 0.3:
            text = f"{{ const double t = {value}; {target} {op} t; }}"
        notes = [f"note(&({e}), sizeof({e}), 0);" for e in (*read, *others)]
        notes.append(f"note(&({target}), sizeof({target}), 1);")
        condition = self.random.choice(("", "", "if (i % 3 == 1) ", "if (i < 9) "))
        return condition + text, f"{condition}{{ {' '.join(notes)} {text} }}"

    def loop(self, number: int) -> str:
        nested = self.random.random() < 0.4
        pairs = [self.statement(nested) for _ in range(self.random.randrange(1, 4))]
        inner = "for (int j = 0; j < 3; j++) " if nested else ""
        text = ""
        for name, k, pragma, head in (
            ("loop", 0, f"#pragma {self.random.choice(PRAGMAS)}\n", ""),
            ("twin", 1, "", "iteration = i; "),
        ):
            body = f"{{ {head}{inner}{{ {' '.join(pair[k] for pair in pairs)} }} }}"
            text += (
                f"static void {name}{number}(int n, double *xs, struct cell *at)\n{{\n"
                f"    (void)xs, (void)at;\n{pragma}    for (int i = 0; i < n; i++) {body}\n}}\n"
            )
        return text


def program(seed: int, loops: int) -> str:
    make = Maker(seed)
    texts = [make.loop(number) for number in range(loops)]
    names = {kind: ", ".join(f"{kind}{k}" for k in range(loops)) for kind in ("loop", "twin")}
    main = MAIN.replace("LOOPS", names["loop"]).replace("TWINS", names["twin"])
    return "\n".join([HEAD, *texts, main])
