// Memory for one parse at a time, given back as a whole: tree-sitter makes and frees a small block for nearly every
// node.
#ifndef GRIT_SYNTAX_ARENA_H_
#define GRIT_SYNTAX_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace grit::syntax {

// Hands out blocks one behind the other. Freed blocks are not used again before reset().
//
// Thread rule: one thread at a time.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // A block aligned for any type; null where memory has run out.
  [[nodiscard]] void* allocate(std::size_t size) {
    size = rounded(size);
    if (size > left()) return allocate_in_new_chunk(size);
    last_ = at_;
    at_ += size;
    return last_;
  }
  // A block of this arena with another size, its content kept; null, and the old block as it was, where memory has run
  // out.
  [[nodiscard]] void* reallocate(void* block, std::size_t size);
  [[nodiscard]] bool owns(const void* block) const;
  // Frees all blocks; keeps memory for the next parse.
  void reset();

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);

  static std::size_t rounded(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  void* allocate_in_new_chunk(std::size_t size);
  void use(const Chunk& chunk);

  std::vector<Chunk> chunks_;  // the last one is being filled
  std::byte* begin_ = nullptr;
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* last_ = nullptr;  // the block that was handed out last
};

// While it lives, tree-sitter's memory for this thread comes out of the arena, and at its end all of that is given
// back: whatever tree-sitter made meanwhile is dropped before or forgotten, and whatever was made before must not grow
// meanwhile. Threads without a scope, and blocks that came from elsewhere, are served as before. The first scope of
// the process sets tree-sitter's hook for that, once for each copy of the library; a host that sets the hook itself
// must have done so before.
//
// Thread rule: made and destroyed by one thread; scopes of one thread nest.
class ArenaScope {
 public:
  explicit ArenaScope(Arena& arena);
  ~ArenaScope();
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;

 private:
  Arena& arena_;
  Arena* outer_;
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_ARENA_H_
