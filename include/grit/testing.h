// Fakes for tests, ours and those of people who write their own layer. Part of the library, so that they can be linked;
// nothing in the library uses them.
#ifndef GRIT_TESTING_H_
#define GRIT_TESTING_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <grit/index.h>
#include <grit/model.h>
#include <grit/platform.h>
#include <grit/verify.h>

namespace grit::testing {

// A project in memory. Behaves as the real one does, links included; times count up by one millisecond per write.
//
// Thread rule: all members may be called from several threads at once.
class MemoryFileSystem final : public FileSystem {
 public:
  MemoryFileSystem();
  ~MemoryFileSystem() override;

  // Puts a file there without any rule: for setting up a test.
  void put(std::string_view path, std::string_view bytes, std::uint32_t mode = 0644);
  void put_link(std::string_view path, std::string_view target);
  // Called before every operation with its name ("stat", "list", "read", "create", "replace", "remove") and path; a
  // Status that is not ok is returned instead of doing it.
  using Fault = std::function<Status(std::string_view operation, std::string_view path)>;
  void set_fault(Fault fault);

  Result<FileInfo> stat(std::string_view path) override;
  Result<std::vector<FileInfo>> list(std::string_view directory) override;
  Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) override;
  Result<FileInfo> create(std::string_view path, std::string_view bytes) override;
  Result<FileInfo> replace(std::string_view path, std::string_view bytes, const ContentHash& expected) override;
  Status remove(std::string_view path, const ContentHash& expected) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A clock that stands still until it is moved.
//
// Thread rule: all members may be called from several threads at once.
class FakeClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point steady() override;
  std::chrono::system_clock::time_point wall() override;
  void advance(std::chrono::nanoseconds by);

 private:
  std::mutex mutex_;
  std::chrono::nanoseconds since_start_{0};
};

// A store in memory, filled by the test. Answers the queries in the order that the interface promises; edges are
// derived from references and symbols by the rules of Python. A reference whose resolution is left open means a
// definition of its name in the same file, else any definition of that name.
//
// Thread rule: one thread at a time.
class MemoryStore final : public index::SymbolStore {
 public:
  void add(index::FileRecord file);
  void add(index::Symbol symbol);  // its id is set
  void add(index::Reference reference);
  void add_word(std::string_view path, std::string_view word);
  void add(std::string_view path, index::CoChange change);  // for questions about `path` only

  Result<index::StoreInfo> info() override;
  Status files(const index::FileQuery& query, const index::FileSink& sink) override;
  Status symbols(const index::SymbolQuery& query, const index::SymbolSink& sink) override;
  Status references(const index::ReferenceQuery& query, const index::ReferenceSink& sink) override;
  Status edges(const index::EdgeQuery& query, const index::EdgeSink& sink) override;
  Status co_changes(const index::CoChangeQuery& query, const index::CoChangeSink& sink) override;

 private:
  [[nodiscard]] index::Reference completed(index::Reference reference) const;

  std::map<std::string, index::FileRecord, std::less<>> files_;
  std::map<std::string, std::vector<std::string>, std::less<>> words_;
  std::vector<index::Symbol> symbols_;
  std::vector<index::Reference> references_;
  std::map<std::string, std::vector<index::CoChange>, std::less<>> co_changes_;  // in the order of answers
};

// A verifier that answers with a function of the check and the candidate. The hashes of both are filled in as the real
// one does; those of the project's other files are left to the function.
//
// Thread rule: one run at a time.
class ScriptedVerifier final : public verify::Verifier {
 public:
  using Judge = std::function<verify::Verdict(const verify::Check&, const verify::Candidate&)>;
  explicit ScriptedVerifier(Judge judge) : judge_(std::move(judge)) {}
  Result<verify::Verdict> run(const verify::Check& check, const verify::Candidate& candidate,
                              const verify::VerifyOptions& options, const verify::OutputSink& sink,
                              const StopConditions& stop) override;

 private:
  Judge judge_;
};

}  // namespace grit::testing

#endif  // GRIT_TESTING_H_
