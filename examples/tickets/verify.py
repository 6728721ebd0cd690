#!/usr/bin/env python3
"""Proves every ticket beside this file, without a model.

For each: the reproducing check fails and the guards pass as the project stands; every check,
the hidden ones too, passes with the known-good patch; and the hidden ones fail without it.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

CHECK_SECONDS = 30  # far more than a check needs: the machine may be busy
TICKETS = pathlib.Path(__file__).resolve().parent
REQUIRED = ("ticket.md", "AGENTS.md", "harness.toml", "known_good.patch")
# Bytecode of the tree before the patch must not run after it.
ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}


def configured_checks(ticket):
    """Return (role, argument list) of the checks in harness.toml, by name."""
    checks = tomllib.loads((ticket / "harness.toml").read_text(encoding="utf-8"))["checks"]
    return {name: (check["role"], check["argv"]) for name, check in checks.items()}


def hidden_checks(ticket):
    """Return the checks that no harness.toml names; they fail as the project stands."""
    names = [f"hidden/{path.name}" for path in sorted((ticket / "hidden").glob("check_*.py"))]
    return {name: ("reproduces", ["python3", name]) for name in names}


def run(project, argv):
    """Return whether a check passes, and what it printed."""
    done = subprocess.run(argv, cwd=project, capture_output=True, text=True, timeout=CHECK_SECONDS, env=ENVIRONMENT)
    return done.returncode == 0, done.stdout + done.stderr


def problems_before(project, checks):
    for name, (role, argv) in checks.items():
        passed, text = run(project, argv)
        if passed != (role == "guards"):
            yield f"{name} {'passes' if passed else 'fails'} before the patch"
        elif name.startswith("hidden/") or role == "guards":
            continue
        elif not re.search(r"^FAIL .+\n  got: .+\n  expected: .+$", text, re.MULTILINE):
            yield f"{name} does not print a failing call with what it got and expected"


def problems_after(project, checks):
    for name, (_, argv) in checks.items():
        passed, text = run(project, argv)
        if not passed:
            yield f"{name} fails after the patch:\n{text}"


def problems(ticket):
    """Return what is wrong with a ticket folder, one line each."""
    missing = [f"{name} is missing" for name in REQUIRED if not (ticket / name).is_file()]
    if missing:
        return missing
    configured = configured_checks(ticket)
    if {role for role, _ in configured.values()} != {"reproduces", "guards"}:
        return ["harness.toml needs a check of each role"]
    checks = configured | hidden_checks(ticket)
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder) / ticket.name
        shutil.copytree(ticket, project, ignore=shutil.ignore_patterns("__pycache__"))
        before = list(problems_before(project, checks))
        applied = subprocess.run(["git", "apply", "known_good.patch"], cwd=project, capture_output=True, text=True)
        if applied.returncode != 0:
            return [*before, f"known_good.patch does not apply: {applied.stderr}"]
        return [*before, *problems_after(project, checks)]


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
