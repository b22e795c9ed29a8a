# SPDX-License-Identifier: BSD-3-Clause
"""bench/gpu/collect, with ctsar-info on the driver that the tests bring."""

import json
import os
import pathlib
import subprocess

COLLECT = pathlib.Path(__file__).resolve().parents[2] / "bench/gpu/collect"


def test_measurements_become_one_file_and_a_table_of_the_device(tmp_path):
    measured, results = tmp_path / "measured", tmp_path / "results"
    measured.mkdir()
    results.mkdir()
    variants = [
        {"name": "hand", "median": 2e-3, "p10": 1e-3, "p90": 3e-3},
        {"name": "ctsar", "median": 2.1e-3, "p10": 1e-3, "p90": 3e-3},
    ]
    (measured / "gpu_jacobi.json").write_text(
        json.dumps({"bench": "gpu_jacobi", "variants": variants})
    )
    done = subprocess.run(
        [COLLECT, os.environ["INFO"], measured, results], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    data = json.loads((results / "fake-gpu.json").read_text())
    assert data["device"]["model"] == "Fake GPU" and data["benches"][0]["variants"] == variants
    table = (results / "fake-gpu.md").read_text()
    assert (
        table.startswith("# Fake GPU, CUDA")
        and "| ctsar | 2100.0 us |" in table
        and "| 1.050 |" in table
    )
