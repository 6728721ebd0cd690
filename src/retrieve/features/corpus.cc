#include "features/corpus.h"

#include <algorithm>
#include <limits>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "base/try.h"
#include "features/lexer.h"
#include "features/terms.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{8} << 20;
constexpr std::size_t kMaxWordsPerPiece = 2000;  // of a string or comment; longer ones are data
constexpr std::size_t kMaxLiterals = 64;         // of a unit
constexpr std::size_t kMaxUnits = 60'000;

bool is_word_byte(char c) {
  const auto b = static_cast<unsigned char>(c);
  return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '_' || b >= 0x80;
}

bool is_branch(std::string_view word) {
  return word == "if" || word == "elif" || word == "else" || word == "for" || word == "while" || word == "except" ||
         word == "case" || word == "catch" || word == "switch";
}

// Words of the pool by their text.
//
// Thread rule: one thread at a time.
class Words {
 public:
  Words(const Ticket& ticket, const Project& project, Corpus& corpus)
      : project_(project), words_(corpus.words), kept_(corpus.kept) {
    for (std::uint32_t i = 0; i < ticket.terms.size(); ++i) terms_.emplace(ticket.terms[i].term, i);
    for (std::uint32_t i = 0; i < ticket.mentions.size(); ++i) mentions_.emplace(ticket.mentions[i].name, i);
  }

  std::uint32_t number(std::string_view text) {
    const auto [known, added] = numbers_.try_emplace(text, static_cast<std::uint32_t>(words_.size()));
    if (added) words_.push_back(make(text));
    return known->second;
  }

  // The same of a text that does not live as long as the corpus.
  std::uint32_t number_of_copy(std::string_view text) {
    const auto known = numbers_.find(text);
    return known != numbers_.end() ? known->second : number(kept_.emplace_back(text));
  }

  const CorpusWord& operator[](std::uint32_t number) const { return words_[number]; }

 private:
  CorpusWord make(std::string_view text) const {
    CorpusWord word;
    word.text = text;
    for_each_token(text, [&](std::string_view token) {
      ++word.tokens;
      const auto term = terms_.find(term_of(token));
      if (term != terms_.end()) word.terms.push_back(term->second);
    });
    word.name = project_.number_of(text);
    const auto mention = mentions_.find(text);
    if (mention != mentions_.end()) word.mention = mention->second;
    return word;
  }

  const Project& project_;
  std::vector<CorpusWord>& words_;
  std::deque<std::string>& kept_;
  absl::flat_hash_map<std::string_view, std::uint32_t> terms_;
  absl::flat_hash_map<std::string_view, std::uint32_t> mentions_;
  absl::flat_hash_map<std::string_view, std::uint32_t> numbers_;
};

// Cuts one file into units.
//
// Thread rule: one thread at a time; borrows all it is made with.
class FileReader {
 public:
  FileReader(CorpusFile& file, std::vector<Unit>& units, Words& words) : file_(file), units_(units), words_(words) {}

  void read(const ProjectFile& project_file, std::vector<index::Symbol> symbols, const Project& project) {
    file_.begin = file_.module_unit = static_cast<std::uint32_t>(units_.size());
    Unit module;
    module.file = file_number_;
    units_.push_back(std::move(module));
    add_units(std::move(symbols), project);
    file_.end = static_cast<std::uint32_t>(units_.size());
    pending_.resize(file_.end - file_.begin);
    lex(*file_.bytes, project_file.language, [&](const Piece& piece) { add_piece(piece); });
    add_names(project_file);
    for (std::uint32_t unit = file_.begin; unit < file_.end; ++unit) finish(units_[unit], pending_[unit - file_.begin]);
  }

  void set_number(std::uint32_t number) { file_number_ = number; }

 private:
  struct Hit {
    std::uint32_t term;
    Field field;
  };
  struct Pending {
    std::vector<Hit> hits;
    std::vector<std::uint32_t> words;
  };

  void add_units(std::vector<index::Symbol> symbols, const Project& project) {
    std::vector<std::uint32_t> around = {file_.module_unit};
    for (index::Symbol& symbol : symbols) {
      if (symbol.kind == index::SymbolKind::variable || symbol.kind == index::SymbolKind::module) continue;
      while (around.size() > 1 && units_[around.back()].symbol.range.end <= symbol.range.begin) around.pop_back();
      Unit unit;
      unit.kind = symbol.kind == index::SymbolKind::class_ ? Unit::Kind::class_ : Unit::Kind::function;
      unit.counted = unit.kind == Unit::Kind::function && !file_.aside;
      unit.file = file_number_;
      unit.parent = around.back();
      const Unit& parent = units_[unit.parent];
      if (parent.kind == Unit::Kind::function) continue;  // what stands inside a function is a part of it
      unit.class_unit = parent.kind == Unit::Kind::class_ ? unit.parent : parent.class_unit;
      unit.name = project.number_of(symbol.name);
      unit.symbol = std::move(symbol);
      around.push_back(static_cast<std::uint32_t>(units_.size()));
      units_.push_back(std::move(unit));
    }
  }

  // The innermost unit at `pos`; positions come in order.
  std::uint32_t unit_at(std::size_t pos) {
    while (next_ < file_.end - file_.begin && units_[file_.begin + next_].symbol.range.begin <= pos) {
      open_.push_back(file_.begin + next_++);
    }
    while (!open_.empty() && units_[open_.back()].symbol.range.end <= pos) open_.pop_back();
    return open_.empty() ? file_.module_unit : open_.back();
  }

  void add_piece(const Piece& piece) {
    const std::uint32_t unit = unit_at(piece.begin);
    if (piece.kind == PieceKind::identifier) {
      const std::uint32_t word = words_.number(piece.text);
      add_word(unit, word, Field::code);
      if (is_branch(piece.text)) ++units_[unit].branches;
      pending_[unit - file_.begin].words.push_back(word);
      return;
    }
    const auto& docstring = units_[unit].symbol.docstring;
    Field field = Field::comment;
    if (piece.kind == PieceKind::string)
      field = docstring && docstring->begin == piece.begin ? Field::docstring : Field::string;
    const std::size_t count = add_text(unit, piece.text, field);
    if (field == Field::string && count >= 2 && units_[unit].literals.size() < kMaxLiterals) {
      units_[unit].literals.push_back(piece.text);
    }
  }

  std::size_t add_text(std::uint32_t unit, std::string_view text, Field field) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size() && count < kMaxWordsPerPiece;) {
      if (!is_word_byte(text[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < text.size() && is_word_byte(text[at])) ++at;
      if (at - begin > 64) continue;
      add_word(unit, words_.number(text.substr(begin, at - begin)), field);
      ++count;
    }
    return count;
  }

  void add_word(std::uint32_t unit, std::uint32_t number, Field field) {
    const CorpusWord& word = words_[number];
    units_[unit].length[static_cast<std::size_t>(field)] += word.tokens;
    for (const std::uint32_t term : word.terms) pending_[unit - file_.begin].hits.push_back({term, field});
    file_.length += word.tokens;
    for (const std::uint32_t term : word.terms) ++file_.terms[term];
  }

  // Names, scopes and the path, which are no part of the text.
  void add_names(const ProjectFile& project_file) {
    for (std::uint32_t number = file_.begin; number < file_.end; ++number) {
      add_own(number, project_file.path, Field::path);
      if (units_[number].kind == Unit::Kind::module) continue;
      add_own(number, units_[number].symbol.name, Field::name);
      add_own(number, units_[number].symbol.signature, Field::signature);
      for (std::uint32_t at = units_[number].parent; units_[at].kind != Unit::Kind::module; at = units_[at].parent) {
        add_own(number, units_[at].symbol.name, Field::scope);
      }
    }
    for_each_word(project_file.path, [&](std::string_view text) {
      for (const std::uint32_t term : words_[words_.number_of_copy(text)].terms) ++file_.terms[term];
    });
  }

  void add_own(std::uint32_t unit, std::string_view text, Field field) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      while (at < text.size() && is_word_byte(text[at])) ++at;
      if (at == begin) {
        ++at;
        continue;
      }
      const CorpusWord& word = words_[words_.number_of_copy(text.substr(begin, at - begin))];
      units_[unit].length[static_cast<std::size_t>(field)] += word.tokens;
      for (const std::uint32_t term : word.terms) pending_[unit - file_.begin].hits.push_back({term, field});
    }
  }

  static void finish(Unit& unit, Pending& pending) {
    std::sort(pending.hits.begin(), pending.hits.end(), [](const Hit& a, const Hit& b) { return a.term < b.term; });
    for (const Hit& hit : pending.hits) {
      if (unit.terms.empty() || unit.terms.back().term != hit.term) unit.terms.push_back({hit.term, {}});
      std::uint16_t& count = unit.terms.back().count[static_cast<std::size_t>(hit.field)];
      if (count < std::numeric_limits<std::uint16_t>::max()) ++count;
    }
    std::sort(pending.words.begin(), pending.words.end());
    for (const std::uint32_t word : pending.words) {
      if (unit.words.empty() || unit.words.back().first != word) unit.words.emplace_back(word, 0);
      ++unit.words.back().second;
    }
  }

  CorpusFile& file_;
  std::vector<Unit>& units_;
  Words& words_;
  std::uint32_t file_number_ = 0;
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> open_;
  std::uint32_t next_ = 1;  // the next unit that begins; 0 is the module
};

}  // namespace

Result<Corpus> read_corpus(const Pool& pool, const Ticket& ticket, const Project& project, index::SymbolStore& store,
                           FileSystem& files, const StopConditions& stop) {
  Corpus corpus;
  Words words(ticket, project, corpus);
  for (const std::uint32_t number : pool.files) {
    GRIT_RETURN_IF_ERROR(stop.check());
    const ProjectFile& project_file = project.files()[number];
    Result<FileContent> content = files.read(project_file.path, kMaxFileBytes);
    if (!content) {
      const Code code = content.error().code();
      if (code == Code::cancelled || code == Code::timeout) return content.error();
      continue;
    }
    if (content->bytes.size() != project_file.size || corpus.units.size() > kMaxUnits) continue;
    index::SymbolQuery wanted;
    wanted.path = project_file.path;
    std::vector<index::Symbol> symbols;
    GRIT_RETURN_IF_ERROR(store.symbols(wanted, [&](const index::Symbol& symbol) {
      symbols.push_back(symbol);
      return true;
    }));
    CorpusFile file;
    file.number = number;
    file.aside = project_file.aside;
    file.bytes = std::make_unique<std::string>(std::move(content->bytes));
    file.terms.assign(ticket.terms.size(), 0);
    corpus.files.push_back(std::move(file));
    FileReader reader(corpus.files.back(), corpus.units, words);
    reader.set_number(static_cast<std::uint32_t>(corpus.files.size() - 1));
    reader.read(project_file, std::move(symbols), project);
  }
  return corpus;
}

}  // namespace grit::retrieve
