#include "campaign/cost.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace braid::campaign {

using explore::Statistics;
using nlohmann::json;

namespace {

constexpr std::pair<const char *, uint64_t Statistics::*> COUNTS[] = {
    {"queries", &Statistics::queries},       {"satisfiable", &Statistics::satisfiable},
    {"unknown", &Statistics::unknown},       {"unsatisfiable", &Statistics::unsatisfiable},
    {"conditions", &Statistics::conditions}, {"repairs", &Statistics::repairs},
    {"postponed", &Statistics::postponed},   {"guesses", &Statistics::guesses},
    {"checks", &Statistics::checks},         {"checks_wrong", &Statistics::checks_wrong},
    {"proofs", &Statistics::proofs},         {"checks_unknown", &Statistics::checks_unknown},
};

constexpr std::pair<const char *, std::chrono::nanoseconds Statistics::*> TIMES[] = {
    {"solver_time", &Statistics::solver_time},
    {"executor_time", &Statistics::executor_time},
    {"check_time", &Statistics::check_time},
    {"proof_time", &Statistics::proof_time},
};

constexpr std::pair<const char *, uint64_t solver::LayerStatistics::*> LAYER_COUNTS[] = {
    {"asked", &solver::LayerStatistics::asked},
    {"satisfiable", &solver::LayerStatistics::satisfiable},
    {"unsatisfiable", &solver::LayerStatistics::unsatisfiable},
    {"unknown", &solver::LayerStatistics::unknown},
};

} // namespace

void add_cost(Statistics &sums, const Statistics &more) {
  for (const auto &[name, count] : COUNTS)
    sums.*count += more.*count;
  for (const auto &[name, time] : TIMES)
    sums.*time += more.*time;
  sums.longest_condition = std::max(sums.longest_condition, more.longest_condition);
}

void add_layers(LayerSums &sums, const LayerSums &more) {
  for (const auto &[name, added] : more) {
    auto found = std::find_if(sums.begin(), sums.end(), [&](const auto &each) { return each.first == name; });
    if (found == sums.end())
      found = sums.insert(sums.end(), {name, {}});
    for (const auto &[key, count] : LAYER_COUNTS)
      found->second.*count += added.*count;
    found->second.time += added.time;
  }
}

void Cost::add(const Cost &more) {
  processes += more.processes;
  elapsed += more.elapsed;
  add_cost(statistics, more.statistics);
  add_layers(layers, more.layers);
  memory = std::max(memory, more.memory);
  for (const auto &[reason, count] : more.not_checked)
    not_checked[reason] += count;
}

std::string Cost::text() const {
  json all = {{"processes", processes},     {"elapsed", elapsed.count()},
              {"memory", memory},           {"longest_condition", statistics.longest_condition},
              {"not_checked", not_checked}, {"layers", json::array()}};
  for (const auto &[name, count] : COUNTS)
    all[name] = statistics.*count;
  for (const auto &[name, time] : TIMES)
    all[name] = (statistics.*time).count();
  for (const auto &[name, sums] : layers) {
    json layer = {{"name", name}, {"time", sums.time.count()}};
    for (const auto &[key, count] : LAYER_COUNTS)
      layer[key] = sums.*count;
    all["layers"].push_back(std::move(layer));
  }
  return all.dump(-1, ' ', false, json::error_handler_t::replace); // compilers say what they like
}

Cost cost_of(const std::string &text) {
  const json all = json::parse(text, nullptr, false);
  Cost cost;
  if (!all.is_object())
    return cost;
  try {
    cost.processes = all.at("processes");
    cost.elapsed = std::chrono::nanoseconds(all.at("elapsed").get<int64_t>());
    cost.memory = all.at("memory");
    cost.not_checked = all.at("not_checked");
    cost.statistics.longest_condition = all.at("longest_condition");
    for (const auto &[name, count] : COUNTS)
      cost.statistics.*count = all.at(name);
    for (const auto &[name, time] : TIMES)
      cost.statistics.*time = std::chrono::nanoseconds(all.at(name).get<int64_t>());
    for (const json &layer : all.at("layers")) {
      solver::LayerStatistics sums;
      sums.time = std::chrono::nanoseconds(layer.at("time").get<int64_t>());
      for (const auto &[key, count] : LAYER_COUNTS)
        sums.*count = layer.at(key);
      cost.layers.emplace_back(layer.at("name"), sums);
    }
  } catch (const json::exception &) {
    return {};
  }
  return cost;
}

} // namespace braid::campaign
