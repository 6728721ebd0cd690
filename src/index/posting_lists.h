// The posting lists of all segments, as they are read.
#ifndef GRIT_INDEX_POSTING_LISTS_H_
#define GRIT_INDEX_POSTING_LISTS_H_

#include <cstdint>
#include <vector>

#include "base/try.h"
#include "codec.h"
#include "sqlite.h"

namespace grit::index {

// Thread rule: one thread at a time.
class PostingLists {
 public:
  [[nodiscard]] static Result<PostingLists> create(Database& database) {
    PostingLists out;
    GRIT_ASSIGN_OR_RETURN(out.select_, database.prepare("SELECT entries FROM postings WHERE id=?"));
    GRIT_ASSIGN_OR_RETURN(Statement segments, database.prepare("SELECT id FROM segments ORDER BY id"));
    for (;;) {
      GRIT_ASSIGN_OR_RETURN(const bool row, segments.step());
      if (!row) return out;
      out.segments_.push_back(segments.integer(0));
    }
  }

  // Calls `use` with each entry of a word, also those of files that are gone. Files ascend within a segment.
  template <class Use>
  [[nodiscard]] Status visit(std::uint32_t term, Use use) {
    for (const std::int64_t segment : segments_) {
      select_.bind(posting_key(segment, term));
      GRIT_ASSIGN_OR_RETURN(const bool row, select_.step());
      if (!row) continue;
      PostingReader reader(select_.blob(0));
      Posting posting;
      while (reader.next(posting)) use(posting);
      const bool failed = reader.failed();
      select_.reset();
      if (failed) return Status(Code::corrupt, "index file: a posting list is damaged");
    }
    return {};
  }

 private:
  Statement select_;
  std::vector<std::int64_t> segments_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_POSTING_LISTS_H_
