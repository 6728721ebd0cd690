"""From a ticket to a committed patch, with scripted models, and back by replay."""

import json
import shutil

import pytest
from command import SOURCE, TICKETS, grit, script, snapshot, ticket_project

RIGHT = '''```python
def delivery_cost(subtotal):
    """Return the price of standard delivery in pence for a basket of `subtotal` pence."""
    if subtotal < 0:
        raise ValueError(f"subtotal is negative: {subtotal}")
    if subtotal >= FREE_DELIVERY_FROM:
        return 0
    return STANDARD_DELIVERY
```
'''
WRONG = RIGHT.replace(">= FREE", "> 1 + FREE")
SAME = RIGHT.replace(">= FREE", "> FREE")


@pytest.fixture
def shop(tmp_path):
    return ticket_project("shipping", tmp_path / "shipping")


def fix(shop, tmp_path, *replies, arguments=(), status=None):
    model = script(tmp_path / "model.jsonl", *replies)
    return grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", model, "--json", *arguments, status=status)


def evidence(shop, report):
    return shop / ".grit" / "runs" / report["run"]


def test_accepted(shop, tmp_path):
    before = snapshot(shop)
    report = fix(shop, tmp_path, RIGHT, status=0).json
    assert (report["stop"], report["accepted"], report["committed"]) == ("accepted", True, True)
    assert "+    if subtotal >= FREE_DELIVERY_FROM:" in report["patch"]
    assert [check["outcome"] for check in report["checks"]] == ["pass", "pass"]
    after = snapshot(shop)
    assert [name for name in after if after[name] != before.get(name)] == ["shipping.py"]
    assert set(after) == set(before)  # nothing beside it: no caches, no temporary files
    assert after["shipping.py"][0] == before["shipping.py"][0].replace(b"subtotal > FREE", b"subtotal >= FREE")
    assert after["shipping.py"][1] == before["shipping.py"][1]


def test_the_patch_applies(shop, tmp_path):
    report = fix(shop, tmp_path, RIGHT, arguments=["--dry-run"], status=0).json
    assert not report["committed"]
    import subprocess

    subprocess.run(["git", "apply", "-"], cwd=shop, input=report["patch"], text=True, check=True)
    assert "subtotal >= FREE_DELIVERY_FROM" in (shop / "shipping.py").read_text(encoding="utf-8")


def test_evidence_is_complete(shop, tmp_path):
    report = fix(shop, tmp_path, WRONG, RIGHT, status=0).json
    folder = evidence(shop, report)
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert {"manifest.json", "trace.jsonl", "actions.json", "model-exchanges.json", "patch.diff", "report.json",
            "before/shipping.py", "candidate/1/shipping.py", "candidate/2/shipping.py"} <= names
    assert len([name for name in names if name.startswith("checks/")]) == 5  # two before, one failed, two passed
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["model"]["backend"] == "scripted"
    assert manifest["configuration"]["checks"][0]["name"] == "ticket"
    assert len(manifest["project_sha256"]) == 64
    exchanges = json.loads((folder / "model-exchanges.json").read_text(encoding="utf-8"))
    assert [exchange["reply"] for exchange in exchanges] == [WRONG, RIGHT]
    # The model saw the failing call, and not a line of the check.
    prompt = exchanges[0]["request"]["messages"][-1]["content"]
    assert "delivery_cost(5000)" in prompt
    for line in (shop / "checks" / "check_shipping.py").read_text(encoding="utf-8").splitlines():
        if len(line.strip()) > 12:
            assert line.strip() not in prompt
    assert report == json.loads((folder / "report.json").read_text(encoding="utf-8"))


def test_a_failing_check_starts_the_next_attempt(shop, tmp_path):
    report = fix(shop, tmp_path, WRONG, RIGHT, status=0).json
    assert [step["outcome"] for step in report["steps"]] == ["check_failed", "accepted"]


def test_wrong_all_the_way(shop, tmp_path):
    before = snapshot(shop)
    done = fix(shop, tmp_path, *[WRONG] * 20, status=1)
    assert done.json["stop"] == "attempts_exhausted" or done.json["stop"] == "step_limit"
    assert snapshot(shop) == before


def test_unchanged(shop, tmp_path):
    report = fix(shop, tmp_path, *[SAME] * 20, arguments=["--candidates", "1"], status=1).json
    assert report["stop"] == "no_change"
    assert not report["accepted"]


def test_cut_answers_are_never_applied(shop, tmp_path):
    before = snapshot(shop)
    report = fix(shop, tmp_path, *[{"reply": RIGHT, "finish_reason": "length"}] * 20, status=1).json
    assert all("truncated" in step["detail"] for step in report["steps"] if step["strategy"] == "whole_function")
    assert snapshot(shop) == before


def test_already_done(shop, tmp_path):
    fix(shop, tmp_path, RIGHT, status=0)
    report = fix(shop, tmp_path, status=0).json
    assert (report["stop"], report["steps"]) == ("already_done", [])


def test_guards_alone(shop, tmp_path):
    before = snapshot(shop)
    report = fix(shop, tmp_path, RIGHT, arguments=["--check", "checkout"], status=1).json
    assert report["stop"] == "not_reproduced"
    assert ">= FREE" in report["patch"]
    assert snapshot(shop) == before
    report = fix(shop, tmp_path, RIGHT, arguments=["--check", "checkout", "--accept-unreproduced"], status=0).json
    assert report["committed"]


def test_replay_is_equal(shop, tmp_path):
    report = fix(shop, tmp_path, WRONG, RIGHT, status=0).json
    again = grit(shop, "replay", report["run"], "--json", status=0).json
    assert (again["equal"], again["stop"], again["patch"]) == (True, "accepted", report["patch"])
    assert again["run"] == report["run"]


def test_replay_in_a_tree_that_was_put_back(shop, tmp_path):
    original = (shop / "shipping.py").read_bytes()
    fix(shop, tmp_path, RIGHT, status=0)
    (shop / "shipping.py").write_bytes(original)
    assert grit(shop, "replay", "last", "--json", status=0).json["equal"]


def test_replay_names_the_first_divergence(shop, tmp_path):
    fix(shop, tmp_path, RIGHT, arguments=["--dry-run"], status=0)
    (shop / "money.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    again = grit(shop, "replay", "last", "--json", status=1).json
    assert not again["equal"]
    assert again["divergence"].startswith("input: ")


def test_replay_notices_changed_evidence(shop, tmp_path):
    report = fix(shop, tmp_path, RIGHT, status=0).json
    trace = evidence(shop, report) / "trace.jsonl"
    trace.write_text(trace.read_text(encoding="utf-8").replace("accepted", "accepter"), encoding="utf-8")
    assert "changed after it was written" in grit(shop, "replay", "last", status=1).error_line()


def test_the_shipped_recording_repairs_the_shipping_ticket(shop):
    recording = TICKETS / "shipping" / "recording.jsonl"
    report = grit(shop, "fix", "--ticket", shop / "ticket.md", "--model", f"replay:{recording}", "--json", status=0).json
    assert report["accepted"]
    assert "+    if subtotal >= FREE_DELIVERY_FROM:" in report["patch"]
    assert grit(shop, "replay", "last", "--json", status=0).json["equal"]


@pytest.mark.parametrize("name", ["date_filter", "pagination", "retry", "shipping"])
def test_shipped_recordings_end_as_recorded(name, tmp_path):
    """The recorded answers of a real model, through everything but the model."""
    recording = TICKETS / name / "recording.jsonl"
    project = ticket_project(name, tmp_path / name)
    report = grit(project, "fix", "--ticket", project / "ticket.md", "--model", f"replay:{recording}", "--json",
                  status=0).json
    assert report["accepted"]
    shutil.copytree(TICKETS / name / "hidden", project / "hidden")
    import subprocess
    import sys

    for check in sorted((project / "hidden").glob("*.py")):
        subprocess.run([sys.executable, "-B", str(check.relative_to(project))], cwd=project, check=True)


def test_a_changed_prompt_is_explained(shop):
    recording = TICKETS / "shipping" / "recording.jsonl"
    done = grit(shop, "fix", "something", "else", "about", "delivery_cost", "--model", f"replay:{recording}", "--json",
                status=5)
    assert "differ" in done.json["reason"]


def test_runs_are_listed_and_pruned(shop, tmp_path):
    for _ in range(3):
        fix(shop, tmp_path, RIGHT, arguments=["--dry-run"], status=0)
    runs = grit(shop, "runs", "list", "--json", status=0).json["runs"]
    assert [run["stop"] for run in runs] == ["accepted"] * 3
    assert runs[0]["ticket"].startswith("Delivery is charged")
    assert grit(shop, "runs", "prune", "--keep", "1", "--json", status=0).json["removed"] == 2
    assert len(grit(shop, "runs", "list", "--json", status=0).json["runs"]) == 1


def test_check(shop):
    report = grit(shop, "check", "--json", status=1).json
    assert [(one["check"], one["outcome"]) for one in report["checks"]] == [("ticket", "fail"), ("checkout", "pass")]
    assert grit(shop, "check", "checkout", "--json", status=0).json["passed"]


def test_init(tmp_path):
    (tmp_path / "tests").mkdir()
    grit(tmp_path, "init", status=0)
    assert "checks.suite" in (tmp_path / "harness.toml").read_text(encoding="utf-8")
    assert "harness.toml" in grit(tmp_path, "init", status=3).error_line()
    grit(tmp_path, "check", "nosuch", status=2)


def test_git_ignores_the_state_folder(shop):
    import subprocess

    subprocess.run(["git", "init", "-q"], cwd=shop, check=True)
    grit(shop, "index", status=0)
    listed = subprocess.run(["git", "status", "--porcelain", "-uall"], cwd=shop, capture_output=True, text=True, check=True)
    assert ".grit" not in listed.stdout


@pytest.mark.parametrize("lead", ["# low \N{EM DASH} high\n", "\ufeff# first\n", "# \N{GRINNING FACE} \u2028 x\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_bytes_outside_of_the_function_stay(shop, tmp_path, lead, end):
    path = shop / "shipping.py"
    old = (lead + path.read_text(encoding="utf-8")).replace("\n", end).encode()
    path.write_bytes(old)
    fix(shop, tmp_path, RIGHT, status=0)
    assert path.read_bytes() == old.replace(b"subtotal > FREE", b"subtotal >= FREE")


def test_the_schema_of_the_state_folder_is_documented():
    documented = (SOURCE / "docs" / "evidence.md").read_text(encoding="utf-8")
    for name in ("trace.jsonl", "manifest.json", "actions.json", "model-exchanges.json", "patch.diff", "report.json"):
        assert name in documented
