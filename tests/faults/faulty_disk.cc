#include "faulty_disk.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace grit::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSectorBytes = 512;
constexpr const char* kName = "grit-faulty-disk";

struct File {
  sqlite3_file base;
  FaultyDisk* disk;
  std::string* path;  // null: a temporary file without a name
  sqlite3_file* real;
};

File& file_of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
FaultyDisk& disk_of(sqlite3_file* file) { return *file_of(file).disk; }
FaultyDisk& disk_of(sqlite3_vfs* vfs) { return *static_cast<FaultyDisk*>(vfs->pAppData); }

// Calls the real file's method unless the disk fails it.
template <class... Parameters, class... Arguments>
int pass(sqlite3_file* file, int failure, int (*sqlite3_io_methods::*method)(sqlite3_file*, Parameters...),
         Arguments... arguments) {
  if (const int failed = disk_of(file).count(failure); failed != SQLITE_OK) return failed;
  sqlite3_file* real = file_of(file).real;
  return (real->pMethods->*method)(real, arguments...);
}

int close(sqlite3_file* file) {
  File& it = file_of(file);
  it.real->pMethods->xClose(it.real);
  std::free(it.real);
  delete it.path;
  return SQLITE_OK;
}

int write(sqlite3_file* base, const void* from, int bytes, sqlite3_int64 at) {
  File& file = file_of(base);
  const bool was_off = file.disk->is_off();
  const int failed = file.disk->count(SQLITE_IOERR_WRITE, true);
  if (was_off) return failed;
  const int done =
      failed == SQLITE_OK || file.disk->is_off() ? bytes : bytes / 2;  // what the last write left: see lose_power
  const int result = file.real->pMethods->xWrite(file.real, from, done, at);
  if (file.path != nullptr) {
    file.disk->changed(*file.path, {false, at, {static_cast<const char*>(from), static_cast<std::size_t>(done)}});
  }
  return failed != SQLITE_OK ? failed : result;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  const int result = pass(file, SQLITE_IOERR_TRUNCATE, &sqlite3_io_methods::xTruncate, size);
  if (result == SQLITE_OK && file_of(file).path != nullptr) {
    disk_of(file).changed(*file_of(file).path, {true, size, {}});
  }
  return result;
}

int sync(sqlite3_file* file, int flags) {
  const int result = pass(file, SQLITE_IOERR_FSYNC, &sqlite3_io_methods::xSync, flags);
  if (result == SQLITE_OK && file_of(file).path != nullptr) disk_of(file).synced(*file_of(file).path);
  return result;
}

// A lock that is given back is given back, whatever the disk says.
int unlock(sqlite3_file* file, int lock) {
  sqlite3_file* real = file_of(file).real;
  const int result = real->pMethods->xUnlock(real, lock);
  const int failed = disk_of(file).count(SQLITE_IOERR_UNLOCK);
  return failed != SQLITE_OK ? failed : result;
}

int shm_lock(sqlite3_file* file, int offset, int n, int flags) {
  sqlite3_file* real = file_of(file).real;
  if ((flags & SQLITE_SHM_UNLOCK) != 0) return real->pMethods->xShmLock(real, offset, n, flags);
  return pass(file, SQLITE_IOERR_SHMLOCK, &sqlite3_io_methods::xShmLock, offset, n, flags);
}

using Methods = sqlite3_io_methods;
constexpr Methods kMethods = {
    .iVersion = 2,
    .xClose = close,
    .xRead = [](auto* f, void* to, int bytes,
                sqlite3_int64 at) { return pass(f, SQLITE_IOERR_READ, &Methods::xRead, to, bytes, at); },
    .xWrite = write,
    .xTruncate = truncate,
    .xSync = sync,
    .xFileSize = [](auto* f, sqlite3_int64* size) { return pass(f, SQLITE_IOERR_FSTAT, &Methods::xFileSize, size); },
    .xLock = [](auto* f, int lock) { return pass(f, SQLITE_IOERR_LOCK, &Methods::xLock, lock); },
    .xUnlock = unlock,
    .xCheckReservedLock =
        [](auto* f, int* out) { return pass(f, SQLITE_IOERR_CHECKRESERVEDLOCK, &Methods::xCheckReservedLock, out); },
    .xFileControl =
        [](auto* f, int what, void* value) {
          sqlite3_file* real = file_of(f).real;
          return real->pMethods->xFileControl(real, what, value);
        },
    .xSectorSize = [](auto* f) { return file_of(f).real->pMethods->xSectorSize(file_of(f).real); },
    .xDeviceCharacteristics =
        [](auto* f) { return file_of(f).real->pMethods->xDeviceCharacteristics(file_of(f).real); },
    .xShmMap =
        [](auto* f, int region, int bytes, int extend, void volatile** out) {
          return pass(f, SQLITE_IOERR_SHMMAP, &Methods::xShmMap, region, bytes, extend, out);
        },
    .xShmLock = shm_lock,
    .xShmBarrier = [](auto* f) { file_of(f).real->pMethods->xShmBarrier(file_of(f).real); },
    .xShmUnmap = [](auto* f, int remove) { return file_of(f).real->pMethods->xShmUnmap(file_of(f).real, remove); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* base, int flags, int* out_flags) {
  File& file = file_of(base);
  file = {};
  FaultyDisk& disk = disk_of(vfs);
  if (const int failed = disk.count(SQLITE_CANTOPEN); failed != SQLITE_OK) return failed;
  const bool was_there = name != nullptr && fs::exists(name);
  file.real = static_cast<sqlite3_file*>(std::calloc(1, static_cast<std::size_t>(disk.real()->szOsFile)));
  const int result = disk.real()->xOpen(disk.real(), name, file.real, flags, out_flags);
  if (result != SQLITE_OK) {
    std::free(file.real);
    return result;
  }
  file.disk = &disk;
  if (name != nullptr) {
    file.path = new std::string(name);
    disk.opened(*file.path, was_there);
  }
  file.base.pMethods = &kMethods;
  return SQLITE_OK;
}

int remove(sqlite3_vfs* vfs, const char* name, int confirm) {
  FaultyDisk& disk = disk_of(vfs);
  if (const int failed = disk.count(SQLITE_IOERR_DELETE); failed != SQLITE_OK) return failed;
  const int result = disk.real()->xDelete(disk.real(), name, confirm);
  if (result == SQLITE_OK) disk.removed(name, confirm != 0);
  return result;
}

int access(sqlite3_vfs* vfs, const char* name, int what, int* out) {
  if (const int failed = disk_of(vfs).count(SQLITE_IOERR_ACCESS); failed != SQLITE_OK) return failed;
  return disk_of(vfs).real()->xAccess(disk_of(vfs).real(), name, what, out);
}

sqlite3_vfs& the_vfs() {
  static sqlite3_vfs vfs;
  return vfs;
}

void apply(std::string& file, const FaultyDisk::Change& change, std::mt19937_64* torn) {
  const auto at = static_cast<std::size_t>(change.at);
  if (change.truncates) {
    file.resize(std::min(file.size(), at));
    return;
  }
  file.resize(std::max(file.size(), at + change.bytes.size()));
  for (std::size_t begin = 0; begin < change.bytes.size(); begin += kSectorBytes) {
    if (torn != nullptr && (*torn)() % 2 == 0) continue;
    const std::size_t size = std::min(kSectorBytes, change.bytes.size() - begin);
    std::memcpy(file.data() + at + begin, change.bytes.data() + begin, size);
  }
}

}  // namespace

FaultyDisk::FaultyDisk() {
  sqlite3_initialize();
  real_ = sqlite3_vfs_find(nullptr);
  sqlite3_vfs& vfs = the_vfs();
  vfs = *real_;
  vfs.pNext = nullptr;
  vfs.iVersion = 2;
  vfs.zName = kName;
  vfs.szOsFile = sizeof(File);
  vfs.pAppData = this;
  vfs.xOpen = open;
  vfs.xDelete = remove;
  vfs.xAccess = access;
  vfs.xFullPathname = [](auto* v, const char* name, int bytes, char* out) {
    return disk_of(v).real()->xFullPathname(disk_of(v).real(), name, bytes, out);
  };
  sqlite3_vfs_register(&vfs, 1);
}

FaultyDisk::~FaultyDisk() {
  sqlite3_vfs_unregister(&the_vfs());
  sqlite3_vfs_register(real_, 1);
}

void FaultyDisk::arm(Fault fault) {
  fault_ = fault;
  operations_ = writes_ = 0;
  struck_ = off_ = false;
  images_.clear();
}

int FaultyDisk::count(int failure, bool is_write) {
  ++operations_;
  if (is_write) ++writes_;
  if (off_) return failure;
  const bool counts =
      fault_.kind == Kind::error || fault_.kind == Kind::power || (fault_.kind == Kind::full && is_write);
  const std::uint64_t number = fault_.kind == Kind::full ? writes_ : operations_;
  if (!counts || (fault_.goes_on ? number < fault_.at : number != fault_.at)) return SQLITE_OK;
  struck_ = true;
  off_ = fault_.kind == Kind::power;
  return fault_.kind == Kind::full ? SQLITE_FULL : failure;
}

void FaultyDisk::opened(const std::string& path, bool was_there) {
  const auto [entry, added] = images_.try_emplace(path);
  Image& image = entry->second;
  if (added && was_there) {
    std::ifstream in(path, std::ios::binary);
    image.bytes = {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    image.exists = true;
  } else if (!was_there) {
    image.removed = false;
    image.created = true;
    image.changes.push_back({true, 0, {}});
  }
}

void FaultyDisk::changed(const std::string& path, Change change) { images_[path].changes.push_back(std::move(change)); }

void FaultyDisk::synced(const std::string& path) {
  Image& image = images_[path];
  for (const Change& change : image.changes) apply(image.bytes, change, nullptr);
  image.changes.clear();
  image.exists = true;
  image.created = false;
}

void FaultyDisk::removed(const std::string& path, bool confirmed) {
  Image& image = images_[path];
  if (confirmed) {
    image = {};
  } else {
    image.removed = true;
  }
}

void FaultyDisk::lose_power(std::mt19937_64& random) {
  for (auto& [path, image] : images_) {
    const bool there = image.exists || (image.created && random() % 2 == 0);
    if (!there || (image.removed && random() % 2 == 0)) {
      fs::remove(path);
      continue;
    }
    const std::uint64_t how = random() % 4;  // none, all, the first ones, any
    const std::size_t first = how == 2 ? random() % (image.changes.size() + 1) : 0;
    for (std::size_t i = 0; i < image.changes.size(); ++i) {
      const bool done = how == 1 || (how == 2 && i < first) || (how == 3 && random() % 2 == 0);
      if (done) apply(image.bytes, image.changes[i], random() % 4 == 0 ? &random : nullptr);
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << image.bytes;
  }
  for (const auto& [path, image] : images_) fs::remove(path + "-shm");
  images_.clear();
  off_ = false;
  fault_ = {};
}

}  // namespace grit::test
