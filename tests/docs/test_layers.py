# SPDX-License-Identifier: BSD-3-Clause
"""libctsar/README.md says which part of the library may include which, and the code keeps to it;
CMake knows every file."""
import pathlib
import re

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "libctsar"
ROW = re.compile(r"^\| (?P<part>[^|]+) \| [^|]+ \| (?P<allowed>[^|]*) \|$", re.M)


def rules():
    """{part: parts it may include}; a part is a folder, or a file's name without suffix."""
    table = {}
    for row in ROW.finditer((LIBRARY / "README.md").read_text()):
        for part in re.findall(r"`([\w/]+)`", row["part"]):
            table[part] = set(re.findall(r"`([\w/]+)`", row["allowed"]))
    return table


def part_of(path):
    inside = path.relative_to(LIBRARY)
    return f"{inside.parts[0]}/" if len(inside.parts) > 1 else inside.stem


def sources():
    return sorted([*LIBRARY.rglob("*.c"), *LIBRARY.rglob("*.h")])


def includes(path):
    for name in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), re.M):
        if name != "ctsar.h":
            yield (path.parent / name).resolve()


def test_every_part_has_a_row():
    assert {part_of(path) for path in sources()} == set(rules())


def test_includes_keep_to_the_table():
    table = rules()
    wrong = [f"{path.relative_to(LIBRARY)} includes {target.relative_to(LIBRARY)}"
             for path in sources() for target in includes(path)
             if part_of(target) != part_of(path)
             and part_of(target) not in table.get(part_of(path), ())]
    assert not wrong


def test_every_include_is_found_from_its_file():
    assert all(target.exists() for path in sources() for target in includes(path))


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
    found = {str(path.relative_to(tests)) for suffix in ("c", "py")
             for path in tests.rglob(f"test_*.{suffix}") if path.parent not in folders}
    assert found - listed(tests / "CMakeLists.txt") == set()
