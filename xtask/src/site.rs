//! `site`: the documents as a site, by mdBook, with a gallery of the questions that `ghostreel query` answers.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

use anyhow::{Result, bail};

use crate::{
    python::{self, Profile},
    query,
    shell::{self, say},
    stamp,
    workspace::Workspace,
};

const MDBOOK: &str = "0.5.4";

/// The page that is made, and its line in the list of pages.
const GALLERY: &str = "gallery.md";
const BEFORE_GALLERY: &str = "- [Statistics](stats/tables.md)\n";

/// Builds it in `target/site/html`, and looks whether each link leads somewhere.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let site = workspace.target.join("site");
    let (source, html) = (site.join("source"), site.join("html"));
    for folder in [&source, &html] {
        fs::remove_dir_all(folder)
            .or_else(|error| if shell::absent(&error) { Ok(()) } else { Err(error) })?;
    }
    copy(&workspace.root.join("docs"), &source)?;
    let package = python::build(workspace, Profile::Dev)?;
    say("Drawing the answers of docs/query.md");
    let mut gallery = python::with_package(workspace, &package)?;
    gallery.env("GHOSTREEL_QUERY", query::program(workspace));
    shell::run(gallery.arg(workspace.root.join("query/gallery.py")).arg(&source))?;
    let summary = source.join("SUMMARY.md");
    let pages = fs::read_to_string(&summary)?;
    let with_gallery = format!("- [Twenty questions, drawn]({GALLERY})\n{BEFORE_GALLERY}");
    fs::write(&summary, pages.replacen(BEFORE_GALLERY, &with_gallery, 1))?;
    let mdbook = mdbook(workspace)?;
    say("Building the site");
    shell::run(Command::new(mdbook).arg("build").arg(&source).arg("--dest-dir").arg(&html))?;
    check_links(&html)
}

/// mdBook, which cargo compiles where it is not there yet.
fn mdbook(workspace: &Workspace) -> Result<PathBuf> {
    let root = workspace.target.join("mdbook");
    let mut install = workspace.cargo();
    install.args(["install", "mdbook", "--version", MDBOOK, "--locked", "--debug", "--quiet"]);
    install.args(["--no-default-features", "--features", "search", "--root"]).arg(&root);
    say("Installing mdBook");
    shell::run(&mut install)?;
    Ok(root.join("bin/mdbook"))
}

/// The documents. Links to what is no document lead nowhere on a site: their words stay.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in stamp::files(from, &[])? {
        let inside = file.strip_prefix(from)?;
        let place = to.join(inside);
        fs::create_dir_all(place.parent().unwrap_or(to))?;
        if file.extension().is_some_and(|extension| extension == "md") {
            let depth = inside.components().count() - 1;
            fs::write(&place, without_links_out(&fs::read_to_string(&file)?, depth))?;
        } else {
            fs::copy(&file, &place)?;
        }
    }
    Ok(())
}

/// The text without the addresses of links that go up further than its folder is deep.
fn without_links_out(text: &str, depth: usize) -> String {
    let out = format!("]({}", "../".repeat(depth + 1));
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&out) {
        let Some((_, after)) = after.split_once(')') else { break };
        match before.rfind('[') {
            Some(open) => {
                kept += &before[..open];
                kept += &before[open + 1..];
            }
            None => kept += before,
        }
        rest = after;
    }
    kept + rest
}

/// Looks whether each link to a page of the site leads to one, and to a place that it has.
fn check_links(html: &Path) -> Result<()> {
    let mut pages = BTreeMap::new();
    for file in stamp::files(html, &[])? {
        if file.extension().is_some_and(|extension| extension == "html") {
            let text = fs::read_to_string(&file)?;
            pages.insert(file, text);
        }
    }
    let places: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(file, text)| (file, values(text, "id=\"").collect())).collect();
    let mut dead = Vec::new();
    for (file, text) in &pages {
        // The page for what is not found names all others from the site's root on.
        if file.ends_with("404.html") || file.ends_with("print.html") {
            continue;
        }
        for link in values(text, "href=\"").filter(|link| !link.contains(':')) {
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => file.clone(),
                path => plain(&file.parent().unwrap_or(html).join(path)),
            };
            let leads = match places.get(&target) {
                Some(places) => place.is_empty() || places.contains(place),
                None => target.exists(),
            };
            if !leads {
                dead.push(format!("{}: {link}", file.strip_prefix(html)?.display()));
            }
        }
    }
    if pages.len() < 20 {
        bail!("the site has only {} pages", pages.len());
    }
    dead.dedup();
    if dead.is_empty() { Ok(()) } else { bail!("links that lead nowhere:\n{}", dead.join("\n")) }
}

/// What stands in quotes after a name.
fn values<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(name).skip(1).filter_map(|after| Some(after.split_once('"')?.0))
}

/// A path without steps up.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_documents_are_words() {
        let text = "See [`crates/x`](../crates/x), [that](b.md) and [up](../a.md).";
        assert_eq!(without_links_out(text, 0), "See `crates/x`, [that](b.md) and up.");
        assert_eq!(without_links_out(text, 1), text);
        assert_eq!(without_links_out("[x](../../y)", 1), "x");
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        let folder = std::env::temp_dir().join(format!("ghostreel-site-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let write = |name: String, text: &str| fs::write(folder.join(name), text).unwrap();
        (0..20).for_each(|at| write(format!("{at}.html"), "<h1 id=\"top\">"));
        write(
            "a.html".into(),
            "<a href=\"0.html#top\"><a href=\"https://example.org/x\"><a href=\"#me\" id=\"me\">",
        );
        check_links(&folder).unwrap();
        write("b.html".into(), "<a href=\"0.html#bottom\"><a href=\"none.html\">");
        let said = check_links(&folder).unwrap_err().to_string();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(said, "links that lead nowhere:\nb.html: 0.html#bottom\nb.html: none.html");
    }
}
