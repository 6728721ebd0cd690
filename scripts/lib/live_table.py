"""Runs `grit fix` on copies of ticket folders with the model in HARNESS_MODEL and prints a table.

Usage: live_table.py GRIT TICKETS WORK [--record DIGEST SERVER]

Each ticket is accepted or not by its own checks; the hidden checks, which no run sees, then say
whether an accepted edit is right. --record keeps the exchanges beside the ticket; DIGEST (of the
model's weights) and SERVER (name and version) go into the recording, since servers do not say.
"""

import json
import pathlib
import shutil
import subprocess
import sys

CHECK_SECONDS = 60


def hidden_checks_pass(project):
    """Return whether every script in hidden/ passes on the project, None where there is none."""
    scripts = sorted((project / "hidden").glob("*.py"))
    for script in scripts:
        done = subprocess.run(
            [sys.executable, "-B", str(script.relative_to(project))],
            cwd=project, capture_output=True, timeout=CHECK_SECONDS,
        )
        if done.returncode != 0:
            return False
    return True if scripts else None


def run_ticket(grit, ticket, work, record):
    """Return one row of the table. `record`: digest and server, or nothing."""
    project = work / ticket.name
    shutil.copytree(ticket, project, ignore=shutil.ignore_patterns("hidden", "known_good.patch", "recording.jsonl"))
    command = [grit, "-C", project, "--json", "-q", "fix", "--ticket", project / "ticket.md"]
    if record:
        command += ["--record", ticket / "recording.jsonl"]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{ticket.name}: grit ended with status {done.returncode}: {done.stderr.strip()}")
    if record and (ticket / "recording.jsonl").exists():
        identify(ticket / "recording.jsonl", *record)
    if "error" in report:
        sys.exit(f"{ticket.name}: {report['error']['message']}")
    if (ticket / "hidden").is_dir():
        shutil.copytree(ticket / "hidden", project / "hidden")
    usage = [step["usage"] for step in report["steps"]]
    return {
        "ticket": ticket.name,
        "stop": report["stop"],
        "strategy": report["steps"][-1]["strategy"] if report["accepted"] else "-",
        "attempts": len(report["steps"]),
        "right": {True: "yes", False: "NO", None: "?"}[hidden_checks_pass(project)] if report["accepted"] else "-",
        "prompt tokens": sum(one["prompt_tokens"] for one in usage),
        "answer tokens": sum(one["completion_tokens"] for one in usage),
        "seconds": f"{report['seconds']:.1f}",
    }


def identify(recording, digest, server):
    """Say in the first line of a recording which weights answered, and through which server."""
    lines = recording.read_text(encoding="utf-8").splitlines(keepends=True)
    first = {**json.loads(lines[0]), "digest": digest}
    first["server"], _, first["version"] = server.partition(" ")
    recording.write_text(json.dumps(first) + "\n" + "".join(lines[1:]), encoding="utf-8")


def print_table(rows):
    columns = list(rows[0])
    widths = {column: max(len(column), *(len(str(row[column])) for row in rows)) for column in columns}
    for row in [dict(zip(columns, columns)), *rows]:
        print("  ".join(str(row[column]).ljust(widths[column]) for column in columns).rstrip())


def main():
    grit, tickets, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    record = sys.argv[5:7] if "--record" in sys.argv[4:] else None
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    rows = []
    for ticket in sorted(path.parent for path in tickets.glob("*/ticket.md")):
        print(f"   {ticket.name} …", file=sys.stderr, flush=True)
        rows.append(run_ticket(grit, ticket, work, record))
    print_table(rows)
    accepted = sum(row["stop"] == "accepted" for row in rows)
    wrong = sum(row["right"] == "NO" for row in rows)
    print(f"{accepted} of {len(rows)} accepted, {wrong} of them wrong on checks that the run did not see")
    sys.exit(0 if accepted and not wrong else 1)


if __name__ == "__main__":
    main()
