// Damage that a reader meets is remembered beside the index file, because the next run may not read that part of it.
#ifndef GRIT_INDEX_DAMAGE_H_
#define GRIT_INDEX_DAMAGE_H_

#include <memory>
#include <string>

#include <grit/index.h>

namespace grit::index {

// Leaves the mark where `status` is Code::corrupt. Where it cannot be left, the index cannot be rebuilt either.
void note_damage(const std::string& database, const Status& status);
[[nodiscard]] bool is_known_damaged(const std::string& database);

// Removes the index file, what belongs to it, and then the mark.
[[nodiscard]] Status remove_database(const std::string& database);

// A store that notes the damage which `inner` meets.
[[nodiscard]] std::unique_ptr<SymbolStore> noting_damage(std::unique_ptr<SymbolStore> inner, std::string database);

}  // namespace grit::index

#endif  // GRIT_INDEX_DAMAGE_H_
