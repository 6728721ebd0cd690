#include "arena.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include <tree_sitter/api.h>

// What tree-sitter allocates with now: its own functions around malloc, or those of a host.
extern "C" {
extern void* (*ts_current_malloc)(std::size_t);
extern void* (*ts_current_calloc)(std::size_t, std::size_t);
extern void* (*ts_current_realloc)(void*, std::size_t);
extern void (*ts_current_free)(void*);
}

namespace grit::syntax {
namespace {

constexpr std::size_t kFirstChunk = std::size_t{1} << 20;
// What is kept from one file to the next: enough for a source of some 200 KB.
constexpr std::size_t kKept = std::size_t{8} << 20;

struct Allocator {
  void* (*allocate)(std::size_t);
  void* (*allocate_zeroed)(std::size_t, std::size_t);
  void* (*reallocate)(void*, std::size_t);
  void (*release)(void*);
};

// The one hook of a copy of tree-sitter leaves no choice: what serves blocks outside of arenas, and each thread's
// arena.
Allocator before;
thread_local constinit Arena* current = nullptr;

void* hooked_malloc(std::size_t size) { return current != nullptr ? current->allocate(size) : before.allocate(size); }

void* hooked_calloc(std::size_t count, std::size_t size) {
  if (current == nullptr) return before.allocate_zeroed(count, size);
  void* const block = current->allocate(count * size);
  return block == nullptr ? block : std::memset(block, 0, count * size);
}

void* hooked_realloc(void* block, std::size_t size) {
  if (block == nullptr) return hooked_malloc(size);
  if (current != nullptr && current->owns(block)) return current->reallocate(block, size);
  return before.reallocate(block, size);
}

void hooked_free(void* block) {
  if (current != nullptr && (block == nullptr || current->owns(block))) return;
  before.release(block);
}

void set_hook() {
  before = {ts_current_malloc, ts_current_calloc, ts_current_realloc, ts_current_free};
  ts_set_allocator(hooked_malloc, hooked_calloc, hooked_realloc, hooked_free);
}

}  // namespace

void Arena::use(const Chunk& chunk) {
  begin_ = at_ = chunk.bytes.get();
  end_ = begin_ + chunk.size;
  last_ = nullptr;
}

void* Arena::allocate_in_new_chunk(std::size_t size) {
  const std::size_t wanted = chunks_.empty() ? kFirstChunk : 2 * chunks_.back().size;
  Chunk chunk;
  chunk.size = std::max(wanted, size);
  chunk.bytes.reset(new (std::nothrow) std::byte[chunk.size]);
  if (chunk.bytes == nullptr) return nullptr;
  chunks_.push_back(std::move(chunk));
  use(chunks_.back());
  last_ = at_;
  at_ += size;
  return last_;
}

void* Arena::reallocate(void* block, std::size_t size) {
  auto* const old = static_cast<std::byte*>(block);
  if (old == last_ && rounded(size) <= static_cast<std::size_t>(end_ - old)) {
    at_ = old + rounded(size);
    return old;
  }
  // How large the old block was is not known. What lies behind it up to the end of its chunk can be copied as well.
  std::size_t readable = static_cast<std::size_t>(at_ - old);
  if (old < begin_ || old >= end_) {
    for (const Chunk& chunk : chunks_) {
      const std::byte* end = chunk.bytes.get() + chunk.size;
      if (old >= chunk.bytes.get() && old < end) readable = static_cast<std::size_t>(end - old);
    }
  }
  void* const out = allocate(size);
  if (out != nullptr) std::memcpy(out, old, std::min(readable, size));
  return out;
}

bool Arena::owns(const void* block) const {
  const auto* const at = static_cast<const std::byte*>(block);
  if (at >= begin_ && at < end_) return true;
  return std::any_of(chunks_.begin(), chunks_.end(), [at](const Chunk& chunk) {
    return at >= chunk.bytes.get() && at < chunk.bytes.get() + chunk.size;
  });
}

void Arena::reset() {
  while (!chunks_.empty() && chunks_.back().size > kKept) chunks_.pop_back();
  if (chunks_.empty()) {
    begin_ = at_ = end_ = last_ = nullptr;
    return;
  }
  chunks_.erase(chunks_.begin(), chunks_.end() - 1);
  use(chunks_.back());
}

ArenaScope::ArenaScope(Arena& arena) : arena_(arena) {
  static std::once_flag once;
  std::call_once(once, set_hook);
  outer_ = std::exchange(current, &arena);
}

ArenaScope::~ArenaScope() {
  current = outer_;
  arena_.reset();
}

}  // namespace grit::syntax
