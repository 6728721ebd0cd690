#!/usr/bin/env python3
"""Writes unicode_tables.inc from the Unicode data of this Python: python3 make_unicode_tables.py > unicode_tables.inc

Simple case folding as runs: every `step`-th code point from `first` to `last` folds to itself plus `delta`.
"""
import sys
import unicodedata


def simple_fold(code):
    char = chr(code)
    for mapped in (char.casefold(), char.lower()):  # the second where the full folding is longer than one character
        if len(mapped) == 1:
            return ord(mapped)
    return code


def folding_runs():
    runs = []
    for code in range(0x80, sys.maxunicode + 1):
        delta = simple_fold(code) - code
        if delta == 0:
            continue
        if runs:
            first, last, run_delta, step = runs[-1]
            gap = code - last
            if delta == run_delta and gap in (1, 2) and step in (0, gap):
                runs[-1] = (first, code, delta, gap)
                continue
        runs.append((code, code, delta, 0))
    return [(first, last, delta, step or 1) for first, last, delta, step in runs]


def ignorable_runs():
    """Default_Ignorable_Code_Point, whose list Python does not carry: format characters and the fixed additions."""
    extra = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0}
    extra |= set(range(0x180B, 0x1810)) | set(range(0xFE00, 0xFE10)) | set(range(0xFFF0, 0xFFF9))
    extra |= set(range(0xE0000, 0xE1000))
    shown = set(range(0x600, 0x606)) | {0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    shown |= set(range(0xFFF9, 0xFFFC)) | set(range(0x13430, 0x13441))
    runs = []
    for code in range(0x80, sys.maxunicode + 1):
        if code not in extra and (unicodedata.category(chr(code)) != "Cf" or code in shown):
            continue
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return runs


print(f"// Made by make_unicode_tables.py from Unicode {unicodedata.unidata_version}. Not edited by hand.")
print("constexpr FoldRun fold_runs[] = {")
for first, last, delta, step in folding_runs():
    print(f"    {{0x{first:X}, 0x{last:X}, {delta}, {step}}},")
print("};")
print("constexpr CodePointRun ignorable_runs[] = {")
for first, last in ignorable_runs():
    print(f"    {{0x{first:X}, 0x{last:X}}},")
print("};")
