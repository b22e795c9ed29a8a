# SPDX-License-Identifier: BSD-3-Clause
"""bench/suitelib is found, for the lists of policies and backends.  A run in which everything was
skipped says so: status 77, "skipped" to CTest."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bench"))


def pytest_sessionfinish(session):
    stats = session.config.pluginmanager.get_plugin("terminalreporter").stats
    if stats.get("skipped") and not any(
        stats.get(outcome) for outcome in ("passed", "failed", "error")
    ):
        session.exitstatus = 77
