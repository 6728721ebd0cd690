#include "sealed_pages.h"

#include <bit>
#include <cstring>

#include <sqlite3.h>

#include "schema.h"

namespace grit::index {
namespace {

constexpr const char* kName = "grit-sealed-pages";
constexpr int kSmallestPage = 512;

// The header of a database file: https://sqlite.org/fileformat.html#the_database_header
constexpr int kHeaderBytes = 100;
constexpr int kReservedAt = 20;
constexpr int kPagesAt = 28;
constexpr int kSchemaCookieAt = 40;
constexpr int kApplicationIdAt = 68;

std::uint32_t big_endian(const unsigned char* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

// Whether a file with this header has seals: an index, also where a bit of the mark is flipped, and one whose first run
// has not reached the file itself. Another program's database with rows in it never counts as one.
bool has_seals(const unsigned char* header) {
  const std::uint32_t application = big_endian(header + kApplicationIdAt);
  if (std::popcount(application ^ kApplicationId) <= 1) return true;
  return application == 0 && header[kReservedAt] == kSealBytes && big_endian(header + kPagesAt) <= 1 &&
         big_endian(header + kSchemaCookieAt) == 0;
}

struct File {
  sqlite3_file base;      // first, because SQLite knows a file by it
  sqlite3_file* real;     // the default file system's
  unsigned char* buffer;  // a page on its way to the disk
  int buffer_bytes;
  bool is_database;
  bool sealed;
};

File& file_of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real_of(sqlite3_file* file) { return file_of(file).real; }

bool is_page(int bytes, sqlite3_int64 at) {
  return bytes >= kSmallestPage && std::has_single_bit(static_cast<unsigned>(bytes)) && at % bytes == 0;
}

std::uint64_t seal_of(const void* page, int bytes, sqlite3_int64 at) {
  return index::seal_of({static_cast<const char*>(page), static_cast<std::size_t>(bytes)},
                        static_cast<std::uint64_t>(at / bytes));
}

bool fits(const void* page, int bytes, sqlite3_int64 at) {
  std::uint64_t seal = 0;
  std::memcpy(&seal, static_cast<const char*>(page) + bytes - kSealBytes, sizeof(seal));
  return seal == seal_of(page, bytes, at);
}

int read(sqlite3_file* base, void* to, int bytes, sqlite3_int64 at) {
  File& file = file_of(base);
  const int result = file.real->pMethods->xRead(file.real, to, bytes, at);
  if (!file.is_database) return result;
  if (at == 0 && bytes >= kHeaderBytes) {
    const bool empty = result == SQLITE_IOERR_SHORT_READ && *static_cast<const unsigned char*>(to) == 0;
    if (result == SQLITE_OK || empty) file.sealed = empty || has_seals(static_cast<const unsigned char*>(to));
  }
  if (result != SQLITE_OK || !file.sealed || !is_page(bytes, at)) return result;
  return fits(to, bytes, at) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

int write(sqlite3_file* base, const void* from, int bytes, sqlite3_int64 at) {
  File& file = file_of(base);
  if (!file.is_database || !file.sealed || !is_page(bytes, at)) {
    return file.real->pMethods->xWrite(file.real, from, bytes, at);
  }
  if (file.buffer_bytes < bytes) {
    auto* buffer = static_cast<unsigned char*>(sqlite3_realloc(file.buffer, bytes));
    if (buffer == nullptr) return SQLITE_IOERR_NOMEM;
    file.buffer = buffer;
    file.buffer_bytes = bytes;
  }
  std::memcpy(file.buffer, from, static_cast<std::size_t>(bytes));
  const std::uint64_t seal = seal_of(from, bytes, at);
  std::memcpy(file.buffer + bytes - kSealBytes, &seal, sizeof(seal));
  return file.real->pMethods->xWrite(file.real, file.buffer, bytes, at);
}

int close(sqlite3_file* base) {
  File& file = file_of(base);
  const int result = file.real->pMethods->xClose(file.real);
  sqlite3_free(file.real);
  sqlite3_free(file.buffer);
  return result;
}

// Reading parts of pages would pass over their seals.
int device_characteristics(sqlite3_file* file) {
  return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file)) & ~SQLITE_IOCAP_SUBPAGE_READ;
}

// Of version 2: what version 3 adds, pages mapped into memory, would pass over the seals.
constexpr sqlite3_io_methods kMethods = {
    .iVersion = 2,
    .xClose = close,
    .xRead = read,
    .xWrite = write,
    .xTruncate = [](auto* f, auto size) { return real_of(f)->pMethods->xTruncate(real_of(f), size); },
    .xSync = [](auto* f, int flags) { return real_of(f)->pMethods->xSync(real_of(f), flags); },
    .xFileSize = [](auto* f, auto* size) { return real_of(f)->pMethods->xFileSize(real_of(f), size); },
    .xLock = [](auto* f, int lock) { return real_of(f)->pMethods->xLock(real_of(f), lock); },
    .xUnlock = [](auto* f, int lock) { return real_of(f)->pMethods->xUnlock(real_of(f), lock); },
    .xCheckReservedLock = [](auto* f, int* out) { return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out); },
    .xFileControl = [](auto* f, int what,
                       void* value) { return real_of(f)->pMethods->xFileControl(real_of(f), what, value); },
    .xSectorSize = [](auto* f) { return real_of(f)->pMethods->xSectorSize(real_of(f)); },
    .xDeviceCharacteristics = device_characteristics,
    .xShmMap =
        [](auto* f, int region, int bytes, int extend, void volatile** out) {
          return real_of(f)->pMethods->xShmMap(real_of(f), region, bytes, extend, out);
        },
    .xShmLock = [](auto* f, int offset, int n,
                   int flags) { return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags); },
    .xShmBarrier = [](auto* f) { real_of(f)->pMethods->xShmBarrier(real_of(f)); },
    .xShmUnmap = [](auto* f, int remove) { return real_of(f)->pMethods->xShmUnmap(real_of(f), remove); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

sqlite3_vfs* real_vfs() { return sqlite3_vfs_find(nullptr); }

int open(sqlite3_vfs* /*vfs*/, sqlite3_filename name, sqlite3_file* base, int flags, int* out_flags) {
  File& file = file_of(base);
  file = {};
  sqlite3_vfs* real = real_vfs();
  const auto bytes = static_cast<sqlite3_uint64>(real->szOsFile);
  file.real = static_cast<sqlite3_file*>(sqlite3_malloc64(bytes));
  if (file.real == nullptr) return SQLITE_NOMEM;
  std::memset(file.real, 0, static_cast<std::size_t>(bytes));
  int result = real->xOpen(real, name, file.real, flags, out_flags);
  const sqlite3_io_methods* methods = file.real->pMethods;
  file.is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  if (result == SQLITE_OK && file.is_database && methods->iVersion < 2) result = SQLITE_CANTOPEN;
  if (result != SQLITE_OK) {
    if (methods != nullptr) methods->xClose(file.real);
    sqlite3_free(file.real);
    return result;
  }
  file.base.pMethods = &kMethods;
  return SQLITE_OK;
}

sqlite3_vfs make_vfs() {
  sqlite3_vfs vfs = {};
  vfs.iVersion = 2;
  vfs.szOsFile = sizeof(File);
  vfs.mxPathname = real_vfs()->mxPathname;
  vfs.zName = kName;
  vfs.xOpen = open;
  vfs.xDelete = [](auto*, const char* name, int sync) { return real_vfs()->xDelete(real_vfs(), name, sync); };
  vfs.xAccess = [](auto*, const char* name, int what, int* out) {
    return real_vfs()->xAccess(real_vfs(), name, what, out);
  };
  vfs.xFullPathname = [](auto*, const char* name, int bytes, char* out) {
    return real_vfs()->xFullPathname(real_vfs(), name, bytes, out);
  };
  vfs.xRandomness = [](auto*, int bytes, char* out) { return real_vfs()->xRandomness(real_vfs(), bytes, out); };
  vfs.xSleep = [](auto*, int microseconds) { return real_vfs()->xSleep(real_vfs(), microseconds); };
  vfs.xCurrentTime = [](auto*, double* out) { return real_vfs()->xCurrentTime(real_vfs(), out); };
  vfs.xGetLastError = [](auto*, int bytes, char* out) { return real_vfs()->xGetLastError(real_vfs(), bytes, out); };
  vfs.xCurrentTimeInt64 = [](auto*, sqlite3_int64* out) { return real_vfs()->xCurrentTimeInt64(real_vfs(), out); };
  return vfs;
}

}  // namespace

// Four lanes, because one multiplication waits for the one before. Each step, and the sum of the lanes, is one to one
// in what it takes in, so that no change of one word can cancel itself out.
std::uint64_t seal_of(std::string_view page, std::uint64_t number) noexcept {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
  const auto step = [](std::uint64_t lane, std::uint64_t word) { return std::rotl((lane ^ word) * kOdd, 29); };
  const auto word = [&page](std::size_t at) {
    std::uint64_t out = 0;
    std::memcpy(&out, page.data() + at, sizeof(out));
    return out;
  };
  std::uint64_t a = number + 1, b = ~number, c = kOdd, d = page.size();
  const std::size_t end = page.size() - kSealBytes;
  std::size_t at = 0;
  for (; at + 32 <= end; at += 32) {
    a = step(a, word(at));
    b = step(b, word(at + 8));
    c = step(c, word(at + 16));
    d = step(d, word(at + 24));
  }
  for (; at + 8 <= end; at += 8) a = step(a, word(at));
  const std::uint64_t sum = a + b * 3 + c * 5 + d * 7;
  return sum ^ sum >> 32;
}

const char* sealed_pages() noexcept {
  if (sqlite3_initialize() != SQLITE_OK || real_vfs() == nullptr) return nullptr;
  static sqlite3_vfs vfs = make_vfs();
  if (sqlite3_vfs_find(kName) == nullptr && sqlite3_vfs_register(&vfs, 0) != SQLITE_OK) return nullptr;
  return kName;
}

bool reserve_seals(sqlite3* database) noexcept {
  int bytes = kSealBytes;
  return sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes) == SQLITE_OK;
}

}  // namespace grit::index
