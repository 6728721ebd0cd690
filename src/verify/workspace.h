// The scratch copy of a project with a candidate in it, and proof that a run left alone what it must not touch.
#ifndef GRIT_VERIFY_WORKSPACE_H_
#define GRIT_VERIFY_WORKSPACE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <grit/verify.h>

#include "feedback.h"
#include "port/scratch_folder.h"
#include "tree_copy.h"

namespace grit::verify {

// Code::configuration when the check cannot be run as it is written; the message names the key.
[[nodiscard]] Status validate(const Check& check);

// Of everything that decides how a check judges, its files apart.
[[nodiscard]] ContentHash hash_of(const Check& check, const Limits& limits);

// Whether `path` is one of the files that judge: what the check names, and files that test programs and Python read by
// themselves and that could change any judgement.
[[nodiscard]] bool judges(const Check& check, std::string_view path);

// The first file of the candidate that judges it.
[[nodiscard]] std::optional<std::string> changed_verifier(const Check& check, const Candidate& candidate);

// Exists on disk as long as the object does.
//
// Thread rule: one thread at a time.
class Workspace {
 public:
  struct Options {
    std::string scratch;
    std::uint64_t max_bytes = 0;
  };

  // Copies the project and puts the candidate's files in. Code::fenced for a path that leaves the project or may not be
  // touched, Code::limit for a project that is too large.
  [[nodiscard]] static Result<Workspace> make(const Check& check, const Candidate& candidate, const Options& options,
                                              const StopConditions& stop);

  [[nodiscard]] const std::string& root() const { return root_; }      // the project, with links resolved
  [[nodiscard]] const std::string& folder() const { return folder_; }  // the copy
  [[nodiscard]] const std::vector<std::string>& environments() const { return environments_; }
  [[nodiscard]] const std::map<std::string, ContentHash>& verifier() const { return verifier_; }
  [[nodiscard]] const ContentHash& project_hash() const { return project_; }
  [[nodiscard]] const HiddenLines& hidden_lines() const { return hidden_; }

  // Paths in the copy of the files that hold the content of verifier().
  [[nodiscard]] const std::vector<std::string>& read_only() const { return read_only_; }
  // The first file that judges and that the candidate changes by way of a link.
  [[nodiscard]] const std::optional<std::string>& changed_by_candidate() const { return changed_by_candidate_; }

  // Makes a place for each environment of the project: an empty folder to mount it on, or else a link to it.
  [[nodiscard]] Status place_environments(bool mounted) const;

  // The first file of candidate or verifier that is not as it was before the run, or that is new and would judge.
  [[nodiscard]] std::optional<std::string> changed_by_run() const;

 private:
  Workspace(port::ScratchFolder scratch, Check check) : scratch_(std::move(scratch)), check_(std::move(check)) {}
  Status fill(const Candidate& candidate, const Options& options, const StopConditions& stop);
  Status apply(const std::string& path, const std::string& bytes);
  Status note_verifier(const TreeCopy& copy, const Candidate& candidate);
  Status note_judge(FileSystem& project, FileSystem& scratch, const std::string& path);
  [[nodiscard]] std::optional<std::string> new_judge(FileSystem& files, const std::string& folder, int depth) const;

  port::ScratchFolder scratch_;
  Check check_;
  std::string root_;
  std::string folder_;
  std::vector<std::string> environments_;
  std::map<std::string, ContentHash> candidate_;
  std::map<std::string, ContentHash> verifier_;
  ContentHash project_;
  std::vector<std::string> read_only_;
  std::optional<std::string> changed_by_candidate_;
  HiddenLines hidden_;
};

}  // namespace grit::verify

#endif  // GRIT_VERIFY_WORKSPACE_H_
