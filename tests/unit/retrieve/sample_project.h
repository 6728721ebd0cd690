// A small project in memory whose index is made from its sources, so that tests speak in code and not in offsets.
#ifndef GRIT_TESTS_UNIT_RETRIEVE_SAMPLE_PROJECT_H_
#define GRIT_TESTS_UNIT_RETRIEVE_SAMPLE_PROJECT_H_

#include <grit/retrieve.h>
#include <grit/testing.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grit::retrieve {

class SampleProject {
 public:
  // Writes the file and what its syntax says into the store. Files are added in any order.
  SampleProject& add(std::string_view path, std::string_view bytes, std::optional<std::uint32_t> commits_ago = {});

  testing::MemoryStore store;
  testing::MemoryFileSystem files;
};

// What `signal` says, sorted by place. `earlier` as the profile would give it.
std::vector<Evidence> run(Signal& signal, SampleProject& project, const Query& query,
                          const std::vector<std::vector<Evidence>>& earlier = {});

// The evidence for `path` or `path::symbol`; null when there is none.
const Evidence* evidence_of(const std::vector<Evidence>& evidence, std::string_view place);

// The score of a place; 0 when there is no evidence.
double score_of(const std::vector<Evidence>& evidence, std::string_view place);

// find() with the classic profile; fails the test when find fails.
FindResult find_classic(SampleProject& project, std::string_view ticket, const FindOptions& options = {});

std::string place_text(const Place& place);

}  // namespace grit::retrieve

#endif  // GRIT_TESTS_UNIT_RETRIEVE_SAMPLE_PROJECT_H_
