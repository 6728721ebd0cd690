// Words as the default profile compares them.
#ifndef GRIT_RETRIEVE_FEATURES_TERMS_H_
#define GRIT_RETRIEVE_FEATURES_TERMS_H_

#include <string>
#include <string_view>

namespace grit::retrieve {

// A token folded and without the endings of English inflection, so that "serializers", "serialized" and "serialize"
// are one term. A term is for comparing, it need not be a word.
std::string term_of(std::string_view token);

// Whether a folded word says nothing of what a text is about: "the", "should", "when".
bool is_stop_word(std::string_view folded);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_TERMS_H_
