#include "cli/solver_options.h"

#include "cli/option_values.h"
#include "report/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace braid::cli {

namespace {

struct NamedProcedure {
  const char *name;
  solver::Procedure procedure;
};

constexpr NamedProcedure PROCEDURES[] = {
    {"layers", solver::Procedure::LAYERS},
    {"bv", solver::Procedure::BITS},
    {"z3", solver::Procedure::Z3},
    {"intervals", solver::Procedure::INTERVALS},
};

std::string check_procedure(const std::string &text) {
  if (std::any_of(std::begin(PROCEDURES), std::end(PROCEDURES),
                  [&](const NamedProcedure &known) { return text == known.name; }))
    return {};
  return fmt::format("'{}' is not one of layers, bv, z3 and intervals", text);
}

std::string check_layer(const std::string &text) {
  const auto names = solver::layer_names();
  if (std::find(names.begin(), names.end(), text) != names.end())
    return {};
  return fmt::format("'{}' is not a layer; they are {}", text, fmt::join(names, ", "));
}

// In two lines, at a comma near the middle.
std::string broken_line(std::string text) {
  if (const size_t comma = text.find(' ', text.size() / 2); comma != std::string::npos)
    text[comma] = '\n';
  return text;
}

} // namespace

solver::Options SolverOptions::options() const {
  solver::Options result;
  for (const NamedProcedure &known : PROCEDURES)
    if (procedure == known.name)
      result.procedure = known.procedure;
  result.without = {without.begin(), without.end()};
  result.time_limit =
      std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(time_limit)); // never 0 for more
  result.memory_limit = memory_limit != 0 ? memory_limit : SIZE_MAX / 2; // sums with it must not wrap around
  result.external = external;
  result.dump_queries = dump_queries;
  return result;
}

void add_solver_options(CLI::App &command, SolverOptions &options, const std::string &prefix) {
  command
      .add_option(
          "--solver", options.procedure,
          "What answers: layers (the default: all, the fast ones first), bv\n(bit-vectors, without layers "
          "before them), z3 (Z3 alone), or\nintervals (layers with plain intervals in place of value sets)")
      ->option_text("NAME")
      ->check(CLI::Validator(check_procedure, ""));
  command
      .add_option("--without", options.without,
                  fmt::format("Leave these layers out, of {}",
                              broken_line(fmt::format("{}", fmt::join(solver::layer_names(), ", ")))))
      ->option_text("LAYER,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Validator(check_layer, ""));
  command
      .add_option("--" + prefix + "time-limit", options.time_limit,
                  "A query may take so long; 10 by default, 0: no limit")
      ->option_text("SECONDS")
      ->check(seconds());
  command
      .add_option("--" + prefix + "memory-limit", options.memory_limit,
                  "Memory for answering a query, such as 512MiB; 2GiB by default,\n0: no limit")
      ->option_text("SIZE")
      ->transform(size_in_bytes());
  command
      .add_option(
          "--external-solver", options.external,
          "The program in the place of Z3, with its options: any that reads\nSMT-LIB 2 from standard input, "
          "such as 'cvc5 --incremental'")
      ->option_text("COMMAND");
  command
      .add_option("--dump-queries", options.dump_queries,
                  "Write each query as an SMT-LIB file to this folder, and index.csv\nwith the answers")
      ->option_text("DIR");
  command.add_flag("--statistics", options.statistics,
                   "Say at the end, on standard error, what each layer answered");
}

void SolverStatistics::add(const solver::Solver &solver) {
  for (const solver::Layer *layer = solver.first(); layer != nullptr; layer = layer->next())
    add(layer->name(), layer->statistics());
}

void SolverStatistics::add(std::string_view layer, const solver::LayerStatistics &own) {
  auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row &each) { return each.name == layer; });
  if (row == rows_.end())
    row = rows_.insert(rows_.end(), {std::string(layer), {}});
  solver::LayerStatistics &sums = row->sums;
  sums.asked += own.asked;
  sums.satisfiable += own.satisfiable;
  sums.unsatisfiable += own.unsatisfiable;
  sums.unknown += own.unknown;
  sums.time += own.time;
}

std::string SolverStatistics::table() const {
  std::string text =
      fmt::format("{:<14}{:>10}{:>10}{:>10}{:>10}{:>12}\n", "layer", "asked", "sat", "unsat", "unknown", "time");
  for (const auto &[name, sums] : rows_)
    text += fmt::format("{:<14}{:>10}{:>10}{:>10}{:>10}{:>12}\n", name, sums.asked, sums.satisfiable,
                        sums.unsatisfiable, sums.unknown,
                        report::duration(std::chrono::duration<double>(sums.time).count()));
  return text;
}

} // namespace braid::cli
