// One consistent state of the index file, read on demand: its files, their outlines, the words.
#ifndef GRIT_INDEX_SNAPSHOT_H_
#define GRIT_INDEX_SNAPSHOT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <grit/index.h>

#include "codec.h"
#include "posting_lists.h"
#include "schema.h"
#include "sqlite.h"
#include "terms.h"

namespace grit::index {

// The outline of one file as it is read back. `terms` are the words that the rows name by number.
struct FileOutline {
  std::vector<std::uint32_t> terms;
  Outline rows;
  LineStarts lines;

  // The number by which the rows name a term; kNone where they do not.
  [[nodiscard]] std::uint32_t word_of(std::uint32_t term) const;
};

// How many definitions a name has, and in how many files.
struct NameCounts {
  std::uint32_t files = 0;
  std::uint32_t definitions = 0;
};

// Files are named by their position in files(), which is the order of their paths' bytes.
//
// Thread rule: one thread at a time.
class Snapshot {
 public:
  // Pins the state that the file has now. Code::not_found where no run has finished yet; see open_store.
  [[nodiscard]] static Result<std::unique_ptr<Snapshot>> open(const std::string& path);

  [[nodiscard]] const std::vector<StoredFile>& files() const { return files_; }  // those with content
  [[nodiscard]] std::optional<std::size_t> file_at(std::string_view path) const;
  // How many of the stored commits are newer than the last one that changed the file.
  [[nodiscard]] std::optional<std::uint32_t> commits_ago(std::string_view path) const;
  // The files that changed together with one of them, in the order of their positions; see CoChange.
  struct Together {
    std::size_t file;
    std::uint32_t commits;
  };
  [[nodiscard]] Result<std::vector<Together>> changed_with(std::size_t file);
  // How many commits changed a file, of those that count for the above.
  [[nodiscard]] Result<std::uint32_t> commits_of(std::size_t file);
  [[nodiscard]] Result<std::int64_t> meta(std::string_view key);
  [[nodiscard]] Result<std::string> head_commit();

  // Without uses, there are no lines either.
  [[nodiscard]] Result<FileOutline> outline(std::size_t file, bool with_uses = true);

  [[nodiscard]] TermReader& terms() { return terms_; }
  // The text of a term; kept.
  [[nodiscard]] Result<const std::string*> text(std::uint32_t term);
  [[nodiscard]] Result<NameCounts> counts(std::uint32_t term);
  // The files that define a name, in order; kept.
  [[nodiscard]] Result<const std::vector<std::size_t>*> definers(std::uint32_t term);
  // Whether files of one family of languages can use each other's names: C and C++, JavaScript and TypeScript.
  [[nodiscard]] bool same_family(std::size_t a, std::size_t b) const { return families_[a] == families_[b]; }
  // Whether a file that a use in `file` can reach defines the name.
  [[nodiscard]] Result<bool> defined_for(std::size_t file, std::uint32_t term);
  // All names that are defined, folded, with their terms; kept.
  [[nodiscard]] Result<const std::vector<std::pair<std::string, std::uint32_t>>*> defined_names();
  // The entries of a word, of the files that are still there, with file positions, in order.
  struct Entry {
    std::size_t file;
    std::uint32_t count;
    std::uint32_t uses;
  };
  [[nodiscard]] Result<std::vector<Entry>> postings(std::uint32_t term);

 private:
  explicit Snapshot(std::unique_ptr<Database> database) : database_(std::move(database)) {}
  struct Name {
    std::vector<std::size_t> files;
    std::uint32_t definitions = 0;
  };

  Status load();
  Result<const Name*> name(std::uint32_t term);
  Status load_history();
  [[nodiscard]] std::optional<std::size_t> file_of(std::int64_t id) const;

  std::unique_ptr<Database> database_;
  TermReader terms_;
  Statement select_outline_;
  Statement select_definers_;
  std::vector<StoredFile> files_;
  std::vector<std::string_view> families_;  // beside files_
  absl::flat_hash_map<std::int64_t, std::size_t> by_id_;
  absl::flat_hash_map<std::string, std::uint32_t> ago_;
  PostingLists lists_;
  absl::flat_hash_map<std::uint32_t, std::unique_ptr<const std::string>> texts_;
  absl::flat_hash_map<std::uint32_t, std::unique_ptr<const Name>> names_;
  std::optional<std::vector<std::pair<std::string, std::uint32_t>>> defined_names_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_SNAPSHOT_H_
