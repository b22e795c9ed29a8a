# SPDX-License-Identifier: BSD-3-Clause
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "translator"))
# CUDA forms take nvcc seconds each; the tests that are about them say so.
os.environ["CTSARCC_NVCC"] = ""


def pytest_addoption(parser):
    parser.addoption(
        "--refresh",
        action="store_true",
        default=bool(os.environ.get("REFRESH")),
        help="write the expected files anew, for review",
    )
