#include "report/findings_json.h"

#include <nlohmann/json.hpp>

namespace braid::report {

using Json = nlohmann::ordered_json;

std::string findings_json(const FindingsReport &report) {
  Json json = {{"version", FINDINGS_JSON_VERSION},
               {"braid", report.version},
               {"program", report.campaign.program},
               {"arguments", report.campaign.arguments},
               {"sources", report.campaign.sources},
               {"folder", report.folder.string()},
               {"started_in", report.campaign.folder},
               {"created", report.created},
               {"exploration", nullptr},
               {"findings", Json::array()}};
  if (report.figures)
    json["exploration"] = {{"runs", report.figures->runs},
                           {"paths", report.figures->paths},
                           {"seconds", report.figures->seconds},
                           {"complete", report.figures->is_complete}};
  for (const results::Finding &finding : report.findings) {
    Json each = results::finding_json(finding);
    each["folder"] = finding.folder.string();
    json["findings"].push_back(std::move(each));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace braid::report
