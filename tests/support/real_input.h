// Real packages, and what other programs say about them.
#ifndef GRIT_TESTS_SUPPORT_REAL_INPUT_H_
#define GRIT_TESTS_SUPPORT_REAL_INPUT_H_

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace grit::test {

// The lines that a shell command prints; the test fails when it ends with another status than `expected` or 0.
inline std::vector<std::string> lines_of(const std::string& command, int expected = 0) {
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::vector<std::string> lines;
  std::string line;
  for (int c = std::getc(pipe); c != EOF; c = std::getc(pipe)) {
    if (c == '\n') {
      lines.push_back(std::exchange(line, {}));
    } else {
      line += static_cast<char>(c);
    }
  }
  const int status = pclose(pipe);
  REQUIRE_MESSAGE((status == 0 || WEXITSTATUS(status) == expected), command);
  return lines;
}

// The folder of a package that scripts/corpus knows.
inline std::filesystem::path corpus(const std::string& name) {
  return lines_of("'" GRIT_SOURCE_DIR "/scripts/corpus' " + name).at(0);
}

// The bytes of a file; the test fails when it cannot be read.
inline std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream out;
  out << stream.rdbuf();
  REQUIRE_MESSAGE(stream.good(), path);
  return out.str();
}

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_REAL_INPUT_H_
