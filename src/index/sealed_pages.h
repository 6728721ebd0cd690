// Damage on the disk is noticed when it is read: every page of the index file ends with a checksum of the rest. SQLite
// itself sees only damage that breaks its structures, which a flipped bit in a row does not.
#ifndef GRIT_INDEX_SEALED_PAGES_H_
#define GRIT_INDEX_SEALED_PAGES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <grit/status.h>

struct sqlite3;

namespace grit::index {

// At the end of each page.
inline constexpr int kSealBytes = 8;

// The checksum of a page, `page` being all of it and `number` its place in the file from 0, so that a page that was
// written to another one's place is noticed too. A change of up to eight neighbouring bytes always changes it.
[[nodiscard]] std::uint64_t seal_of(std::string_view page, std::uint64_t number) noexcept;

// The name under which sqlite3_open_v2 finds a file system that hands everything on to the default one, writes each
// page of an index file with its seal and answers SQLITE_IOERR_DATA where one that is read does not fit. Other
// databases are left as they are. Null where there is no memory for it.
//
// SQLite keeps file systems in a list of the process. This one is put there at the first call and holds no state.
[[nodiscard]] const char* sealed_pages() noexcept;

// Asks for room for the seals in a database that is still empty; nothing happens to one that is not.
[[nodiscard]] bool reserve_seals(sqlite3* database) noexcept;

}  // namespace grit::index

#endif  // GRIT_INDEX_SEALED_PAGES_H_
