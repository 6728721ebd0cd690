// Numbers texts by their first appearance.
#ifndef GRIT_INDEX_INTERNER_H_
#define GRIT_INDEX_INTERNER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <absl/hash/hash.h>

namespace grit::index {

// Good within this process only.
[[nodiscard]] inline std::uint64_t hash_of_text(std::string_view text) { return absl::HashOf(text); }

// Gives each text a number, from 0 up. Hashes are handed in, so that one thread can compute them for another.
//
// Thread rule: one thread at a time; borrows the texts.
class Interner {
 public:
  struct Entry {
    std::uint32_t number;
    bool added;
  };

  [[nodiscard]] Entry add(std::string_view text, std::uint64_t hash) {
    if (2 * texts_.size() >= slots_.size()) grow();
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.next_number == 0) {
        slot = {tag, static_cast<std::uint32_t>(texts_.size()) + 1};
        texts_.push_back(text);
        hashes_.push_back(hash);
        return {slot.next_number - 1, true};
      }
      if (slot.tag == tag && texts_[slot.next_number - 1] == text) return {slot.next_number - 1, false};
    }
  }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] std::string_view text(std::uint32_t number) const { return texts_[number]; }
  [[nodiscard]] std::uint64_t hash(std::uint32_t number) const { return hashes_[number]; }
  // Makes a number's text one that lives longer.
  void move_text(std::uint32_t number, std::string_view same) { texts_[number] = same; }
  // Forgets all texts and keeps the memory.
  void clear() {
    std::fill(slots_.begin(), slots_.end(), Slot());
    texts_.clear();
    hashes_.clear();
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t next_number = 0;  // the number and one; 0: free
  };

  void grow() {
    slots_.assign(std::max<std::size_t>(256, 2 * slots_.size()), Slot());
    mask_ = slots_.size() - 1;
    for (std::uint32_t number = 0; number < hashes_.size(); ++number) {
      std::size_t at = hashes_[number] & mask_;
      while (slots_[at].next_number != 0) at = (at + 1) & mask_;
      slots_[at] = {static_cast<std::uint32_t>(hashes_[number] >> 32), number + 1};
    }
  }

  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t mask_ = 0;
  std::vector<std::string_view> texts_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_INTERNER_H_
