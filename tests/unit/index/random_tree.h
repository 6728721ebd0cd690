// A project on the disk, in a git repository, that changes at random in every way that an index has to follow.
#ifndef GRIT_TESTS_UNIT_INDEX_RANDOM_TREE_H_
#define GRIT_TESTS_UNIT_INDEX_RANDOM_TREE_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grit::index {

// The same seed makes the same changes.
//
// Thread rule: one thread at a time.
class RandomTree {
 public:
  // `root` is an empty folder.
  RandomTree(std::string root, std::uint64_t seed);

  // One change, described in a few words for a failure's message.
  std::string change();
  [[nodiscard]] std::size_t below(std::size_t n) { return random_() % n; }

 private:
  [[nodiscard]] bool chance(std::size_t one_in) { return below(one_in) == 0; }
  template <std::size_t N>
  const char* pick(const char* const (&of)[N]) {
    return of[below(N)];
  }
  [[nodiscard]] std::string place(const std::string& path) const { return root_ + "/" + path; }
  std::string folder();
  std::string new_path();
  std::string some_file();  // one that is there; empty where none is
  std::string code();
  std::string content();
  void put(const std::string& path, const std::string& text);
  [[nodiscard]] std::string get(const std::string& path) const;
  [[nodiscard]] bool git(const std::string& arguments) const;

  std::string edit();
  std::string remove();
  std::string move();
  std::string move_folder();
  std::string touch();
  std::string rewrite_equal();
  std::string disguise();
  std::string change_mode();
  std::string change_rules();
  std::string change_kind();
  std::string swap();
  std::string commit();
  std::string check_out();
  std::string rewrite_history();
  std::string merge();

  std::string root_;
  std::mt19937_64 random_;
};

}  // namespace grit::index

#endif  // GRIT_TESTS_UNIT_INDEX_RANDOM_TREE_H_
