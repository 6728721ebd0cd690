"""libgrit.so exports the recorded symbols, which are the functions that grit.h declares, and nothing else."""

import os
import pathlib
import re
import subprocess

SOURCE = pathlib.Path(os.environ["GRIT_SOURCE"])
LIBRARY = os.environ["GRIT_LIB"]


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def exported():
    lines = output("nm", "-D", "--defined-only", LIBRARY).splitlines()
    return sorted((line.split()[-1], line.split()[-2]) for line in lines)


def recorded():
    return (SOURCE / "tests/abi/symbols.txt").read_text().split()


def test_exact_symbols():
    names = [name for name, _ in exported()]
    assert names == recorded(), "an intended change goes into tests/abi/symbols.txt and CHANGELOG.md"


def test_functions_only():
    assert {kind for _, kind in exported()} == {"T"}


def test_header_declares_them():
    code = re.sub(r"/\*.*?\*/", "", (SOURCE / "include/grit/grit.h").read_text(), flags=re.S)
    declared = re.findall(r"\bGRIT_API\b[^;]*?\b(grit_\w+)\s*\(", code)
    assert sorted(declared) == recorded()


def structs():
    """Every struct that grit.h defines: (name, members)."""
    header = re.sub(r"/\*.*?\*/", "", (SOURCE / "include/grit/grit.h").read_text(), flags=re.S)
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", header, re.S):
        members = [m.strip() for m in body.split(";") if m.strip()]
        yield name, [re.search(r"\(\*\s*(\w+)\)|(\w+)$", m) for m in members]


def test_layout_names_every_member():
    layout = (SOURCE / "tests/abi/layout.c").read_text()
    found = list(structs())
    assert found
    for name, members in found:
        assert f"FROZEN_SIZE({name}," in layout
        for match in members:
            member = match.group(1) or match.group(2)
            assert f"FROZEN({name}, {member}," in layout, "a new member goes at the end of its struct and into layout.c"


def test_structs_begin_with_their_size():
    for name, members in structs():
        assert members[0].group(2) == "struct_size", name


def test_soname():
    assert re.search(r"SONAME.*\[libgrit\.so\.0\]", output("readelf", "-d", LIBRARY))
