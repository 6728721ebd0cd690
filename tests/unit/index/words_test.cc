#include "words.h"

#include <algorithm>
#include <fstream>
#include <random>

#include "base/text.h"
#include "project.h"

namespace grit::index {
namespace {

Lines words_of(std::string_view text) {
  Lines out;
  WordReader reader(text);
  for (std::string_view word = reader.next(); !word.empty(); word = reader.next()) {
    CHECK(text.substr(reader.begin(), word.size()) == word);
    out.emplace_back(word);
  }
  return out;
}

TEST_CASE("words are runs of letters, digits and underscores of any script") {
  CHECK(words_of("").empty());
  CHECK(words_of("  -- ").empty());
  CHECK(words_of("a_b1 c-d.e(f)") == Lines{"a_b1", "c", "d", "e", "f"});
  CHECK(words_of("na\xC3\xAFve \xCF\x80=3.14") == Lines{"na\xC3\xAFve", "\xCF\x80", "3", "14"});
  CHECK(words_of("\xE5\x90\x8D\xE5\x89\x8D\xE3\x80\x82x") == Lines{"\xE5\x90\x8D\xE5\x89\x8D", "x"});
  CHECK(words_of("a\xE2\x80\x94"
                 "b") == Lines{"a", "b"});               // em dash
  CHECK(words_of("e\xCC\x81t") == Lines{"e\xCC\x81t"});  // a combining mark
  CHECK(words_of("caf\xE9s") == Lines{"caf", "s"});      // no UTF-8
  CHECK(words_of(std::string("a\0b", 3)) == Lines{"a", "b"});
  CHECK(words_of("\xC2\xB2x \xE2\x82\x82") == Lines{"x"});  // superscripts are no digits
}

// ripgrep's idea of a word is the reference.
TEST_CASE("files with a word are those that ripgrep finds") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> pieces = {"alpha",
                                           "Alpha",
                                           "ALPHA",
                                           "alpha_beta",
                                           "alphabet",
                                           "x1",
                                           "1",
                                           "\xC3\xA9t\xC3\xA9",
                                           "\xC3\x89T\xC3\x89",
                                           "e\xCC\x81",
                                           "\xCF\x83",
                                           "\xCF\x82",
                                           "\xCE\xA3",
                                           "\xD0\x96",
                                           "\xD0\xB6",
                                           "\xE5\x90\x8D",
                                           "\xE5\x90\x8D\xE5\x89\x8D",
                                           "stra\xC3\x9F"
                                           "e",
                                           "K",
                                           "\xE2\x84\xAA",
                                           "\xC2\xB5",
                                           "\xCE\xBC",
                                           "\xEF\xBC\xA1",
                                           "_",
                                           "__init__",
                                           "\xE2\x85\xA7",
                                           "\xF0\x9D\x94\x98",
                                           "\xD9\xA3"};
  const std::vector<std::string> between = {" ",        "-", ".", "\n",           "\xE2\x80\x94",
                                            "\xC2\xB2", "",  "'", "\xE3\x80\x82", "\xC2\xA0"};
  std::mt19937 random(7);
  Project project;
  for (int file = 0; file < 60; ++file) {
    std::string text;
    for (int i = 0; i < 6; ++i) text += pieces[random() % pieces.size()] + between[random() % between.size()];
    const std::string name = "f" + std::to_string(100 + file) + ".txt";
    std::ofstream(folder.path() + "/" + name, std::ios::binary) << text;
    project.files.put(name, text);
  }
  const auto store = project.indexed_store();
  for (const std::string& word : pieces) {
    CAPTURE(word);
    std::string found =
        run("cd '" + folder.path() + "' && { rg -l -w -i -F --no-ignore --sort path -e '" + word + "' . || true; }");
    Lines expected;
    for (std::string_view line : split_lines(found)) expected.emplace_back(strip_line_end(line).substr(2));
    CHECK(paths_with_word(*store, word) == expected);
  }
}

}  // namespace
}  // namespace grit::index
