#include "terms.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/text.h"
#include "base/try.h"
#include "varint.h"

namespace grit::index {
namespace {

constexpr std::uint32_t kTermsPerBlock = 32;
constexpr unsigned kBucketBits = 12;
constexpr unsigned kRestBits = 16;  // of the hash, in the bucket, so that few texts are looked at in vain
constexpr std::size_t kStoreBytes = std::size_t{256} << 10;

constexpr const char* kSelectBucket = "SELECT terms FROM folds WHERE bucket=?";
constexpr const char* kSelectBlock = "SELECT texts FROM terms WHERE block=?";
constexpr const char* kSetBucket = "INSERT OR REPLACE INTO folds(bucket,terms) VALUES(?,?)";
constexpr const char* kSetBlock = "INSERT OR REPLACE INTO terms(block,texts) VALUES(?,?)";

Status damaged() { return Status(Code::corrupt, "index file: a word is missing"); }

// Where a folded word is looked up: FNV-1a.
struct Fold {
  std::uint32_t bucket;
  std::uint32_t rest;
};
Fold fold_of(std::string_view folded) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char byte : folded) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3;
  }
  hash ^= hash >> 32;
  return {static_cast<std::uint32_t>(hash & ((1U << kBucketBits) - 1)),
          static_cast<std::uint32_t>(hash >> kBucketBits & ((1U << kRestBits) - 1))};
}

// The entries of a bucket: the rest of the hash in two bytes, then the number.
void append_entry(std::string& bucket, std::uint32_t rest, std::uint32_t term) {
  bucket += static_cast<char>(rest & 0xFF);
  bucket += static_cast<char>(rest >> 8);
  append_varint(bucket, term);
}

template <class Use>
Status for_each_entry(std::string_view bucket, Use use) {
  BlobReader reader(bucket);
  while (!reader.at_end()) {
    const std::uint32_t low = reader.byte();
    const std::uint32_t rest = low | static_cast<std::uint32_t>(reader.byte()) << 8;
    const std::uint32_t term = reader.varint32();
    if (reader.failed()) return Status(Code::corrupt, "index file: the list of words is damaged");
    use(rest, term);
  }
  return {};
}

// The texts of a block, empty ones for numbers that no word has any more.
Result<std::vector<std::string>> texts_of(std::string_view block) {
  std::vector<std::string> out;
  BlobReader reader(block);
  while (!reader.at_end()) out.emplace_back(reader.text());
  if (reader.failed()) return damaged();
  return out;
}

// What a statement with one number to bind yields as a blob; empty where there is no row.
Result<std::string> blob_at(Statement& select, std::int64_t key) {
  select.bind(key);
  GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
  std::string out;
  if (!row) return out;
  out = select.blob(0);
  select.reset();
  return out;
}

}  // namespace

Result<TermReader> TermReader::create(Database& database) {
  TermReader out;
  GRIT_ASSIGN_OR_RETURN(out.bucket_, database.prepare(kSelectBucket));
  GRIT_ASSIGN_OR_RETURN(out.block_, database.prepare(kSelectBlock));
  return out;
}

Result<std::vector<std::uint32_t>> TermReader::candidates(std::string_view folded) {
  std::vector<std::uint32_t> out;
  const Fold fold = fold_of(folded);
  bucket_.bind(fold.bucket);
  GRIT_ASSIGN_OR_RETURN(const bool row, bucket_.step());
  if (!row) return out;
  GRIT_RETURN_IF_ERROR(for_each_entry(bucket_.blob(0), [&](std::uint32_t rest, std::uint32_t term) {
    if (rest == fold.rest) out.push_back(term);
  }));
  bucket_.reset();
  return out;
}

Result<std::uint32_t> TermReader::exact(std::string_view word) {
  GRIT_ASSIGN_OR_RETURN(const auto terms, candidates(fold_case(word)));
  for (const std::uint32_t term : terms) {
    GRIT_ASSIGN_OR_RETURN(const std::string known, text(term));
    if (known == word) return term;
  }
  return 0;
}

Result<std::vector<std::uint32_t>> TermReader::folded(std::string_view word) {
  const std::string fold = fold_case(word);
  GRIT_ASSIGN_OR_RETURN(auto terms, candidates(fold));
  std::vector<std::uint32_t> out;
  for (const std::uint32_t term : terms) {
    GRIT_ASSIGN_OR_RETURN(const std::string known, text(term));
    if (fold_case(known) == fold) out.push_back(term);
  }
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::string> TermReader::text(std::uint32_t term) {
  block_.bind(term / kTermsPerBlock);
  GRIT_ASSIGN_OR_RETURN(const bool row, block_.step());
  if (!row) return damaged();
  BlobReader reader(block_.blob(0));
  for (std::uint32_t before = term % kTermsPerBlock; before > 0; --before) (void)reader.text();
  std::string out(reader.text());
  block_.reset();
  if (reader.failed() || out.empty()) return damaged();
  return out;
}

Status TermTable::prepare(bool empty) {
  empty_ = empty;
  GRIT_ASSIGN_OR_RETURN(reader_, TermReader::create(database_));
  GRIT_ASSIGN_OR_RETURN(const std::int64_t last, database_.integer("SELECT value FROM meta WHERE key='last_term'"));
  next_ = first_new_ = static_cast<std::uint32_t>(last) + 1;
  return {};
}

Result<std::uint32_t> TermTable::add(std::string_view word, std::uint64_t hash) {
  const Interner::Entry entry = texts_.add(word, hash);
  if (!entry.added) return entry.number;
  if (word.size() > store_left_) {
    store_left_ = std::max(kStoreBytes, word.size());
    store_.push_back(std::make_unique<char[]>(store_left_));
  }
  char* const text = store_.back().get() + (std::max(kStoreBytes, word.size()) - store_left_);
  std::memcpy(text, word.data(), word.size());
  store_left_ -= word.size();
  texts_.move_text(entry.number, {text, word.size()});
  std::uint32_t term = 0;
  if (!empty_) {
    GRIT_ASSIGN_OR_RETURN(term, reader_.exact(word));
  }
  if (term == 0) {
    if (next_ == 0xFFFFFFFF) return Status(Code::limit, "the index holds too many different words");
    term = next_++;
    new_words_.push_back(entry.number);
  }
  terms_.push_back(term);
  return entry.number;
}

Status TermTable::flush() {
  if (new_words_.empty()) return {};
  GRIT_RETURN_IF_ERROR(write_texts());
  GRIT_RETURN_IF_ERROR(write_buckets());
  GRIT_ASSIGN_OR_RETURN(Statement set,
                        database_.prepare("INSERT OR REPLACE INTO meta(key,value) VALUES('last_term',?)"));
  return set.bind(next_ - 1).run();
}

Status TermTable::write_texts() {
  GRIT_ASSIGN_OR_RETURN(Statement select, database_.prepare(kSelectBlock));
  GRIT_ASSIGN_OR_RETURN(Statement set, database_.prepare(kSetBlock));
  GRIT_ASSIGN_OR_RETURN(std::string block, blob_at(select, first_new_ / kTermsPerBlock));
  if (block.empty()) append_text(block, {});  // there is no word with the number 0
  for (std::uint32_t term = first_new_; term < next_; ++term) {
    if (term % kTermsPerBlock == 0) block.clear();
    append_text(block, texts_.text(new_words_[term - first_new_]));
    if (term % kTermsPerBlock != kTermsPerBlock - 1 && term + 1 != next_) continue;
    GRIT_RETURN_IF_ERROR(set.bind(term / kTermsPerBlock).bind_blob(block).run());
  }
  return {};
}

Status TermTable::write_buckets() {
  struct Entry {
    std::uint32_t bucket, term, rest;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  entries.reserve(new_words_.size());
  for (std::uint32_t term = first_new_; term < next_; ++term) {
    const Fold fold = fold_of(fold_case(texts_.text(new_words_[term - first_new_])));
    entries.push_back({fold.bucket, term, fold.rest});
  }
  std::sort(entries.begin(), entries.end());
  GRIT_ASSIGN_OR_RETURN(Statement select, database_.prepare(kSelectBucket));
  GRIT_ASSIGN_OR_RETURN(Statement set, database_.prepare(kSetBucket));
  for (auto entry = entries.begin(); entry != entries.end();) {
    const std::uint32_t bucket = entry->bucket;
    std::string blob;
    if (!empty_) {
      GRIT_ASSIGN_OR_RETURN(blob, blob_at(select, bucket));
    }
    for (; entry != entries.end() && entry->bucket == bucket; ++entry) append_entry(blob, entry->rest, entry->term);
    GRIT_RETURN_IF_ERROR(set.bind(bucket).bind_blob(blob).run());
  }
  return {};
}

namespace {

// Takes a term out of its bucket.
Status remove_from_bucket(Statement& select, Statement& set, std::uint32_t bucket, std::uint32_t gone) {
  GRIT_ASSIGN_OR_RETURN(const std::string before, blob_at(select, bucket));
  std::string after;
  GRIT_RETURN_IF_ERROR(for_each_entry(before, [&](std::uint32_t rest, std::uint32_t term) {
    if (term != gone) append_entry(after, rest, term);
  }));
  return set.bind(bucket).bind_blob(after).run();
}

}  // namespace

Status remove_terms(Database& database, const std::vector<std::uint32_t>& terms) {
  GRIT_ASSIGN_OR_RETURN(Statement select_bucket, database.prepare(kSelectBucket));
  GRIT_ASSIGN_OR_RETURN(Statement set_bucket, database.prepare(kSetBucket));
  GRIT_ASSIGN_OR_RETURN(Statement select_block, database.prepare(kSelectBlock));
  GRIT_ASSIGN_OR_RETURN(Statement set_block, database.prepare(kSetBlock));
  for (auto term = terms.begin(); term != terms.end();) {
    const std::uint32_t number = *term / kTermsPerBlock;
    GRIT_ASSIGN_OR_RETURN(const std::string before, blob_at(select_block, number));
    GRIT_ASSIGN_OR_RETURN(auto texts, texts_of(before));
    for (; term != terms.end() && *term / kTermsPerBlock == number; ++term) {
      if (*term % kTermsPerBlock >= texts.size()) return damaged();
      std::string& text = texts[*term % kTermsPerBlock];
      GRIT_RETURN_IF_ERROR(remove_from_bucket(select_bucket, set_bucket, fold_of(fold_case(text)).bucket, *term));
      text.clear();
    }
    std::string after;
    for (const std::string& text : texts) append_text(after, text);
    GRIT_RETURN_IF_ERROR(set_block.bind(number).bind_blob(after).run());
  }
  return {};
}

}  // namespace grit::index
