#include "segments.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "base/try.h"
#include "codec.h"
#include "terms.h"

namespace grit::index {
namespace {

// How many there are after some were merged.
constexpr std::size_t kSegmentsAfterMerge = 6;
// Everything is merged when more than a third of the files that the segments speak of are gone, in a small project only
// when there are this many of them.
constexpr std::int64_t kMostGone = 64;

struct Segment {
  std::int64_t bytes;
  std::int64_t id;
  std::int64_t files;
  auto operator<=>(const Segment&) const = default;
};

Result<std::vector<Segment>> load_segments(Database& database) {
  std::vector<Segment> out;
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT bytes, id, files FROM segments"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) break;
    out.push_back({select.integer(0), select.integer(1), select.integer(2)});
  }
  std::sort(out.begin(), out.end());
  return out;
}

// The smallest ones that bring their number down, and those that are not much larger than the sum of these.
std::vector<Segment> smallest(const std::vector<Segment>& segments) {
  std::vector<Segment> out;
  std::int64_t bytes = 0;
  for (const Segment& segment : segments) {
    if (out.size() + kSegmentsAfterMerge > segments.size() && segment.bytes > 2 * bytes) break;
    out.push_back(segment);
    bytes += segment.bytes;
  }
  return out;
}

// The lists of one segment, by ascending terms.
//
// Thread rule: one thread at a time.
class SegmentReader {
 public:
  static Result<SegmentReader> create(Database& database, std::int64_t segment) {
    SegmentReader out;
    GRIT_ASSIGN_OR_RETURN(
        out.select_,
        database.prepare("SELECT id & 0xFFFFFFFF, entries FROM postings WHERE id>=? AND id<? ORDER BY id"));
    out.select_.bind(posting_key(segment, 0)).bind(posting_key(segment + 1, 0));
    GRIT_RETURN_IF_ERROR(out.next());
    return out;
  }
  [[nodiscard]] std::optional<std::int64_t> term() const { return term_; }
  [[nodiscard]] std::string_view entries() { return select_.blob(1); }
  [[nodiscard]] Status next() {
    GRIT_ASSIGN_OR_RETURN(const bool row, select_.step());
    term_ = row ? std::optional(select_.integer(0)) : std::nullopt;
    return {};
  }

 private:
  Statement select_;
  std::optional<std::int64_t> term_;
};

class Merge {
 public:
  Merge(Database& database, const StopConditions& stop) : database_(database), stop_(stop) {}

  // Writes one segment out of several and removes these.
  Status run(const std::vector<Segment>& segments) {
    GRIT_RETURN_IF_ERROR(prepare(segments));
    for (std::size_t terms = 0;; ++terms) {
      if (terms % 1024 == 0) GRIT_RETURN_IF_ERROR(stop_.check());
      std::optional<std::int64_t> term;
      for (const SegmentReader& reader : readers_) {
        if (reader.term() && (!term || *reader.term() < *term)) term = reader.term();
      }
      if (!term) break;
      GRIT_RETURN_IF_ERROR(merge_term(*term));
    }
    readers_.clear();
    return replace(segments);
  }

 private:
  Status prepare(const std::vector<Segment>& segments) {
    GRIT_ASSIGN_OR_RETURN(const std::int64_t last, database_.integer("SELECT max(id) FROM segments"));
    target_ = last + 1;
    GRIT_ASSIGN_OR_RETURN(insert_, database_.prepare("INSERT INTO postings(id,entries) VALUES(?,?)"));
    GRIT_ASSIGN_OR_RETURN(Statement select, database_.prepare("SELECT id FROM files WHERE kept"));
    for (;;) {
      GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
      if (!row) break;
      live_.insert(select.integer(0));
    }
    for (const Segment& segment : segments) {
      GRIT_ASSIGN_OR_RETURN(SegmentReader reader, SegmentReader::create(database_, segment.id));
      readers_.push_back(std::move(reader));
    }
    return {};
  }

  Status merge_term(std::int64_t term) {
    std::vector<Posting> postings;
    for (SegmentReader& reader : readers_) {
      if (reader.term() != term) continue;
      PostingReader entries(reader.entries());
      Posting posting;
      while (entries.next(posting)) {
        if (live_.contains(posting.file)) postings.push_back(posting);
      }
      if (entries.failed()) return Status(Code::corrupt, "index file: a posting list is damaged");
      GRIT_RETURN_IF_ERROR(reader.next());
    }
    if (postings.empty()) {
      unheard_.push_back(term);
      return {};
    }
    std::sort(postings.begin(), postings.end(), [](const Posting& a, const Posting& b) { return a.file < b.file; });
    std::string list;
    std::int64_t last_file = 0;
    for (const Posting& posting : postings) {
      append_posting(list, posting, last_file);
      files_.insert(posting.file);
    }
    bytes_ += static_cast<std::int64_t>(list.size());
    return insert_.bind(posting_key(target_, static_cast<std::uint32_t>(term))).bind_blob(list).run();
  }

  Status replace(const std::vector<Segment>& segments) {
    GRIT_ASSIGN_OR_RETURN(Statement drop_lists, database_.prepare("DELETE FROM postings WHERE id>=? AND id<?"));
    GRIT_ASSIGN_OR_RETURN(Statement drop, database_.prepare("DELETE FROM segments WHERE id=?"));
    for (const Segment& segment : segments) {
      GRIT_RETURN_IF_ERROR(drop_lists.bind(posting_key(segment.id, 0)).bind(posting_key(segment.id + 1, 0)).run());
      GRIT_RETURN_IF_ERROR(drop.bind(segment.id).run());
    }
    GRIT_RETURN_IF_ERROR(forget_words());
    if (files_.empty()) return {};
    GRIT_ASSIGN_OR_RETURN(Statement add, database_.prepare("INSERT INTO segments(id,files,bytes) VALUES(?,?,?)"));
    return add.bind(target_).bind(static_cast<std::int64_t>(files_.size())).bind(bytes_).run();
  }

  // Drops the words that no segment speaks of any more.
  Status forget_words() {
    GRIT_ASSIGN_OR_RETURN(Statement find, database_.prepare("SELECT 1 FROM segments CROSS JOIN postings ON "
                                                            "postings.id = (segments.id << 32 | ?)"));
    std::vector<std::uint32_t> unheard;
    for (const std::int64_t term : unheard_) {
      GRIT_ASSIGN_OR_RETURN(const bool heard, find.bind(term).step());
      if (heard) find.reset();
      if (!heard) unheard.push_back(static_cast<std::uint32_t>(term));
    }
    return remove_terms(database_, unheard);
  }

  Database& database_;
  const StopConditions& stop_;
  std::int64_t target_ = 0;
  std::int64_t bytes_ = 0;
  Statement insert_;
  std::vector<SegmentReader> readers_;
  std::vector<std::int64_t> unheard_;        // words that none of the files merged here holds
  absl::flat_hash_set<std::int64_t> live_;   // files that are there
  absl::flat_hash_set<std::int64_t> files_;  // those of them in the new segment
};

}  // namespace

Status merge_segments(Database& database, const StopConditions& stop) {
  GRIT_ASSIGN_OR_RETURN(const std::vector<Segment> segments, load_segments(database));
  GRIT_ASSIGN_OR_RETURN(const std::int64_t live, database.integer("SELECT count(*) FROM files WHERE kept"));
  std::int64_t spoken_of = 0;
  for (const Segment& segment : segments) spoken_of += segment.files;
  if (spoken_of - live > kMostGone + live / 2) {
    return Merge(database, stop).run(segments);
  }
  if (segments.size() <= kMaxSegments) return {};
  return Merge(database, stop).run(smallest(segments));
}

}  // namespace grit::index
