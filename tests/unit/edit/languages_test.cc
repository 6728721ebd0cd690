// Whole functions in languages in which indentation means nothing: what is applied, to the byte, and what is refused.
#include "try_edit.h"

#include <string>

using grit::test::codes_of;
using grit::test::edited_in;
using grit::test::outcome_of;

namespace {

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string crlf(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

std::string fenced(const std::string& code) { return "Here it is:\n\n```\n" + code + "\n```\n"; }

std::string notes_in(std::string_view path, std::string_view file, std::string_view symbol, std::string_view answer) {
  const auto outcome = outcome_of(file, symbol, answer, grit::edit::FinishReason::stop, path);
  REQUIRE(outcome.proposal.has_value());
  return codes_of(outcome.proposal->notes);
}

const std::string kScript =
    "export function total(items) {\n  let sum = 0;\n  for (const i of items) {\n"
    "    sum += i.price;\n  }\n  return sum;\n}\n\nfunction other() {\n  return 1;\n}\n";

const std::string kScript2 =
    "class Cart {\n\tadd(item) {\n\t\tthis.items.push(item);\n\t}\n\n\tget total() {\n"
    "\t\treturn 1;\n\t}\n\n\tset total(v) {\n\t\tthis.t = v;\n\t}\n}\n";

const std::string kScript3 = "const sql = (t) => {\n  return `\n    SELECT *\n  FROM ${t}\n`;\n};\n";

const std::string kTyped =
    "export class A {\n  @log()\n  public f(a: string): number {\n    return a.length;\n  }\n"
    "  g(a: string): void;\n  g(a: number): void;\n  g(a: any): void {\n    this.f(String(a));\n"
    "  }\n}\n";

const std::string kGo =
    "package shop\n\nimport \"fmt\"\n\n// Total adds.\nfunc (c *Cart) Total() int {\n\tsum := 0\n"
    "\tfor _, i := range c.items {\n\t\tsum += i\n\t}\n\treturn sum\n}\n\ntype Cart struct {\n"
    "\titems []int\n}\n\nvar raw = `x`\n";

const std::string kRust =
    "impl<'a> Cart<'a> {\n    #[inline]\n    pub fn total(&'a self) -> u32 {\n        let c = 'x';\n"
    "        self.items.iter().sum()\n    }\n}\n\n#[test]\nfn works() {\n    assert!(true);\n}\n";

const std::string kC =
    "#include <stdio.h>\n\nstatic int add(int a, int b)\n{\n#ifdef SLOW\n    sleep(1);\n#endif\n"
    "    return a + b;\n}\n\nint main(void)\n{\n    return add(1, 2);\n}\n";

const std::string kCpp =
    "namespace n {\nclass Box {\n public:\n  int value() const { return v_; }\n"
    "  int value(int d) const;\n\n private:\n  int v_ = 0;\n};\n\nint Box::value(int d) const {\n"
    "  return v_ + d;\n}\n}  // namespace n\n";

const std::string kJava =
    "public class A {\n    @Override\n    public String toString() {\n        return \"a\";\n    }\n"
    "\n    int f(int x) { return x; }\n\n    int f(String s) { return s.length(); }\n}\n";

const std::string kBroken =
    "function bad( {\n\nexport function total(items) {\n  let sum = 0;\n  for (const i of items) {\n"
    "    sum += i.price;\n  }\n  return sum;\n}\n\nfunction other() {\n  return 1;\n}\n";

TEST_CASE("JavaScript") {
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("function total(items) {\n  let sum = 0;\n  for (const i of items) {\n"
                         "    sum += i.price * i.n;\n  }\n  return sum;\n}")) ==
        with(kScript, ".price", ".price * i.n"));
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("export function total(items) {\n    let sum = 0;\n    for (const i of items) {\n"
                         "        sum += i.price * i.n;\n    }\n    return sum;\n}")) ==
        with(kScript, ".price", ".price * i.n"));
  CHECK(
      edited_in("a.js", kScript, "total",
                fenced("function total(items) {\n  let sum = 0; // zero\n  for (const i of items) { sum += i.price; }\n"
                       "  return sum;\n}")) == "refused: no_change");
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("function total(items, tax) {\n  let sum = 0;\n  for (const i of items) {\n"
                         "    sum += i.price * tax;\n  }\n  return sum;\n}")) == "refused: signature_changed");
  CHECK(edited_in("a.js", kScript, "total", fenced("function totals(items) {\n  return 3;\n}")) ==
        "refused: wrong_function");
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("function total(items) {\n  let sum = 1;\n  // ... rest of the code\n  return sum;\n}")) ==
        "refused: elided");
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("function total(items) {\n  throw new Error('not implemented');\n}")) == "refused: stub");
  CHECK(edited_in("a.js", kScript, "total", fenced("function total(items) {\n  let sum = ;\n  return sum;\n}")) ==
        "refused: syntax_error");
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("function total(items) {\n  let sum = 0;\n  for (const i of items) {")) ==
        "refused: syntax_error");
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("function total(items) {\n  return help(items);\n}\nfunction help(x) {\n  return x;\n}")) ==
        "refused: extra_code");
  CHECK(edited_in("a.js", kScript, "total",
                  fenced("function total(items) {\n  return items.length;\n}\n\nfunction other() {\n  return 1;\n}")) ==
        with(kScript, "let sum = 0;\n  for (const i of items) {\n    sum += i.price;\n  }\n  return sum",
             "return items.length"));
  CHECK(edited_in("a.js", kScript, "other",
                  "Sure, here it is:\n\nfunction other() {\n  return 2;\n}\n\nThis returns two.") ==
        with(kScript, "turn 1", "turn 2"));
  CHECK(edited_in("b.js", kScript2, "Cart.add",
                  fenced("add(item) {\n    if (item) {\n        this.items.push(item);\n    }\n}")) ==
        with(kScript2, "this.items.push(item);", "if (item) {\n\t\t\tthis.items.push(item);\n\t\t}"));
  CHECK(edited_in("b.js", kScript2, "Cart.add",
                  fenced("class Cart {\n    add(item) {\n        this.items.unshift(item);\n    }\n}")) ==
        with(kScript2, "s.push", "s.unshift"));
  CHECK(grit::edit::locate(kScript2, "b.js", "Cart.total").error().code() == grit::Code::invalid_argument);
  CHECK(edited_in("b.js", kScript2, "Cart.total#1", fenced("get total() {\n  return 2;\n}")) ==
        with(kScript2, "turn 1", "turn 2"));
  CHECK(edited_in("c.js", kScript3, "sql",
                  fenced("    const sql = (t) => {\n      return `\n    SELECT 1\n  FROM ${t}\n`;\n    };")) ==
        with(kScript3, "LECT *", "LECT 1"));
}

TEST_CASE("TypeScript") {
  CHECK(edited_in("a.ts", kTyped, "A.f", fenced("public f(a: string): number {\n  return a.length + 1;\n}")) ==
        with(kTyped, "length", "length + 1"));
  CHECK(edited_in("a.ts", kTyped, "A.f", fenced("@log()\npublic f(a): number {\n  return a.length + 1;\n}")) ==
        "refused: signature_changed");
  CHECK(edited_in("a.ts", kTyped, "A.f", fenced("@log()\nf(a: string): number {\n  return a.length + 1;\n}")) ==
        "refused: signature_changed");
}

TEST_CASE("Go") {
  CHECK(edited_in("a.go", kGo, "Cart.Total",
                  fenced("func (c *Cart) Total() int {\n    sum := 0\n    for _, i := range c.items {\n"
                         "        sum += 2 * i\n    }\n    return sum\n}")) == with(kGo, "um += ", "um += 2 * "));
  CHECK(edited_in("a.go", kGo, "Cart.Total",
                  fenced("package shop\n\nimport \"fmt\"\n\n// Total adds.\nfunc (c *Cart) Total() int {\n\tsum := 1\n"
                         "\tfor _, i := range c.items {\n\t\tsum += i\n\t}\n\treturn sum\n}")) ==
        with(kGo, "m := 0", "m := 1"));
  CHECK(edited_in("a.go", kGo, "Cart.Total", fenced("func (c Cart) Total() int {\n\treturn 4 + len(c.items)\n}")) ==
        "refused: signature_changed");
  CHECK(edited_in("a.go", kGo, "Cart", fenced("type Cart struct {\n\titems []int\n\tn     int\n}")) ==
        with(kGo, "[]int\n", "[]int\n\tn     int\n"));
}

TEST_CASE("Rust") {
  CHECK(edited_in("a.rs", kRust, "Cart.total",
                  fenced("pub fn total(&'a self) -> u32 {\n    let c = 'y';\n    self.items.iter().sum()\n}")) ==
        with(kRust, "c = 'x", "c = 'y"));
  CHECK(edited_in("a.rs", kRust, "works", fenced("#[test]\nfn works() {\n    assert!(1 == 1);\n}")) ==
        with(kRust, "!(true", "!(1 == 1"));
  CHECK(edited_in("a.rs", kRust, "works", fenced("#[ignore]\nfn works() {\n    assert!(1 == 1);\n}")) ==
        "refused: signature_changed");
  CHECK(edited_in("a.rs", kRust, "works", fenced("#[test]\nfn works() {\n    todo!()\n}")) == "refused: stub");
}

TEST_CASE("C") {
  CHECK(
      edited_in("a.c", kC, "add",
                fenced("static int add(int a, int b)\n{\n#ifdef SLOW\n    sleep(2);\n#endif\n    return a + b;\n}")) ==
      with(kC, "leep(1", "leep(2"));
  CHECK(edited_in("a.c", kC, "add", fenced("int add(int a, int b)\n{\n    return a - b;\n}")) ==
        "refused: signature_changed");
  CHECK(edited_in("a.c", kC, "add",
                  fenced("static int add(int a, int b)\n{\n    if (a &gt; b) return a;\n    return a + b;\n}")) ==
        "refused: html_entity");
}

TEST_CASE("C++") {
  CHECK(edited_in("a.cpp", kCpp, "n.Box.value#1", fenced("int value() const { return v_ + 1; }")) ==
        with(kCpp, "{ return v_", "{ return v_ + 1"));
  CHECK(edited_in("a.cpp", kCpp, "n.Box.value#3", fenced("int Box::value(int d) const {\n  return v_ - d;\n}")) ==
        with(kCpp, "n v_ +", "n v_ -"));
}

TEST_CASE("Java") {
  CHECK(edited_in("A.java", kJava, "A.toString", fenced("public String toString() {\n    return \"b\";\n}")) ==
        with(kJava, "urn \"a", "urn \"b"));
  CHECK(
      edited_in("A.java", kJava, "A.toString", fenced("@Override\npublic String toString() {\n    return \"b\";\n}")) ==
      with(kJava, "urn \"a", "urn \"b"));
  CHECK(edited_in("A.java", kJava, "A.f#2", fenced("int f(String s) { return s.length() + 1; }")) ==
        with(kJava, "ngth()", "ngth() + 1"));
  CHECK(edited_in("A.java", kJava, "A.toString", fenced("@Override\nString toString() {\n    return \"b\";\n}")) ==
        "refused: signature_changed");
  CHECK(edited_in("A.java", crlf(kJava), "A.toString",
                  fenced("@Override\npublic String toString() {\n    return \"b\";\n}")) ==
        crlf(with(kJava, "urn \"a", "urn \"b")));
}

TEST_CASE("broken code elsewhere does not block a good edit") {
  CHECK(edited_in("d.js", kBroken, "other", fenced("function other() {\n  return 2;\n}")) ==
        with(kBroken, "turn 1", "turn 2"));
}

TEST_CASE("what is mended is noted") {
  const std::string file = "export const f = async (a) => {\n  await a;\n  return 1;\n};\n";
  const std::string answer = fenced("const f = async (a) => {\n    await a;\n    return 2;\n}");
  CHECK(edited_in("a.js", file, "f", answer) == with(file, "return 1", "return 2"));
  CHECK(notes_in("a.js", file, "f", answer) == "indentation_normalised semicolon_kept decorators_kept");
}

TEST_CASE("literals over several lines keep their bytes when the code around them moves") {
  const std::string java =
      "class A {\n    void f() {\n        String s = \"\"\"\n            a\n          b\n            \"\"\";\n"
      "        g(s);\n    }\n}\n";
  CHECK(edited_in("A.java", java, "A.f",
                  fenced("void f() {\n    String s = \"\"\"\n            a\n          b\n            \"\"\";\n"
                         "    g(s + 1);\n}")) == with(java, "g(s)", "g(s + 1)"));
  const std::string ruby =
      "class A\n  def total(x)\n    sql = <<~SQL\n      SELECT 1\n    SQL\n    x + 1\n  end\nend\n";
  CHECK(edited_in("a.rb", ruby, "A.total",
                  fenced("def total(x)\n  sql = <<~SQL\n      SELECT 1\n    SQL\n  x + 2\nend")) ==
        with(ruby, "x + 1", "x + 2"));
  const std::string cpp =
      "template <typename T>\nT clamp(T v, T lo, T hi) {\n  const char* s = R\"x(\n raw \" )x\";\n  return v < lo ? lo "
      ": v;\n}\n";
  CHECK(edited_in("a.cpp", cpp, "clamp",
                  fenced("    template <typename T>\n    T clamp(T v, T lo, T hi) {\n      const char* s = R\"x(\n raw "
                         "\" )x\";\n      return v <= lo ? lo : v;\n    }")) == with(cpp, "v < lo", "v <= lo"));
}

TEST_CASE("line ends are those of the file, and the end of a file stays without one") {
  const std::string go = "package p\n\nfunc F() {\n\tx := 1\n\t_ = x\n}";
  CHECK(edited_in("a.go", go, "F", fenced("func F() {\n\tx := 2\n\t_ = x\n}")) == with(go, "1", "2"));
  CHECK(edited_in("a.go", crlf(go), "F", fenced("func F() {\n\tx := 2\n\t_ = x\n}")) == crlf(with(go, "1", "2")));
}

TEST_CASE("a character entity is text in markup and a mistake in code") {
  const std::string tsx = "export function Hello({ name }: Props) {\n  return <div>Hi {name} &gt; you</div>;\n}\n";
  CHECK(edited_in("a.tsx", tsx, "Hello",
                  fenced("export function Hello({ name }: Props) {\n  return <div>Hello {name} &gt; you</div>;\n}")) ==
        with(tsx, "Hi", "Hello"));
}

TEST_CASE("a macro that the grammar does not know stays where it is") {
  const std::string file = "FOO_API(int) bar(int x) {\n  return x;\n}\n";
  CHECK(edited_in("a.cpp", file, "bar", fenced("FOO_API(int) bar(int x) {\n  return x + 1;\n}")) ==
        with(file, "return x", "return x + 1"));
}

TEST_CASE("an answer that stopped early is refused though it is whole") {
  std::string file = "function f(a) {\n";
  for (int i = 0; i < 12; ++i) file += "  step" + std::to_string(i) + "(a);\n";
  file += "  finish();\n}\n";
  CHECK(edited_in("a.js", file, "f", fenced("function f(a) {\n  step0(a);\n  step1(a);\n  step2(a);\n}")) ==
        "refused: shrunk");
}

}  // namespace
