// A disk that fails, fills up or loses power, as the index file sees it.
#ifndef GRIT_TESTS_FAULTS_FAULTY_DISK_H_
#define GRIT_TESTS_FAULTS_FAULTY_DISK_H_

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

struct sqlite3_vfs;

namespace grit::test {

// SQLite's default file system while it lives: real files, with operations counted and failing as asked for.
//
// Thread rule: one thread at a time.
class FaultyDisk {
 public:
  FaultyDisk();
  ~FaultyDisk();  // every database must be closed
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  enum class Kind {
    none,
    error,  // any operation fails; a write after half of it was done
    full,   // a write finds no space, after half of it was done
    power,  // the machine goes off: nothing after that reaches the disk, and what follows fails
  };
  struct Fault {
    Kind kind = Kind::none;
    std::uint64_t at = 0;  // which operation, or for `full` which write, from 1
    bool goes_on = false;  // all after it fail as well
  };
  // Starts to count and forgets what was recorded. Files are recorded from when they are opened after this.
  void arm(Fault fault);
  [[nodiscard]] std::uint64_t operations() const { return operations_; }
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  [[nodiscard]] bool struck() const { return struck_; }

  // Leaves in the files what a disk may hold after a power loss: all that was synced, and of the rest any part.
  void lose_power(std::mt19937_64& random);

  // For the functions that SQLite calls.
  struct Change {  // that no sync confirmed yet
    bool truncates;
    std::int64_t at;  // of the write, or the new size
    std::string bytes;
  };
  struct Image {  // a file as the disk holds it for sure
    std::string bytes;
    bool exists = false;
    bool created = false;  // not confirmed, and neither is the following
    bool removed = false;
    std::vector<Change> changes;
  };
  // The result that the next operation fails with: 0, or `failure`.
  int count(int failure, bool is_write = false);
  [[nodiscard]] bool is_off() const { return off_; }
  void opened(const std::string& path, bool was_there);
  void changed(const std::string& path, Change change);
  void synced(const std::string& path);
  void removed(const std::string& path, bool confirmed);
  [[nodiscard]] sqlite3_vfs* real() const { return real_; }

 private:
  sqlite3_vfs* real_;
  Fault fault_;
  std::uint64_t operations_ = 0;
  std::uint64_t writes_ = 0;
  bool struck_ = false;
  bool off_ = false;
  std::map<std::string, Image> images_;
};

}  // namespace grit::test

#endif  // GRIT_TESTS_FAULTS_FAULTY_DISK_H_
