"""What calls mean and who calls a function, as the command says it."""

import pathlib

import pytest
from command import copy_of, corpus, grit

FACTS = pathlib.Path(__file__).with_name("requests_calls.txt")


@pytest.fixture(scope="module")
def requests(tmp_path_factory):
    project = copy_of(corpus("requests-2.31.0"), tmp_path_factory.mktemp("requests") / "tree")
    grit(project, "index", status=0)
    return project


def facts():
    for line in FACTS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            place, name, target = line.split()
            path, number = place.rsplit(":", 1)
            yield path, int(number), name, target


def test_calls_in_requests_mean_what_a_reader_says(requests):
    known, wrong = {}, []
    for path, line, name, target in facts():
        if name not in known:
            known[name] = grit(requests, "refs", name, "--json", status=0).json["references"]
        calls = [one for one in known[name]
                 if (one["path"], one["line"], one["kind"]) == (path, line, "call") and one["name"] == name]
        assert calls, f"no call of {name} at {path}:{line}"
        for call in calls:
            meant = [f"{each['path']}::{each['symbol']}" for each in call["targets"] if not each["implied"]]
            if meant != ([] if target == "-" else [target]) or (target == "-") != (call["resolution"] == "unresolved"):
                wrong.append(f"{path}:{line} {name}: {meant} ({call['resolution']}), not {target}")
            assert call["candidates"] == len(meant)
    assert len(list(facts())) >= 70
    assert not wrong, "\n".join(wrong)


def test_callers_of_one_definition(requests):
    shown = grit(requests, "refs", "SessionRedirectMixin.resolve_redirects", status=0).out.splitlines()
    assert shown == ["requests/sessions.py:724 call in Session.send, inherited",
                     "requests/sessions.py:741 call in Session.send, inherited", "1 certain caller"]
    constructed = grit(requests, "refs", "requests/models.py::Response.__init__", "--json", status=0).json
    places = {one["scope"] for one in constructed["references"] if one["name"] == "Response"}
    assert "HTTPAdapter.build_response" in places


AMBIGUOUS = {
    "a.py": "class A:\n    def flush(self): pass\n    def close(self): pass\n    def idle(self): pass\n",
    "b.py": "class B:\n    def flush(self): pass\n",
    "c.py": "class C:\n    def flush(self): pass\n",
    "use.py": "from a import A\ndef one(x): x.flush()\ndef two(x): x.flush(); x.flush()\n"
              "def three(x): x.flush()\ndef four(): A().close()\n",
}


@pytest.fixture
def ambiguous(tmp_path):
    for name, text in AMBIGUOUS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    grit(tmp_path, "index", status=0)
    return tmp_path


@pytest.mark.parametrize("name, line, callers", [
    ("A.flush", "no certain callers, 3 possible", {"certain": 0, "possible": 3}),
    ("flush", "no certain callers, 3 possible", {"certain": 0, "possible": 3}),
    ("a.py::A.flush", "no certain callers, 3 possible", {"certain": 0, "possible": 3}),
    ("A.close", "1 certain caller", {"certain": 1, "possible": 0}),
    ("A.idle", "no callers", {"certain": 0, "possible": 0}),
])
def test_no_callers_and_could_not_tell_differ(ambiguous, name, line, callers):
    assert grit(ambiguous, "refs", name, status=0).out.splitlines()[-1] == line
    answer = grit(ambiguous, "refs", name, "--json", status=0).json
    assert answer["callers"] == callers
    for one in answer["references"]:
        if one["resolution"] == "name_only":
            assert one["candidates"] == 3 and one["targets"] == []
