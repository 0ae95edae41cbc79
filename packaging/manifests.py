"""The manifests of a release for Homebrew and winget: `manifests.py REPOSITORY TAG FOLDER OUT`.

REPOSITORY is `owner/name` on GitHub, FOLDER has the release's archives, and OUT gets `ghostreel.rb` for a tap and the three files that winget-pkgs takes.
"""

import hashlib
import pathlib
import sys

LICENCE = "MIT OR Apache-2.0"
ABOUT = "Replays of Beat Saber, Melee and Rocket League: decoded, verified, stored, queried and played"
# Homebrew's words for what an archive is for.
BREW = {
    ("on_macos", "on_arm"): "macos-aarch64.tar.gz",
    ("on_linux", "on_arm"): "linux-aarch64.tar.gz",
    ("on_linux", "on_intel"): "linux-x86_64.tar.gz",
}
WINGET_SCHEMA = "1.10.0"


class Release:
    def __init__(self, repository, tag, folder):
        self.repository, self.tag, self.folder = repository, tag, folder
        self.version = tag.removeprefix("v")
        self.owner = repository.split("/")[0]

    def archive(self, name):
        """Address and SHA-256 of one of its archives."""
        file = f"ghostreel-{self.tag}-{name}"
        digest = hashlib.sha256((self.folder / file).read_bytes()).hexdigest()
        return f"https://github.com/{self.repository}/releases/download/{self.tag}/{file}", digest


def homebrew(release):
    parts = []
    for system in ("on_macos", "on_linux"):
        parts.append(f"  {system} do")
        for (of, processor), name in BREW.items():
            if of == system:
                url, digest = release.archive(name)
                parts += [f"    {processor} do", f'      url "{url}"', f'      sha256 "{digest}"', "    end"]
        parts.append("  end")
    return "\n".join(
        [
            "class Ghostreel < Formula",
            f'  desc "{ABOUT}"',
            f'  homepage "https://github.com/{release.repository}"',
            f'  version "{release.version}"',
            '  license any_of: ["MIT", "Apache-2.0"]',
            "",
            *parts,
            "",
            "  def install",
            '    bin.install "ghostreel", "ghostreel-query"',
            "  end",
            "",
            "  test do",
            '    system bin/"ghostreel", "sample", "melee", "a.slp"',
            '    assert_match "slp", shell_output("#{bin}/ghostreel check a.slp")',
            '    system bin/"ghostreel-query", "--version"',
            "  end",
            "end",
            "",
        ]
    )


def winget(release):
    """By file name, the manifests of the version, the installer and the words about it."""
    name = f"{release.owner}.Ghostreel"
    url, digest = release.archive("windows-x86_64.zip")
    inside = f"ghostreel-{release.tag}-windows-x86_64"

    def manifest(kind, *lines):
        schema = f"# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.{WINGET_SCHEMA}.schema.json"
        head = [schema, f"PackageIdentifier: {name}", f"PackageVersion: {release.version}"]
        return "\n".join([*head, *lines, f"ManifestType: {kind}", f"ManifestVersion: {WINGET_SCHEMA}", ""])

    nested = [
        line
        for program in ("ghostreel", "ghostreel-query")
        for line in (f"- RelativeFilePath: {inside}\\{program}.exe", f"  PortableCommandAlias: {program}")
    ]
    installer = ["InstallerType: zip", "NestedInstallerType: portable", "NestedInstallerFiles:", *nested]
    installer += ["Installers:", "- Architecture: x64", f"  InstallerUrl: {url}", f"  InstallerSha256: {digest.upper()}"]
    words = ["PackageLocale: en-US", f"Publisher: {release.owner}", "PackageName: Ghostreel", f"License: {LICENCE}"]
    words += [f"ShortDescription: '{ABOUT}'", f"PackageUrl: https://github.com/{release.repository}"]
    return {
        f"{name}.yaml": manifest("version", "DefaultLocale: en-US"),
        f"{name}.installer.yaml": manifest("installer", *installer),
        f"{name}.locale.en-US.yaml": manifest("defaultLocale", *words),
    }


def main(repository, tag, folder, out):
    release, out = Release(repository, tag, pathlib.Path(folder)), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in {"ghostreel.rb": homebrew(release), **winget(release)}.items():
        (out / name).write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
