#!/usr/bin/env python3
"""Writes the folders of queries/ as C++: the table kLanguages, which language.cc includes.

Usage: embed_languages.py QUERIES OUTPUT DEPFILE
A folder is a language: language.json, and the .scm files that it or another one names. docs/add-a-language.md says what
each key means. Anything unknown or of the wrong type is an error, so that a misspelt key does not pass in silence.
"""

import json
import pathlib
import sys

TEXT, TEXTS, FLAG = "a text", "a list of texts", "true or false"
KEYS = {
    "grammar": TEXT, "family": TEXT, "extensions": TEXTS, "file_names": TEXTS, "interpreters": TEXTS, "shared_extensions": "a table",
    "naming": TEXTS, "line_comments": TEXTS, "block_comments": "a list of pairs", "quotes": TEXT, "doc_comments": TEXTS,
    "separators": TEXTS, "self_names": TEXTS, "no_owners": TEXTS, "implicit_self": FLAG, "import_binds_last": FLAG,
    "macros_after": TEXTS,
    "queries": TEXTS,
}
NAMINGS = ["snake_case", "camelCase"]
MAX_LITERAL = 8000  # compilers need not take longer string literals


class Invalid(Exception):
    pass


def is_texts(value, length=None):
    return isinstance(value, list) and all(isinstance(v, str) for v in value) and length in (None, len(value))


def fits(kind, value):
    if kind == TEXT:
        return isinstance(value, str)
    if kind == FLAG:
        return isinstance(value, bool)
    if kind == TEXTS:
        return is_texts(value)
    if kind == "a list of pairs":
        return isinstance(value, list) and all(is_texts(v, 2) for v in value)
    return isinstance(value, dict) and all(is_texts(v) for v in value.values())


def read_language(folder):
    path = folder / "language.json"
    try:
        description = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Invalid(f"{path}: {error}")
    for key, value in description.items():
        if key not in KEYS:
            raise Invalid(f"{path}: unknown key {key!r}")
        if not fits(KEYS[key], value):
            raise Invalid(f"{path}: {key!r} must be {KEYS[key]}")
    for key in ("grammar", "extensions", "naming"):
        if key not in description:
            raise Invalid(f"{path}: {key!r} is missing")
    for naming in description["naming"]:
        if naming not in NAMINGS:
            raise Invalid(f"{path}: 'naming' knows {' and '.join(NAMINGS)}, not {naming!r}")
    return description


def literal(text):
    out = ['"']
    for byte in text.encode("utf-8"):
        char = chr(byte)
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif 0x20 <= byte < 0x7F:
            out.append(char)
        else:
            out.append(f"\\{byte:03o}")
    return "".join(out) + '"'


def long_literal(text):
    parts = [literal(text[at:at + MAX_LITERAL]) for at in range(0, len(text), MAX_LITERAL)] or ['""']
    return "\n    ".join(parts)


class Writer:
    def __init__(self):
        self.lines = []

    def array(self, kind, name, items):
        """Declares an array and returns the expression that names it."""
        if not items:
            return "{}"
        self.lines.append(f"constexpr {kind} {name}[] = {{{', '.join(items)}}};")
        return name

    def texts(self, name, texts):
        return self.array("std::string_view", name, [literal(t) for t in texts or []])

    def language(self, queries, folder):
        d = read_language(folder)
        n = "k" + folder.name.title().replace("_", "")
        shared = [f"{{{literal(e)}, {self.texts(f'{n}Marks{i}', marks)}}}"
                  for i, (e, marks) in enumerate(sorted(d.get("shared_extensions", {}).items()))]
        texts = [(queries / q).read_text(encoding="utf-8") for q in d.get("queries", [])]
        naming = ", ".join("true" if style in d["naming"] else "false" for style in NAMINGS)
        blocks = [f"{{{literal(a)}, {literal(b)}}}" for a, b in d.get("block_comments", [])]
        fields = [
            literal(folder.name),
            literal(d.get("family", folder.name)),
            self.texts(n + "Extensions", d["extensions"]),
            self.texts(n + "FileNames", d.get("file_names")),
            self.texts(n + "Interpreters", d.get("interpreters")),
            self.array("SharedExtension", n + "Shared", shared),
            f"{{{naming}}}",
            self.texts(n + "LineComments", d.get("line_comments")),
            self.array("BlockComment", n + "BlockComments", blocks),
            literal(d.get("quotes", "\"'")),
            self.texts(n + "DocComments", d.get("doc_comments")),
            self.texts(n + "Separators", d.get("separators", ["."])),
            self.texts(n + "SelfNames", d.get("self_names")),
            self.texts(n + "NoOwners", d.get("no_owners")),
            str(d.get("implicit_self", False)).lower(),
            str(d.get("import_binds_last", False)).lower(),
            self.texts(n + "MacrosAfter", d.get("macros_after")),
            self.array("std::string_view", n + "Queries", ["\n    " + long_literal(t) for t in texts]),
            f"tree_sitter_{folder.name}",
        ]
        return "    {" + ",\n     ".join(fields) + "},"


def main():
    queries, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folders = sorted(path.parent for path in queries.glob("*/language.json"))
    writer = Writer()
    try:
        languages = [writer.language(queries, folder) for folder in folders]
    except (Invalid, OSError) as error:
        print(f"embed_languages: {error}", file=sys.stderr)
        return 1
    text = "\n".join(["// Written by embed_languages.py out of queries/.", *writer.lines,
                      "constexpr Language kLanguages[] = {", *languages, "};", ""])
    output.write_text(text, encoding="utf-8")
    # The folder itself is among them, so that the build notices a language that comes or goes.
    read = [queries, *folders, *sorted(queries.glob("*/*"))]
    target = sys.argv[4] if len(sys.argv) > 4 else sys.argv[2]
    pathlib.Path(sys.argv[3]).write_text(f"{target}: {' '.join(str(path) for path in read)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
