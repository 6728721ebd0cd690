// Unified diffs that git and patch can apply.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>

namespace grit::edit {
namespace {

constexpr std::size_t kContext = 3;
// Beyond this many changed lines the search for the shortest diff stops (its memory grows with the square), and the
// whole part between the first and the last change is shown as replaced.
constexpr std::size_t kMaxDistance = 2000;

using Ids = std::vector<std::size_t>;

// Lines as git takes them: only LF ends one.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

// Half-open ranges of lines that differ; between two of them all lines are equal.
struct Change {
  std::size_t old_begin, old_end, new_begin, new_end;
};

// Which lines of `a` are deleted and which of `b` inserted, by Myers' greedy algorithm. False when it gave up.
bool shortest_script(const Ids& a, const Ids& b, std::vector<bool>& deleted, std::vector<bool>& inserted) {
  const auto n = static_cast<std::ptrdiff_t>(a.size());
  const auto m = static_cast<std::ptrdiff_t>(b.size());
  const auto limit = std::min<std::ptrdiff_t>(n + m, static_cast<std::ptrdiff_t>(kMaxDistance));
  std::vector<std::vector<std::ptrdiff_t>> rounds;  // of round d: the furthest x on the diagonals -d … d
  const auto furthest = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
    return k < -d || k > d ? -1 : rounds[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  };
  // Diagonal k of round d is reached from k + 1 by an insertion or from k - 1 by a deletion, inside of the rectangle.
  const auto may_insert = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
    return furthest(d - 1, k + 1) >= 0 && furthest(d - 1, k + 1) - k <= m;
  };
  const auto may_delete = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
    return furthest(d - 1, k - 1) >= 0 && furthest(d - 1, k - 1) < n;
  };
  const auto inserts = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
    return may_insert(d, k) && (!may_delete(d, k) || furthest(d - 1, k - 1) < furthest(d - 1, k + 1));
  };
  std::ptrdiff_t d = 0;
  for (bool done = false; !done; ++d) {
    if (d > limit) return false;
    rounds.emplace_back(static_cast<std::size_t>(2 * d + 1), -1);
    for (std::ptrdiff_t k = -d; k <= d && !done; k += 2) {
      if (d > 0 && !may_insert(d, k) && !may_delete(d, k)) continue;
      std::ptrdiff_t x = d == 0 ? 0 : inserts(d, k) ? furthest(d - 1, k + 1) : furthest(d - 1, k - 1) + 1;
      while (x < n && x - k < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) ++x;
      rounds.back()[static_cast<std::size_t>(k + d)] = x;
      done = x == n && x - k == m;
    }
  }
  std::ptrdiff_t k = n - m;
  for (--d; d > 0; --d) {
    if (inserts(d, k)) {
      ++k;
      inserted[static_cast<std::size_t>(furthest(d - 1, k) - k)] = true;
    } else {
      --k;
      deleted[static_cast<std::size_t>(furthest(d - 1, k))] = true;
    }
  }
  return true;
}

Ids ids_of(const std::vector<std::string_view>& lines, std::map<std::string_view, std::size_t>& known) {
  Ids out;
  for (const std::string_view line : lines) out.push_back(known.emplace(line, known.size()).first->second);
  return out;
}

std::vector<Change> changes_between(const std::vector<std::string_view>& old_lines,
                                    const std::vector<std::string_view>& new_lines) {
  std::map<std::string_view, std::size_t> known;
  const Ids old_ids = ids_of(old_lines, known);
  const Ids new_ids = ids_of(new_lines, known);
  std::size_t head = 0;
  while (head < old_ids.size() && head < new_ids.size() && old_ids[head] == new_ids[head]) ++head;
  std::size_t tail = 0;
  while (tail + head < old_ids.size() && tail + head < new_ids.size() &&
         old_ids[old_ids.size() - 1 - tail] == new_ids[new_ids.size() - 1 - tail]) {
    ++tail;
  }
  const auto middle = [&](const Ids& ids) {
    return Ids(ids.begin() + static_cast<std::ptrdiff_t>(head), ids.end() - static_cast<std::ptrdiff_t>(tail));
  };
  const Ids a = middle(old_ids);
  const Ids b = middle(new_ids);
  std::vector<bool> deleted(a.size(), false);
  std::vector<bool> inserted(b.size(), false);
  if (!shortest_script(a, b, deleted, inserted)) {
    deleted.assign(a.size(), true);
    inserted.assign(b.size(), true);
  }
  std::vector<Change> out;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool changed = (i < a.size() && deleted[i]) || (j < b.size() && inserted[j]);
    if (changed) {
      Change change{head + i, head + i, head + j, head + j};
      while (i < a.size() && deleted[i]) ++i;
      while (j < b.size() && inserted[j]) ++j;
      change.old_end = head + i;
      change.new_end = head + j;
      out.push_back(change);
    } else {
      ++i;
      ++j;
    }
  }
  return out;
}

void add_line(std::string& out, char sign, std::string_view line) {
  (out += sign) += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// "12,3", as in a hunk's header; an empty part names the line before it.
std::string part(std::size_t begin, std::size_t end) {
  const std::size_t count = end - begin;
  const std::string first = std::to_string(count == 0 ? begin : begin + 1);
  return count == 1 ? first : first + "," + std::to_string(count);
}

void add_hunk(std::string& out, const std::vector<std::string_view>& old_lines,
              const std::vector<std::string_view>& new_lines, const Change* first, const Change* last) {
  const std::size_t before = std::min(kContext, first->old_begin);
  const std::size_t after = std::min(kContext, old_lines.size() - last->old_end);
  out += "@@ -" + part(first->old_begin - before, last->old_end + after) + " +" +
         part(first->new_begin - before, last->new_end + after) + " @@\n";
  std::size_t at = first->old_begin - before;
  for (const Change* change = first; change <= last; ++change) {
    for (; at < change->old_begin; ++at) add_line(out, ' ', old_lines[at]);
    for (; at < change->old_end; ++at) add_line(out, '-', old_lines[at]);
    for (std::size_t j = change->new_begin; j < change->new_end; ++j) add_line(out, '+', new_lines[j]);
  }
  for (; at < last->old_end + after; ++at) add_line(out, ' ', old_lines[at]);
}

// A name as git writes it: in quotes with escapes where a byte in it would end the name or the line.
std::string name_of(std::string_view side, std::string_view path) {
  std::string out(side);
  bool quote = false;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (out += '\\') += c;
      quote = true;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
      quote = true;
    } else {
      out += c;
    }
  }
  return quote ? "\"" + out + "\"" : out;
}

// patch takes a name to end at a blank unless a tab ends it.
std::string ended(const std::string& name) { return name.find(' ') == std::string::npos ? name : name + "\t"; }

}  // namespace

std::string unified_diff(std::string_view path, std::string_view before, std::string_view after, bool created) {
  if (before == after && !created) return {};
  std::string out = "diff --git " + name_of("a/", path) + " " + name_of("b/", path) + "\n";
  if (created) out += "new file mode 100644\n";
  if (before == after) return out;
  out += "--- " + (created ? "/dev/null" : ended(name_of("a/", path))) + "\n+++ " + ended(name_of("b/", path)) + "\n";
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  const std::vector<Change> changes = changes_between(old_lines, new_lines);
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].old_begin - changes[last].old_end <= 2 * kContext) ++last;
    add_hunk(out, old_lines, new_lines, &changes[first], &changes[last]);
    first = last + 1;
  }
  return out;
}

}  // namespace grit::edit
