# SPDX-License-Identifier: BSD-3-Clause
"""ctsarcc as a compiler: its options, exit statuses and messages, and as the compiler of make and
CMake."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import time

import pytest

from cases import (
    CASES,
    CC,
    CTSARCC,
    ROOT,
    UNITS,
    environment,
    must,
    must_translate,
    run,
    translate,
)

MAIN = """#include <stdio.h>
#include "sum.h"
#ifndef FACTOR
#define FACTOR 1
#endif
int main(void) { printf("%g\\n", FACTOR * sum(100)); return 0; }
"""
SUM = """#include "sum.h"
double sum(int n)
{
    double s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < n; ++i)
        s += i;
    return s;
}
"""
HEADER = "double sum(int n);\n"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "main.c").write_text(MAIN)
    (tmp_path / "sum.c").write_text(SUM)
    (tmp_path / "include").mkdir()
    (tmp_path / "include/sum.h").write_text(HEADER)
    return tmp_path


def prints(program, cwd, text="4950\n"):
    assert must(cwd / program, **UNITS) == text


def test_several_files_are_compiled_and_linked(project):
    must(
        CTSARCC,
        "-Iinclude",
        "-DFACTOR=2",
        "-O2",
        "main.c",
        "sum.c",
        "-o",
        "program",
        "-lm",
        cwd=project,
    )
    prints("program", project, "9900\n")
    assert sorted(p.name for p in project.iterdir()) == ["include", "main.c", "program", "sum.c"]


def test_the_default_output_is_a_out(project):
    must(CTSARCC, "-I", "include", "sum.c", "main.c", cwd=project)
    prints("a.out", project)


def test_objects_are_compiled_apart_and_linked(project):
    must(CTSARCC, "-Iinclude", "-c", "main.c", "sum.c", cwd=project)
    must(CTSARCC, "main.o", "sum.o", "-o", "program", cwd=project)
    prints("program", project)


def test_sources_may_have_any_name_or_none(project):
    (project / "sum.c").rename(project / "sum.text")
    must(
        CTSARCC,
        "-Iinclude",
        "-x",
        "c",
        "sum.text",
        "-x",
        "none",
        "main.c",
        "-o",
        "program",
        cwd=project,
    )
    prints("program", project)
    with open(project / "sum.text") as text:
        done = subprocess.run(
            [CTSARCC, "-Iinclude", "-xc", "-c", "-", "-o", "sum.o"],
            cwd=project,
            stdin=text,
            env=environment(),
        )
    assert done.returncode == 0
    must(CTSARCC, "-Iinclude", "main.c", "sum.o", "-r", "-o", "both.o", cwd=project)
    must(CTSARCC, "both.o", "-o", "program", cwd=project)
    prints("program", project)


def test_other_languages_are_the_compilers(project):
    must(CTSARCC, "-Iinclude", "-S", "sum.c", cwd=project)
    must(CTSARCC, "-c", "sum.s", cwd=project)
    must(CTSARCC, "-Iinclude", "main.c", "sum.o", "-o", "program", cwd=project)
    prints("program", project)
    must(CTSARCC, "-Iinclude", "main.c", "sum.s", "-o", "program", cwd=project)
    prints("program", project)


def test_an_archive_of_translated_objects_links(project):
    must(CTSARCC, "-Iinclude", "-c", "sum.c", "-o", "other-name.o", cwd=project)
    must("ar", "rcs", "libsum.a", "other-name.o", cwd=project)
    must(CTSARCC, "-Iinclude", "main.c", "-L.", "-lsum", "-o", "program", cwd=project)
    prints("program", project)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_compiler_can_be_chosen(project, compiler):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    must(
        CTSARCC,
        f"--cc={compiler}",
        "-Iinclude",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unknown-pragmas",
        "-g",
        "main.c",
        "sum.c",
        "-o",
        "program",
        cwd=project,
    )
    prints("program", project)


@pytest.mark.parametrize("standard", ["c99", "gnu11", "c17"])
def test_strict_standards_compile_without_warnings(project, standard):
    must_translate(
        f"-std={standard}",
        "-Wpedantic",
        "-Wall",
        "-Werror",
        "-Wno-unknown-pragmas",
        "-Iinclude",
        "main.c",
        "sum.c",
        "-o",
        "program",
        cwd=project,
    )
    prints("program", project)


def test_generated_code_meets_no_warning_that_the_user_chose(project):
    strict = [
        "-Wall",
        "-Wextra",
        "-Wconversion",
        "-Wshadow",
        "-Wcast-qual",
        "-Wmissing-prototypes",
        "-Wundef",
        "-Wunused-macros",
        "-Wdeclaration-after-statement",
        "-Wsign-conversion",
        "-Wno-unknown-pragmas",
        "-Werror",
    ]
    must_translate(*strict, "-Iinclude", "-c", "sum.c", cwd=project)


def test_a_file_in_c90_is_translated(project):
    (project / "old.c").write_text(
        "int v[9];\nvoid f(void)\n{\n    int i;\n#pragma ctsar for hetero(1)\n"
        "    for (i = 0; i < 9; ++i)\n"
        "        v[i] = i;\n}\n"
    )
    must_translate(
        "-std=c90", "-Wall", "-Werror", "-Wno-unknown-pragmas", "-c", "old.c", cwd=project
    )


def test_the_archive_can_be_linked(project):
    must(CTSARCC, "--static-ctsar", "-Iinclude", "main.c", "sum.c", "-o", "program", cwd=project)
    assert "libctsar" not in must("readelf", "-d", "program", cwd=project)
    prints("program", project)


def test_a_program_can_be_linked_without_anything_shared(project):
    must(CTSARCC, "-static", "-Iinclude", "main.c", "sum.c", "-o", "program", cwd=project)
    assert "NEEDED" not in must("readelf", "-d", "program", cwd=project)
    prints("program", project)


@pytest.mark.parametrize("nvcc", ["", "nvcc"])
def test_an_object_may_be_thrown_away(project, nvcc):
    must(CTSARCC, "-Iinclude", "-c", "sum.c", "-o", "/dev/null", cwd=project, CTSARCC_NVCC=nvcc)
    assert not os.path.isfile("/dev/null")


def test_a_source_from_standard_input_includes_files_of_its_folder(project):
    (project / "include/sum.h").rename(project / "sum.h")
    with open(project / "sum.c") as text:
        done = subprocess.run(
            [CTSARCC, "-xc", "-c", "-", "-o", "sum.o"], cwd=project, stdin=text, env=environment()
        )
    assert done.returncode == 0
    must(CTSARCC, "main.c", "sum.o", "-o", "program", cwd=project)
    prints("program", project)


@pytest.mark.parametrize("name, more", [("a.cpp", []), ("a.txt", ["-x", "c++"])])
def test_a_directive_in_cxx_is_an_error(tmp_path, name, more):
    (tmp_path / name).write_text(
        "static int v[9];\nint f()\n{\n#pragma ctsar for hetero(1)\n"
        "    for (int i = 0; i < 9; ++i)\n        v[i] = i;\n    return v[3];\n}\n"
    )
    status, _, messages = run(CTSARCC, *more, "-c", name, "-o", "a.o", cwd=tmp_path)
    assert (
        status == 1
        and messages.startswith(f"{name}:4: error: ctsarcc translates C; this is C++")
        and not (tmp_path / "a.o").exists()
    )


def test_cxx_without_directives_is_the_compilers(tmp_path):
    (tmp_path / "a.cpp").write_text("#pragma omp parallel for\nint f() { return 1; }\n")
    must(CTSARCC, "-c", "a.cpp", cwd=tmp_path)
    assert (tmp_path / "a.o").exists()


def test_the_users_own_openmp_is_inert_unless_asked_for(tmp_path):
    (tmp_path / "a.c").write_text("""#include <stdio.h>
int main(void)
{
    int v[8] = {0}, threads = 0;
#pragma omp parallel num_threads(3) reduction(+: threads)
    threads += 1;
#pragma omp parallel for hetero(1) part_copy(v[1:8])
    for (int i = 0; i < 8; ++i)
        v[i] = i;
    printf("%d %d\\n", threads, v[7]);
    return 0;
}
""")
    must_translate("a.c", "-o", "serial", cwd=tmp_path)
    must_translate("-fopenmp", "a.c", "-o", "parallel", cwd=tmp_path)
    prints("serial", tmp_path, "1 7\n")
    prints("parallel", tmp_path, "3 7\n")


def test_dependencies_are_those_of_the_users_file(project):
    must(CTSARCC, "-Iinclude", "-MMD", "-MP", "-c", "sum.c", cwd=project)
    assert (project / "sum.d").read_text().split("\n")[0] == "sum.o: sum.c include/sum.h"
    must(
        CTSARCC,
        "-Iinclude",
        "-MMD",
        "-MF",
        "deps",
        "-MT",
        "target",
        "-c",
        "sum.c",
        "-o",
        "out.o",
        cwd=project,
    )
    assert (project / "deps").read_text().strip() == "target: sum.c include/sum.h"
    assert must(CTSARCC, "-Iinclude", "-MM", "sum.c", cwd=project) == "sum.o: sum.c include/sum.h\n"


def test_preprocessing_and_assembly_go_through(project):
    assert "double sum(int n);" in must(CTSARCC, "-Iinclude", "-E", "sum.c", cwd=project)
    must(CTSARCC, "-Iinclude", "-S", "sum.c", cwd=project)
    assert "ctsar_launch" in (project / "sum.s").read_text()


ALIGNED = re.compile(r"(?m)^\s*\.p2align\s+6\b")  # not after n bytes at most


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="loops of x86 code")
@pytest.mark.parametrize(
    ("compiler", "options", "aligned"),
    [
        ("gcc", ["-O3"], True),
        ("clang", ["-O2", "-Werror"], True),
        ("gcc", ["-O3", "-O1"], False),
        ("gcc", ["-O3", "-fno-align-loops", "-fno-align-jumps"], False),
    ],
)
def test_loops_begin_with_a_line_of_the_cache(project, compiler, options, aligned):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    must_translate(f"--cc={compiler}", "-Iinclude", "-S", *options, "sum.c", cwd=project)
    assert bool(ALIGNED.search((project / "sum.s").read_text())) == aligned


def test_a_file_without_loops_of_ours_gets_no_options_of_ours(project):
    (project / "plain.c").write_text(SUM.replace("#pragma", "//"))
    must(CTSARCC, "-Iinclude", "-S", "-O3", "plain.c", cwd=project)
    assert not ALIGNED.search((project / "plain.s").read_text())


def test_what_is_shown_can_be_compiled_by_hand(project):
    must(CTSARCC, "-Iinclude", "--translate-only", "sum.c", cwd=project)
    text = (project / "sum.ctsar.c").read_text()
    assert '#include "sum.h"' in text and "#pragma omp parallel" in text
    before = os.stat(project / "sum.ctsar.c").st_mtime_ns
    must(CTSARCC, "-Iinclude", "--translate-only", "sum.c", cwd=project)
    assert os.stat(project / "sum.ctsar.c").st_mtime_ns == before
    must(CTSARCC, "-Iinclude", "-fopenmp", "sum.ctsar.c", "main.c", "-o", "program", cwd=project)
    prints("program", project)


def test_an_empty_command_line_is_refused_as_by_cc(tmp_path):
    status, _, messages = run(CTSARCC, cwd=tmp_path)
    assert (status, messages) == (1, "ctsarcc: error: no input files\n")


def test_dependencies_of_several_files_are_each_ones_own(project):
    must(CTSARCC, "-Iinclude", "-MMD", "-c", "main.c", "sum.c", cwd=project)
    for name in ("main", "sum"):
        wanted = must(CC, "-Iinclude", "-MM", f"{name}.c", cwd=project)
        assert (project / f"{name}.d").read_text() == wanted
        assert (project / f"{name}.o").exists()
        assert must(CTSARCC, "-Iinclude", "-MM", f"{name}.c", cwd=project) == wanted
    assert "stdio.h" in must(CTSARCC, "-Iinclude", "-M", "main.c", cwd=project)


def test_a_missing_file_is_named(tmp_path):
    status, _, messages = run(CTSARCC, "-c", "none.c", cwd=tmp_path)
    assert status == 1 and "none.c: No such file or directory" in messages


@pytest.mark.parametrize("source", ["sum.c", "main.c"])  # with directives, and without
def test_a_missing_compiler_is_named(project, source):
    for command in (["-c", source], [source], ["-c", source, "-MD"]):
        status, _, messages = run(CTSARCC, "--cc=no-such-cc", "-Iinclude", *command, cwd=project)
        assert (status, messages) == (1, "ctsarcc: error: there is no compiler 'no-such-cc'\n")


def test_a_compiler_that_cannot_be_started_is_named(project):
    (project / "cc").write_text("no program")
    status, _, messages = run(CTSARCC, "--cc=./cc", "-Iinclude", "-c", "main.c", cwd=project)
    assert (status, messages) == (
        1,
        "ctsarcc: error: './cc' cannot be started: Permission denied\n",
    )


@pytest.mark.parametrize("source", ["sum.c", "main.c"])
def test_a_temporary_folder_that_is_not_there_is_passed_over(project, source):
    for folder in ("/dev/null/none", str(project / "sum.c"), ""):
        must(CTSARCC, "-Iinclude", "-c", source, cwd=project, TMPDIR=folder)
        assert (project / source).with_suffix(".o").exists()
        (project / source).with_suffix(".o").unlink()


def test_a_syntax_error_is_reported_by_the_compiler(tmp_path):
    (tmp_path / "bad.c").write_text(
        "int f(int n)\n{\n    int s = ;\n#pragma ctsar for hetero(1) reduction(+: s)\n"
        "    for (int i = 0; i < n; ++i)\n        s += i;\n    return s;\n}\n"
    )
    status, _, messages = run(CTSARCC, f"--cc={CC}", "-c", "bad.c", cwd=tmp_path)
    plain, _, expected = run(CC, "-c", "bad.c", cwd=tmp_path)
    assert status == plain and messages == expected and not (tmp_path / "bad.o").exists()


def test_a_missing_header_is_reported_by_the_compiler(project):
    status, _, messages = run(CTSARCC, "-c", "sum.c", cwd=project)
    assert status == 1 and "sum.h: No such file or directory" in messages
    assert not (project / "sum.o").exists()


def test_a_link_error_is_the_linkers(project):
    status, _, messages = run(CTSARCC, "-Iinclude", "main.c", "-o", "program", cwd=project)
    assert status == 1 and "undefined reference to `sum'" in messages


def test_warnings_point_into_the_users_file(tmp_path):
    (tmp_path / "w.c").write_text(
        "int v[9];\nvoid f(int n)\n{\n#pragma ctsar for hetero(1)\n"
        "    for (int i = 0; i < 9; ++i) {\n        int unused;\n        v[i] = n;\n    }\n}\n"
    )
    status, _, messages = translate("-Wall", "-Wno-unknown-pragmas", "-c", "w.c", cwd=tmp_path)
    assert status == 0
    assert re.findall(r"(?m)^\S+: warning: .*", messages) and all(
        line.startswith("w.c:6:13: warning: unused variable")
        for line in re.findall(r"(?m)^\S+ warning: .*", messages)
    )


def test_debuggers_find_the_users_lines(project):
    must_translate("-Iinclude", "-g", "-c", "sum.c", cwd=project)
    lines = must("readelf", "--debug-dump=decodedline", "sum.o", cwd=project)
    assert re.search(r"sum\.c\s+7\b", lines)


def test_versions_and_queries_reach_the_compiler():
    assert must(CTSARCC, "--version").startswith("ctsarcc ")
    assert must(CTSARCC, f"--cc={CC}", "-dumpmachine") == must(CC, "-dumpmachine")
    assert "--translate-only" in must(CTSARCC, "--help")


def test_make_uses_it_as_cc(project):
    (project / "Makefile").write_text(
        "CFLAGS = -O2 -Iinclude -MMD\nprogram: main.o sum.o\n\t$(CC) $(LDFLAGS) $^ -o $@\n"
        "-include *.d\n"
    )
    must("make", f"CC={CTSARCC}", cwd=project)
    prints("program", project)
    assert "up to date" in must("make", f"CC={CTSARCC}", cwd=project)
    (project / "include/sum.h").write_text(HEADER + "\n")
    os.utime(project / "include/sum.h")
    assert "sum.c" in must("make", f"CC={CTSARCC}", cwd=project)


def test_cmake_uses_it_as_the_c_compiler(project):
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_library(sum STATIC sum.c)\n"
        "target_include_directories(sum PUBLIC include)\nadd_executable(program main.c)\n"
        "target_link_libraries(program sum)\n"
    )
    must("cmake", "-S", ".", "-B", "build", f"-DCMAKE_C_COMPILER={CTSARCC}", cwd=project)
    must("cmake", "--build", "build", cwd=project)
    prints("build/program", project)


def test_an_internal_error_is_told_from_a_mistake_of_the_users(capsys):
    from ctsarcc import driver

    with pytest.raises(KeyError) as caught:
        raise KeyError("x")
    assert driver.internal_error(caught.value) == 70
    messages = capsys.readouterr().err
    assert "internal error: KeyError" in messages and "Traceback" not in messages


def test_a_missing_libclang_is_named(monkeypatch, capsys):
    from clang import cindex

    from ctsarcc import driver
    from ctsarcc.installation import Installation

    def none():
        raise cindex.LibclangError("libclang-0.so: cannot open shared object file")

    monkeypatch.setattr(cindex.Index, "create", none)
    here = Installation(include=str(ROOT / "include"), library="", private=())
    assert driver.main(["--translate-only", "-o", "-", str(CASES / "figure-5/input.c")], here) == 1
    assert "install python3-clang" in capsys.readouterr().err


def test_a_missing_islpy_is_named_and_files_without_directives_need_none(tmp_path):
    (tmp_path / "islpy.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'islpy'\", name='islpy')\n"
    )
    (tmp_path / "plain.c").write_text("int main(void) { return 0; }\n")
    status, _, messages = run(CTSARCC, "-c", "plain.c", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert status == 0, messages
    source = CASES / "figure-5/input.c"
    status, _, messages = run(CTSARCC, "-c", source, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert status == 1
    assert messages.startswith("ctsarcc: error: No module named 'islpy'; install it")
    assert messages.count("\n") == 1


def test_every_case_is_translated_the_same_twice(tmp_path):
    source = CASES / "figure-5/input.c"
    first = must(CTSARCC, "--translate-only", source, "-o", "-")
    assert first == must(CTSARCC, "--translate-only", source, "-o", "-")


BOUNDS = """#define SIZE 500
#define PAD (2)
void f(int n, float *restrict a, const float *restrict b)
{
#pragma ctsar for hetero(1)
    for (int i = %s; ++i)
        a[i] = b[i];
}
"""


def test_explain_speaks_to_tools(tmp_path):
    more = (
        "#pragma ctsar for hetero(1)\n    for (int i = 0; i < n; ++i)\n        a[(int)b[i]] = i;\n}"
    )
    (tmp_path / "f.c").write_text((BOUNDS % "0; i < SIZE").replace("}", more))
    status, output, _ = translate(
        "--explain=json", "--no-cuda", "-c", "f.c", "-o", "f.o", cwd=tmp_path
    )
    assert status == 0
    said = json.loads(output)
    split, kept = said["loops"]
    clauses = ["part_copyin(b[1:500])", "part_copyout(a[1:500])"]
    assert split["split"] and [array["clause"] for array in split["arrays"]] == clauses
    assert split["arrays"][0]["dimensions"] == [
        {
            "extent": "500",
            "associated": True,
            "below": "0",
            "above": "0",
            "map": {"stride": 1, "offset": 0, "width": 1},
        }
    ]
    assert (kept["split"], kept["executed"]) == (False, "serial")
    found = [(m["id"], m["because"], m["line"]) for m in said["messages"]]
    assert found == [("kept-serial", "write-not-affine", kept["line"] + 2)]


def keys_in(said):
    if isinstance(said, list):
        return set().union(*map(keys_in, said))
    if not isinstance(said, dict):
        return set()
    return set(said).union(*(keys_in(value) for key, value in said.items() if key != "forms"))


def test_all_that_tools_are_told_is_documented(tmp_path):
    (tmp_path / "f.c").write_text(
        """void f(int n, int m, double **a, double *x, int *index)
{
#pragma ctsar for hetero(n > 9, all, chunk, 0.5, 20)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 1;
#pragma ctsar for hetero(1) independent
    for (int i = 0; i < n; i++)
        x[index[i] % n] = 1;
}
void g(int n, double *x)
{
    double s = 0;
#pragma ctsar for hetero(1) reduction(+: s)
    for (int i = 0; i < n; i++)
        s += x[i];
    *x = s;
}
#pragma ctsar implements(g)
void h(int n, double *x, long first, long last, double *s)
{
    for (long i = first; i < last; i++)
        *s += x[i];
}
#pragma ctsar task in(x[0:n])
void t(int n, const double *x)
{
}
void u(int n, const double *x)
{
    t(n, x);
}
"""
    )
    status, output, _ = translate(
        "--explain=json", "--no-cuda", "-c", "f.c", "-o", "f.o", cwd=tmp_path
    )
    assert status == 0
    said = json.loads(output)
    first = next(loop for loop in said["loops"] if loop.get("policy") == "chunk")
    assert [first[key] for key in ("condition", "ratio", "div")] == ["n > 9", "0.5", "20"]
    assert any(loop.get("to_the_host") for loop in said["loops"])
    page = (ROOT / "docs/directives.md").read_text()
    table = page[page.index("**What `--explain=json` prints**") :]
    table = table[: table.index("\n## ")]
    documented = set(re.findall(r"`(\w+)`", table)) - {"true", "null"}
    written = keys_in(said)
    assert {"pointers", "elements", "task", "bytes", "tolerance", "because"} <= written
    assert written <= documented
    answers = {"made", "in", "out", "inout", "OpenMP", "serial", "hetero"}
    assert documented <= written | answers


def test_explain_tells_tools_of_maps_and_of_what_is_asked(tmp_path):
    (tmp_path / "f.c").write_text(
        """void f(int n, int k, double *restrict a, double *x, const double *b)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++) {
        a[2 * i + 3] = b[i];
        a[2 * i + 4] = b[i + 1];
    }
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i] = x[i + k] + 1;
}
"""
    )
    status, output, messages = translate(
        "--explain=json", "--no-cuda", "-c", "f.c", "-o", "f.o", cwd=tmp_path
    )
    assert status == 0, messages
    split, kept = json.loads(output)["loops"]
    array = next(array for array in split["arrays"] if array["name"] == "a")
    assert array["dimensions"][0]["map"] == {"stride": 2, "offset": 3, "width": 2}
    assert kept["executed"] == "OpenMP" and "(long)(k) == 0" in kept["guards"][0]


REACHED = """double a[100];
int at[100];
double next(int i);
void f(int n, double *x)
{
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[at[i] % 7] += 1;
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        x[i % 7 * i % 5] += a[i];
#pragma ctsar for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = next(i);
}
"""


def test_explain_says_what_comes_to_the_host_and_why(tmp_path):
    (tmp_path / "f.c").write_text(REACHED)
    command = ("--no-cuda", "-c", "f.c", "-o", "f.o")
    status, output, messages = translate(*command, "--explain=json", cwd=tmp_path)
    assert status == 0, messages
    named, pointer, call = json.loads(output)["loops"]
    arrays = [(one["address"], one["write"]) for one in named["to_the_host"]]
    assert arrays == [("at", False), ("a", True)]
    assert not named["calls"] and not pointer["calls"] and call["calls"]
    _, _, messages = translate(*command, "--explain", cwd=tmp_path)
    told = [line for line in messages.splitlines() if line.startswith("  to the host")]
    why = "'x' is a pointer, of which nobody knows how far it is followed"
    assert told == [
        "  to the host before: 'at'",
        "  to the host before: 'a'; accelerators fetch it anew",
        f"  to the host before: all that persists, since {why}; accelerators fetch it anew",
        "  to the host before: all that persists, since it calls 'next', into which nobody looks; "
        "accelerators fetch it anew",
        "  to the host after each loop that is divided in functions which it calls: all of it",
    ]


LOOKED = """#include <stdio.h>
static int at[40];
static double x[60];
static void f(int n, const int *index, const double *from, double *to)
{
#pragma ctsar for hetero(1)%s
    for (int i = 0; i < n; i++)
        to[i] = from[index[i]] + 1;
}
int main(void)
{
    for (int i = 0; i < 40; i++)
        at[i] = 39 - i;
    f(20, at, x, x + 30);
    printf("%%g\\n", x[49] + x[30]);
}
"""


@pytest.mark.parametrize("clause, looks", [("", False), (" num_threads(2)", True)])
def test_one_core_alone_looks_at_no_subscripts(tmp_path, clause, looks):
    (tmp_path / "f.c").write_text(LOOKED % clause)
    must_translate("--no-cuda", "f.c", "-o", "f", cwd=tmp_path)
    told = {"CTSAR_DEVICES": "cpu", "CTSAR_REPORT": "1"}
    said = [run(tmp_path / "f", OMP_NUM_THREADS=team, **told) for team in ("1", "2")]
    assert [output for _, output, _ in said] == ["2\n", "2\n"]
    asked = ["1 time by one core" in messages for _, _, messages in said]
    assert asked == [looks, True]


ROWS = """#include <stdio.h>
#include <stdlib.h>
void f(int n, int m, double **x)
{
#pragma ctsar for hetero(1)
    for (int i = 1; i < n; i++)
        for (int j = 2; j < m; j++)
            x[i][j] *= j;
}
int main(int count, char **words)
{
    double *x[40], sum = 0;
    for (int i = 0; i < 40; i++) {
        x[i] = count > 1 ? calloc(30 + i % 3 * 8, 8) : i ? x[0] + i * 30 : calloc(40 * 30, 8);
        for (int j = 0; j < 30; j++)
            x[i][j] = i + j;
    }
    f(40, 30, x);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            sum += x[i][j] * (i + 3);
    printf("%.1f\\n", sum);
    return 0;
}
"""


def test_explain_tells_tools_of_rows_that_pointers_lead_to(tmp_path):
    (tmp_path / "f.c").write_text(ROWS)
    status, output, messages = translate(
        "--explain=json", "--no-cuda", "-c", "f.c", "-o", "f.o", cwd=tmp_path
    )
    assert status == 0, messages
    said = json.loads(output)
    (loop,) = said["loops"]
    (array,) = loop["arrays"]
    assert (loop["split"], loop["otherwise"]["executed"]) == (True, "OpenMP")
    assert array["pointers"]["name"] == "x" and array["pointers"]["rows"][0] == "1"
    assert (array["clause"], array["pointers"]["elements"][0]) == (None, "2")
    assert said["messages"] == []


def test_compilers_have_nothing_to_say_of_elimination(tmp_path):
    (tmp_path / "f.c").write_text("""static double a[900][900];
int main(void)
{
    for (int k = 0; k < 899; k++) {
#pragma ctsar for hetero(1)
        for (int i = k + 1; i < 900; i++)
            for (int j = k + 1; j < 900; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
    return a[7][7] > 0;
}
""")
    options = ["-O3", "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror", "--no-cuda"]
    must_translate(*options, "-c", "f.c", "-o", "f.o", cwd=tmp_path)


def test_explain_tells_tools_of_copies(tmp_path):
    (tmp_path / "f.c").write_text("""double a[9][9];
void f(int k)
{
#pragma ctsar for hetero(1)
    for (int i = k + 1; i < 9; i++)
        for (int j = k; j < 9; j++)
            a[i][j] -= a[k][j];
}
""")
    status, output, messages = translate(
        "--explain=json", "--no-cuda", "-c", "f.c", "-o", "f.o", cwd=tmp_path
    )
    assert status == 0, messages
    (loop,) = json.loads(output)["loops"]
    own, copy = loop["arrays"]
    assert (own["clause"], own["copy_of"]) == ("part_copy(a[1:9][0:9])", None)
    assert (copy["clause"], copy["copy_of"]) == (None, ["a[k][k]", "a[k][8]"])


def test_rows_of_one_block_are_divided_and_others_are_the_cores(tmp_path):
    (tmp_path / "f.c").write_text(ROWS)
    must_translate("--no-cuda", "--no-opencl", "f.c", "-o", "split", cwd=tmp_path)
    must(CC, "f.c", "-o", "plain", cwd=tmp_path)
    passes, sums = [], set()
    for words in ([], ["apart"]):
        report = tmp_path / "report.json"
        report.unlink(missing_ok=True)
        told = {"CTSAR_DEVICES": "cpu,emu:2", "CTSAR_REPORT": str(report)}
        sums.add(must(tmp_path / "split", *words, OMP_NUM_THREADS="2", **told))
        sums.add(must(tmp_path / "plain", *words))
        regions = json.loads(report.read_text())["regions"] if report.exists() else []
        passes.append([(region["name"], region["pass_count"]) for region in regions])
    assert len(sums) == 1
    assert passes == [[("f.c:5", 1)], []]


def test_explain_calls_scalars_the_same_for_people_and_for_tools(tmp_path):
    (tmp_path / "f.c").write_text(
        """double f(int n, const double *restrict a, double *restrict b)
{
    double t = 0, u, sum = 0, by = 2;
#pragma ctsar for hetero(1) reduction(+: sum) private(u) firstprivate(by)
    for (int i = 0; i < n; i++) {
        t = a[i];
        u = by * t;
        b[i] = u;
        sum += u;
    }
    return t + sum;
}
"""
    )
    command = ("--no-cuda", "-c", "f.c", "-o", "f.o")
    status, output, messages = translate("--explain=json", *command, cwd=tmp_path)
    assert status == 0, messages
    (loop,) = json.loads(output)["loops"]
    roles = {scalar["name"]: scalar["role"] for scalar in loop["scalars"]}
    expected = {
        "t": "lastprivate",
        "u": "private",
        "sum": "reduction",
        "by": "firstprivate",
    }
    assert {name: roles.get(name) for name in expected} == expected
    _, _, text = translate("--explain", *command, cwd=tmp_path)
    for name, role in expected.items():
        assert f"  {role}({'+:' if name == 'sum' else ''}{name}):" in text


def test_explain_of_another_kind_is_refused(tmp_path):
    status, _, messages = translate("--explain=xml", "-c", "f.c", cwd=tmp_path)
    assert (status, messages) == (1, "ctsarcc: error: option --explain=xml: text or json\n")


@pytest.mark.parametrize(
    "written, said",
    [
        ("1; i < SIZE -1", "1 to 499"),
        ("1; i <= n-2", "1 to n - 1"),
        ("PAD+1; i <= SIZE", "3 to 501"),
        ("n/2; i < n", "n/2 to n"),
        ("0; i <= n / 3", "0 to n / 3 + 1"),
    ],
)
def test_explain_works_a_loops_bounds_out(tmp_path, written, said):
    (tmp_path / "f.c").write_text(BOUNDS % written)
    _, _, messages = translate(
        "--explain", "--no-cuda", "--no-opencl", "-c", "f.c", "-o", "f.o", cwd=tmp_path
    )
    assert f"in 'f': {said}, step 1;" in messages


LOOP = "for (int i = 0; i < n; ++i) a[i] = i;"
GLUED = "#define GLUE(a, b) SPELT(a##b for het##ero(1))\n#define SPELT(x) _Pragma(#x)\n"
HEADERS = {
    "line.h": "#pragma ctsar for hetero(1)\n",
    "macro.h": '#define DIVIDED _Pragma("ctsar for hetero(1)")\n',
    "made.h": "#define MADE(x) _Pragma(#x)\n",
    "glued.h": GLUED,
    "digraph.h": GLUED.replace("##", "%:%:").replace("#define", "%:define"),
}


@pytest.mark.parametrize(
    "before, directive, options",
    [
        ('#include "line.h"', None, ["-Ideep"]),
        ("", None, ["-include", "deep/line.h"]),
        ('#include "macro.h"', "DIVIDED", ["-Ideep"]),
        ('#include "macro.h"', "DIVIDED", ["-isystem", "deep", "-MMD"]),
        ('#include "macro.h"', "DIVIDED", ["-Ideep", "-MD"]),
        ('#define DIVIDED _Pragma("omp parallel for het\\\nero(1)")', "DIVIDED", []),
        ("", "_Pragma(HOW)", ['-DHOW="ctsar for hetero(1)"']),
        ('#include "made.h"', "MADE(ctsar for hetero(1))", ["-Ideep"]),
        ('#include "glued.h"', "GLUE(ct, sar)", ["-Ideep"]),
        ('#include "digraph.h"', "GLUE(ct, sar)", ["-Ideep"]),
        ("", "#pragma ctsar for het\\\nero(1)", []),
        ("", "#pragma omp parallel for het\\\nero(1)", ["-MMD"]),
        ("", "%:pragma ctsar for hetero(1)", []),
        ("", "#pra\\ \ngma cts\\\nar for hetero(1)", []),
    ],
)
def test_a_directive_is_found_wherever_it_stands(tmp_path, before, directive, options):
    (tmp_path / "deep").mkdir()
    for name, text in HEADERS.items():
        (tmp_path / "deep" / name).write_text(text)
    if directive is None:  # the last line of the header is the directive
        text = f"void f(int n, double *a)\n{{\n{before}\n{LOOP}\n}}\n"
    else:
        text = f"{before}\nvoid f(int n, double *a)\n{{\n{directive}\n{LOOP}\n}}\n"
    if options[:1] == ["-include"]:
        (tmp_path / "deep/line.h").write_text(
            f"static void g(int n, double *a)\n{{\n{HEADERS['line.h']}{LOOP}\n}}\n"
        )
        text = "void f(int n, double *a) { g(n, a); }\n"
    (tmp_path / "one.c").write_text(text)
    must_translate("--no-cuda", "-c", *options, "one.c", cwd=tmp_path)
    assert "ctsar_" in must("nm", "-u", "one.o", cwd=tmp_path)


def test_a_file_without_directives_is_compiled_once_and_nothing_is_imported(project):
    calls = project / "calls"
    (project / "cc").write_text(f'#!/bin/sh\necho "$*" >>{calls}\nexec {CC} "$@"\n')
    (project / "cc").chmod(0o755)
    main = "#include <math.h>\n#include <stdio.h>\n#include <ctsar.h>\n#warning looked at\n" + MAIN
    (project / "main.c").write_text(main)
    (project / "none").mkdir()
    for name in ("clang", "islpy", "jinja2", "re", "subprocess"):
        (project / "none" / f"{name}.py").write_text(f"raise RuntimeError('{name}')\n")
    command = [CTSARCC, "--cc", "./cc", "-Iinclude", "-c", "main.c"]
    status, _, messages = run(*command, cwd=project, PYTHONPATH=str(project / "none"))
    assert status == 0 and messages.count("looked at [-Wcpp]") == 1, messages
    assert len(calls.read_text().splitlines()) == 1


def test_what_the_compiler_refuses_is_said_once(project):
    (project / "main.c").write_text('#include "sum.h"\nint f(void) { return undeclared; }\n')
    status, _, messages = run(CTSARCC, "-Iinclude", "-c", "main.c", cwd=project)
    assert status == 1 and messages.count("error: ") == 1, messages
    assert not (project / "main.o").exists()


POINTERS = """struct link { double *to; int n; };
void f(int n, double *restrict a, struct link *restrict l)
{
#pragma ctsar for hetero(1, cpu)
    for (int i = 0; i < n; ++i) {
        l[i].to = 0;
        l[i].n = i;
        a[i] = i;
    }
}
"""


def test_arrays_that_hold_pointers_are_registered_as_such(tmp_path):
    (tmp_path / "one.c").write_text(POINTERS)
    text = must_translate("--no-cuda", "--translate-only", "one.c", "-o", "-", cwd=tmp_path)
    calls = re.findall(r"ctsar_reg_mem\([^;]*;", text)
    for name, addresses in (("l", True), ("a", False)):
        (call,) = [call for call in calls if re.search(rf", {name}(_host)?,", call)]
        assert ("CTSAR_MEM_ADDRESSES" in call) == addresses


def test_what_the_tests_give_up_on_is_ended(project):
    slow, started = project / "cc", project / "started"
    slow.write_text(
        f"#!/bin/sh\necho $$ > {started}.new\nmv {started}.new {started}\nexec sleep 999\n"
    )
    slow.chmod(0o755)
    seconds = 1
    while not started.exists():
        seconds *= 2
        with pytest.raises(TimeoutError):
            translate(f"--cc={slow}", "-Iinclude", "-c", "sum.c", cwd=project, timeout=seconds)
    state = pathlib.Path("/proc", started.read_text().strip(), "stat")
    for _ in range(1000):
        try:
            if state.read_text().rpartition(")")[2].split()[0] == "Z":
                return
        except OSError:
            return
        time.sleep(0.01)
    pytest.fail("the compiler goes on")


def test_what_clang_does_not_know_is_named_beside_openmps_directives(tmp_path):
    (tmp_path / "nested.c").write_text(
        """void f(int n, double *a)
{
    double next(double x) { return x + 1; }
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; ++i)
        a[i] = next(a[i]);
}
"""
    )
    status, _, messages = run(CTSARCC, "--cc=gcc", "-fopenmp", "-c", "nested.c", cwd=tmp_path)
    assert status and "[parser]" in messages, messages
    assert "'#pragma omp' clause" not in messages


def test_a_comparison_that_a_macro_makes_is_no_warning(tmp_path):
    (tmp_path / "macro.c").write_text(
        """#define LESS(a, b) ((a) < (b))
int f(int n, double *a)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; ++i)
        a[i] = i;
    return LESS(n, n);
}
"""
    )
    must(CTSARCC, "-fopenmp", "-Wall", "-Werror", "-c", "macro.c", cwd=tmp_path)


STRANGE = """#include <stdatomic.h>
static int count(atomic_int *c) { return atomic_fetch_add(c, 1); }
int twice(int n)
{
    int more(int x) { return x + n; }
    return more(n) + more(1);
}
void f(int n, double *restrict a, const double *b)
{
#pragma omp parallel for hetero(1)
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];
}
int g(atomic_int *c) { return count(c); }
"""


def test_a_function_that_clang_refuses_stands_aside_where_no_loop_needs_it(tmp_path):
    """clang does not know functions in others. What gcc makes of C11's atomics it is given in other
    words."""
    path, command = tmp_path / "strange.c", (CTSARCC, "--cc=gcc", "-fopenmp", "-Wall", "-Werror")
    path.write_text(STRANGE)
    must(*command, "-c", "strange.c", cwd=tmp_path)
    assert "ctsar_reg_mem" in must(
        *command, "--translate-only", "-o", "-", "strange.c", cwd=tmp_path
    )

    def with_call(called):
        path.write_text(
            STRANGE.replace(
                "void f(",
                "extern atomic_int counter; int g(atomic_int *);\n"
                "static int wrapped(int n) { return twice(n); }\nint never = sizeof wrapped(1);"
                "\nvoid f(",
            ).replace("b[i]", f"(b[i] + {called})")
        )
        return run(*command, "-c", "strange.c", cwd=tmp_path)

    for called in ("twice(i)", "wrapped(i)"):
        status, _, messages = with_call(called)
        assert status and "[parser]" in messages, messages
    status, _, messages = with_call("g(&counter)")
    assert status == 0 and "'counter' is OpenMP's [kept-parallel]" in messages, messages
