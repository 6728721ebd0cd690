#include <array>
#include <charconv>
#include <cmath>

#include "base/json.h"
#include "base/utf8.h"

namespace grit {
namespace {

void write_string(std::string& out, std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    at += point.length;
    if (!point.valid) {
      out += kReplacement;
    } else if (point.value == '"' || point.value == '\\') {
      out += '\\';
      out += bytes;
    } else if (point.value >= 0x20) {
      out += bytes;
    } else if (const std::size_t known = std::string_view("\b\t\n\f\r").find(bytes); known != std::string_view::npos) {
      out += '\\';
      out += "btnfr"[known];
    } else {
      out += "\\u00";
      out += digits[point.value >> 4];
      out += digits[point.value & 15];
    }
  }
  out += '"';
}

void write_double(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  std::array<char, 32> buffer;  // the longest is 24: "-2.2250738585072014e-308"
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  out += text;
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

// Writes values; `indent` below 0 writes everything on one line.
class Writer {
 public:
  Writer(std::string& out, int indent) : out_(out), indent_(indent) {}

  void write(const Json& value) {
    if (value.is_null()) {
      out_ += "null";
    } else if (value.is_bool()) {
      out_ += value.as_bool() ? "true" : "false";
    } else if (value.is_int()) {
      out_ += std::to_string(value.as_int());
    } else if (value.is_number()) {
      write_double(out_, value.as_double());
    } else if (value.is_string()) {
      write_string(out_, value.as_string());
    } else if (value.is_array()) {
      write_list('[', value.items(), ']', [this](const Json& item) { write(item); });
    } else {
      write_list('{', value.members(), '}', [this](const Json::Member& member) { write_member(member); });
    }
  }

 private:
  template <class List, class WriteEach>
  void write_list(char open, const List& list, char close, WriteEach write_each) {
    out_ += open;
    ++level_;
    bool first = true;
    for (const auto& each : list) {
      if (!first) out_ += ',';
      first = false;
      new_line();
      write_each(each);
    }
    --level_;
    if (!first) new_line();
    out_ += close;
  }

  void write_member(const Json::Member& member) {
    write_string(out_, member.first);
    out_ += indent_ < 0 ? ":" : ": ";
    write(member.second);
  }

  void new_line() {
    if (indent_ < 0) return;
    out_ += '\n';
    out_.append(static_cast<std::size_t>(level_) * static_cast<std::size_t>(indent_), ' ');
  }

  std::string& out_;
  int indent_;
  int level_ = 0;
};

}  // namespace

std::string Json::dump() const {
  std::string out;
  Writer(out, -1).write(*this);
  return out;
}

std::string Json::dump_pretty(int indent) const {
  std::string out;
  Writer(out, indent < 0 ? 0 : indent).write(*this);
  return out;
}

}  // namespace grit
