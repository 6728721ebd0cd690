#!/usr/bin/env python3
"""Proves every ticket beside this file, without a model.

For each: the reproducing check fails and the guards pass as the project stands; every check,
the hidden ones too, passes with the known-good patch; and the hidden ones fail without it.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

CHECK_SECONDS = 5  # the default test_timeout
TICKETS = pathlib.Path(__file__).resolve().parent
REQUIRED = ("ticket.md", "AGENTS.md", "harness.toml", "known_good.patch")


def passes(project, argv):
    done = subprocess.run(
        argv, cwd=project, capture_output=True, text=True, timeout=CHECK_SECONDS,
        # Bytecode of the tree before the patch must not run after it.
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return done.returncode == 0, done.stdout + done.stderr


def outcomes(project, checks):
    """Return the named checks' outcome, and what those that failed printed."""
    seen = {name: passes(project, argv) for name, argv in checks.items()}
    return {name: passed for name, (passed, _) in seen.items()}, {
        name: text for name, (passed, text) in seen.items() if not passed
    }


def problems(ticket):
    """Return what is wrong with a ticket folder, one line each."""
    missing = [name for name in REQUIRED if not (ticket / name).is_file()]
    if missing:
        return [f"{name} is missing" for name in missing]
    configured = tomllib.loads((ticket / "harness.toml").read_text())["checks"]
    checks = {name: check["argv"] for name, check in configured.items()}
    hidden = {
        f"hidden/{path.name}": [sys.executable, f"hidden/{path.name}"]
        for path in sorted((ticket / "hidden").glob("check_*.py"))
    }
    found = []
    if {check["role"] for check in configured.values()} != {"reproduces", "guards"}:
        found.append("harness.toml needs a check of each role")
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder) / ticket.name
        shutil.copytree(ticket, project, ignore=shutil.ignore_patterns("__pycache__"))
        before, texts = outcomes(project, checks | hidden)
        expected = {name: check["role"] == "guards" for name, check in configured.items()}
        expected |= dict.fromkeys(hidden, False)
        for name in expected:
            if before[name] != expected[name]:
                found.append(f"{name} {'passes' if before[name] else 'fails'} before the patch")
        for name, check in configured.items():
            if check["role"] == "reproduces" and not {"got:", "expected:"} <= set(texts.get(name, "").split()):
                found.append(f"{name} does not print what it got and expected")
        subprocess.run(
            ["git", "apply", "known_good.patch"], cwd=project, check=True, env={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": folder}
        )
        after, texts = outcomes(project, checks | hidden)
        found += [f"{name} fails after the patch:\n{texts[name]}" for name in after if not after[name]]
    return found


def main():
    tickets = sorted(path.parent for path in TICKETS.glob("*/harness.toml"))
    if not tickets:
        sys.exit("no tickets found")
    failed = 0
    for ticket in tickets:
        found = problems(ticket)
        failed += bool(found)
        print(f"{'FAIL' if found else 'ok  '} {ticket.name}")
        for line in found:
            print(f"     {line}")
    helpers = {path.read_bytes() for path in TICKETS.glob("*/checks/expect.py")}
    if len(helpers) != 1:
        failed += 1
        print("FAIL the copies of checks/expect.py differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
