# SPDX-License-Identifier: BSD-3-Clause
"""A run in which everything was skipped says so: status 77, "skipped" to CTest."""


def pytest_sessionfinish(session):
    stats = session.config.pluginmanager.get_plugin("terminalreporter").stats
    if stats.get("skipped") and not any(
        stats.get(outcome) for outcome in ("passed", "failed", "error")
    ):
        session.exitstatus = 77
