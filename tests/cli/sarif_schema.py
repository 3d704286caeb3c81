"""What SARIF 2.1.0 demands of a log, as far as Braid uses it: for each object the properties that it may have, their types,
and those that it must have. Properties that are not listed are refused, as the schema of the standard refuses them, so a
slip in a name is found; those of the standard that Braid does not write are not listed."""

import re

URI = re.compile(r"^([a-z][a-z0-9+.-]*:)?([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-F]{2})*$")
LEVELS = {"none", "note", "warning", "error"}
ROLES = {"analysisTarget", "resultFile"}


def text(value):
    return None if isinstance(value, str) else "is not a text"


def uri(value):
    return text(value) or (None if URI.match(value) else "is not a URI")


def truth(value):
    return None if isinstance(value, bool) else "is neither true nor false"


def one_of(words):
    return lambda value: None if isinstance(value, str) and value in words else f"is not one of {sorted(words)}"


def number(least):
    return lambda value: (None if isinstance(value, int) and not isinstance(value, bool) and value >= least
                          else f"is not a number from {least}")


def bag(value):
    """A property bag: anything, but tags are different texts."""
    if not isinstance(value, dict):
        return "is not an object"
    tags = value.get("tags", [])
    if not isinstance(tags, list) or any(not isinstance(tag, str) for tag in tags) or len(set(tags)) != len(tags):
        return "has tags that are not different texts"
    return None


class List:
    def __init__(self, item, least=0, unique=False):
        self.item, self.least, self.unique = item, least, unique


class Map:
    def __init__(self, value):
        self.value = value


class Thing:
    """An object. A property whose name ends in _ here must be there."""

    def __init__(self, **properties):
        self.required = {name.rstrip("_") for name in properties if name.endswith("_")}
        self.properties = {name.rstrip("_"): kind for name, kind in properties.items()}
        self.properties["properties"] = bag


MESSAGE = Thing(text_=text, markdown=text)
ARTIFACT_LOCATION = Thing(uri=uri, uriBaseId=text, index=number(-1))
REGION = Thing(startLine=number(1), startColumn=number(1), endLine=number(1), endColumn=number(1))
PHYSICAL = Thing(artifactLocation=ARTIFACT_LOCATION, region=REGION)
LOGICAL = Thing(name=text, kind=text)
LOCATION = Thing(id=number(-1), physicalLocation=PHYSICAL, logicalLocations=List(LOGICAL, unique=True), message=MESSAGE)
FLOW_LOCATION = Thing(location=LOCATION, kinds=List(text, unique=True), executionOrder=number(-1),
                      importance=one_of({"important", "essential", "unimportant"}))
THREAD_FLOW = Thing(locations_=List(FLOW_LOCATION, least=1))
CODE_FLOW = Thing(threadFlows_=List(THREAD_FLOW, least=1))
RESULT = Thing(ruleId=text, ruleIndex=number(-1), level=one_of(LEVELS),
               kind=one_of({"notApplicable", "pass", "fail", "review", "open", "informational"}), message_=MESSAGE,
               locations=List(LOCATION), partialFingerprints=Map(text), codeFlows=List(CODE_FLOW),
               relatedLocations=List(LOCATION, unique=True))
RULE = Thing(id_=text, name=text, shortDescription=MESSAGE, fullDescription=MESSAGE, help=MESSAGE,
             defaultConfiguration=Thing(level=one_of(LEVELS)))
DRIVER = Thing(name_=text, version=text, semanticVersion=text, informationUri=uri, rules=List(RULE, unique=True))
RUN = Thing(tool_=Thing(driver_=DRIVER), automationDetails=Thing(id=text),
            invocations=List(Thing(executionSuccessful_=truth, workingDirectory=ARTIFACT_LOCATION)),
            originalUriBaseIds=Map(ARTIFACT_LOCATION), artifacts=List(Thing(location=ARTIFACT_LOCATION,
                                                                           roles=List(one_of(ROLES))), unique=True),
            columnKind=one_of({"utf16CodeUnits", "unicodeCodePoints"}), results=List(RESULT))
LOG = Thing(version_=one_of({"2.1.0"}), runs_=List(RUN))


def problems_of_form(value, kind, place):
    if isinstance(kind, Thing):
        if not isinstance(value, dict):
            return [f"{place} is not an object"]
        found = [f"{place}.{name} is missing" for name in kind.required - value.keys()]
        for name, part in value.items():
            if place == "log" and name == "$schema":
                found += [f"{place}.{name} {uri(part)}"] if uri(part) else []
            elif name not in kind.properties:
                found.append(f"{place}.{name} is not a property of SARIF that Braid uses")
            else:
                found += problems_of_form(part, kind.properties[name], f"{place}.{name}")
        return found
    if isinstance(kind, Map):
        if not isinstance(value, dict):
            return [f"{place} is not an object"]
        return [problem for name, part in value.items() for problem in problems_of_form(part, kind.value, f"{place}.{name}")]
    if isinstance(kind, List):
        if not isinstance(value, list):
            return [f"{place} is not a list"]
        found = [f"{place} has fewer than {kind.least} items"] if len(value) < kind.least else []
        if kind.unique and any(item in value[:i] for i, item in enumerate(value)):
            found.append(f"{place} has the same item twice")
        return found + [problem for i, item in enumerate(value)
                        for problem in problems_of_form(item, kind.item, f"{place}[{i}]")]
    problem = kind(value)
    return [f"{place} {problem}"] if problem else []


def places_in(value):
    """All artifact locations below, with the indices they name."""
    if isinstance(value, dict):
        if "artifactLocation" in value:
            yield value["artifactLocation"]
        for part in value.values():
            yield from places_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from places_in(part)


def problems_of_meaning(run):
    """What the standard says in words, and what GitHub asks for in addition."""
    found = []
    rules = run["tool"]["driver"].get("rules", [])
    bases = run.get("originalUriBaseIds", {})
    for name, base in bases.items():
        if not base.get("uri", "/").endswith("/"):
            found.append(f"{name} does not end in /")
    for rule in rules:
        for part, longest in (("name", 255), ("shortDescription", 1024), ("fullDescription", 1024)):
            content = rule[part] if part == "name" else rule[part]["text"]
            if len(content) > longest:
                found.append(f"{part} of {rule['id']} is too long")
        if not rule["help"]["text"] or rule["properties"]["precision"] not in ("very-high", "high", "medium", "low"):
            found.append(f"{rule['id']} lacks help or precision")
        severity = rule["properties"].get("security-severity", "0.1")
        if not re.fullmatch(r"\d+\.\d", severity) or not 0 < float(severity) <= 10:
            found.append(f"security-severity of {rule['id']} is {severity}")
    for result in run.get("results", []):
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            found.append(f"ruleIndex of {result['ruleId']} leads to another rule")
        if result.get("kind", "fail") != "fail" and result.get("level", "none") != "none":
            found.append("level must be none unless kind is fail")
        if not result["locations"]:
            found.append("a result without a place, which GitHub drops")
    for place in places_in(run.get("results", [])):
        artifact = run["artifacts"][place["index"]]["location"]
        if artifact["uri"] != place["uri"] or artifact.get("uriBaseId") != place.get("uriBaseId"):
            found.append(f"index {place['index']} leads to another file than {place['uri']}")
        if "uriBaseId" in place and (place["uriBaseId"] not in bases or re.match(r"[a-z]+:|/", place["uri"])):
            found.append(f"{place['uri']} is not relative to a known base")
    return found


def problems(log):
    """Everything that is wrong with a log, one sentence each."""
    found = problems_of_form(log, LOG, "log")
    return found or [problem for run in log["runs"] for problem in problems_of_meaning(run)]
