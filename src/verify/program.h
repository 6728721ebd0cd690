// Which program a check starts, and what of this machine it needs to see for that.
#ifndef GRIT_VERIFY_PROGRAM_H_
#define GRIT_VERIFY_PROGRAM_H_

#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>

namespace grit::verify {

struct Surroundings {
  std::string root;                       // the project
  std::string home;                       // the user's folder; never shown as a whole
  std::string path;                       // the host's PATH
  std::vector<std::string> environments;  // environments_of(root)
};

struct ProgramView {
  std::vector<std::string> path;       // folders for PATH, in order
  std::vector<std::string> read_only;  // files and folders that must be visible
};

// Resolves argv[0]. A name is looked up in the environments of the project, the host's PATH, and the system's folders.
// A version manager's shim (pyenv) stands for the program that it would start. Shown are, for a program outside the
// system's folders: every link on the way to it, and its installation where it has one (a Python, Node, Go or Rust
// prefix), never the user's whole folder. A script is followed to its interpreter.
// Code::unavailable when there is no such program.
[[nodiscard]] Result<ProgramView> resolve_program(const std::string& program, const Surroundings& around);

}  // namespace grit::verify

#endif  // GRIT_VERIFY_PROGRAM_H_
