#!/usr/bin/env python3
"""Writes unicode_tables.inc from the Unicode data of this Python: python3 make_unicode_tables.py > unicode_tables.inc"""
import sys
import unicodedata

HANGUL = range(0xAC00, 0xD7A4)  # decomposed by arithmetic
BEYOND_ASCII = [code for code in range(0x80, sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]


def simple_fold(code):
    char = chr(code)
    for mapped in (char.casefold(), char.lower()):  # the second where the full folding is longer than one character
        if len(mapped) == 1:
            return ord(mapped)
    return code


def folding_runs():
    """Simple case folding: every `step`-th code point from `first` to `last` folds to itself plus `delta`."""
    runs = []
    for code in BEYOND_ASCII:
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


def is_ignorable(code):
    """Default_Ignorable_Code_Point, whose list Python does not carry: format characters and the fixed additions."""
    extra = code in (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0) or any(
        first <= code <= last
        for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF)))
    shown = code in (0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD) or any(
        first <= code <= last for first, last in ((0x600, 0x605), (0xFFF9, 0xFFFB), (0x13430, 0x13440)))
    return extra or (unicodedata.category(chr(code)) == "Cf" and not shown)


def runs_of(value_of):
    """Runs (first, last, value) of neighbours with the same value; those with None are left out."""
    runs = []
    for code in BEYOND_ASCII:
        value = value_of(code)
        if value is None:
            continue
        if runs and runs[-1][1] == code - 1 and runs[-1][2] == value:
            runs[-1][1] = code
        else:
            runs.append([code, code, value])
    return runs


def ascii_form(code):
    """What the compatibility forms make of it, folded, where that is ASCII alone."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", chr(code)).casefold())
    return text if text and text.isascii() else None


def decomposition(code):
    """Its canonical decomposition. Those of the CJK compatibility ideographs, which are only there for old encodings,
    are left out."""
    text = unicodedata.decomposition(chr(code))
    if not text or text.startswith("<") or code in HANGUL or 0xF900 <= code <= 0xFAFF or code >= 0x2F800:
        return None
    parts = [int(part, 16) for part in text.split()]
    return parts + [0] * (2 - len(parts))


def table(kind, name, rows):
    print(f"constexpr {kind} {name}[] = {{")
    line = "   "
    for row in rows:
        text = " {" + ", ".join(row) + "},"
        if len(line) + len(text) > 120:
            print(line)
            line = "   "
        line += text
    print(line)
    print("};")


def hexed(*codes):
    return [f"0x{code:X}" for code in codes]


def main():
    print(f"// Made by make_unicode_tables.py from Unicode {unicodedata.unidata_version}. Not edited by hand.")
    table("FoldRun", "fold_runs", [[*hexed(first, last), str(delta), str(step)] for first, last, delta, step in folding_runs()])
    ignorable = runs_of(lambda code: True if is_ignorable(code) else None)
    table("CodePointRun", "ignorable_runs", [hexed(first, last) for first, last, _ in ignorable])

    def one_letter(code):
        text = ascii_form(code)
        return ord(text) - code if text and len(text) == 1 else None

    letters = runs_of(one_letter)
    table("DeltaRun", "ascii_runs", [[*hexed(first, last), str(delta)] for first, last, delta in letters])
    words = [(code, ascii_form(code)) for code in BEYOND_ASCII if len(ascii_form(code) or "") > 1]
    table("AsciiWord", "ascii_words", [[*hexed(code), '"' + text.replace("\\", "\\\\") + '"'] for code, text in words])
    parts = [(code, decomposition(code)) for code in BEYOND_ASCII if decomposition(code)]
    table("Decomposition", "decompositions", [hexed(code, *pair) for code, pair in parts])
    classes = runs_of(lambda code: unicodedata.combining(chr(code)) or None)
    table("DeltaRun", "combining_runs", [[*hexed(first, last), str(value)] for first, last, value in classes])


if __name__ == "__main__":
    main()
