// The signals that look at names, paths, text and history.
#include <doctest/doctest.h>

#include "sample_project.h"
#include "signals/signals.h"

namespace grit::retrieve {
namespace {

struct Shop : SampleProject {
  Shop() {
    add("src/validation.py", "def is_valid_age(age):\n    return age > 0\n")
        .add("src/users.py", "def is_adult(user):\n    return user.years >= 18\n")
        .add("docs/age.md", "How the age is checked.\n");
  }
};

TEST_CASE("keyword_symbol: the share of tokens that occur in the name") {
  Shop project;
  const auto signal = make_keyword_symbol();
  CHECK(signal->name() == "keyword_symbol");
  CHECK(signal->default_weight() == 0.8);
  const auto evidence = run(*signal, project, analyse("Valid AGE is zero"));
  CHECK(evidence.size() == 1);  // "is" is too short to say anything of is_adult
  CHECK(score_of(evidence, "src/validation.py::is_valid_age") == 2.0 / 4);
  CHECK(evidence.front().reason == "name contains: valid, age");
}

TEST_CASE("keyword_symbol looks at the name, not at the class around it") {
  SampleProject project;
  project.add("a.py", "class Session:\n    def send(self):\n        pass\n");
  const auto evidence = run(*make_keyword_symbol(), project, analyse("session"));
  CHECK(evidence.size() == 1);
  CHECK(score_of(evidence, "a.py::Session") == 1.0);
}

TEST_CASE("keyword_path: the same on paths") {
  Shop project;
  const auto signal = make_keyword_path();
  CHECK(signal->name() == "keyword_path");
  CHECK(signal->default_weight() == 0.4);
  const auto evidence = run(*signal, project, analyse("valid user age"));
  CHECK(score_of(evidence, "src/validation.py") == 1.0 / 3);
  CHECK(score_of(evidence, "src/users.py") == 1.0 / 3);
  CHECK(score_of(evidence, "docs/age.md") == 1.0 / 3);
  CHECK(evidence_of(evidence, "src/users.py")->reason == "path contains: user");
}

TEST_CASE("lexical_overlap: the worked example, to the digit") {
  Shop project;
  const auto signal = make_lexical_overlap();
  CHECK(signal->name() == "lexical_overlap");
  CHECK(signal->default_weight() == 0.9);
  const auto evidence = run(*signal, project, analyse("age validation accepts zero"));
  CHECK(score_of(evidence, "src/validation.py::is_valid_age") == 0.25);
  CHECK(score_of(evidence, "src/validation.py::is_valid_age") == 0.7 * 0.25 + 0.3 * 0.25);
  CHECK(evidence_of(evidence, "src/users.py::is_adult") == nullptr);
  CHECK(score_of(evidence, "src/validation.py") == 0.7 * 0.25);
  CHECK(evidence_of(evidence, "src/validation.py::is_valid_age")->reason ==
        "words of the path: validation; words of the name: age");
}

TEST_CASE("lexical_overlap compares whole tokens of the qualified name, without what nobody wrote in it") {
  SampleProject project;
  project.add("a.py",
              "class UserStore:\n"
              "    def save(self): pass\n"
              "    def save(self): pass\n"
              "def outer():\n"
              "    def inner(): pass\n");
  const auto evidence = run(*make_lexical_overlap(), project, analyse("user locals 2 stores inner"));
  CHECK(evidence.size() == 4);
  CHECK(score_of(evidence, "a.py::UserStore") == 0.3 * 0.2);
  CHECK(score_of(evidence, "a.py::UserStore.save") == 0.3 * 0.2);
  CHECK(score_of(evidence, "a.py::UserStore.save#2") == 0.3 * 0.2);
  CHECK(score_of(evidence, "a.py::outer.<locals>.inner") == 0.3 * 0.2);
}

TEST_CASE("recency: files of the last ten commits") {
  SampleProject project;
  project.add("new.py", "a = 1\n", 0)
      .add("ninth.py", "a = 1\n", 9)
      .add("tenth.py", "a = 1\n", 10)
      .add("no.py", "a = 1\n");
  const auto signal = make_recency();
  CHECK(signal->name() == "recency");
  CHECK(signal->default_weight() == 0.3);
  const auto evidence = run(*signal, project, analyse("anything"));
  CHECK(evidence.size() == 2);
  CHECK(score_of(evidence, "new.py") == 0.5);
  CHECK(score_of(evidence, "ninth.py") == 0.5);
  CHECK(evidence_of(evidence, "new.py")->reason == "changed by the newest commit");
  CHECK(evidence_of(evidence, "ninth.py")->reason == "last changed 9 commits before the newest");
}

TEST_CASE("keyword_content: a line belongs to the innermost definition around it, else to the file") {
  SampleProject project;
  project.add("a.py",
              "# zero\n"
              "class Box:\n"
              "    '''zero'''\n"
              "    @zero\n"
              "    def get(self):\n"
              "        def inner():\n"
              "            return ZERO\n"
              "        return inner\n");
  const auto signal = make_keyword_content();
  CHECK(signal->name() == "keyword_content");
  CHECK(signal->default_weight() == 0.6);
  const auto evidence = run(*signal, project, analyse("zero"));
  CHECK(evidence.size() == 4);
  CHECK(score_of(evidence, "a.py") == 1.0);
  CHECK(evidence_of(evidence, "a.py")->reason == "text has: zero (line 1)");
  CHECK(evidence_of(evidence, "a.py::Box")->reason == "text has: zero (line 3)");
  CHECK(evidence_of(evidence, "a.py::Box.get")->reason == "text has: zero (line 4)");
  CHECK(evidence_of(evidence, "a.py::Box.get.<locals>.inner")->reason == "text has: zero (line 7)");
}

TEST_CASE("keyword_content searches the three words that occur in the fewest files") {
  SampleProject project;
  project.add("1.md", "common rare1 second third").add("2.md", "common second third").add("3.md", "common third");
  project.add("4.md", "common fourth").add("5.md", "fourth").add("6.md", "fourth").add("7.md", "fourth common");
  const auto evidence = run(*make_keyword_content(), project, analyse("fourth common nowhere third second rare1"));
  // "nowhere" finds nothing and takes no place; "common" and "fourth" are too frequent.
  CHECK(evidence.size() == 3);
  CHECK(score_of(evidence, "1.md") == 1.0);
  CHECK(score_of(evidence, "2.md") == 2.0 / 3);
  CHECK(score_of(evidence, "3.md") == 1.0 / 3);
  CHECK(evidence_of(evidence, "1.md")->reason == "text has: rare1 (line 1), second (line 1), third (line 1)");
}

TEST_CASE("keyword_content: of words in as many files the first of the query counts") {
  SampleProject project;
  project.add("a.md", "one").add("b.md", "two").add("c.md", "three").add("d.md", "four");
  const auto evidence = run(*make_keyword_content(), project, analyse("four two one three"));
  CHECK(evidence.size() == 3);
  CHECK(evidence_of(evidence, "c.md") == nullptr);
}

TEST_CASE("keyword_content searches words as they are written, not their parts") {
  SampleProject project;
  project.add("a.py", "def resolve_redirects(): pass\n").add("b.md", "to resolve redirects");
  const auto evidence = run(*make_keyword_content(), project, analyse("resolve_redirects"));
  CHECK(evidence.size() == 1);
  CHECK(score_of(evidence, "a.py::resolve_redirects") == 1.0);
}

TEST_CASE("keyword_content: a file that changed since it was indexed counts as a whole") {
  SampleProject project;
  project.add("a.py", "def f():\n    zero = 1\n");
  project.files.put("a.py", "# a new line\ndef f():\n    zero = 1\n");
  const auto evidence = run(*make_keyword_content(), project, analyse("zero"));
  CHECK(evidence.size() == 1);
  CHECK(score_of(evidence, "a.py") == 1.0);
}

TEST_CASE("keyword_content: a file that cannot be read shows no words; a cancelled read ends the signal") {
  SampleProject project;
  project.add("a.md", "zero").add("b.md", "zero");
  project.files.set_fault([](std::string_view operation, std::string_view path) {
    return operation == "read" && path == "a.md" ? Status(Code::permission_denied, "closed") : Status();
  });
  CHECK(run(*make_keyword_content(), project, analyse("zero")).size() == 1);
  project.files.set_fault([](std::string_view, std::string_view) { return Status(Code::cancelled, "stop"); });
  const Query query = analyse("zero");
  const auto cancelled = make_keyword_content()->score({query, project.store, project.files, {}, {}});
  REQUIRE_FALSE(cancelled.has_value());
  CHECK(cancelled.error().code() == Code::cancelled);
}

TEST_CASE("identifiers are found in queries of other scripts") {
  SampleProject project;
  project.add("a.py", "class Blueprint:\n    pass\n").add("б.py", "def проверка_возраста():\n    pass\n");
  for (const char* ticket : {"修复Blueprint注册错误", "Blueprintのクラスを修正", "Ошибка в Blueprint"}) {
    const Query query = analyse(ticket);
    CHECK(score_of(run(*make_keyword_symbol(), project, query), "a.py::Blueprint") > 0);
    CHECK(score_of(run(*make_lexical_overlap(), project, query), "a.py::Blueprint") > 0);
    CHECK(score_of(run(*make_keyword_content(), project, query), "a.py::Blueprint") > 0);
  }
  CHECK(score_of(run(*make_keyword_symbol(), project, analyse("ВОЗРАСТ неверен")), "б.py::проверка_возраста") == 0.5);
}

}  // namespace
}  // namespace grit::retrieve
