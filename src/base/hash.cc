#include "base/hash.h"

#include <openssl/evp.h>

#include <new>

namespace grit {

// EVP fails only where memory does, which the library treats as every other container does.
struct Hasher::State {
  State() : context(EVP_MD_CTX_new()) {
    if (context == nullptr || EVP_DigestInit_ex(context, EVP_sha256(), nullptr) != 1) {
      EVP_MD_CTX_free(context);
      throw std::bad_alloc();
    }
  }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  EVP_MD_CTX* context;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;

void Hasher::add(std::string_view bytes) {
  if (EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) != 1) throw std::bad_alloc();
}

void Hasher::add_field(std::string_view bytes) {
  std::array<char, 8> length;  // little-endian on every machine
  for (std::size_t i = 0; i < length.size(); ++i) {
    length[i] = static_cast<char>((static_cast<std::uint64_t>(bytes.size()) >> (8 * i)) & 0xff);
  }
  add(std::string_view(length.data(), length.size()));
  add(bytes);
}

ContentHash Hasher::finish() {
  ContentHash hash;
  if (EVP_DigestFinal_ex(state_->context, hash.bytes.data(), nullptr) != 1) throw std::bad_alloc();
  return hash;
}

}  // namespace grit
