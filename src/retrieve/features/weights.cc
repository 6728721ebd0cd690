// The weights of the default profile.
#include "features/features.h"

namespace grit::retrieve {

const std::array<FeatureInfo, kFeatures>& feature_table() {
  // Learned by `bench/localisation/tune`, but for the last three and frame_alone; see docs/ranking.md.
  static constexpr std::array<FeatureInfo, kFeatures> kTable = {{
      {Feature::text, "text", 1.30},
      {Feature::text_rank, "text_rank", 1.08},
      {Feature::raw, "raw", 1.55},
      {Feature::title, "title", 2.18},
      {Feature::code_rank, "code_rank", -0.99},
      {Feature::docstring_rank, "docstring_rank", -0.98},
      {Feature::comments_rank, "comments_rank", 0.63},
      {Feature::strings_rank, "strings_rank", 0.77},
      {Feature::name_share, "name_share", 0.73},
      {Feature::name_title_share, "name_title_share", 0.64},
      {Feature::class_share, "class_share", 0.80},
      {Feature::class_phrase, "class_phrase", 0.50},
      {Feature::path_share, "path_share", 1.71},
      {Feature::file_text, "file_text", 0.84},
      {Feature::file_title_rank, "file_title_rank", 0.71},
      {Feature::names_used, "names_used", 1.61},
      {Feature::name_plain, "name_plain", 0.35},
      {Feature::name_in_title, "name_in_title", 0.85},
      {Feature::qualified, "qualified", 0.66},
      {Feature::class_called, "class_called", 0.78},
      {Feature::class_in_title, "class_in_title", 0.90},
      {Feature::class_plain, "class_plain", 0.54},
      {Feature::frame, "frame", 0.50},
      {Feature::frame_inner, "frame_inner", 0.59},
      {Feature::frame_alone, "frame_alone", 8},
      {Feature::linked, "linked", 1.99},
      {Feature::folder_named, "folder_named", 0.80},
      {Feature::verbatim, "verbatim", 1.81},
      {Feature::message, "message", 0.37},
      {Feature::callee, "callee", 1.83},
      {Feature::text_callee, "text_callee", 0.53},
      {Feature::similar_rank, "similar_rank", 0.71},
      {Feature::affix, "affix", 0.50},
      {Feature::special_method, "special_method", 0.90},
      {Feature::branches, "branches", 1.33},
      {Feature::length, "length", -0.78},
      {Feature::common_name, "common_name", 0.53},
      {Feature::is_method, "is_method", -0.54},
      {Feature::is_special, "is_special", 0.46},
      {Feature::is_class, "is_class", -1.5},
      {Feature::is_module, "is_module", -2.5},
      {Feature::is_aside, "is_aside", -4},
  }};
  return kTable;
}

}  // namespace grit::retrieve
