// Every definition and every use in real projects, compared with what Python's own parser finds (ast_oracle.py).
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "parse.h"
#include "support/real_input.h"

namespace grit::syntax {
namespace {

struct Facts {
  std::vector<std::string> definitions;
  std::vector<std::string> uses;
  std::vector<ByteRange> unknown;  // where Python cannot tell positions
};

void add_definition(const Definition& definition, Facts& out) {
  constexpr const char* kKinds[] = {"function", "method", "class", "variable"};
  std::ostringstream line;
  const auto doc = definition.docstring;
  line << "D\t" << kKinds[static_cast<int>(definition.kind)] << '\t' << definition.qualified << '\t'
       << definition.range.begin << '\t' << definition.range.end << '\t' << definition.inner.begin << '\t'
       << definition.name_range.begin << '\t' << (doc ? std::to_string(doc->begin) : "-1") << '\t'
       << (doc ? std::to_string(doc->end) : "-1") << '\t' << definition.is_async << '\t';
  for (std::size_t i = 0; i < definition.decorators.size(); ++i) {
    line << (i > 0 ? "," : "") << definition.decorators[i].begin;
  }
  out.definitions.push_back(line.str());
}

Facts facts_of(const std::string& bytes, const std::vector<ByteRange>& unknown) {
  constexpr const char* kKinds[] = {"call", "attribute", "name", "import"};
  const FileSyntax syntax = parse(bytes);
  CHECK(syntax.errors.empty());
  Facts out;
  for (const Definition& definition : syntax.definitions) add_definition(definition, out);
  for (const Use& use : syntax.uses) {
    const bool skip = std::any_of(unknown.begin(), unknown.end(),
                                  [&](const ByteRange& range) { return range.contains(use.range.begin); });
    if (skip) continue;
    out.uses.push_back(std::string("U\t") + kKinds[static_cast<int>(use.kind)] + '\t' +
                       std::to_string(use.range.begin) + '\t' + std::string(use.name));
  }
  return out;
}

void compare(std::vector<std::string> ours, std::vector<std::string> python) {
  std::sort(ours.begin(), ours.end());
  std::sort(python.begin(), python.end());
  if (ours == python) return;
  std::string text;
  std::vector<std::string> only;
  std::set_difference(ours.begin(), ours.end(), python.begin(), python.end(), std::back_inserter(only));
  for (const auto& line : only) text += "\nours only:   " + line;
  only.clear();
  std::set_difference(python.begin(), python.end(), ours.begin(), ours.end(), std::back_inserter(only));
  for (const auto& line : only) text += "\npython only: " + line;
  FAIL_CHECK(text.substr(0, 4000));
}

void compare_file(const std::string& root, const std::string& path, const Facts& python) {
  CAPTURE(path);
  const std::string bytes = test::read(root + "/" + path);
  const Facts ours = facts_of(bytes, python.unknown);
  compare(ours.definitions, python.definitions);
  compare(ours.uses, python.uses);
}

void compare_corpus(const std::string& name, std::size_t least_files) {
  const std::string source = GRIT_SOURCE_DIR;
  const std::string root = test::corpus(name).string();
  std::size_t files = 0;
  std::string path;
  Facts facts;
  const auto finish = [&] {
    if (!path.empty()) compare_file(root, path, facts);
    facts = {};
  };
  for (const std::string& line :
       test::lines_of("python3 '" + source + "/tests/unit/syntax/ast_oracle.py' '" + root + "'")) {
    if (line[0] == 'F') {
      finish();
      path = line.substr(2);
      ++files;
    } else if (line[0] == 'D') {
      facts.definitions.push_back(line);
    } else if (line[0] == 'U') {
      facts.uses.push_back(line);
    } else {
      std::istringstream fields(line.substr(2));
      ByteRange range;
      fields >> range.begin >> range.end;
      facts.unknown.push_back(range);
    }
  }
  finish();
  CHECK(files >= least_files);
}

TEST_CASE("requests as Python reads it") { compare_corpus("requests-2.31.0", 18); }
TEST_CASE("Flask as Python reads it") { compare_corpus("flask-3.0.3", 24); }
TEST_CASE("Django as Python reads it") { compare_corpus("django-5.0", 879); }

}  // namespace
}  // namespace grit::syntax
