// What must not happen to the bytes of a file: line ends, byte order marks, encodings, the end of the file.
#include "try_edit.h"

using grit::test::edited;
using grit::test::notes_of;
using grit::test::replaced;

using namespace std::string_literals;

TEST_CASE("function, CRLF file and LF answer: the ending of the replaced range, a lone LF elsewhere stays") {
  const std::string file = "import a\nx = 1\r\ndef f(n):\r\n    '''d\r\n    e'''\r\n    return n\r\ny = 2\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    '''d\n    e'''\n    n = n + 1\n    return n\n"),
           "import a\nx = 1\r\ndef f(n):\r\n    '''d\r\n    e'''\r\n    n = n + 1\r\n    return n\r\ny = 2\n");
}

TEST_CASE("function, LF file and CRLF answer") {
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "```\r\ndef f(n):\r\n    return n + 1\r\n```\r\n"),
           "def f(n):\n    return n + 1\n");
}

TEST_CASE("function on one line takes the line end of its line, or of the line before") {
  CHECK_EQ(edited("a = 1\r\ndef f(n): return n", "f", "def f(n):\n    return n + 1"),
           "a = 1\r\ndef f(n):\r\n    return n + 1");
  CHECK_EQ(edited("def f(n): return n", "f", "def f(n):\n    return n + 1"), "def f(n):\n    return n + 1");
}

TEST_CASE("byte order mark before another function, and before the function itself") {
  const std::string bom = "\xEF\xBB\xBF";
  CHECK_EQ(edited(bom + "a = 1\ndef f(n):\n    return n\n", "f", "def f(n):\n    return n + 1"),
           bom + "a = 1\ndef f(n):\n    return n + 1\n");
  CHECK_EQ(edited(bom + "def f(n):\n    return n\n", "f", "def f(n):\n    return n + 1"),
           bom + "def f(n):\n    return n + 1\n");
}

TEST_CASE("an em dash and emoji before the function: nothing is off by a byte") {
  const std::string head = "# low — high\n# 😀👩‍💻\ns = '“x”'\n";
  CHECK_EQ(edited(head + "def f(n):\n    return n\nt = 'é'\n", "f", "def f(n):\n    return n + 1"),
           head + "def f(n):\n    return n + 1\nt = 'é'\n");
}

TEST_CASE("function in a latin-1 file: ASCII is spliced as bytes, anything else refused") {
  const std::string head = "# coding: latin-1\n# caf\xE9\n";
  const std::string file = head + "def f(n):\n    return n\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + 1"), head + "def f(n):\n    return n + 1\n");
  CHECK_EQ(edited(file, "f", "def f(n):\n    return 'ü'"), "refused: unsupported_encoding");
  CHECK_EQ(edited(file, "f", "Voilà:\n```\ndef f(n):\n    return n + 1\n```"), head + "def f(n):\n    return n + 1\n");
}

TEST_CASE("function in a file with GBK bytes") {
  const std::string head = "# \xD6\xD0\n";
  CHECK_EQ(edited(head + "def f(n):\n    return n\n", "f", "def f(n):\n    return n + 1"),
           head + "def f(n):\n    return n + 1\n");
}

TEST_CASE("an answer that is no UTF-8") {
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "def f(n):\n    return '\xED\xA0\xBD'"),
           "refused: unsupported_encoding");
}

TEST_CASE("the function is the last thing in the file: no newline added or eaten") {
  CHECK_EQ(edited("def f(n):\n    return n", "f", "def f(n):\n    return n + 1\n\n"), "def f(n):\n    return n + 1");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "def f(n):\n    return n + 1"), "def f(n):\n    return n + 1\n");
  CHECK_EQ(edited("def f(n):\n    return n\n\n\n", "f", "def f(n):\n    return n + 1\n"),
           "def f(n):\n    return n + 1\n\n\n");
}

TEST_CASE("U+2028, VT and NEL in a literal are no line ends; form feed before the function stays") {
  const std::string file = "a = '\u2028\v\u0085'\n\f\ndef f(n):\n    return '\u2028'\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    return '\u2028' + n\n"),
           "a = '\u2028\v\u0085'\n\f\ndef f(n):\n    return '\u2028' + n\n");
}

TEST_CASE("replace: CRLF file, LF in old and new text") {
  CHECK_EQ(replaced("one\r\ntwo\r\n", "two", "2\n3"), "one\r\n2\r\n3\r\n");
  CHECK_EQ(replaced("a\r\nb\r\nc\r\n", "a\nb\n", "x\ny\nz\n"), "x\r\ny\r\nz\r\nc\r\n");
  CHECK_EQ(replaced("a\r\nb\r\n", "a\r\nb", "x\r\ny"), "x\r\ny\r\n");
}

TEST_CASE("replace: CR in the old text is never folded") {
  CHECK_EQ(replaced("a\nb\n", "a\r\nb", "x"), "refused: not_found");
}

TEST_CASE("replace: mixed line ends stay as they are") {
  CHECK_EQ(replaced("a\r\nb\nc", "c", "C"), "a\r\nb\nC");
  CHECK_EQ(replaced("a\r\nb\nc\nd", "a\nb\nc\n", "1\n2\n3\n4\n"), "1\r\n2\n3\n4\nd");
}

TEST_CASE("replace: a byte order mark is matched around") {
  CHECK_EQ(replaced("\xEF\xBB\xBFk=1\n", "k=1", "k=2"), "\xEF\xBB\xBFk=2\n");
}

TEST_CASE("replace: final newlines stay as they are") {
  CHECK_EQ(replaced("a\nb", "a", "A"), "A\nb");
  CHECK_EQ(replaced("a\nb\n\n", "a", "A"), "A\nb\n\n");
  CHECK_EQ(replaced("a\nb", "b", "B"), "a\nB");
}

TEST_CASE("replace: tabs elsewhere stay") {
  CHECK_EQ(replaced("all:\n\tcc\nX=1\n", "X=1", "X=2"), "all:\n\tcc\nX=2\n");
}

TEST_CASE("replace: encodings") {
  CHECK_EQ(replaced("# coding: latin-1\n# caf\xE9\nk=1\n", "k=1", "k=2"), "# coding: latin-1\n# caf\xE9\nk=2\n");
  CHECK_EQ(replaced("# coding: latin-1\nk=1\n", "k=1", "k='ü'"), "refused: unsupported_encoding");
  CHECK_EQ(replaced("# caf\xE9\nk=1\n", "k=1", "k='ü'"), "refused: unsupported_encoding");
  CHECK_EQ(replaced("k=1\n", "k=1", "k='ü'"), "k='ü'\n");
  CHECK_EQ(replaced("k=1\n", "k=1", "k='\xFC'"), "refused: unsupported_encoding");
  CHECK_EQ(replaced("\xFF\xFEk\0=\0"s, "k", "j"), "refused: unsupported_encoding");
  CHECK_EQ(replaced("# -*- coding: utf-8 -*-\nk=1\n", "k=1", "k='ü'"), "# -*- coding: utf-8 -*-\nk='ü'\n");
  const auto wide = grit::edit::propose_replace("\xFF\xFEk\0"s, "x", "k", "j");
  CHECK(wide.findings.at(0).message.find("UTF-16") != std::string::npos);
}
