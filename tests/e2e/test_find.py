"""Index and find on real packages."""

import shutil

import pytest
from command import copy_of, corpus, grit


@pytest.fixture(scope="module")
def requests(tmp_path_factory):
    project = copy_of(corpus("requests-2.31.0"), tmp_path_factory.mktemp("requests") / "tree")
    grit(project, "index", status=0)
    return project


@pytest.fixture(scope="module")
def flask(tmp_path_factory):
    project = copy_of(corpus("flask-3.0.3"), tmp_path_factory.mktemp("flask") / "tree")
    grit(project, "index", status=0)
    return project


def test_resolve_redirects_is_first(requests):
    ticket = "Session.resolve_redirects copies the original request".split()
    best = grit(requests, "find", *ticket, "--json", status=0).json["results"][0]
    assert best["path"] == "requests/sessions.py"
    assert best["symbol"].endswith(".resolve_redirects")
    assert best["kind"] == "method"
    source = (requests / best["path"]).read_bytes()
    text = source[best["byte_range"]["begin"]:best["byte_range"]["end"]]
    assert text.startswith(b"def resolve_redirects(")
    assert source[:best["byte_range"]["begin"]].count(b"\n") + 1 == best["line_range"]["begin"]
    assert set(best["signals"]) == set(best["reasons"])
    assert all(0 <= score <= 1 for score in best["signals"].values())


def test_the_table_explains(requests):
    shown = grit(requests, "find", "resolve_redirects", "--explain", "--top", "3", status=0).out
    assert "requests/sessions.py" in shown
    assert "words in its name: resolv, redirect" in shown
    assert "def resolve_redirects(" in shown  # the body of the best


def test_the_classic_profile_is_still_there(requests):
    shown = grit(requests, "find", "resolve_redirects", "--explain", "--top", "3", "--profile", "classic", status=0).out
    assert "keyword_symbol" in shown
    (requests / "harness.toml").write_text('[find]\nprofile = "classic"\n', encoding="utf-8")
    assert grit(requests, "find", "resolve_redirects", "--explain", "--top", "3", status=0).out == shown
    (requests / "harness.toml").unlink()


def test_files_are_ranked_too(requests):
    found = grit(requests, "find", "Session.resolve_redirects copies the original request", "--json", status=0).json
    assert found["files"][0]["path"] == "requests/sessions.py"
    scores = [each["score"] for each in found["files"]]
    assert scores == sorted(scores, reverse=True) and len(scores) <= 10


def test_blueprint_definitions_are_among_the_first_five(flask):
    results = grit(flask, "find", *"where is the Blueprint class defined".split(), "--json", status=0).json["results"]
    classes = [result["path"] for result in results[:5] if result["symbol"] == "Blueprint"]
    assert sorted(classes) == ["flask/blueprints.py", "flask/sansio/blueprints.py"]


def test_defs_is_short(flask):
    shown = grit(flask, "defs", "Blueprint", status=0).out
    assert len(shown.splitlines()) == 2
    assert len(shown) <= 104
    assert "flask/blueprints.py" in shown and "flask/sansio/blueprints.py" in shown


def test_refs(flask):
    references = grit(flask, "refs", "setupmethod", "--json", status=0).json["references"]
    assert {"flask/sansio/app.py", "flask/sansio/blueprints.py"} <= {one["path"] for one in references}
    for one in references:
        line = (flask / one["path"]).read_text(encoding="utf-8").splitlines()[one["line"] - 1]
        assert "setupmethod" in line


def test_outline_has_imports_first(flask):
    lines = grit(flask, "outline", "flask/app.py", status=0).out.splitlines()
    assert lines[0].startswith(("from ", "import "))
    assert any("class Flask" in line for line in lines)


def test_read_shows_numbers_and_decorators(flask):
    shown = grit(flask, "read", "flask/sansio/app.py::App.register_blueprint", status=0).out
    assert "@setupmethod" in shown
    assert "def register_blueprint" in shown


def test_the_same_answer_every_time(flask):
    first = grit(flask, "find", "register", "a", "blueprint", "--json", "--top", "100", status=0).out
    for _ in range(5):
        assert grit(flask, "find", "register", "a", "blueprint", "--json", "--top", "100", status=0).out == first


def test_ticket_from_a_file_and_from_standard_input(requests, tmp_path):
    ticket = tmp_path / "ticket.md"
    ticket.write_text("resolve_redirects", encoding="utf-8")
    words = grit(requests, "find", "resolve_redirects", "--json", status=0).json
    assert grit(requests, "find", "--ticket", ticket, "--json", status=0).json == words
    assert grit(requests, "find", "--ticket", "-", "--json", stdin="resolve_redirects", status=0).json == words


def test_a_traceback_leads_to_its_innermost_frame(requests):
    trace = ('Traceback (most recent call last):\n  File "/usr/lib/python3/site-packages/requests/sessions.py", line 589, '
             'in request\n    resp = self.send(prep)\n  File "/usr/lib/python3/site-packages/requests/models.py", line '
             '368, in prepare\n    self.prepare_url(url, params)\nValueError: x\n')
    best = grit(requests, "find", "--ticket", "-", "--json", stdin=trace, status=0).json["results"][0]
    assert best["signals"].get("frame_inner", 0) == 1.0
    assert best["path"] == "requests/models.py"


def test_nothing_fits(requests):
    assert grit(requests, "find", "zzqqxx", status=6).out == ""
    grit(requests, "defs", "zzqqxx", status=6)


def test_a_second_run_takes_only_what_changed(tmp_path):
    project = copy_of(corpus("django-5.0"), tmp_path / "django")
    cold = grit(project, "index", "--json", status=0).json
    assert cold["parsed"] == cold["files"]
    warm = grit(project, "index", "--json", status=0).json
    assert (warm["parsed"], warm["reused"]) == (0, cold["files"])
    target = project / "django" / "utils" / "text.py"
    text = target.read_text(encoding="utf-8")
    target.write_text(text.replace("def slugify(", "def slugify_renamed(", 1), encoding="utf-8")
    changed = grit(project, "index", "--json", status=0).json
    assert (changed["parsed"], changed["reused"]) == (1, cold["files"] - 1)
    grit(project, "defs", "slugify_renamed", status=0)
    target.unlink()
    gone = grit(project, "index", "--json", status=0).json
    assert (gone["parsed"], gone["removed"]) == (0, 1)
    grit(project, "defs", "slugify_renamed", status=6)
    shutil.rmtree(project)
