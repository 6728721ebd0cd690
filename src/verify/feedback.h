// What a model may read of a check's output.
#ifndef GRIT_VERIFY_FEEDBACK_H_
#define GRIT_VERIFY_FEEDBACK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace grit::verify {

// The lines of the files that judge, by which they are recognised wherever they turn up. Lines of fewer than four
// characters besides blanks are not kept: they give nothing away and turn up everywhere.
//
// Thread rule: one thread at a time while it is filled, then immutable.
class HiddenLines {
 public:
  void add_file(std::string_view content);
  // Whether `line`, apart from blanks and the mark that test programs put before the failing line, is one of them.
  [[nodiscard]] bool contains(std::string_view line) const;

 private:
  std::unordered_set<std::string> lines_;
};

// The last `max_bytes` of `output` as whole lines in valid UTF-8: without terminal escapes, without hidden lines and
// the markers under them, and with each of `folders` cut from the paths that begin with it.
[[nodiscard]] std::string make_feedback(std::string_view output, const HiddenLines& hidden,
                                        const std::vector<std::string>& folders, std::size_t max_bytes);

}  // namespace grit::verify

#endif  // GRIT_VERIFY_FEEDBACK_H_
