"""The layering holds: what a layer may include compiles with its flags, and anything else does not."""

import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ["GRIT_SOURCE"])
BUILD = pathlib.Path(os.environ["GRIT_BUILD"])

# Who sees whom. Written here a third time on purpose: a change of the house needs a change of this table.
SEES = {"base": []}
SEES["port"] = ["base"]
SEES["syntax"] = ["port", *SEES["port"]]
SEES["index"] = ["syntax", *SEES["syntax"]]
SEES["retrieve"] = ["index", *SEES["index"]]
SEES["edit"] = ["syntax", *SEES["syntax"]]
SEES["verify"] = ["port", *SEES["port"]]
SEES["model"] = ["port", *SEES["port"]]
SEES["loop"] = ["retrieve", "edit", "verify", "model", *SEES["retrieve"]]

# Headers from outside, by the start of their name, and the folders that may include them.
THIRD_PARTY = {
    "simdjson": ["src/base"],
    "openssl/": ["src/base"],
    "tree_sitter/": ["src/syntax"],
    "sqlite3": ["src/index", "tests/faults"],
    "git2": ["src/index"],
    "curl/": ["src/model"],
    "toml++/": ["src/loop"],
    "seccomp": ["src/port", "src/verify"],
    "CLI/": ["examples/cli"],
    "doctest/": ["tests"],
    "benchmark/": ["bench"],
    "absl/": [f"src/{layer}" for layer in SEES] + ["capi", "tests", "bench"],
}
# The operating system is reached through src/port only; a host program and the tests may do as they like. So may the
# sandbox helper, which is a program of its own and links no layer.
SYSTEM = re.compile(r"^(sys/|linux/|unistd\.h|fcntl\.h|dirent\.h|poll\.h|pthread\.h|sched\.h|spawn\.h|pwd\.h|termios\.h)")
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)


def files(*folders):
    for folder in folders:
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in (".h", ".cc", ".c") and "node_modules" not in path.parts:
                yield path


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def exported_headers():
    """One exported header for each layer that has any; the others offer only what is in include/grit."""
    found = {}
    for layer in SEES:
        for header in sorted((SOURCE / "src" / layer / "include" / layer).glob("*.h")):
            found.setdefault(layer, f"{layer}/{header.name}")
    return found


def compile_command(layer):
    """The build's own command for one source file of the layer, without the file and the outputs."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        program = "grit-sandbox" in entry["command"]  # a target of its own, which shares files with the layer
        if path.is_relative_to(SOURCE / "src" / layer) and not program:
            words = shlex.split(entry["command"])
            keep, skip = [], False
            for word in words:
                if skip:
                    skip = False
                elif word in ("-o", "-MF", "-MQ", "-MT", "-c"):
                    skip = word != "-c"
                elif word not in ("-MD", "-MMD") and pathlib.Path(entry["directory"], word).resolve() != path:
                    keep.append(word)
            return entry["directory"], keep
    pytest.fail(f"no source file of {layer} in the build")


def preprocess(layer, header, tmp_path):
    probe = tmp_path / "probe.cc"
    probe.write_text(f'#include "{header}"\n')
    folder, command = compile_command(layer)
    return subprocess.run([*command, "-E", "-o", os.devnull, str(probe)], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("layer", SEES)
def test_only_lower_layers_are_visible(layer, tmp_path):
    headers = exported_headers()
    assert {"base", "port", "syntax"} <= set(headers)
    for other, header in headers.items():
        done = preprocess(layer, header, tmp_path)
        if other == layer or other in SEES[layer]:
            assert done.returncode == 0, done.stderr
        else:
            assert done.returncode != 0, f"{layer} can include {header}"
            assert "No such file" in done.stderr, done.stderr


@pytest.mark.parametrize("layer", SEES)
def test_private_headers_stay_private(layer, tmp_path):
    for other in SEES:
        for header in (SOURCE / "src" / other).glob("*.h"):
            if other != layer and not (SOURCE / "src" / layer / header.name).exists():
                assert preprocess(layer, header.name, tmp_path).returncode != 0, f"{layer} can include {other}'s {header.name}"


def test_no_path_leaves_its_folder():
    bad = [f"{p}: {name}" for p in files("src", "capi", "include", "examples", "tests", "bench") for _, name in includes(p)
           if ".." in name.split("/")]
    assert not bad


def test_public_headers_need_only_the_standard_library():
    bad = []
    for path in files("include"):
        for mark, name in includes(path):
            standard = mark == "<" and re.fullmatch(r"[a-z_]+(\.h)?", name)
            if not standard and not re.fullmatch(r"grit/[a-z_]+\.h", name):
                bad.append(f"{path}: {name}")
    assert not bad


def test_libraries_stay_in_their_folder():
    bad = []
    for path in files("src", "capi", "include", "examples", "tests", "bench"):
        relative = path.relative_to(SOURCE).as_posix()
        if relative.startswith(("tests/unit/", "bench/")):
            continue  # a unit test may look at the library under its layer, a benchmark compares with it
        for _, name in includes(path):
            for start, folders in THIRD_PARTY.items():
                if name.startswith(start) and not any(relative.startswith(folder + "/") for folder in folders):
                    bad.append(f"{relative}: {name}")
    assert not bad


def test_system_headers_are_in_port_only():
    bad = [f"{path.relative_to(SOURCE)}: {name}" for path in files("src", "capi", "include")
           for mark, name in includes(path) if mark == "<" and SYSTEM.match(name)
           and not any(path.is_relative_to(SOURCE / folder) for folder in ("src/port", "src/verify/helper"))]
    assert not bad
