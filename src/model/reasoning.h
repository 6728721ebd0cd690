// Removing the parts of a reply in which a model thinks aloud.
#ifndef GRIT_MODEL_REASONING_H_
#define GRIT_MODEL_REASONING_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace grit::model {

// Removes reasoning sections (`<think>…</think>` and the other pairs in reasoning.cc) from a reply that arrives in
// pieces; a tag may be split between them anywhere. What it does is one policy, written for people in docs/models.md:
//
//   - An opening tag counts as the first thing on its line, outside of a code fence. Everything up to its closing tag
//     goes, also when the closing tag never comes: an unfinished thought is no answer.
//   - A closing tag without an opening one (the prompt held it) counts outside of a code fence, unless it stands in
//     quotes or as a word of a sentence. Everything before it goes.
//   - Code is kept: tags inside a code fence are text, and a lone closing tag never removes the only code block.
//   - Blank lines after a removed section go, the indentation of what follows stays.
//
// Thread rule: one thread at a time.
class ReasoningFilter {
 public:
  // Takes the next piece; returns what is certain to be text now. Pieces that were returned before a lone closing tag
  // cannot be taken back: text() is what counts.
  std::string push(std::string_view piece);
  // The end of the reply: decides what was held back and returns it.
  std::string finish();
  // The text so far, without reasoning.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  enum class Held { undecided, tag, text };

  void step(char c);
  [[nodiscard]] Held decide(bool at_end);
  void enter_section(std::size_t tag);
  void drop_text_before(std::size_t tag);
  [[nodiscard]] bool closes_alone(std::size_t tag) const;
  void release(char c);
  void append(char c);
  void end_line();

  std::string text_;
  std::string fresh_;           // text since the last push()
  std::string held_;            // may become a tag
  std::string blanks_;          // white space before the first word of the reply or after a section
  bool leading_ = true;         // no word yet since the begin of the reply or the end of a section
  bool removed_ = false;        // a section was removed
  std::size_t section_ = npos;  // the pair whose section we are in

  std::string line_;        // the begin of the current line, enough to know a fence
  bool line_blank_ = true;  // only blanks on the current line so far
  std::size_t fence_ = 0;   // length of the open fence; 0: outside of fences
  char fence_char_ = 0;
  std::size_t blocks_ = 0;  // complete code blocks in text_

  std::string dropped_;  // what a lone closing tag removed, while it may have to come back
  std::size_t dropped_blocks_ = 0;

  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

}  // namespace grit::model

#endif  // GRIT_MODEL_REASONING_H_
