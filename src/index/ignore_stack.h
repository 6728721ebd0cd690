// The ignore rules in force at one place of a walk: those of all folders above it, of the repository it belongs to, and
// what that repository tracks in spite of them.
#ifndef GRIT_INDEX_IGNORE_STACK_H_
#define GRIT_INDEX_IGNORE_STACK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <grit/platform.h>

#include "git.h"
#include "ignore.h"

namespace grit::index {

// Rules are entered and left in the order in which a walk enters and leaves folders. Paths are relative to the project.
//
// Thread rule: one thread at a time.
class IgnoreStack {
 public:
  // `root` is the project's folder on this machine; empty: no repository is looked for.
  IgnoreStack(FileSystem& files, std::string root);

  // Begins with the rules of the repository that the project lies in, where it lies in one that does not ignore it.
  void enter_project();
  // Reads the rules of a folder; `entries` is what it holds. One with a ".git" begins a repository of its own, where
  // git's rules of the folders above it end.
  void enter(const std::string& folder, const std::vector<FileInfo>& entries);
  void leave();

  [[nodiscard]] bool ignored(std::string_view path, bool is_folder) const;
  // Whether .gitattributes mark the file as generated.
  [[nodiscard]] bool generated(std::string_view path) const;
  // What a person should know, for example that an ignore file could not be read.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Outer {        // an ignore file above the project
    std::size_t begin;  // where in a path from the work tree the part below its folder begins
    IgnoreRules rules;
  };
  struct Repository {
    std::string base;          // its folder in the project with '/' at the end; empty for one at or above the project
    std::string prefix;        // from its work tree to the project with '/' at the end, where it begins above it
    IgnoreRules exclude;       // .git/info/exclude
    std::vector<Outer> outer;  // nearest last
    TrackedFiles tracked;

    // A path of the project as the repository names it.
    [[nodiscard]] std::string path_of(std::string_view path) const;
    // What the rules outside of the project's folders say of a path that the repository names.
    [[nodiscard]] Verdict verdict(std::string_view path, bool is_folder) const;
    [[nodiscard]] bool tracks(const std::string& path, bool is_folder) const;
  };
  struct Folder {
    std::string base;  // with '/' at the end
    std::size_t repository;
    bool ignored = false;  // git ignores it, so that only what is tracked below it counts
    IgnoreRules git;
    IgnoreRules grit;
    IgnoreRules generated;
  };

  [[nodiscard]] bool begins_repository(const std::string& folder, const std::vector<FileInfo>& entries) const;
  void add_nested_repository(const std::string& folder);
  void add_outer_rules(Repository& repository) const;
  [[nodiscard]] static bool ignores_project(const Repository& repository);
  std::string read(const std::string& folder, const std::vector<FileInfo>& entries, std::string_view name);
  [[nodiscard]] Verdict grit_verdict(std::string_view path, bool is_folder) const;
  [[nodiscard]] bool rules_ignore(std::string_view path, bool is_folder) const;

  FileSystem& files_;
  std::string root_;
  std::vector<Repository> repositories_;  // the first stands for none
  std::vector<Folder> folders_;
  std::vector<std::string> notes_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_IGNORE_STACK_H_
