#include "report/run_events.h"

#include "report/findings.h"

#include <nlohmann/json.hpp>

namespace braid::report {

using Json = nlohmann::ordered_json;

namespace {

void write(std::ostream &out, const Json &json) {
  out << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  out.flush(); // whoever reads wants it now
}

Json counts_of(const char *event, const campaign::Snapshot &now) {
  return {{"event", event},
          {"seconds", std::chrono::duration<double>(now.elapsed).count()},
          {"runs", now.statistics.runs},
          {"paths", now.statistics.paths},
          {"ways_covered", now.covered},
          {"ways_total", now.ways},
          {"waiting", now.waiting},
          {"queries", now.statistics.queries},
          {"solver_seconds", std::chrono::duration<double>(now.statistics.solver_time).count()},
          {"findings", now.findings}};
}

} // namespace

void RunEvents::begin(const std::string &title, const std::string &folder) {
  write(out_, {{"event", "begin"}, {"program", title}, {"folder", folder}});
}

void RunEvents::progress(const campaign::Snapshot &now) {
  if (now.elapsed < next_)
    return;
  next_ = now.elapsed + std::chrono::seconds(1);
  write(out_, counts_of("progress", now));
}

void RunEvents::finding(const results::Finding &finding) {
  write(out_, {{"event", "finding"},
               {"number", finding.number},
               {"kind", finding.kind_name()},
               {"message", finding.message},
               {"place", place_text(finding.place)},
               {"place_is_exact", finding.place_is_exact},
               {"folder", results::folder_name(finding)}});
}

void RunEvents::end(const campaign::Summary &summary) {
  Json json = counts_of("end", summary.last);
  json["complete"] = summary.is_complete;
  json["answers"] = summary.asked.size();
  json["stopped_by"] = explore::stop_name(summary.stop);
  if (!summary.error.empty())
    json["error"] = summary.error;
  write(out_, json);
}

} // namespace braid::report
