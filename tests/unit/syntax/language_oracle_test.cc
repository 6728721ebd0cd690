// Definitions in real packages, compared with what other parsers find: TypeScript's own for JavaScript and TypeScript,
// Universal Ctags for the rest. Compared is file, line and name of each definition, both ways.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.h"
#include "parse.h"
#include "support/real_input.h"

namespace grit::syntax {
namespace {

namespace fs = std::filesystem;

using Place = std::tuple<std::string, std::uint32_t, std::string>;  // path, line, name
using Kinds = std::set<DefinitionKind>;

constexpr auto kFunction = DefinitionKind::function;
constexpr auto kMethod = DefinitionKind::method;
constexpr auto kClass = DefinitionKind::class_;
constexpr auto kVariable = DefinitionKind::variable;
constexpr auto kModule = DefinitionKind::module;

// "operator ==" and "operator==" are one name.
std::string without_blanks(std::string_view name) {
  std::string out;
  std::copy_if(name.begin(), name.end(), std::back_inserter(out), [](char c) { return c != ' ' && c != '\n'; });
  return out;
}

// Which definitions of which files are compared.
struct Selection {
  fs::path root;
  std::vector<std::string> endings;
  Kinds kinds;
};

bool is_selected(const fs::path& path, const Selection& selection) {
  const std::string name = path.filename().string();
  return std::any_of(selection.endings.begin(), selection.endings.end(),
                     [&](const std::string& ending) { return name.ends_with(ending); });
}

std::set<Place> found_by_grit(const Selection& selection) {
  std::set<Place> out;
  Parser parser;
  for (const auto& entry : fs::recursive_directory_iterator(selection.root)) {
    if (!entry.is_regular_file() || !is_selected(entry.path(), selection)) continue;
    const std::string bytes = test::read(entry.path());
    const std::string path = fs::relative(entry.path(), selection.root).string();
    const auto syntax = parser.parse(bytes, language_of(path, bytes), {.seconds = 60}, {}, {});
    REQUIRE_MESSAGE(syntax.has_value(), path);
    CHECK_MESSAGE(!syntax->cut, path);
    const LineIndex lines(bytes);
    for (const Definition& definition : syntax->definitions) {
      if (!selection.kinds.contains(definition.kind)) continue;
      out.emplace(path, lines.line_of(definition.name_range.begin), without_blanks(definition.name));
    }
  }
  return out;
}

std::set<Place> places_of(const std::vector<std::string>& lines) {
  std::set<Place> out;
  for (const std::string& line : lines) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    const std::string name = line.substr(second + 1);
    if (name.starts_with("__anon")) continue;
    out.emplace(line.substr(0, first), static_cast<std::uint32_t>(std::stoul(line.substr(first + 1))),
                without_blanks(name));
  }
  return out;
}

std::set<Place> found_by_ctags(const Selection& selection, const std::string& language, const std::string& kinds) {
  std::string find;
  for (const std::string& ending : selection.endings)
    find += (find.empty() ? "" : " -o ") + ("-name '*" + ending + "'");
  return places_of(test::lines_of(
      "cd '" + selection.root.string() + "' && find . -type f \\( " + find +
      " \\) -printf '%P\\n' | ctags --options=NONE --quiet --extras=+F --languages=" + language +
      " --langmap=C++:+.h --kinds-" + language + "=" + kinds + " -x --_xformat='%F\t%n\t%N' -L - -f - 2>/dev/null"));
}

std::set<Place> found_by_typescript(const Selection& selection) {
  std::string command = "node '" GRIT_SOURCE_DIR "/tests/unit/syntax/typescript_oracle.js' '" +
                        test::corpus("typescript-5.4.5").string() + "' '" + selection.root.string() + "'";
  for (const std::string& ending : selection.endings) command += " " + ending;
  return places_of(test::lines_of(command));
}

// How many definitions may be found by one side alone.
struct Tolerance {
  std::size_t missed = 0;
  std::size_t extra = 0;
};

std::string listed(const std::set<Place>& places) {
  std::ostringstream out;
  for (const auto& [path, line, name] : places) out << path << ':' << line << ' ' << name << '\n';
  return out.str();
}

void compare(const std::set<Place>& expected, const std::set<Place>& found, std::size_t least, Tolerance tolerance) {
  std::set<Place> missed;
  std::set<Place> extra;
  std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                      std::inserter(missed, missed.end()));
  std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(), std::inserter(extra, extra.end()));
  MESSAGE(expected.size(), " expected, ", found.size(), " found, ", missed.size(), " missed, ", extra.size(), " extra");
  CHECK(expected.size() >= least);
  CHECK_MESSAGE(missed.size() <= tolerance.missed, "missed:\n", listed(missed));
  CHECK_MESSAGE(extra.size() <= tolerance.extra, "extra:\n", listed(extra));
}

const Kinds kAllKinds = {kFunction, kMethod, kClass, kVariable, kModule};

TEST_CASE("JavaScript as TypeScript reads it: ESLint") {
  const Selection selection{test::corpus("eslint-8.57.0"), {".js"}, kAllKinds};
  compare(found_by_typescript(selection), found_by_grit(selection), 3400, {});
}

TEST_CASE("TypeScript as TypeScript reads it: RxJS") {
  const Selection selection{test::corpus("rxjs-7.8.1") / "src", {".ts"}, kAllKinds};
  compare(found_by_typescript(selection), found_by_grit(selection), 1000, {});
}

TEST_CASE("TSX as TypeScript reads it: react-admin") {
  const Selection selection{test::corpus("ra-ui-materialui-4.16.0") / "src", {".tsx"}, kAllKinds};
  compare(found_by_typescript(selection), found_by_grit(selection), 2500, {});
}

// Ctags knows no types inside of functions.
TEST_CASE("Go as ctags reads it: Cobra") {
  const Selection selection{test::corpus("cobra-1.8.0"), {".go"}, kAllKinds};
  compare(found_by_ctags(selection, "Go", "fstixcvn"), found_by_grit(selection), 630, {.extra = 4});
}

// Ctags loses the rest of a file after byte strings with quotes.
TEST_CASE("Rust as ctags reads it: regex-syntax") {
  const Selection selection{test::corpus("regex-syntax-0.8.3"), {".rs"}, {kFunction, kMethod, kClass}};
  compare(found_by_ctags(selection, "Rust", "fPsgitM"), found_by_grit(selection), 1000, {.extra = 15});
}

// Ctags does not look into classes without a name.
TEST_CASE("Java as ctags reads it: React Native") {
  const Selection selection{
      test::corpus("react-native-0.72.0") / "ReactAndroid", {".java"}, {kFunction, kMethod, kClass}};
  compare(found_by_ctags(selection, "Java", "cigma"), found_by_grit(selection), 7000, {.extra = 402});
}

// Of "attr_accessor :x" ctags makes "x" and "x=".
TEST_CASE("Ruby as ctags reads it: React Native") {
  const Selection selection{test::corpus("react-native-0.72.0"), {".rb"}, {kFunction, kMethod, kClass, kModule}};
  compare(found_by_ctags(selection, "Ruby", "cmfSA"), found_by_grit(selection), 430, {.missed = 5});
}

TEST_CASE("shell as ctags reads it: React Native") {
  const Selection selection{test::corpus("react-native-0.72.0"), {".sh"}, {kFunction}};
  compare(found_by_ctags(selection, "Sh", "f"), found_by_grit(selection), 20, {});
}

// A macro before a variable hides it from the grammar.
TEST_CASE("C as ctags reads it: tree-sitter") {
  const fs::path root = GRIT_SOURCE_DIR "/third_party/node_modules/tree-sitter/vendor/tree-sitter/lib/src";
  const Selection selection{root, {".c"}, kAllKinds};
  compare(found_by_ctags(selection, "C", "fsugtdve"), found_by_grit(selection), 600, {.missed = 1});
}

// A directive among the initialisers of two constructors hides these. Ctags reads neither bodies of classes in
// functions nor what stands in arguments of macros.
TEST_CASE("C++ as ctags reads it: React Native") {
  const fs::path root = test::corpus("react-native-0.72.0") / "ReactCommon";
  const Selection selection{root, {".cpp"}, {kFunction, kMethod, kClass}};
  compare(found_by_ctags(selection, "C++", "fcsug"), found_by_grit(selection), 2700, {.missed = 2, .extra = 236});
}

}  // namespace
}  // namespace grit::syntax
