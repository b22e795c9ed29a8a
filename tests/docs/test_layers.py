# SPDX-License-Identifier: BSD-3-Clause
"""libctsar/README.md says which part of the library may include which, and the code keeps to it;
CMake knows every file. translator/README.md says the same of the folders of the analysis."""

import ast
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


def test_a_state_header_holds_no_function():
    """A function, declared or defined, has its name at the line's beginning or behind its type."""
    function = re.compile(r"^[a-z][\w *]* \**\w+\(", re.M)
    assert any(function.search(path.read_text()) for path in sources() if path.name == "lock.h")
    wrong = [
        f"{path.relative_to(LIBRARY)}: {found[0]}"
        for path in sources()
        if path.name == "state.h" and (found := function.search(path.read_text()))
    ]
    assert not wrong, "\n".join(wrong)


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


# ---- the translator

TRANSLATOR = LIBRARY.parent / "translator"
PACKAGE = TRANSLATOR / "ctsarcc"
FOLDER = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|([^|]*)\|$", re.M)


def folders():
    """{folder of analyse/: (its files, folders that it may import)}"""
    section = (TRANSLATOR / "README.md").read_text().split("## The analysis")[1].split("\n## ")[0]
    names = re.compile(r"`(\w+)`")
    return {
        folder: (set(names.findall(files)), set(names.findall(allowed)))
        for folder, files, allowed in FOLDER.findall(section)
    }


def modules():
    """{(names of the package, ..., of the module): file}"""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[parts[:-1] if parts[-1] == "__init__" else parts] = path
    return found


def imported(name, path, known):
    """Modules that a module imports, wherever in its text."""
    package = name if path.name == "__init__.py" else name[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = package[: len(package) - node.level + 1]
            base = (*above, *(node.module.split(".") if node.module else ()))
            for one in node.names:
                yield (*base, one.name) if (*base, one.name) in known else base


def arfolders():
    known = modules()
    return {name: set(imported(name, path, known)) for name, path in known.items()}


def folder_of(name):
    """The folder of analyse/ that a module is in, or ""."""
    return name[2] if name[:2] == ("ctsarcc", "analyse") and len(name) > 2 else ""


def test_the_table_has_every_folder_and_file():
    found: dict[str, set[str]] = {}
    for name, path in modules().items():
        if folder_of(name) and path.name != "__init__.py":
            found.setdefault(folder_of(name), set()).add(name[-1])
    assert found == {
        folder: {file for file in files if file in found.get(folder, ())}
        for folder, (files, _) in folders().items()
    }


def test_folders_import_what_the_table_allows():
    table = folders()
    wrong = [
        f"{'.'.join(name)} imports {'.'.join(target)}"
        for name, targets in arfolders().items()
        for target in targets
        if folder_of(name) and folder_of(target) not in ("", folder_of(name))
        if folder_of(target) not in table[folder_of(name)][1]
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_of_a_folder_imports_its_way_in():
    """analyse/__init__.py asks the folders, and is asked by none of them."""
    way_in = ("ctsarcc", "analyse")
    assert not [
        name for name, targets in arfolders().items() if folder_of(name) and way_in in targets
    ]


def test_no_modules_import_each_other_in_a_circle():
    named = {".".join(k): {".".join(one) for one in v} for k, v in arfolders().items()}
    assert circles(named) == []


def test_the_table_of_the_analysis_has_no_circle():
    assert circles({folder: allowed for folder, (_, allowed) in folders().items()}) == []
