#!/usr/bin/env python3
"""Writes word_table.inc from the Unicode data of this Python: python3 make_word_table.py > word_table.inc

What belongs to a word by Unicode's annex on regular expressions, as ripgrep's \\w does: alphabetic characters, marks,
decimal digits, connectors and the two joiners. Python does not carry the property Alphabetic; besides letters, letter
numbers and marks it holds the circled and squared letters.
"""
import sys
import unicodedata

CATEGORIES = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Nd", "Mn", "Mc", "Me", "Pc"}
JOINERS = {0x200C, 0x200D}
ENCLOSED_LETTERS = {*range(0x24B6, 0x24EA), *range(0x1F130, 0x1F14A), *range(0x1F150, 0x1F16A), *range(0x1F170, 0x1F18A)}


def runs():
    out = []
    for code in range(0x80, sys.maxunicode + 1):
        if not (unicodedata.category(chr(code)) in CATEGORIES or code in JOINERS or code in ENCLOSED_LETTERS):
            continue
        if out and out[-1][1] == code - 1:
            out[-1][1] = code
        else:
            out.append([code, code])
    return out


print(f"// Made by make_word_table.py from Unicode {unicodedata.unidata_version}. Not edited by hand.")
print("constexpr Run word_runs[] = {")
line = "   "
for first, last in runs():
    item = f" {{0x{first:X}, 0x{last:X}}},"
    if len(line) + len(item) > 118:
        print(line)
        line = "   "
    line += item
print(line)
print("};")
