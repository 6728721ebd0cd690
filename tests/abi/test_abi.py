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
    header = (SOURCE / "include/grit/grit.h").read_text()
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", header, flags=re.S)
    declared = set(re.findall(r"\b(grit_\w+)\s*\(", re.sub(r"\(\s*\*\s*\w+\s*\)", "", code)))
    assert declared == set(recorded())


def test_soname():
    assert re.search(r"SONAME.*\[libgrit\.so\.0\]", output("readelf", "-d", LIBRARY))
