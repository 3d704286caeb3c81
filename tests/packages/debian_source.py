"""Fetches source packages of Debian without touching the machine's package lists.

The machine knows where its packages come from; sources come from the same places. A private copy of its list, with
every entry turned into one for sources, is what apt is given. Newer versions than the mirror holds can be listed
(security updates that were replaced since), so every version listed is tried, the newest first."""

import glob
import os
import re
import shutil
import subprocess


class SourceError(Exception):
    """The sources of a package could not be had; the text says why."""


def source_entries(text, is_stanza):
    """The entries of a list of package sources, turned into entries for sources."""
    if is_stanza:
        return re.sub(r"(?m)^Types:.*$", "Types: deb-src", text)
    lines = [re.sub(r"^\s*deb(-src)?\s", "deb-src ", line) for line in text.splitlines()]
    return "".join(line + "\n" for line in dict.fromkeys(lines) if line.startswith("deb-src "))


def _output(command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


class DebianSources:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.lists = os.path.join(self.folder, "lists")
        self.downloads = os.path.join(self.folder, "downloads")

    def _options(self):
        settings = {"Dir::Etc::sourcelist": "/dev/null", "Dir::Etc::sourceparts": os.path.join(self.folder, "parts"),
                    "Dir::State::Lists": self.lists, "Dir::Cache": os.path.join(self.folder, "cache")}
        if os.getuid() == 0:
            settings["APT::Sandbox::User"] = "root"
        return [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]

    def _update(self):
        """Makes the private lists, once."""
        if glob.glob(os.path.join(self.lists, "*Sources*")):
            return
        for name in ("parts", "lists/partial", "cache/archives/partial", "downloads"):
            os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        given = _output(["apt-config", "shell", "MAIN", "Dir::Etc::sourcelist/f", "PARTS", "Dir::Etc::sourceparts/d"])
        where = dict(re.findall(r"(\w+)='([^']*)'", given.stdout))
        found = [where.get("MAIN", "")] + sorted(glob.glob(os.path.join(where.get("PARTS", ""), "*")))
        for number, path in enumerate(found):
            ending = os.path.splitext(path)[1]
            if ending not in (".list", ".sources") or not os.path.isfile(path):
                continue
            with open(path, encoding="utf-8") as file:
                text = source_entries(file.read(), ending == ".sources")
            with open(os.path.join(self.folder, "parts", f"{number}{ending}"), "w", encoding="utf-8") as file:
                file.write(text)
        outcome = _output(["apt-get", *self._options(), "update"])
        if not glob.glob(os.path.join(self.lists, "*Sources*")):
            raise SourceError("apt-get update gave no list of sources:\n" + outcome.stdout + outcome.stderr)

    def _versions(self, package):
        text = _output(["apt-cache", *self._options(), "showsrc", "--only-source", package]).stdout
        versions = re.findall(r"(?m)^Version: (.*)$", text)
        # Newest first, by Debian's own rules.
        ordered = []
        for version in dict.fromkeys(versions):
            place = 0
            while place < len(ordered) and _output(["dpkg", "--compare-versions", version, "lt",
                                                    ordered[place]]).returncode == 0:
                place += 1
            ordered.insert(place, version)
        return ordered

    def fetch(self, package):
        """Downloads the package; gives the path of its description file."""
        self._update()
        marker = os.path.join(self.downloads, package + ".fetched")
        if os.path.exists(marker):
            with open(marker, encoding="utf-8") as file:
                return os.path.join(self.downloads, file.read())
        said = ""
        for version in self._versions(package):
            outcome = subprocess.run(["apt-get", *self._options(), "source", "--download-only", "--only-source",
                                      f"{package}={version}"], cwd=self.downloads, capture_output=True, text=True,
                                     check=False)
            description = f"{package}_{version.split(':')[-1]}.dsc"
            if outcome.returncode == 0 and os.path.exists(os.path.join(self.downloads, description)):
                with open(marker, "w", encoding="utf-8") as file:
                    file.write(description)
                return os.path.join(self.downloads, description)
            said += outcome.stderr
        raise SourceError(f"no source of {package} could be had\n{said}")

    def unpack(self, package, folder):
        """Puts the package's source, with Debian's patches, into a new folder; gives the version."""
        description = self.fetch(package)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        outcome = _output(["dpkg-source", "--no-check", "--no-copy", "-x", description, folder])
        if outcome.returncode != 0:
            raise SourceError(f"{os.path.basename(description)} could not be unpacked\n" + outcome.stderr)
        return os.path.basename(description).rsplit("_", 1)[1][:-len(".dsc")]
