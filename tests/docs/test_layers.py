# SPDX-License-Identifier: BSD-3-Clause
"""libctsar/README.md says which part of the library may include which, and the code keeps to it;
CMake knows every file."""

import collections
import pathlib
import re

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "libctsar"
ROW = re.compile(r"^\| (?P<part>[^|]+) \| [^|]+ \| (?P<allowed>[^|]*) \|$", re.M)


def rules():
    """{folder: folders it may include}"""
    table = {}
    for row in ROW.finditer((LIBRARY / "README.md").read_text()):
        for part in re.findall(r"`([\w/]+)`", row["part"]):
            table[part] = set(re.findall(r"`([\w/]+)`", row["allowed"]))
    return table


def part_of(path):
    return str(path.relative_to(LIBRARY).parent)


def sources():
    return sorted([*LIBRARY.rglob("*.c"), *LIBRARY.rglob("*.h")])


def includes(path):
    for name in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), re.M):
        if name != "ctsar.h":
            yield LIBRARY / name


def test_every_part_has_a_row():
    assert {part_of(path) for path in sources()} == set(rules())


def test_includes_keep_to_the_table():
    table = rules()
    wrong = [
        f"{path.relative_to(LIBRARY)} includes {target.relative_to(LIBRARY)}"
        for path in sources()
        for target in includes(path)
        if part_of(target) != part_of(path) and part_of(target) not in table.get(part_of(path), ())
    ]
    assert not wrong, "\n".join(wrong)


def test_every_include_is_found_from_the_library_s_folder():
    assert all(target.exists() for path in sources() for target in includes(path))


def circles(arrows):
    """Strongly connected components of {node: {nodes}} of more than one node (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(arrows.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            at = stack.index(node)
            component = stack[at:]
            del stack[at:]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return found


def arrows_between(name_of):
    """{what a file belongs to: what those that it includes belong to}"""
    arrows: dict[str, set[str]] = {name_of(path): set() for path in sources()}
    for path in sources():
        targets = {name_of(target) for target in includes(path)}
        arrows[name_of(path)] |= targets - {name_of(path)}
    return arrows


def file_of(path):
    """A source and its header are one."""
    return str(path.relative_to(LIBRARY).with_suffix(""))


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_files_include_each_other_in_a_circle():
    assert circles(arrows_between(file_of)) == []


def test_no_folders_include_each_other_in_a_circle():
    assert circles(arrows_between(part_of)) == []


def test_the_table_has_no_circle():
    assert circles(rules()) == []


# sched.h is the interface of policies; the registry makes the calls that lead to one of them.
INTERFACES = {"sched/registry"}
OFFERED = re.compile(r"^(?!static)\w[\w \t*]*?\b(ctsar__\w+)\(", re.M)


def test_a_function_is_declared_in_the_header_of_its_file():
    """Else an arrow could hide behind another file's header."""
    wrong = []
    for path in LIBRARY.rglob("*.c"):
        if file_of(path) in INTERFACES:
            continue
        header = path.with_suffix(".h")
        declared = header.read_text() if header.exists() else ""
        wrong += [
            f"{path.relative_to(LIBRARY)}: {name}"
            for name in OFFERED.findall(path.read_text())
            if not re.search(rf"\b{name}\(", declared)
        ]
    assert not wrong, "\n".join(wrong)


NAMED = re.compile(r"(?<![\w*])((?:[\w-]+/)*[\w-]+\.[ch])\b")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
ELSEWHERE = {"cuda.h"}


def test_comments_name_files_that_there_are():
    root = LIBRARY.parent
    folders = [root / name for name in ("include", "libctsar", "tests", "bench", "tools")]
    names = {path.name for folder in folders for path in folder.rglob("*.[ch]")} | ELSEWHERE
    stale = [
        f"{path.relative_to(root)}: {name}"
        for path in [root / "include/ctsar.h", *sources()]
        for comment in COMMENT.findall(path.read_text())
        for name in NAMED.findall(comment)
        if pathlib.Path(name).name not in names
    ]
    assert not stale, "\n".join(stale)


def listed(cmake_file):
    """What a CMakeLists.txt names, relative to its folder."""
    return set(re.findall(r"[\w/]+\.(?:c|py)\b", cmake_file.read_text()))


def test_every_source_is_built():
    built = listed(LIBRARY / "CMakeLists.txt")
    assert {str(path.relative_to(LIBRARY)) for path in LIBRARY.rglob("*.c")} == built


def test_every_test_is_registered():
    tests = LIBRARY.parent / "tests"
    registered = (tests / "CMakeLists.txt").read_text()
    folders = {tests / name for name in re.findall(r"\(\w+ ([\w/]+)[ )]", registered)}
    found = {
        str(path.relative_to(tests))
        for suffix in ("c", "py")
        for path in tests.rglob(f"test_*.{suffix}")
        if path.parent not in folders
    }
    assert found - listed(tests / "CMakeLists.txt") == set()


def code_of(path):
    """Without comments and strings."""
    return re.sub(r'"(?:\\.|[^"\\])*"|/\*.*?\*/', "", path.read_text(), flags=re.S)


def test_what_a_header_offers_the_library_or_a_tool_uses():
    tools = [p for kind in ("c", "h") for p in (LIBRARY.parent / "tools").rglob(f"*.{kind}")]
    code = {path: code_of(path) for path in (*sources(), *tools)}
    words = collections.Counter(
        word for text in code.values() for word in re.findall(r"\bctsar__\w+", text)
    )
    offered = {
        name
        for path, text in code.items()
        if path.suffix == ".h" and path.is_relative_to(LIBRARY)
        for name in re.findall(r"^[a-z][^;{}=]*?\b(ctsar__\w+)\([^;{}]*\)[^;{}]*;", text, re.M)
        if "typedef" not in text[: text.index(name)].rpartition(";")[2]
    }
    assert offered
    unused = sorted(name for name in offered if words[name] < 3)  # declared, defined, used
    assert not unused, ", ".join(unused)
