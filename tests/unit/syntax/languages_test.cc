// Every language by its sample: languages/<language>/sample.* and beside it what it holds, in expected.txt. With
// GRIT_WRITE_EXPECTED set, the files are written anew instead, for a person to read before they are committed.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/text.h"
#include "language.h"
#include "parse.h"
#include "support/real_input.h"

namespace grit::syntax {
namespace {

namespace fs = std::filesystem;

fs::path samples() { return fs::path(GRIT_SOURCE_DIR) / "tests/unit/syntax/languages"; }

fs::path sample_of(std::string_view language) {
  for (const auto& entry : fs::directory_iterator(samples() / language)) {
    if (entry.path().stem() == "sample") return entry.path();
  }
  FAIL("no sample for " << language);
  return {};
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
  return out;
}

// What a file holds as text, one fact a line.
std::string facts_of(const FileSyntax& syntax, std::string_view bytes, std::string_view language) {
  constexpr const char* kKinds[] = {"function", "method", "class", "variable", "module"};
  constexpr const char* kUses[] = {"call", "attribute", "name", "import"};
  const LineIndex lines(bytes);
  std::ostringstream out;
  const auto place = [&](const ByteRange& range) {
    const LineRange at = lines.lines_of(range);
    return std::to_string(at.begin) + "-" + std::to_string(at.end);
  };
  for (const Definition& d : syntax.definitions) {
    out << kKinds[static_cast<int>(d.kind)] << ' ' << d.qualified << " lines " << place(d.range);
    if (d.inner != d.range) out << " inner " << place(d.inner);
    if (d.parent != kNone) out << " in " << syntax.definitions[d.parent].qualified;
    if (d.is_async) out << " async";
    out << "\n  " << signature_of(d, bytes, language) << '\n';
    for (const ByteRange& decorator : d.decorators) out << "  decorator " << one_line(decorator.of(bytes)) << '\n';
    if (d.docstring) out << "  doc " << one_line(d.docstring->of(bytes)) << '\n';
  }
  for (const Import& i : syntax.imports) {
    out << "import " << i.module << " name " << i.name << " binds " << i.alias << " line " << place(i.range) << '\n';
  }
  for (const Use& u : syntax.uses) {
    out << kUses[static_cast<int>(u.kind)] << ' ' << (u.receiver.empty() ? "" : one_line(u.receiver) + " | ") << u.name
        << " line " << lines.line_of(u.range.begin);
    if (u.scope != kNone) out << " in " << syntax.definitions[u.scope].qualified;
    if (u.local) out << " local";
    if (u.on_self) out << " self";
    if (u.definition != kNone) out << " = " << syntax.definitions[u.definition].qualified;
    if (u.import != kNone && u.kind != UseKind::import) out << " from " << syntax.imports[u.import].module;
    out << '\n';
  }
  for (const SyntaxError& e : syntax.errors) out << e.kind << " lines " << place(e.range) << '\n';
  return out.str();
}

// What holds for every file.
void check_sound(const FileSyntax& syntax, std::string_view bytes) {
  std::uint64_t last = 0;
  for (const Definition& d : syntax.definitions) {
    CAPTURE(d.qualified);
    CHECK(d.range.begin >= last);
    last = d.range.begin;
    CHECK(d.range.contains(d.inner));
    CHECK(d.inner.contains(d.name_range));
    CHECK(d.name_range.of(bytes) == d.name);
    if (d.parent != kNone) CHECK(syntax.definitions[d.parent].range.contains(d.range));
    CHECK((d.body.empty() || d.inner.contains(d.body)));
  }
  for (const Use& use : syntax.uses) CHECK(use.range.of(bytes) == use.name);
}

TEST_CASE("every language finds what its sample holds") {
  for (const Language& language : all_languages()) {
    if (language.queries.empty()) continue;  // Python has tests of its own
    CAPTURE(language.name);
    const fs::path path = sample_of(language.name);
    const std::string bytes = test::read(path);
    CHECK(language_of(path.filename().string(), bytes) == language.name);
    Parser parser;
    const auto syntax = parser.parse(bytes, language.name, {}, {}, {});
    REQUIRE_MESSAGE(syntax.has_value(), (syntax.has_value() ? std::string() : syntax.error().message()));
    CHECK(!syntax->cut);
    check_sound(*syntax, bytes);
    const std::string facts = facts_of(*syntax, bytes, language.name);
    const fs::path expected = path.parent_path() / "expected.txt";
    if (std::getenv("GRIT_WRITE_EXPECTED") != nullptr) std::ofstream(expected, std::ios::binary) << facts;
    CHECK(facts == test::read(expected));
    const auto bare = parser.parse(bytes, language.name, {}, {.uses = false}, {});
    REQUIRE(bare.has_value());
    CHECK(qualified_names(*bare) == qualified_names(*syntax));
    CHECK(bare->uses.empty());
  }
}

}  // namespace
}  // namespace grit::syntax
