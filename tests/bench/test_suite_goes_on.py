# SPDX-License-Identifier: BSD-3-Clause
"""bench/suite over programs that only claim to take time: it is interrupted, killed, refused time,
and told of failures."""

import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from suitelib import lost, page, plan, reasons  # noqa: E402
from suitelib.estimate import Estimates  # noqa: E402
from suitelib.results import Results  # noqa: E402

CODES = ("gemm", "atax", "transpose")


class Fake:
    """A build whose programs are tests/bench/fake_code."""

    def __init__(self, folder):
        self.build, self.out = folder / "build", folder / "out"
        for place in [f"ctsar/{code}" for code in CODES] + ["peers/gemm"]:
            path = self.build / "suite" / place
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "tests/bench/fake_code", path)
        (self.build / "libctsar").mkdir()
        self.behave()

    def behave(self, **behaviour):
        (self.build / "behaviour").write_text(
            "".join(f"{name}={value}\n" for name, value in behaviour.items())
        )

    def command(self, *options):
        return [
            sys.executable,
            "-B",
            str(ROOT / "bench/suite"),
            "--build",
            str(self.build),
            "--out",
            str(self.out),
            "--units",
            "cpu,emu",
            "--codes",
            ",".join(CODES),
            "--parts",
            "characteristics,schedulers",
            *options,
        ]

    def run(self, *options):
        return subprocess.run(self.command(*options), capture_output=True, text=True)

    def start(self, *options):
        return subprocess.Popen(
            self.command(*options), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def data(self):
        return json.loads((self.out / "results.json").read_text())

    def started(self):
        path = self.build / "started"
        return [line.split() for line in path.read_text().splitlines()] if path.exists() else []

    def page(self):
        return page.write(Results(self.out / "results.json"), set(), "page")


@pytest.fixture
def fake(tmp_path):
    return Fake(tmp_path)


def wait_for(what):
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.005)


def alive(pid):
    try:
        return " Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


@pytest.mark.parametrize(
    "how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda how: how.name
)
def test_a_command_that_was_stopped_goes_on_and_measures_nothing_twice(fake, how):
    for stop in (1, 3):
        fake.behave(sleep=0.2)
        process = fake.start()
        wait_for(lambda stop=stop: len(fake.started()) > stop)
        process.send_signal(how)
        _, said = process.communicate(timeout=300)
        assert process.returncode == (-how if how == signal.SIGKILL else 130)
        assert how == signal.SIGKILL or "interrupted" in said
        wait_for(lambda: not any(alive(pid) for pid, _ in fake.started()))
        before = fake.data()["results"]
        assert before and len(before) < 6
    fake.behave()
    assert fake.run().returncode == 0
    after = fake.data()["results"]
    assert len(after) == 6 and {key: after[key] for key in before} == before
    # What had ended was executed once, what was cut off again.
    assert len(fake.started()) == 6 + 2
    assert fake.run().returncode == 0 and len(fake.started()) == 6 + 2


def test_two_commands_in_one_folder_are_refused(fake):
    fake.behave(sleep=20)
    first = fake.start()
    wait_for(fake.started)
    second = fake.run()
    first.terminate()
    first.communicate(timeout=300)
    assert second.returncode == 1 and "another bench/suite is at work" in second.stderr
    assert first.returncode == 130


def test_a_time_budget_is_kept_and_what_is_left_told(fake):
    fake.behave(milliseconds=30000)
    done = fake.run("--minutes", "1")
    # Nothing is known of the first one; three executions of each variant of any other would end
    # too late.
    assert (
        done.returncode == 0
        and "1 of 6 measurements" in done.stdout
        and "5 are left" in done.stdout
    )
    assert "Missing" in fake.page() and "not measured yet" in fake.page()
    assert fake.run().returncode == 0 and len(fake.data()["results"]) == 6
    assert "Missing" not in fake.page()


def test_what_the_budget_cuts_off_is_no_failure(fake):
    fake.behave(sleep=30)
    done = fake.run("--runs", "2", "--minutes", "0.03")
    assert done.returncode == 0 and not done.stderr.count("no end") and not fake.data()["failed"]


def test_what_is_first_on_the_page_is_measured_first(fake):
    fake.run("--parts", "schedulers,characteristics")
    parts = [result["job"]["part"] for result in fake.data()["results"].values()]
    assert parts == ["characteristics"] * 3 + ["schedulers"] * 3


def test_a_variant_that_fails_is_named_and_the_others_are_kept(fake):
    fake.behave(broken="chunk@cpu")
    done = fake.run("--codes", "gemm")
    assert (
        done.returncode == 1
        and "schedulers: gemm on cpu,emu, chunk@cpu: fake: it is broken" in done.stderr
    )
    (result,) = [
        result
        for result in fake.data()["results"].values()
        if result["job"]["part"] == "schedulers"
    ]
    assert result["failed"] == {"chunk@cpu": "fake: it is broken"}
    assert "auto" in [line["variant"] for line in result["variants"]]
    assert "schedulers: gemm on `cpu,emu`: `chunk@cpu`: fake: it is broken" in fake.page()


def test_a_variant_that_does_not_end_is_told(fake):
    fake.behave(hanging="omp:static")
    done = fake.run("--codes", "gemm", "--parts", "characteristics", "--timeout", "0.5")
    assert done.returncode == 1 and "characteristics: gemm on cpu,emu" in done.stderr
    assert (
        "characteristics: gemm on `cpu,emu`: `omp:static`: no end after" in fake.page()
        and "Missing" in fake.page()
    )


def test_a_measurement_of_which_nothing_ends_is_told_and_tried_again(fake):
    options = ("--codes", "gemm", "--parts", "characteristics")
    fake.behave(sleep=5)
    done = fake.run(*options, "--timeout", "0.2")
    assert done.returncode == 1 and "0 of 1 measurements" in done.stdout
    assert (
        "characteristics: gemm on `cpu,emu`: no end after" in fake.page()
        and "Missing" in fake.page()
    )
    fake.behave()
    assert fake.run(*options).returncode == 0
    assert "Missing" not in fake.page() and not fake.data()["failed"]


def test_a_new_measurement_takes_the_place_of_one_of_another_size(fake):
    for options in ([], ["--runs", "4"], ["--size", "mini"]):
        assert fake.run("--codes", "gemm,atax", *options).returncode == 0
        names = [
            (r["job"]["part"], r["job"]["code"], r["job"]["devices"], r["job"]["label"])
            for r in fake.data()["results"].values()
        ]
        assert len(names) == len(set(names)) == 4


def test_another_builds_measurements_are_refused(fake):
    assert fake.run().returncode == 0
    with (fake.build / "suite/ctsar/gemm").open("a") as program:
        program.write("# another one\n")
    done = fake.run()
    assert done.returncode == 1 and "was measured with programs" in done.stderr
    assert fake.run("--restart").returncode == 0


def test_starpu_is_not_measured_before_it_is_trained():
    choice = plan.Choice(
        codes=("gemm",),
        policies=("static",),
        units=("cpu,opencl:0",),
        parts=("peers",),
        size="mini",
        runs=1,
        starpu=True,
    )
    jobs = plan.jobs(choice)
    for number, job in enumerate(jobs):
        trained = [other.name for other in plan.needs(job, jobs)]
        assert trained == ([("train", "gemm", job.devices, "")] if job.part == "peers" else [])
        assert all(other in jobs[:number] for other in plan.needs(job, jobs))


# ---- Estimates ------------------------------------------------------------------------------


def job(**more):
    fields = {
        "part": "schedulers",
        "code": "gemm",
        "program": "ctsar/gemm",
        "size": "mini",
        "devices": "cpu",
        "variants": ("static", "auto"),
        "runs": 10,
    }
    return plan.Job(**{**fields, **more})


def measured(code, seconds, rest):
    lines = [
        {"variant": variant, "total_s": 10 * each, "runs": 10} for variant, each in seconds.items()
    ]
    return {
        "job": {"code": code, "devices": "cpu"},
        "variants": lines,
        "wall_s": rest + sum(line["total_s"] for line in lines),
    }


def test_an_estimate_is_of_the_nearest_that_was_measured():
    known = Estimates(
        [
            measured("gemm", {"static": 0.02, "auto": 0.04}, rest=1),
            measured("atax", {"static": 0.08}, rest=3),
        ]
    )
    assert known.job(job()) == pytest.approx(1 + 0.2 + 0.4)
    assert known.job(job(variants=("static", "chunk"))) == pytest.approx(
        1 + 0.2 + 0.3
    )  # the mean on these units
    assert known.job(job(code="mvt", variants=("static",))) == pytest.approx(
        2 + 10 * 0.14 / 3
    )  # the mean of all
    assert known.jobs([job(), job()]) == pytest.approx(2 * 1.6)


def test_an_estimate_knows_that_slow_variants_are_executed_less_often():
    known = Estimates([measured("gemm", {"static": 5.0}, rest=0)])
    assert known.job(job(variants=("static",))) == pytest.approx(15)
    assert Estimates().job(job()) > 0


# ---- Reasons --------------------------------------------------------------------------------


def timing(variant, seconds):
    return {
        "variant": variant,
        "code": "GEMM",
        "type": "float",
        "dims": {},
        "seconds": seconds,
        "runs": len(seconds),
        "median_s": sorted(seconds)[len(seconds) // 2],
        "p10_s": min(seconds),
        "p90_s": max(seconds),
    }


def why(tmp_path, guided, auto, static=0.0, **counted):
    """What is said of GEMM, whose auto is behind OpenMP's guided. `static`: by how much ctsar's is
    behind OpenMP's."""
    region = {
        "name": "gemm.c:1 auto",
        "policy": "auto",
        "passes": 300,
        "elapsed_s": 3.0,
        "scheduler_s": 0.0,
        "lp_s": 0.0,
        "chunks": 0,
        "units": [
            {
                "name": f"core {n}",
                "kind": "core",
                "iterations": 50,
                "waiting_s": counted.pop("waiting", 0.0),
                "copying_s": 0.0,
            }
            for n in range(2)
        ],
        **counted,
    }
    named = {"code": "gemm", "devices": "cpu", "label": ""}
    results = {
        "a": {
            "job": {"part": "openmp", **named},
            "load": 0.1,
            "variants": [
                timing("omp:static", [4.0] * 5),
                timing("omp:guided", guided),
                timing("static", [4.0 + static] * 5),
                timing("auto", auto),
            ],
        },
        "b": {
            "job": {"part": "counts", **named},
            "load": 0.1,
            "variants": [timing("auto", auto[:3])],
            "regions": [region],
        },
    }
    (tmp_path / "results.json").write_text(
        json.dumps({"machine": {}, "results": results, "planned": [], "failed": {}})
    )
    lines = reasons.wins(Results(tmp_path / "results.json"))
    assert len(lines) <= 1
    return "".join(lines)


def test_what_is_lost_is_said_of_codes_that_miss_the_sum_of_speeds(tmp_path):
    lost_s = dict.fromkeys(lost.LOSSES, 0.0)

    def result(part, code, devices, **seconds):
        lines = [
            {"variant": name.replace("_", ":", 1), "code": code.upper(), "median_s": each}
            for name, each in seconds.items()
        ]
        job = {"part": part, "code": code, "devices": devices, "label": ""}
        return {"job": job, "load": 0.1, "variants": lines}

    def reported(code, bound, **more):
        short = {"measured_s": 2.0, "bound_s": bound, "lost_s": {**lost_s, **more}}
        region = {"name": f"{code}.c:1 auto", "policy": "auto", "shortfall": short}
        return {**result("lost", code, plan.APART, auto=2.0), "regions": [region, region]}

    def measured(code, auto, two):
        """A core and a device that take 2 s each, so both could take 1 s."""
        alone = {"omp_static": 2.0, "static@gpu": 2.0, "adaptive": 1.0, "auto": auto}
        return [result("apart", code, plan.APART, **alone), result("apart", code, "cpu", **two)]

    found = [
        *measured("gemm", 1.25, {"omp_static": 1.0}),
        *measured("2mm", 1.02, {"omp_static": 1.0}),  # whatever the report says
        *measured("3mm", 1.04, {"omp_static": 0.9}),
        *measured("mvt", 1.10, {"omp_static": 1.0}),
        *measured("cg", 1.20, {"omp_static": 1.2}),
        reported("gemm", 1.6, copies=0.3, trials=0.085, waiting=0.015),
        reported("2mm", 1.2, trials=0.4),
        reported("3mm", 1.98, trials=0.02),
        reported("mvt", 1.98, trials=0.002),
    ]
    results = {str(number): each for number, each in enumerate(found)}
    (tmp_path / "results.json").write_text(
        json.dumps({"machine": {}, "results": results, "planned": [], "failed": {}})
    )
    assert lost.misses(Results(tmp_path / "results.json")) == [
        "- GEMM: 0.80, 0.80 of what two cores reach; "
        f"15 % {lost.LOSSES['copies']}; 4 % {lost.LOSSES['trials']}",
        f"- 3MM: 0.96, 0.87 of what two cores reach; 1 % {lost.LOSSES['trials']}",
        "- MVT: 0.91, 0.91 of what two cores reach; "
        "the report names nothing that takes 1 % of the time",
        "- CG: 0.83, 1.00 of what two cores reach; no report says what is lost",
    ]


def test_the_costs_of_passes_are_a_reason(tmp_path):
    said = why(tmp_path, static=0.2, guided=[1.0] * 5, auto=[1.18] * 5)
    assert (
        "`auto` takes 1.18 times as long as `omp:guided`, and longer in 5 of 5 rounds. 180 ms "
        "more in 100 passes of 10 ms" in said
    )
    assert (
        "OpenMP's static, which cuts alike, takes 2 ms a pass less than ctsar's (111 % of the "
        "difference)" in said
    )
    assert "Most of it is the cost of a pass itself." in said


def test_decisions_are_a_reason(tmp_path):
    said = why(tmp_path, static=0.1, guided=[1.0] * 5, auto=[1.2] * 5, scheduler_s=2.0, chunks=9000)
    assert "30 pieces a pass to hand out, take 6.67 ms a pass (333 % of the difference)" in said
    assert "Most of it is the policy's decisions." in said


def test_waiting_is_a_reason(tmp_path):
    said = why(tmp_path, guided=[1.0] * 5, auto=[1.2] * 5, waiting=1.2)
    assert "a core waits" in said and "Most of it is waiting" in said


def test_what_nothing_explains_is_said_to_be_so(tmp_path):
    assert "None of these explains it." in why(
        tmp_path, static=0.1, guided=[0.5] * 5, auto=[1.2] * 5
    )


def test_noise_is_told_from_a_difference_by_rounds(tmp_path):
    said = why(tmp_path, guided=[1.0, 1.3, 1.0, 1.3, 1.0], auto=[1.1] * 5)
    assert "longer in 3 of 5 rounds. That is within this machine's noise" in said


def test_nothing_is_said_where_ctsar_is_faster(tmp_path):
    assert why(tmp_path, guided=[2.0] * 5, auto=[1.2] * 5) == ""


@pytest.mark.parametrize("real_time", [True, False])
def test_the_page_says_whether_the_load_has_been_kept_away(tmp_path, real_time):
    results = {"a": {"load": 14.0, "real_time": True}, "b": {"load": 2.0, "real_time": real_time}}
    (tmp_path / "results.json").write_text(
        json.dumps({"machine": {}, "results": results, "planned": [], "failed": {}})
    )
    row = page.load(Results(tmp_path / "results.json"))
    assert "at most 14.0" in row
    assert ("real-time" in row) == real_time
