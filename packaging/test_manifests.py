"""Manifests of a release that is made up: each archive with its own digest, and what winget reads as YAML."""

import hashlib
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import yaml

import manifests

RELEASE = (pathlib.Path(__file__).parents[1] / ".github/workflows/release.yml").read_text()


class Manifests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.archives = {}
        # The archives that the workflow makes.
        for name in re.findall(r"name: ([a-z]+-[a-z0-9_]+) }", RELEASE):
            ending = "zip" if name.startswith("windows") else "tar.gz"
            file = f"ghostreel-v1.2.3-{name}.{ending}"
            (self.folder / file).write_text(name)
            self.archives[f"https://github.com/owner/name/releases/download/v1.2.3/{file}"] = hashlib.sha256(name.encode()).hexdigest()
        self.assertEqual(len(self.archives), 4)
        manifests.main("owner/name", "v1.2.3", self.folder, self.folder / "out")

    def read(self, name):
        return (self.folder / "out" / name).read_text()

    def test_homebrew_takes_each_archive_but_that_for_windows(self):
        formula = self.read("ghostreel.rb")
        pairs = dict(re.findall(r'url "(.+?)"\n +sha256 "(.+?)"', formula))
        self.assertEqual(pairs, {url: digest for url, digest in self.archives.items() if "windows" not in url})
        self.assertEqual(formula.count(" do\n") + formula.count("def ") + 1, len(re.findall(r"^ *end$", formula, re.MULTILINE)))
        if shutil.which("ruby"):
            subprocess.run(["ruby", "-c", self.folder / "out/ghostreel.rb"], check=True, capture_output=True)

    def test_winget_takes_the_one_for_windows(self):
        version, installer, words = (
            yaml.safe_load(self.read(f"owner.Ghostreel{part}.yaml")) for part in ("", ".installer", ".locale.en-US")
        )
        for manifest in (version, installer, words):
            self.assertEqual((manifest["PackageIdentifier"], manifest["PackageVersion"]), ("owner.Ghostreel", "1.2.3"))
        [one] = installer["Installers"]
        self.assertEqual(self.archives[one["InstallerUrl"]], one["InstallerSha256"].lower())
        programs = [file["PortableCommandAlias"] for file in installer["NestedInstallerFiles"]]
        self.assertEqual(programs, ["ghostreel", "ghostreel-query"])
        self.assertLessEqual(len(words["ShortDescription"]), 256)


if __name__ == "__main__":
    unittest.main()
