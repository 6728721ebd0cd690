// What the uses in a file mean, and the edges that follow from them.
#ifndef GRIT_INDEX_REFERENCES_H_
#define GRIT_INDEX_REFERENCES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <grit/index.h>

#include "path_resolver.h"
#include "resolve.h"
#include "snapshot.h"

namespace grit::index {

// What one use means.
struct Meaning {
  Resolution resolution = Resolution::unresolved;
  std::vector<SymbolPlace> targets;  // where it is known
  std::uint32_t candidates = 0;      // see Reference
};

// Derives references and edges from a snapshot.
//
// Thread rule: one thread at a time.
class References {
 public:
  explicit References(Snapshot& snapshot) : snapshot_(snapshot), resolver_(snapshot), paths_(snapshot) {}

  [[nodiscard]] Result<Reference> reference(std::size_t file, const FileOutline& outline, const UseRow& use);
  // The edges out of a file in the order of target and name; only those into `to` where one is given.
  [[nodiscard]] Result<std::vector<Edge>> edges_from(std::size_t file, std::optional<std::size_t> to);

 private:
  struct Tally {
    std::uint32_t references = 0;
    Resolution resolution = Resolution::name_only;
    std::uint32_t candidates = 0;
  };
  using Key = std::pair<std::size_t, std::uint32_t>;  // file and term

  [[nodiscard]] Result<Meaning> meaning(std::size_t file, const FileOutline& outline, const UseRow& use);
  Result<Things> things(std::size_t file, const FileOutline& outline, const UseRow& use);
  Result<Things> here(std::size_t file, const FileOutline& outline, const UseRow& use);
  Result<Things> by_path(std::size_t file, const FileOutline& outline, const UseRow& use);
  Result<Things> anywhere(std::size_t file, std::uint32_t term, Resolution how);
  Status add_targets(const Meaning& meaning, bool call, Reference& out);
  Status tally(std::size_t file, const FileOutline& outline, std::optional<std::size_t> to, std::map<Key, Tally>& out);
  static void count(const Meaning& meaning, std::uint32_t references, Tally& tally);

  Snapshot& snapshot_;
  Resolver resolver_;
  PathResolver paths_;
};

// The qualified name of a symbol of an outline.
[[nodiscard]] Result<std::string> qualified_name(Snapshot& snapshot, const FileOutline& outline, std::uint32_t symbol);

}  // namespace grit::index

#endif  // GRIT_INDEX_REFERENCES_H_
