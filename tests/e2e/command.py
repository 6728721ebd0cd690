"""Running the grit command that the build made, on copies of real projects."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

GRIT = os.environ["GRIT_BIN"]
SOURCE = pathlib.Path(os.environ["GRIT_SOURCE"])
TICKETS = SOURCE / "examples" / "tickets"
SLACK = 30  # seconds that a busy machine may take for what needs one

# A user's own settings must not decide a test.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("HARNESS_")}


class Done:
    """What a command left: exit status and both outputs."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def json(self):
        assert self.out.count("\n") == 1, f"one line of JSON, not: {self.out!r}\n{self.err}"
        return json.loads(self.out)

    def error_line(self):
        """The one line that says what went wrong."""
        lines = [line for line in self.err.splitlines() if line.startswith("grit: ")]
        assert len(lines) == 1, self.err
        return lines[0]


def grit(project, *arguments, stdin=None, env=None, before=(), program=GRIT, status=None, timeout=SLACK * 4):
    """Runs grit in `project`. `before`: a command that starts it; `program`: a copy of it; `status`: what it must exit
    with."""
    command = [*before, str(program), "-C", str(project), *[str(argument) for argument in arguments]]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=timeout,
                          env={**ENVIRONMENT, **(env or {})}, check=False)
    if status is not None:
        assert done.returncode == status, f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return Done(done.returncode, done.stdout, done.stderr)


def interrupted(project, *arguments, after, env=None, timeout=SLACK):
    """Runs grit, sends Ctrl-C once `after(process)` says so, and returns what it left and how long it still took."""
    process = subprocess.Popen([GRIT, "-C", str(project), *[str(argument) for argument in arguments]],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**ENVIRONMENT, **(env or {})})
    deadline = time.monotonic() + timeout
    while not after(process) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=timeout)
    return Done(process.returncode, out, err), time.monotonic() - begun


def corpus(name):
    """The folder of a real package, unpacked by scripts/corpus."""
    done = subprocess.run([SOURCE / "scripts" / "corpus", name], stdout=subprocess.PIPE, text=True, check=True)
    return pathlib.Path(done.stdout.strip().splitlines()[-1])


def copy_of(source, target):
    shutil.copytree(source, target, ignore=shutil.ignore_patterns(".grit"))
    return target


def ticket_project(name, target):
    """A copy of an example ticket, as a user has it."""
    return shutil.copytree(TICKETS / name, target,
                           ignore=shutil.ignore_patterns("hidden", "known_good.patch", "recording.jsonl", ".grit"))


def script(path, *replies, **first):
    """A scripted model that gives these replies in order."""
    lines = [{"model": "script", **first}]
    lines += [reply if isinstance(reply, dict) else {"reply": reply} for reply in replies]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return f"scripted:{path}"


def snapshot(folder):
    """Every file below, with bytes, mode and time of change; Grit's own folder left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if relative.parts[0] == ".grit" or not path.is_file():
            continue
        status = path.lstat()
        found[str(relative)] = (path.read_bytes(), status.st_mode, status.st_mtime_ns, status.st_ino)
    return found
