"""grit edit, replace and undo, on the example tickets' projects: what they write, refuse and leave alone."""

import os
import stat

import pytest
from command import TICKETS, grit, script, ticket_project

REMOVE = """Here it is:
```python
def remove(self, article):
    self.lines = [line for line in self.lines if line.article != article]
    self.touched = True
```
"""


@pytest.fixture(name="shop")
def shop_fixture(tmp_path):
    return ticket_project("shipping", tmp_path / "shop")


def state(path):
    status = path.stat()
    return path.read_bytes(), status.st_mode, status.st_mtime_ns, status.st_ino


def answer(tmp_path, text):
    path = tmp_path / "answer.txt"
    path.write_bytes(text.encode())
    return path


def test_edit_writes_the_function_and_nothing_else(shop, tmp_path):
    file = shop / "basket.py"
    before = file.read_text()
    done = grit(shop, "edit", "basket.py::Basket.remove", "--answer", answer(tmp_path, REMOVE), status=0)
    assert "+        self.touched = True" in done.out
    changed = file.read_text()
    assert changed.replace("        self.touched = True\n", "") == before


def test_edit_on_a_dry_run_only_shows_the_patch(shop, tmp_path):
    before = state(shop / "basket.py")
    done = grit(shop, "--json", "edit", "basket.py::Basket.remove", "--dry-run", "--answer", "-", stdin=REMOVE, status=0)
    assert done.json["applied"] and done.json["paths"] == ["basket.py"] and "+        self.touched" in done.json["patch"]
    assert state(shop / "basket.py") == before
    assert not (shop / ".grit").exists()


@pytest.mark.parametrize("text, reason, code", [
    ("def remove(self, article):\n    return [", "stop", "syntax_error"),
    ("def remove(self):\n    self.lines = []\n", "stop", "signature_changed"),
    ("I cannot help with that.", "stop", "no_code"),
    (REMOVE, "length", "truncated"),
])
def test_what_the_gates_refuse_leaves_the_file_as_it_was(shop, tmp_path, text, reason, code):
    before = state(shop / "basket.py")
    done = grit(shop, "--json", "edit", "basket.py::Basket.remove", "--answer", answer(tmp_path, text),
                "--finish-reason", reason, status=3)
    assert not done.json["applied"]
    assert done.json["findings"][0]["code"] == code
    assert done.json["findings"][0]["for_model"]
    assert state(shop / "basket.py") == before


@pytest.mark.parametrize("where, status, words", [
    ("basket.py::nothing", 6, "no definition nothing"),
    ("nothing.py::f", 6, "nothing.py"),
    (".git/config.py::f", 3, "never touched"),
    ("../outside.py::f", 3, ".."),
    ("basket.py", 2, "PATH::SYMBOL"),
])
def test_what_edit_cannot_find_is_one_clear_line(shop, tmp_path, where, status, words):
    done = grit(shop, "edit", where, "--answer", answer(tmp_path, REMOVE), status=status)
    assert words in done.error_line()


def test_an_ambiguous_name_is_refused_with_the_candidates(shop, tmp_path):
    (shop / "two.py").write_text("def f():\n    return 1\n\n\nclass A:\n    def f(self):\n        return 2\n")
    done = grit(shop, "edit", "two.py::f", "--answer", answer(tmp_path, "def f():\n    return 3\n"), status=2)
    assert "A.f" in done.error_line()


def test_replace_is_literal_and_once(shop, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("FREE_DELIVERY_FROM = 5_000")
    new.write_text("FREE_DELIVERY_FROM = 6_000  # $& \\1")
    done = grit(shop, "replace", "shipping.py", "--old", old, "--new", new, status=0)
    assert "+FREE_DELIVERY_FROM = 6_000  # $& \\1" in done.out
    before = state(shop / "shipping.py")
    done = grit(shop, "--json", "replace", "shipping.py", "--old", old, "--new", new, status=3)
    assert done.json["findings"][0]["code"] == "not_found"
    old.write_text("subtotal")
    done = grit(shop, "--json", "replace", "shipping.py", "--old", old, "--new", new, status=3)
    assert done.json["findings"][0]["code"] == "not_unique"
    assert state(shop / "shipping.py") == before


def test_replace_keeps_mode_and_refuses_what_is_read_only(shop, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("EXPRESS_DELIVERY = 899")
    new.write_text("EXPRESS_DELIVERY = 900")
    file = shop / "shipping.py"
    file.chmod(0o640)
    grit(shop, "replace", "shipping.py", "--old", old, "--new", new, status=0)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    file.chmod(0o444)
    before = state(file)
    done = grit(shop, "replace", "shipping.py", "--old", new, "--new", old, status=3)
    assert "shipping.py" in done.error_line()
    assert state(file) == before


def test_only_one_input_can_be_standard_input(shop):
    done = grit(shop, "replace", "shipping.py", "--old", "-", "--new", "-", stdin="x", status=2)
    assert "standard input" in done.error_line()


def fixed(shop):
    """The shop after a run that committed its repair."""
    done = grit(shop, "--json", "fix", "--ticket", shop / "ticket.md", "--model",
                f"replay:{TICKETS / 'shipping' / 'recording.jsonl'}", status=0)
    assert done.json["committed"]
    return done.json["run"]


def test_undo_gives_back_the_bytes(shop):
    before = (shop / "shipping.py").read_bytes()
    run = fixed(shop)
    after = (shop / "shipping.py").read_bytes()
    assert after != before
    shown = grit(shop, "undo", run, "--dry-run", status=0)
    assert (shop / "shipping.py").read_bytes() == after
    done = grit(shop, "undo", "last", status=0)
    assert done.out == shown.out
    assert (shop / "shipping.py").read_bytes() == before
    done = grit(shop, "undo", "last", status=3)
    assert "as they were before" in done.error_line()


def test_undo_never_loses_work(shop):
    before = (shop / "shipping.py").read_bytes()
    run = fixed(shop)
    file = shop / "shipping.py"
    file.write_bytes(file.read_bytes() + b"# mine\n")
    mine = state(file)
    done = grit(shop, "undo", run, status=7)
    kept = done.error_line().rsplit(" ", 1)[1]
    assert state(file) == mine
    with open(kept, "rb") as saved:
        assert saved.read() == before
    os.remove(file)
    grit(shop, "undo", run, status=7)
    assert not file.exists()


def test_undo_of_a_run_that_changed_nothing(shop, tmp_path):
    model = script(tmp_path / "model.jsonl", "I cannot do that.", "I cannot do that.", "I cannot do that.")
    grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", model)
    done = grit(shop, "undo", "last", status=1)
    assert "changed no file" in done.error_line()
    done = grit(shop, "undo", "29990101", status=6)
    assert "grit runs list" in done.error_line()
