// harness.toml and the environment's overrides.
#include <charconv>
#include <initializer_list>
#include <string>
#include <utility>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <grit/loop.h>

#include "base/text.h"
#include "base/try.h"

namespace grit::loop {
namespace {

constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;

// One bounded whole number of [limits], with where it goes.
struct LimitKey {
  const char* name;
  std::uint32_t Budget::* field;
  std::uint32_t lowest;
  std::uint32_t highest;
};
constexpr LimitKey kLimits[] = {
    {"max_steps", &Budget::max_steps, 1, 1000},
    {"max_seconds", &Budget::max_seconds, 1, 86400},
    {"test_timeout", &Budget::test_timeout, 1, 86400},
    {"model_timeout", &Budget::model_timeout, 1, 86400},
    {"first_token_timeout", &Budget::first_token_timeout, 1, 86400},
    {"idle_timeout", &Budget::idle_timeout, 1, 86400},
    {"max_response_bytes", &Budget::max_response_bytes, 256, 16U << 20},
};

Status bad_limit(std::string_view where, const LimitKey& key) {
  return Status(Code::configuration, std::string(where) + " must be a whole number from " + std::to_string(key.lowest) +
                                         " to " + std::to_string(key.highest));
}

// Reads one file's tables, so that each message names the file, the line and the key.
class Reader {
 public:
  Reader(std::string_view file, Config& config) : file_(file), config_(config) {}

  Status read(const toml::table& root) {
    GRIT_RETURN_IF_ERROR(only(root, "", {"limits", "model", "paths", "sandbox", "checks"}));
    for (const auto& [key, node] : root) {
      const toml::table* table = node.as_table();
      if (table == nullptr) return wrong(node, key.str(), "must be a table");
      GRIT_RETURN_IF_ERROR(section(key.str(), *table));
    }
    return {};
  }

 private:
  Status section(std::string_view name, const toml::table& table) {
    if (name == "limits") return limits(table);
    if (name == "model") return model(table);
    if (name == "paths") return paths(table);
    if (name == "sandbox") return sandbox(table);
    return checks(table);
  }

  Status limits(const toml::table& table) {
    for (const auto& [key, node] : table) {
      const LimitKey* known = nullptr;
      for (const LimitKey& limit : kLimits) {
        if (key.str() == limit.name) known = &limit;
      }
      if (known == nullptr) return unknown(node, "limits", key.str());
      const auto value = node.value_exact<std::int64_t>();
      if (!value || *value < known->lowest || *value > known->highest) {
        return bad_limit(place(node) + "limits." + known->name, *known);
      }
      config_.budget.*known->field = static_cast<std::uint32_t>(*value);
    }
    return {};
  }

  Status model(const toml::table& table) {
    GRIT_RETURN_IF_ERROR(only(table, "model", {"name", "allow_remote"}));
    GRIT_RETURN_IF_ERROR(text(table, "model", "name", config_.model));
    if (const toml::node* node = table.get("allow_remote")) {
      const auto value = node->value_exact<bool>();
      if (!value) return wrong(*node, "model.allow_remote", "must be true or false");
      config_.allow_remote = *value;
    }
    return {};
  }

  Status paths(const toml::table& table) {
    GRIT_RETURN_IF_ERROR(only(table, "paths", {"editable", "readable", "deny"}));
    GRIT_RETURN_IF_ERROR(texts(table, "paths", "editable", config_.editable));
    GRIT_RETURN_IF_ERROR(texts(table, "paths", "readable", config_.readable));
    return texts(table, "paths", "deny", config_.deny);
  }

  Status sandbox(const toml::table& table) {
    GRIT_RETURN_IF_ERROR(only(table, "sandbox", {"level"}));
    std::string level = "required";
    GRIT_RETURN_IF_ERROR(text(table, "sandbox", "level", level));
    if (level != "required" && level != "best") {
      return wrong(*table.get("level"), "sandbox.level", "must be \"required\" or \"best\"");
    }
    config_.sandbox = level == "best" ? verify::Requirement::best : verify::Requirement::required;
    return {};
  }

  Status checks(const toml::table& table) {
    // toml++ keeps tables sorted by name; the file's own order is the order in which checks run.
    std::vector<std::pair<toml::source_position, verify::Check>> found;
    for (const auto& [key, node] : table) {
      const toml::table* entry = node.as_table();
      if (entry == nullptr) return wrong(node, "checks." + std::string(key.str()), "must be a table");
      verify::Check check;
      check.name = std::string(key.str());
      GRIT_RETURN_IF_ERROR(read_check(*entry, check));
      found.emplace_back(key.source().begin, std::move(check));
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [position, check] : found) config_.checks.push_back(std::move(check));
    return {};
  }

  Status read_check(const toml::table& table, verify::Check& check) {
    const std::string section = "checks." + check.name;
    GRIT_RETURN_IF_ERROR(only(table, section, {"argv", "role", "verifier", "adapter"}));
    GRIT_RETURN_IF_ERROR(texts(table, section, "argv", check.argv));
    if (check.argv.empty() || check.argv.front().empty()) {
      return wrong(table, section + ".argv", "must name a program and its arguments, as a list of strings");
    }
    std::string role = "guards";
    GRIT_RETURN_IF_ERROR(text(table, section, "role", role));
    if (role != "guards" && role != "reproduces") {
      return wrong(*table.get("role"), section + ".role", "must be \"reproduces\" or \"guards\"");
    }
    check.role = role == "guards" ? verify::Role::guards : verify::Role::reproduces;
    GRIT_RETURN_IF_ERROR(texts(table, section, "verifier", check.verifier));
    return text(table, section, "adapter", check.adapter);
  }

  Status only(const toml::table& table, std::string_view section, std::initializer_list<std::string_view> known) {
    for (const auto& [key, node] : table) {
      if (std::find(known.begin(), known.end(), key.str()) == known.end()) return unknown(node, section, key.str());
    }
    return {};
  }

  Status text(const toml::table& table, std::string_view section, std::string_view key, std::string& into) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    const auto value = node->value_exact<std::string>();
    if (!value) return wrong(*node, dotted(section, key), "must be a string");
    into = *value;
    return {};
  }

  Status texts(const toml::table& table, std::string_view section, std::string_view key,
               std::vector<std::string>& into) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    const toml::array* array = node->as_array();
    if (array == nullptr) return wrong(*node, dotted(section, key), "must be a list of strings");
    for (const toml::node& element : *array) {
      const auto value = element.value_exact<std::string>();
      if (!value || value->find('\0') != std::string::npos) {
        return wrong(element, dotted(section, key), "must be a list of strings without NUL");
      }
      into.push_back(*value);
    }
    return {};
  }

  static std::string dotted(std::string_view section, std::string_view key) {
    return section.empty() ? std::string(key) : std::string(section) + "." + std::string(key);
  }
  std::string place(const toml::node& node) const {
    return std::string(file_) + ":" + std::to_string(node.source().begin.line) + ": ";
  }
  Status wrong(const toml::node& node, std::string_view key, std::string_view what) const {
    return Status(Code::configuration, place(node) + std::string(key) + " " + std::string(what));
  }
  Status unknown(const toml::node& node, std::string_view section, std::string_view key) const {
    return Status(Code::configuration, place(node) + "unknown key " + dotted(section, key));
  }

  std::string_view file_;
  Config& config_;
};

// "max_steps" → "HARNESS_MAX_STEPS".
std::string variable_of(std::string_view key) {
  std::string name = "HARNESS_";
  for (const char c : key) name.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  return name;
}

}  // namespace

Result<Config> parse_config(std::string_view toml, std::string_view file_name) {
  const std::string name(file_name);
  if (toml.size() > kMaxConfigBytes) return Status(Code::configuration, name + " is larger than 1 MiB");
  if (!is_valid_utf8(toml)) return Status(Code::configuration, name + " is not valid UTF-8");
  toml::parse_result parsed = toml::parse(toml, name);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return Status(Code::configuration,
                  name + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()));
  }
  Config config;
  config.hash = ContentHash::of(toml);
  GRIT_RETURN_IF_ERROR(Reader(file_name, config).read(parsed.table()));
  return config;
}

Status apply_environment(Config& config, const Environment& environment) {
  if (auto model = environment("HARNESS_MODEL"); model && !model->empty()) config.model = *model;
  for (const LimitKey& key : kLimits) {
    const std::string variable = variable_of(key.name);
    const auto value = environment(variable);
    if (!value) continue;
    std::uint32_t number = 0;
    const char* end = value->data() + value->size();
    const auto [stopped, error] = std::from_chars(value->data(), end, number);
    if (error != std::errc{} || stopped != end || number < key.lowest || number > key.highest) {
      return bad_limit(variable + "=" + *value + ": it", key);
    }
    config.budget.*key.field = number;
  }
  return {};
}

model::BackendOptions backend_options(const Config& config) {
  const Budget& budget = config.budget;
  model::BackendOptions options;
  options.total_timeout_s = budget.model_timeout;
  options.first_token_timeout_s = budget.first_token_timeout != 0 ? budget.first_token_timeout : budget.model_timeout;
  options.idle_timeout_s = budget.idle_timeout != 0 ? budget.idle_timeout : budget.model_timeout;
  options.max_response_bytes = budget.max_response_bytes;
  options.allow_remote = config.allow_remote;
  return options;
}

}  // namespace grit::loop
