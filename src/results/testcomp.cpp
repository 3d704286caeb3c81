#include "results/testcomp.h"

#include "results/error.h"
#include "results/fields.h"
#include "results/hash.h"
#include "results/mark_values.h"
#include "results/zip.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace braid::results {

namespace {

std::string document(const char *root, const std::string &content) {
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                     "<!DOCTYPE {0} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN\" "
                     "\"https://sosy-lab.org/test-format/{0}-1.1.dtd\">\n"
                     "<{0}>\n{1}</{0}>\n",
                     root, content);
}

std::string element(const char *name, std::string_view text) {
  return fmt::format("  <{0}>{1}</{0}>\n", name, xml_text(text));
}

// The program is named by its source, of which the format knows one; without source by itself.
std::string metadata(const Folder &folder) {
  const Campaign &campaign = folder.campaign();
  const std::string &program = campaign.sources.empty() ? campaign.program : campaign.sources.front();
  std::string hash;
  try {
    hash = sha256(read_bytes(program));
  } catch (const Error &) {
    throw BadRequest(program, "the file cannot be read, and a suite of Test-Comp carries its SHA-256",
                     "Put it back where it was when braid run compiled it.");
  }
  std::string content;
  content += element("sourcecodelang", "C");
  content += element("producer", "Braid");
  content += element("specification", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
  content += element("programfile", program);
  content += element("programhash", hash);
  content += element("entryfunction", "main");
  content += element("architecture", "64bit");
  content += element("creationtime", folder.created());
  return document("test-metadata", content);
}

bool is_value(const Input &input) { return input.kind == InputKind::MARK || input.kind == InputKind::CALL; }

std::string testcase(const Test &test) {
  std::string content;
  for (const Input &input : test.inputs)
    if (is_value(input))
      for (const MarkValue &value : values_of(input))
        content += fmt::format("  <input variable=\"{}\" type=\"{}\">{}</input>\n", xml_text(value.variable),
                               xml_text(value.type), value.value);
  return document("testcase", content);
}

std::unique_ptr<Output> output_for(const std::string &destination) {
  if (std::filesystem::path(destination).extension() == ".zip")
    return std::make_unique<ZipArchive>(destination);
  return std::make_unique<OutputFolder>(destination, OutputFolder::Old::REFUSED);
}

// The bytes of a character of UTF-8 at the front of the text, 0 if there is none.
size_t character_size(std::string_view text) {
  const auto byte = [&](size_t at) { return at < text.size() ? uint8_t(text[at]) : uint8_t(0); };
  const auto follows = [&](size_t at) { return (byte(at) & 0xc0U) == 0x80; };
  const uint8_t first = byte(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first < 0xe0)
    return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) { // no long forms of short ones, no surrogates, not U+FFFE and U+FFFF
    const unsigned code = (first & 0x0fU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
    const bool good = code >= 0x800 && (code < 0xd800 || code > 0xdfff) && code < 0xfffe;
    return follows(1) && follows(2) && good ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const unsigned code = (first & 0x07U) << 18 | (byte(1) & 0x3fU) << 12;
    return follows(1) && follows(2) && follows(3) && code >= 0x10000 && code <= 0x10ffff ? 4 : 0;
  }
  return 0;
}

} // namespace

std::string xml_text(std::string_view text) {
  std::string quoted;
  while (!text.empty()) {
    const char first = text.front();
    const size_t size = character_size(text);
    if (first == '&')
      quoted += "&amp;";
    else if (first == '<')
      quoted += "&lt;";
    else if (first == '>')
      quoted += "&gt;";
    else if (first == '"')
      quoted += "&quot;";
    else if (size == 0 || (size == 1 && uint8_t(first) < 0x20 && first != '\t' && first != '\n'))
      quoted += '?';
    else
      quoted += text.substr(0, size);
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  return quoted;
}

namespace {

// Whether the program has read something else, such as bytes of standard input: then no input at all is also some.
bool reads_other_input(const Folder &folder) {
  const std::vector<uint32_t> tests = folder.tests();
  return std::any_of(tests.begin(), tests.end(), [&](uint32_t number) {
    const Test test = folder.test(number);
    return std::any_of(test.inputs.begin(), test.inputs.end(),
                       [](const Input &input) { return !is_value(input) && !input.bytes.empty(); });
  });
}

} // namespace

void write_testcomp(const Folder &folder, const Request &request, Account &account) {
  const std::string facts = metadata(folder);
  const bool is_other_read = reads_other_input(folder);
  std::unique_ptr<Output> output; // made when there is something to put in
  for_each_test(folder, request, account, [&](const Test &test) {
    const bool has_values = std::any_of(test.inputs.begin(), test.inputs.end(), is_value);
    const auto other = std::find_if(test.inputs.begin(), test.inputs.end(), [&](const Input &input) {
      return !is_value(input) && (!input.bytes.empty() || (is_other_read && !has_values));
    });
    if (other != test.inputs.end()) {
      account.leave_out(fmt::format("with input ({}) that is no result of __VERIFIER_nondet_X", other->name));
      return;
    }
    if (!output) {
      output = output_for(request.destination);
      output->write("metadata.xml", facts);
    }
    output->write(fmt::format("test{:06}.xml", test.number), testcase(test));
    account.wrote();
  });
  if (output)
    output->finish();
}

} // namespace braid::results
