// SHA-256 over content that comes in pieces.
#ifndef GRIT_BASE_HASH_H_
#define GRIT_BASE_HASH_H_

#include <memory>
#include <string_view>

#include <grit/types.h>

namespace grit {

// Thread rule: one thread at a time.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void add(std::string_view bytes);
  // Adds the length and then the bytes, so that two different sequences of fields never hash alike.
  void add_field(std::string_view bytes);
  [[nodiscard]] ContentHash finish();  // once

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grit

#endif  // GRIT_BASE_HASH_H_
