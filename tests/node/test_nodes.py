# SPDX-License-Identifier: BSD-3-Clause
"""Programs that mpirun starts: right on every rank, or one line that says who differs in what."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import time

import pytest

DIFFER, STENCIL, USES_MPI, GEMM, KMEANS, INFO = (
    os.environ[name] for name in ("DIFFER", "STENCIL", "USES_MPI", "GEMM", "KMEANS", "INFO")
)
ROOT_MAY = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
}


def run(ranks, *command, timeout=300, **settings):
    return subprocess.run(
        [os.environ["MPIRUN"], "--oversubscribe", "-n", str(ranks), *map(str, command)],
        env={**os.environ, **ROOT_MAY, **settings},
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def said(done):
    """The library's lines"""
    return [line for line in done.stderr.splitlines() if line.startswith("ctsar: ")]


ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/nodes.md").read_text()


def test_the_page_s_command_runs_and_its_message_is_the_library_s():
    ((ranks, size),) = re.findall(r"^mpirun -n (\d) build/release/apps/gemm (\d+)$", PAGE, re.M)
    done = run(ranks, GEMM, size)
    assert done.returncode == 0, done.stderr
    line, _ = re.findall(r"^    (ctsar: the nodes differ: .*)$", PAGE, re.M)
    assert said(run(2, DIFFER, "n")) == [line]


def run_large(folder, listing, *launch):
    """Four ranks of the listing, each started by `launch`"""
    (folder / "large.c").write_text(listing)
    library = pathlib.Path(os.environ["LIBRARY"]).parent
    build = [*shlex.split(os.environ["CC"]), "-O2", "-fopenmp", f"-I{ROOT}/include"]
    subprocess.run(
        [*build, "-o", folder / "large", folder / "large.c", f"-L{library}", "-lctsar"], check=True
    )
    # The division stays where it is, and every page that is not needed untouched.
    still = {"CTSAR_CLOCK": "virtual", "CTSAR_DEVICES": "cpu", "OMP_NUM_THREADS": "1"}
    return run(4, *launch, folder / "large", LD_LIBRARY_PATH=str(library), **still)


def numbers_of_large(done):
    """Each node's sum, its most memory and that of the arrays; the last two in MiB"""
    assert (done.returncode, said(done)) == (0, []), done.stderr
    return [[int(n) for n in re.findall(r"\d+", line)] for line in sorted(done.stdout.splitlines())]


def test_a_node_needs_no_memory_for_what_others_have(tmp_path):
    (listing,) = re.findall(r"^```c\n(/\* large\.c \*/\n.*?)^```", PAGE, re.M | re.S)
    shown = re.findall(r"^    node \d: the sum is (\d+), memory was (\d+) MiB of (\d+)", PAGE, re.M)
    row = [i % 17 for i in range(16384)]
    for _ in range(6):
        below, above = [1, *(3 * item for item in row[:-1])], [*row[1:], 1]
        row = [a + b for a, b in zip(below, above, strict=True)]
    expected = sum(row) * 2048 % 2**32
    found = numbers_of_large(run_large(tmp_path, listing))
    assert [node[0] for node in found] == [0, 1, 2, 3] and len(shown) == 4
    for (_, total, most, arrays), page in zip(found, shown, strict=True):
        assert (total, arrays) == (expected, 256) == (int(page[0]), int(page[2]))
        assert most < arrays / 2
        assert abs(most - int(page[1])) < 32
    done = run_large(tmp_path, listing.replace("ctsar_discard(", "ctsar_depersist("))
    assert all(node[2] >= 256 and node[1] == expected for node in numbers_of_large(done))


def remove(group):
    """Processes of the group that were killed may need a moment to be gone"""
    for child in filter(pathlib.Path.is_dir, group.iterdir()):
        remove(child)
    for _ in range(100):
        try:
            group.rmdir()
            break
        except OSError:
            time.sleep(0.1)


def has_swap():
    return len(pathlib.Path("/proc/swaps").read_text().splitlines()) > 1


MOST = 160 << 20
FIRST = pathlib.Path("/sys/fs/cgroup/memory")  # the first version's groups, for memory alone
# The files that limit a group, in the order to write them: memory; swap, with memory or alone.
LIMITS = (
    {"memory.limit_in_bytes": MOST, "memory.memsw.limit_in_bytes": MOST}
    if FIRST.is_dir()
    else {"memory.max": MOST, "memory.swap.max": 0}
)


def entering(group):
    """The shell's commands that go into a group of their own within that one"""
    if not FIRST.is_dir():
        (group / "cgroup.subtree_control").write_text("+memory")
    (group / "probe").mkdir()
    files = {file: limit for file, limit in LIMITS.items() if (group / "probe" / file).exists()}
    missing = [file for file in LIMITS if file not in files and (has_swap() or "sw" not in file)]
    if missing:
        raise OSError(f"groups have no {' and no '.join(missing)}")
    own = f"{group}/$$"
    limits = "; ".join(f"echo {limit} >{own}/{file}" for file, limit in files.items())
    return f"mkdir {own}; {limits}; echo $$ >{own}/cgroup.procs"


@pytest.fixture
def limited():
    """What goes before a command that gets 160 MiB at most, swap included, or is killed"""
    group = (FIRST if FIRST.is_dir() else FIRST.parent) / f"ctsar-test-{os.getpid()}"
    no_limit = "no group of processes can be given a limit on memory here"
    try:
        group.mkdir()
    except OSError as why:
        pytest.skip(f"{no_limit}: {why}")
    try:
        try:
            enter = entering(group)
        except OSError as why:
            pytest.skip(f"{no_limit}: {why}")
        yield "sh", "-ec", f'{enter}; exec "$0"'
    finally:
        remove(group)


def test_arrays_may_be_larger_than_what_a_node_can_have(tmp_path, limited):
    (listing,) = re.findall(r"^```c\n(/\* large\.c \*/\n.*?)^```", PAGE, re.M | re.S)
    found = numbers_of_large(run_large(tmp_path, listing, *limited))
    assert len(found) == 4 and all(arrays > 160 for _, _, _, arrays in found)
    whole = listing.replace("ctsar_discard(", "ctsar_depersist(")
    assert "signal 9" in run_large(tmp_path, whole, *limited).stderr


def test_all_ranks_have_the_same():
    done = run(3, DIFFER)
    assert done.returncode == 0, done.stderr
    alone = subprocess.run([DIFFER], capture_output=True, text=True).stdout
    assert alone.startswith("0 of 1: ")
    assert sorted(done.stdout.splitlines()) == [
        alone.strip().replace("0 of 1", f"{rank} of 3") for rank in range(3)
    ]
    assert not said(done)


def test_a_plain_mpi_program_with_a_rank_a_socket_has_the_same_result_for_any_number():
    power = os.environ["POWER"]
    values = set()
    for ranks in (1, 2, 3):
        done = run(ranks, power, 300, 20, CTSAR_NODES="0", CTSAR_DEVICES="cpu,emu")
        assert (done.returncode, said(done)) == (0, [])
        values.add(done.stdout)
    (commands,) = re.findall(r"```sh\n([^`]*apps/power[^`]*)```", PAGE)
    commands = commands.replace("mpirun", os.environ["MPIRUN"])
    commands = commands.replace("build/release/apps/power", f"{power} 300 20")
    # Its accelerators are emulated here.
    assert "cuda:$OMPI_COMM_WORLD_LOCAL_RANK" in commands
    commands = commands.replace("cuda:$OMPI", "emu:$((1+$OMPI").replace(
        "_RANK exec", "_RANK)) exec"
    )
    done = subprocess.run(
        ["bash", "-ec", commands],
        env={**os.environ, **ROOT_MAY},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, said(done)) == (0, []), done.stderr
    first, second = done.stdout.splitlines(keepends=True)
    assert values == {first} == {second}


@pytest.mark.parametrize(
    "how, what",
    [
        ("n", "rank 1 has 90 iterations from 0 by 1, rank 0 has 100 iterations from 0 by 1"),
        ("step", "rank 1 has 50 iterations from 0 by 2, rank 0 has 100"),
        ("registration", "rank 1 registers another array as number 1"),
        (
            "reduction",
            "rank 1 registers 1 arrays and 0 reductions, rank 0 registers 1 arrays and 1",
        ),
        ("region", "rank 1 is in pass 1 of another, rank 0 is in pass 2 of one"),
        ("ends", "rank 1 has ended, rank 0 is in pass 2 of one"),
    ],
)
def test_ranks_that_differ_are_told_in_what(how, what):
    done = run(3, DIFFER, how)
    assert done.returncode != 0
    (line,) = said(done)
    assert what in line


@pytest.mark.parametrize(
    "how, what", [("data", "array number 1"), ("sum", "the result of reduction number 1")]
)
def test_ranks_with_other_data_are_warned_of_once(how, what):
    done = run(3, DIFFER, how)
    assert done.returncode == 0
    (line,) = said(done)
    assert f"one: rank 1 has other values than rank 0 in {what}" in line


@pytest.mark.parametrize("how", ["fails", "dies"])
def test_a_rank_that_dies_ends_the_job(how):
    done = run(3, DIFFER, how)
    assert done.returncode != 0
    assert "of 3" not in done.stdout


def test_settings_that_matter_must_be_the_same():
    one = ["-x", "CTSAR_CLOCK=virtual", DIFFER]
    done = run(1, *one, ":", "-n", 1, DIFFER)
    assert done.returncode != 0
    (line,) = said(done)
    assert "rank 1 begins with" in line and "virtual clock" in line


@pytest.mark.parametrize("mode", ["", "mpi"])
def test_a_rank_without_memory_to_join_does_so_later_or_ends_the_job_with_a_line(mode):
    settings = {"LD_LIBRARY_PATH": str(pathlib.Path(os.environ["LIBRARY"]).parent)}
    if mode:
        settings["CTSAR_NODES"] = mode
    ended = later = 0
    for which in range(300):  # far more than there are requests for memory
        done = run(2, os.environ["NO_ROOM"], which, timeout=300, **settings)
        if done.returncode:
            assert ["no memory to be one of 2 nodes" in line for line in said(done)] == [True]
            ended += 1
            continue
        assert not said(done), done.stderr
        if sorted(done.stdout.split()) == ["45", "45"]:
            break
        assert sorted(done.stdout.split()) == ["45", "45", "refused"]
        later += 1
    assert ended == 1 and later > 0


@pytest.mark.parametrize("nodes, fits", [(None, False), ("mpi", True), ("0", True)])
def test_other_arguments_are_refused_unless_they_are_wanted(nodes, fits):
    settings = {"CTSAR_NODES": nodes} if nodes else {}
    done = run(1, DIFFER, "a", ":", "-n", "1", DIFFER, "b", **settings)
    assert (done.returncode == 0) == fits, done.stderr
    assert ("rank 1 has other arguments" in done.stderr) != fits


def test_nodes_can_be_switched_off():
    done = run(2, DIFFER, "n", CTSAR_NODES="0")
    assert done.returncode == 0, done.stderr
    assert "0 of 1: " in done.stdout and "of 2" not in done.stdout


@pytest.mark.parametrize(
    "settings, what",
    [
        ({"CTSAR_NODES": "on"}, "valid is 0 (each process is alone) or mpi"),
        ({"CTSAR_SCHEDULE": "record:s.json"}, "CTSAR_SCHEDULE is set, and 2 nodes divide passes"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path, monkeypatch, settings, what):
    monkeypatch.chdir(tmp_path)
    done = run(2, DIFFER, **settings)
    assert done.returncode != 0
    assert what in said(done)[0]


@pytest.mark.parametrize("persist", [(), ("persist",)])
@pytest.mark.parametrize(
    "levels",
    [
        "funneled",
        "serialized",
        "multiple",
        "funneled,serialized,multiple",
        "multiple,funneled,funneled",
        "multiple,multiple,serialized",
    ],
)
def test_a_program_that_uses_mpi_says_who_its_nodes_are(levels, persist):
    """Nodes are ranks 0 and 2, which write 1 to 1000 items, and rank 1 alone, which writes 2."""
    done = run(3, USES_MPI, levels, "comm", *persist, OMP_NUM_THREADS="3")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "2 nodes, 4000\n"


@pytest.mark.parametrize("persist", [(), ("persist",)])
def test_a_program_may_use_mpi_that_ctsar_has_initialised_and_finalise_it(persist):
    done = run(2, USES_MPI, "none", *persist, CTSAR_NODES="mpi")
    assert (done.returncode, said(done)) == (0, []), done.stderr
    # Each rank writes 1 or 2 in its part of the array; all is current on both.
    nodes, total = map(int, re.findall(r"\d+", done.stdout))
    assert nodes == 2 and 2000 <= total <= 4000 and total % 2 == 0


@pytest.mark.parametrize("levels", ["none", "serialized"])
def test_mpi_may_be_finalised_before_a_region_ends_whose_arrays_are_whole(levels):
    done = run(2, USES_MPI, levels, "early", CTSAR_NODES="mpi")
    assert (done.returncode, said(done)) == (0, []), done.stderr


def test_what_is_in_parts_is_not_had_any_more_once_mpi_is_finalised():
    done = run(2, USES_MPI, "serialized", "early", "persist", CTSAR_NODES="mpi")
    assert done.returncode
    assert all("MPI_Finalize behind the last pass and ctsar_free" in line for line in said(done))
    assert said(done)


def test_a_program_that_uses_mpi_is_not_divided_unasked():
    done = run(3, USES_MPI, "funneled")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "1 nodes, 6000\n"
    assert len([line for line in said(done) if "the program uses MPI itself" in line]) == 1


def test_mpi_for_a_single_thread_is_refused():
    done = run(2, USES_MPI, "single", "comm")
    assert done.returncode != 0
    assert "call MPI_Init_thread with MPI_THREAD_FUNNELED or more" in said(done)[0]


def test_rank_0_writes_the_report_and_each_rank_its_own_where_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(2, DIFFER, CTSAR_REPORT="all.json").returncode == 0
    assert run(2, DIFFER, CTSAR_REPORT="of%r.json").returncode == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["all.json", "of0.json", "of1.json"]
    regions = [json.loads((tmp_path / f"of{r}.json").read_text())["regions"] for r in (0, 1)]
    iterations = [
        sum(unit["iterations"] for region in report for unit in region["units"])
        for report in regions
    ]
    assert sum(iterations) == 200 and min(iterations) > 0


def test_the_report_says_what_each_node_did_and_moved(tmp_path, monkeypatch):
    """Of 101 doubles 100 are exchanged in each of two passes; each node gives its part to two."""
    monkeypatch.chdir(tmp_path)
    assert run(3, DIFFER, CTSAR_REPORT="of%r.json", CTSAR_TRACE="t%r.json").returncode == 0
    reports = [json.loads((tmp_path / f"of{rank}.json").read_text()) for rank in range(3)]
    regions = [report["regions"][0] for report in reports]
    assert [region["rank"] for region in regions] == [0, 1, 2]
    for rank, region in enumerate(regions):
        nodes = region["nodes"]
        assert nodes == regions[0]["nodes"]
        assert sum(node["iterations"] for node in nodes) == 200
        assert nodes[rank]["iterations"] == region["iterations"]
        for node in nodes:
            assert node["bytes_sent"] == node["iterations"] * 8 * 2
            assert node["bytes_received"] == (200 - node["iterations"]) * 8
        moved = [(p["bytes_sent"], p["bytes_received"]) for p in region["passes"]]
        assert [sum(column) for column in zip(*moved, strict=True)] == [
            nodes[rank]["bytes_sent"],
            nodes[rank]["bytes_received"],
        ]
        events = json.loads((tmp_path / f"t{rank}.json").read_text())["traceEvents"]
        exchanged = [e["args"] for e in events if e["name"] == "exchange"]
        assert [(e["bytes_sent"], e["bytes_received"]) for e in exchanged] == moved


def test_the_table_has_a_line_for_each_node():
    done = run(3, DIFFER, CTSAR_REPORT="1", CTSAR_CLOCK="virtual")
    (title,) = [line.split() for line in done.stderr.splitlines() if line.startswith("  node")]
    assert title == [
        "node",
        "iterations",
        "busy",
        "waiting",
        "hidden",
        "awaited",
        "sent",
        "received",
        "direct",
    ]
    ranks = [line.split() for line in done.stderr.splitlines() if line.startswith("  rank")]
    assert [r[:2] for r in ranks] == [["rank", "0"], ["rank", "1"], ["rank", "2"]]
    assert ranks[0][2:4] == ["*", "68"]


# ---- Persisted arrays over ranks

ROWS, ROW = 96, 16 * 8


def stencil(ranks, passes, what, **settings):
    return run(ranks, STENCIL, passes, what, **{"CTSAR_CLOCK": "virtual", **settings})


def least_bytes(division):
    """What each rank has to receive in each pass: rows that it reads and has not, where all have
    all at first.  `division` has each pass's iterations by rank."""
    ranks = len(division[0])
    has = [[set(range(ROWS)) for _ in range(ranks)] for _ in range(2)]
    received = []
    for number, iterations in enumerate(division):
        source, target = has[number % 2], has[1 - number % 2]
        first, least = 1, []
        parts = []
        for count in iterations:
            parts.append(range(first, first + count))
            first += count
        for rank, part in enumerate(parts):
            reads = set(range(part.start - 1, part.stop + 1)) if part else set()
            least.append(len(reads - source[rank]) + len(set(part) - target[rank]))
            source[rank] |= reads
        for rank, part in enumerate(parts):
            for other in range(ranks):
                target[other] -= set(part)
            target[rank] |= set(part)
        received.append([rows * ROW for rows in least])
    return received


@pytest.mark.parametrize("what", ["", "unequal"])
@pytest.mark.parametrize("ranks, devices", [(2, "cpu,emu:1"), (4, "cpu"), (4, "cpu,emu:1")])
def test_exactly_what_a_rank_reads_and_has_not_travels(ranks, what, devices, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = {"CTSAR_REPORT": "of%r.json", "CTSAR_DEVICES": devices, "OMP_NUM_THREADS": "2"}
    done = stencil(ranks, 12, what, **settings)
    assert sorted(done.stdout.splitlines()) == [f"{r} of {ranks}: right" for r in range(ranks)]
    reports = [json.loads((tmp_path / f"of{r}.json").read_text()) for r in range(ranks)]
    passes = [report["regions"][0]["passes"] for report in reports]
    division = [[p["iterations"] for p in each] for each in zip(*passes, strict=True)]
    moved = [[p["bytes_received"] for p in each] for each in zip(*passes, strict=True)]
    assert moved == least_bytes(division)
    if what == "unequal":
        assert division[0] != division[-1] and any(sum(m) > 2 * ranks * ROW for m in moved)
    else:  # two rows a boundary and pass
        assert [sum(m) for m in moved] == [0] + [2 * (ranks - 1) * ROW] * 11


@pytest.mark.parametrize("what", ["columns", "read", "write"])
def test_what_is_in_parts_is_whole_where_it_must_be(what):
    done = stencil(3, 6, what, CTSAR_DEVICES="cpu,emu:1", OMP_NUM_THREADS="2")
    assert sorted(done.stdout.splitlines()) == [f"{rank} of 3: right" for rank in range(3)]
    assert not said(done)


def test_writing_a_part_of_what_is_elsewhere_is_warned_of():
    done = stencil(3, 6, "part")
    (line,) = said(done)
    assert "other values than rank 0 in the array of 12288 bytes" in line
    assert "call ctsar_sync_mem before" in line


def test_a_call_of_one_rank_alone_is_told():
    done = stencil(3, 6, "alone")
    assert done.returncode != 0
    (line,) = said(done)
    assert re.sub(r"c:\d+", "c:99", line) in PAGE


def test_what_is_in_parts_is_not_registered_late():
    done = stencil(2, 6, "late")
    assert done.returncode != 0
    assert "register it before" in said(done)[0]


UNITS = {"CTSAR_DEVICES": "cpu,emu:1", "CTSAR_CLOCK": "virtual"}


@pytest.mark.parametrize("ranks", [2, 3])
def test_applications_give_the_same_on_every_rank(ranks):
    alone = subprocess.run(
        [GEMM, "40", "3"], env={**os.environ, **UNITS}, capture_output=True, text=True
    )
    errors = re.findall(r"max relative error.*", alone.stdout)
    done = run(ranks, GEMM, 40, 3, **UNITS)
    assert done.returncode == 0, done.stderr
    assert errors and sorted(re.findall(r"max relative error.*", done.stdout)) == sorted(
        errors * ranks
    )


def test_kmeans_checks_its_result_on_every_rank(tmp_path, monkeypatch):
    photo = pathlib.Path(__file__).resolve().parents[2] / "apps/kmeans/photo.png"
    monkeypatch.chdir(tmp_path)
    done = run(2, KMEANS, "-k", 3, "--check", photo, **UNITS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_info_says_what_each_rank_would_use():
    done = run(2, INFO)
    assert done.returncode == 0, done.stderr


def test_a_forked_child_goes_on_alone_with_what_nodes_have_in_parts():
    done = run(2, os.environ["MISUSE"], "fork", CTSAR_DEVICES="cpu:1")
    assert (done.returncode, said(done)) == (0, [])


def test_the_memory_of_an_array_whose_end_failed_may_become_another_one():
    done = run(2, os.environ["MISUSE"], "freed", CTSAR_DEVICES="cpu:1,emu:1")
    assert done.returncode == 0, done.stderr


def test_a_task_leaves_arrays_in_parts_that_it_does_not_access():
    done = run(2, os.environ["MISUSE"], "beside", CTSAR_DEVICES="cpu:1")
    assert (done.returncode, said(done)) == (0, []), done.stderr


def test_a_task_submitted_while_a_pass_writes_parts_ends_the_program_with_a_line():
    done = run(2, os.environ["MISUSE"], "task", CTSAR_DEVICES="cpu:1")
    assert done.returncode
    assert any("made whole while a pass wrote it" in line for line in said(done)), done.stderr
