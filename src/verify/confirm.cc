#include <grit/verify.h>

namespace grit::verify {

Status confirm(const Verdict& verdict, const std::map<std::string, std::string>& changed) {
  if (verdict.outcome != Outcome::pass) {
    return Status(Code::refused, "the check " + verdict.check + " did not pass: " + outcome_name(verdict.outcome));
  }
  for (const auto& [path, bytes] : changed) {
    const auto tested = verdict.candidate.find(path);
    if (tested == verdict.candidate.end()) return Status(Code::changed, path + " was not part of what was tested");
    if (tested->second != ContentHash::of(bytes)) return Status(Code::changed, path + " is not what was tested");
  }
  for (const auto& [path, hash] : verdict.candidate) {
    if (changed.count(path) == 0) return Status(Code::changed, path + " was tested and is not part of the change");
  }
  return Status();
}

}  // namespace grit::verify
