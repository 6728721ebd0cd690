// Diffs, judged by git: what it applies to the old file must be the new one to the byte.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include <grit/edit.h>

#include "support/temporary_folder.h"

namespace grit::test {
namespace {

namespace fs = std::filesystem;
using edit::unified_diff;

std::string get(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

bool no_git() {
  static const bool missing = std::system("git --version >/dev/null 2>&1") != 0;
  if (missing) std::fputs("SKIPPED: diffs against git, which is not installed\n", stderr);
  return missing;
}

// What `git apply` makes of the file; no exact place, no diff. Settings of this machine's user do not count.
std::string applied(const std::string& path, const std::optional<std::string>& before, const std::string& diff,
                    const std::string& options = "") {
  const TemporaryFolder folder;
  if (before) put(folder.path() + "/tree/" + path, *before);
  fs::create_directories(folder.path() + "/tree");
  put(folder.path() + "/diff", diff);
  const std::string command =
      "cd '" + folder.path() + "/tree' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES='" +
      folder.path() + "' git -c core.autocrlf=false apply -v " + options + " ../diff >../said 2>&1";
  const int status = std::system(command.c_str());
  const std::string said = get(folder.path() + "/said");
  if (status != 0 || said.find("offset") != std::string::npos) return "git: " + said;
  return get(folder.path() + "/tree/" + path);
}

void check(const std::string& before, const std::string& after, const std::string& path = "lib/x.py") {
  const std::string diff = unified_diff(path, before, after);
  CAPTURE(diff);
  CHECK_EQ(applied(path, before, diff), after);
  CHECK_EQ(applied(path, after, diff, "-R"), before);
}

std::string numbered(int lines, const std::string& end = "\n") {
  std::string out;
  for (int i = 1; i <= lines; ++i) out += "line " + std::to_string(i) + end;
  return out;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

int hunks(const std::string& diff) {
  int count = 0;
  for (std::size_t at = diff.find("\n@@ "); at != std::string::npos; at = diff.find("\n@@ ", at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("diff: the form of it") {
  CHECK_EQ(unified_diff("x.py", "a\nb\n", "a\nc\n"),
           "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
  CHECK_EQ(unified_diff("x.py", "same\n", "same\n"), "");
  CHECK_EQ(unified_diff("x.py", "", "a\n", true),
           "diff --git a/x.py b/x.py\nnew file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+a\n");
}

TEST_CASE("diff: git applies it, forwards and backwards" * doctest::skip(no_git())) {
  const std::string text = numbered(40);
  SUBCASE("first line") { check(text, replaced(text, "line 1\n", "first\n")); }
  SUBCASE("last line") { check(text, replaced(text, "line 40\n", "last\n")); }
  SUBCASE("inserted in front") { check(text, "new\n" + text); }
  SUBCASE("added at the end") { check(text, text + "new\nnewer\n"); }
  SUBCASE("removed") { check(text, replaced(text, "line 20\nline 21\n", "")); }
  SUBCASE("only one line") { check("a\n", "b\n"); }
  SUBCASE("CRLF") { check(numbered(9, "\r\n"), replaced(numbered(9, "\r\n"), "line 5\r\n", "five\r\nsix\r\n")); }
  SUBCASE("CRLF becomes LF") { check(numbered(9, "\r\n"), numbered(9)); }
  SUBCASE("lone CR") { check("a\rb\nc\n", "a\rB\nc\n"); }
  SUBCASE("no final newline") { check("a\nb", "a\nc"); }
  SUBCASE("no final newline in the context") { check("a\nb\nc", "A\nb\nc"); }
  SUBCASE("final newline lost") { check("a\nb\n", "a\nb"); }
  SUBCASE("final newline added") { check("a\nb", "a\nb\n"); }
  SUBCASE("lines that look like a diff") { check("-- a\n++ b\n", "-- c\n++ b\n@@ -1 +1 @@\n"); }
  SUBCASE("not UTF-8") { check("\xE9\n\xFF\n", "\xE8\n\xFF\n"); }
  SUBCASE("blanks in the name") { check("a\n", "b\n", "my lib/a file.py"); }
  SUBCASE("quotes and a tab in the name") { check("a\n", "b\n", "a \"b\"\t\\c.py"); }
  SUBCASE("letters beyond ASCII in the name") { check("a\n", "b\n", "größe.py"); }
}

TEST_CASE("diff: several hunks; changes that are near share one" * doctest::skip(no_git())) {
  const std::string text = numbered(60);
  const std::string far =
      replaced(replaced(replaced(text, "line 5\n", "5\n5\n"), "line 30\n", ""), "line 55\n", "55\n");
  CHECK_EQ(hunks(unified_diff("x", text, far)), 3);
  check(text, far);
  const std::string near = replaced(replaced(text, "line 20\n", "20\n"), "line 27\n", "27\n");  // six lines between
  CHECK_EQ(hunks(unified_diff("x", text, near)), 1);
  check(text, near);
  const std::string apart = replaced(replaced(text, "line 20\n", "20\n"), "line 28\n", "28\n");
  CHECK_EQ(hunks(unified_diff("x", text, apart)), 2);
  check(text, apart);
}

TEST_CASE("diff: new and empty files" * doctest::skip(no_git())) {
  for (const std::string text : {"", "a\n", "a", "a\r\nb\r\n", "\n"}) {
    CAPTURE(text);
    CHECK_EQ(applied("new/x.py", std::nullopt, unified_diff("new/x.py", "", text, true)), text);
    CHECK_EQ(applied("x y.py", std::nullopt, unified_diff("x y.py", "", text, true)), text);
    if (!text.empty()) CHECK_EQ(applied("x.py", "", unified_diff("x.py", "", text)), text);
    if (!text.empty()) CHECK_EQ(applied("x.py", text, unified_diff("x.py", text, "")), "");
  }
}

TEST_CASE("diff: hundreds of made-up changes" * doctest::skip(no_git())) {
  // Few different lines, so that many of them are equal; the numbers are the same in every run.
  std::uint32_t state = 1;
  const auto next = [&](std::uint32_t below) {
    state = state * 1664525 + 1013904223;
    return (state >> 16) % below;
  };
  const auto made_up = [&] {
    std::string out;
    for (std::uint32_t lines = next(40); lines > 0; --lines)
      out += std::string(1, static_cast<char>('a' + next(4))) + "\n";
    if (!out.empty() && next(4) == 0) out.pop_back();
    return out;
  };
  for (int round = 0; round < 150; ++round) {
    const std::string before = made_up();
    const std::string after = made_up();
    CAPTURE(round);
    if (before != after) check(before, after);
  }
}

TEST_CASE("diff: two texts without a common line stay fast and right" * doctest::skip(no_git())) {
  std::string other;
  for (int i = 0; i < 3000; ++i) other += "other " + std::to_string(i) + "\n";
  check(numbered(3000), other);
}

}  // namespace grit::test
