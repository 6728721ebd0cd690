"""Ctrl-C, a full disk and a model server that misbehaves, at every stage: one clear line, the tree old or new as a whole."""

import contextlib
import http.server
import json
import os
import subprocess
import threading
import time

import pytest
from command import GRIT, copy_of, corpus, grit, interrupted, script, snapshot, ticket_project
from test_fix import RIGHT

STAGES = 18  # events of a repair at the first try


@pytest.fixture
def shop(tmp_path):
    return ticket_project("shipping", tmp_path / "shipping")


def events(shop):
    """The types of the trace's events so far."""
    return [json.loads(line)["type"] for trace in shop.glob(".grit/runs/*/trace.jsonl")
            for line in trace.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]


def is_repaired(shop):
    return "subtotal >= FREE_DELIVERY_FROM" in (shop / "shipping.py").read_text(encoding="utf-8")


def test_stages_are_all_that_a_repair_has(shop, tmp_path):
    model = script(tmp_path / "m.jsonl", RIGHT)
    grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", model, status=0)
    assert len(events(shop)) == STAGES, events(shop)


@pytest.mark.parametrize("stage", range(STAGES))
def test_interrupted_at_every_stage_of_a_repair(shop, tmp_path, stage):
    model = script(tmp_path / "m.jsonl", RIGHT)
    before = snapshot(shop)
    done, seconds = interrupted(shop, "fix", "--ticket", shop / "ticket.md", "--model", model, "--json",
                                after=lambda _: len(events(shop)) > stage)
    assert seconds < 5
    if done.status == 0:  # it was done before it saw the signal
        assert is_repaired(shop)
        return
    assert done.status == 130, done.err
    report = done.json
    assert (report["stop"], report["accepted"]) == ("cancelled", False)
    assert not report["committed"]
    assert snapshot(shop) == before
    assert events(shop)[-1] == "run.stopped"
    grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", model, status=0)  # nothing is left in the way
    assert is_repaired(shop)


def test_interrupted_while_looking(tmp_path):
    project = copy_of(corpus("requests-2.31.0"), tmp_path / "requests")
    grit(project, "index", status=0)
    before = snapshot(project)
    database = (project / ".grit" / "index.db").read_bytes()
    statuses = set()
    for wait in (0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2):
        begun = time.monotonic()
        done, _ = interrupted(project, "find", "where are redirects resolved and cookies kept",
                              after=lambda _: time.monotonic() - begun > wait)
        statuses.add(done.status)
        if done.status == 130:
            assert done.out == "" and "cancelled" in done.error_line()
        else:  # over, or the handler was not there yet
            assert done.status in (0, -2), done.err
    assert 130 in statuses or statuses == {0}
    assert snapshot(project) == before
    assert (project / ".grit" / "index.db").read_bytes() == database


@pytest.mark.parametrize("arguments", [
    ("fix", "--ticket", "-", "--model", "scripted:none"),
    ("edit", "shipping.py::delivery_cost", "--answer", "-"),
    ("replace", "shipping.py", "--old", "-", "--new", os.devnull),
])
def test_interrupted_while_waiting_for_input(shop, arguments):
    process = subprocess.Popen([GRIT, "-C", str(shop), *arguments],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    process.send_signal(2)
    assert process.wait(timeout=5) == 130
    assert process.stderr.read() == "grit: cancelled\n"


def test_a_ticket_without_an_end(shop):
    assert "1 MiB" in grit(shop, "find", "--ticket", "/dev/zero", status=1).error_line()


def test_an_answer_without_an_end(shop):
    done = grit(shop, "edit", "shipping.py::delivery_cost", "--answer", "/dev/zero", status=1)
    assert "the answer in /dev/zero is larger than 4 MiB" in done.error_line()


@contextlib.contextmanager
def server(answer):
    """A model server; `answer(handler)` writes each of its answers. Gives its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.do_POST()

        def do_POST(self):
            self.rfile.read(int(self.headers.get("content-length") or 0))
            answer(self)

        def reply(self, status, body):
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{running.server_port}"
        finally:
            running.shutdown()


@pytest.mark.parametrize("kind", ["openai", "ollama"])
def test_a_model_that_the_server_has_not(shop, kind):
    before = snapshot(shop)
    with server(lambda request: request.reply(404, '{"error":{"message":"model \'nosuch:1b\' not found"}}')) as address:
        done = grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", f"{kind}:{address}#nosuch:1b", "--json", status=5)
    assert done.json["stop"] == "model_error"
    assert "model 'nosuch:1b' not found" in done.json["reason"]
    assert snapshot(shop) == before


@pytest.mark.parametrize("kind", ["openai", "ollama"])
def test_something_else_answers(shop, kind):
    before = snapshot(shop)
    with server(lambda request: request.reply(200, "<html>hello</html>")) as address:
        done = grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", f"{kind}:{address}#m", "--json", status=5)
    assert address in done.json["reason"] and "JSON" in done.json["reason"]
    assert snapshot(shop) == before


@pytest.mark.parametrize("kind", ["openai", "ollama"])
def test_interrupted_while_a_server_is_silent(shop, kind):
    before = snapshot(shop)
    asked = threading.Event()

    def answer(_):
        asked.set()
        time.sleep(60)

    with server(answer) as address:
        done, seconds = interrupted(shop, "fix", "--ticket", shop / "ticket.md", "--model", f"{kind}:{address}#m", "--json",
                                    after=lambda _: asked.is_set())
    assert done.status == 130, done.err
    assert done.json["stop"] == "cancelled"
    assert seconds < 5
    assert snapshot(shop) == before


@pytest.fixture
def disk(tmp_path):
    """A file system of 4 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "grit-test", str(folder)]
    if os.getuid() != 0 or subprocess.run(command, check=False).returncode != 0:
        pytest.skip("NOT TESTED: a full disk needs a small file system, and this user cannot mount one")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(disk, left):
    """Leaves `left` bytes of a disk."""
    reserve = disk / "reserve"
    reserve.write_bytes(b"x" * left)
    with (disk / "fill").open("wb", buffering=0) as out, contextlib.suppress(OSError):
        while True:
            out.write(b"x" * 4096)
    reserve.unlink()


@pytest.mark.parametrize("left", [0, 8, 16, 32, 64, 96, 128, 192, 256, 384])
def test_a_disk_that_fills_up_during_a_repair(disk, tmp_path, left):
    shop = ticket_project("shipping", disk / "shipping")
    model = script(tmp_path / "m.jsonl", RIGHT)
    fill(disk, left << 10)
    before = snapshot(shop)
    done = grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", model, "-q")
    if done.status == 0:
        assert is_repaired(shop)
        return
    assert done.status == 1, done.err
    assert "full" in (done.err or done.out), done.err
    assert snapshot(shop) == before
    (disk / "fill").unlink()
    grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", model, status=0)
