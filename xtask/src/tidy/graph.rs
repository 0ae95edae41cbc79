//! The allowed dependencies: those in the drawing in ARCHITECTURE.md, no more and no less.

use super::{Dependency, Package, Problem, Source};

const DRAWN_IN: &str = "ARCHITECTURE.md";

/// The part of the drawing whose packages may use any other.
const WORKSHOP: &str = "workshop";

/// The node of the games' crates in the drawing: an arrow to it is one to each. One to a game's crate by its own name is to that alone.
const GAME: &str = "game";

/// The node of the crates of further formats in the drawing.
const FURTHER_FORMAT: &str = "further";

pub(crate) fn check(packages: &[Package], sources: &[Source]) -> Vec<Problem> {
    let text = sources.iter().find(|source| source.path == DRAWN_IN).map(|source| &source.text);
    let Some(drawing) = text.and_then(|text| Drawing::read(text)) else {
        return vec![Problem::new(DRAWN_IN, "holds no drawing in a block of `mermaid`")];
    };
    let mut problems: Vec<Problem> =
        packages.iter().flat_map(|package| compare(package, packages, &drawing)).collect();
    let drawn = drawing.uses.iter().flat_map(|(user, used)| [user, used]);
    let is_known = |name: &str| {
        let mut names =
            packages.iter().flat_map(|one| [short(&one.name), drawn_as(&one.name, packages)]);
        names.any(|known| known == name)
    };
    let mut strangers: Vec<&String> = drawn.filter(|name| !is_known(name)).collect();
    strangers.sort();
    strangers.dedup();
    problems.extend(
        strangers
            .iter()
            .map(|name| Problem::new(DRAWN_IN, format!("draws {name}, which is no package"))),
    );
    problems
}

/// A package's name, as messages have it.
fn short(name: &str) -> &str {
    name.strip_prefix("ghostreel-").unwrap_or(name)
}

/// A package's name in the drawing.
fn drawn_as<'n>(name: &'n str, packages: &[Package]) -> &'n str {
    match packages.iter().find(|package| package.name == name) {
        Some(package) if package.is_game => GAME,
        Some(package) if package.is_further_format => FURTHER_FORMAT,
        _ => short(name),
    }
}

fn compare(package: &Package, packages: &[Package], drawing: &Drawing) -> Vec<Problem> {
    let (name, place) = (short(&package.name), drawn_as(&package.name, packages));
    let Some((_, part)) = drawing.places.iter().find(|(placed, _)| placed == place) else {
        let message = format!("{name} has no place in the drawing in {DRAWN_IN}");
        return vec![Problem::new(&package.manifest, message)];
    };
    if part == WORKSHOP {
        return Vec::new();
    }
    let real: Vec<(&str, &str)> = used_by(package)
        .map(|dependency| (short(&dependency.name), drawn_as(&dependency.name, packages)))
        .collect();
    let drawn = drawing.uses.iter().filter(|(user, _)| user == place || user == name);
    let drawn: Vec<&str> = drawn.map(|(_, used)| used.as_str()).collect();
    let undrawn = real.iter().filter(|(_, place)| !drawn.contains(place)).map(|(used, _)| {
        let message = format!("{name} must not use {used}: {DRAWN_IN} draws no such arrow");
        Problem::new(&package.manifest, message)
    });
    let is_real = |drawn: &str| real.iter().any(|(_, place)| *place == drawn);
    let unreal = drawn.iter().filter(|used| !is_real(used)).map(|used| {
        Problem::new(
            DRAWN_IN,
            format!("draws an arrow from {used} to {name}, which does not use it"),
        )
    });
    undrawn.chain(unreal).collect()
}

/// The project's own packages that a package uses, but for tests.
fn used_by(package: &Package) -> impl Iterator<Item = &Dependency> {
    let ours = |dependency: &&Dependency| dependency.path.is_some() && !dependency.for_tests;
    package.dependencies.iter().filter(ours)
}

/// A flowchart of Mermaid, in the few forms that ours has.
#[derive(Debug, Default, PartialEq)]
struct Drawing {
    /// Each package, and the part of the house where it is.
    places: Vec<(String, String)>,
    /// The dependencies.
    uses: Vec<(String, String)>,
}

impl Drawing {
    /// The first drawing in a text.
    fn read(text: &str) -> Option<Drawing> {
        let block = text.split_once("```mermaid\n")?.1.split_once("```")?.0;
        let mut drawing = Drawing::default();
        let mut part = None;
        for line in block.lines().map(str::trim) {
            if let Some(title) = line.strip_prefix("subgraph ") {
                part = Some(title.split('[').next().unwrap_or_default());
            } else if line == "end" {
                part = None;
            } else if let Some((from, to)) = line.split_once("-->") {
                // The label of an arrow is between two bars.
                let to = to.rsplit('|').next().unwrap_or(to);
                for user in names(to) {
                    drawing.uses.extend(names(from).map(|used| (user.to_owned(), used.to_owned())));
                }
            } else if let Some(part) = part
                && !line.is_empty()
            {
                // The text in the picture is in brackets, if it is more than the name.
                let name = line.split('[').next().unwrap_or(line);
                drawing.places.push((name.to_owned(), part.to_owned()));
            }
        }
        Some(drawing)
    }
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('&').map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: &str = "# House\n```mermaid\nflowchart BT\n    subgraph ground[\"Ground\"]\n        core\n        space\n    end\n    \
        subgraph games[\"Games\"]\n        game[each game]\n        further[each further format]\n    end\n    subgraph workshop[\"Workshop\"]\n        xtask\n    end\n\n    \
        core -->|slices, errors| game\n    game -->|replays| further\n    space --> slp\n    core -.-> page\n```\n";

    fn package(name: &str, dependencies: Vec<Dependency>) -> Package {
        Package {
            name: name.to_owned(),
            manifest: "Cargo.toml".to_owned(),
            dependencies,
            ..Package::default()
        }
    }

    fn ours(name: &str) -> Dependency {
        Dependency {
            name: name.to_owned(),
            path: Some("somewhere".into()),
            ..Dependency::default()
        }
    }

    fn game(name: &str) -> Package {
        Package { is_game: true, ..package(name, vec![ours("ghostreel-core")]) }
    }

    fn further_format(name: &str) -> Package {
        Package { is_further_format: true, ..package(name, vec![ours("ghostreel-bsor")]) }
    }

    /// All use `core`, and one game `space`, too.
    fn house() -> Vec<Package> {
        let mut slp = game("ghostreel-slp");
        slp.dependencies.push(ours("ghostreel-space"));
        vec![
            package("ghostreel-core", vec![]),
            game("ghostreel-bsor"),
            slp,
            package("xtask", vec![]),
            further_format("ghostreel-scoresaber"),
            package("ghostreel-space", vec![]),
        ]
    }

    #[track_caller]
    fn expect(packages: &[Package], wanted: &[&str]) {
        let drawn = Source { path: DRAWN_IN.to_owned(), text: DRAWN.to_owned() };
        let problems = check(packages, &[drawn]);
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages, wanted);
    }

    #[test]
    fn a_house_as_drawn_is_in_order() {
        expect(&house(), &[]);
    }

    #[test]
    fn dependencies_that_are_not_drawn_must_not_be() {
        let mut packages = house();
        packages[1].dependencies.push(ours("ghostreel-slp"));
        expect(&packages, &["bsor must not use slp: ARCHITECTURE.md draws no such arrow"]);
    }

    #[test]
    fn an_arrow_to_one_game_is_to_no_other() {
        let mut packages = house();
        packages[1].dependencies.push(ours("ghostreel-space"));
        expect(&packages, &["bsor must not use space: ARCHITECTURE.md draws no such arrow"]);
    }

    #[test]
    fn a_further_format_stands_on_its_game_and_not_the_other_way_round() {
        let mut packages = house();
        packages[2].dependencies.push(ours("ghostreel-scoresaber"));
        expect(&packages, &["slp must not use scoresaber: ARCHITECTURE.md draws no such arrow"]);
    }

    #[test]
    fn drawn_dependencies_must_be() {
        let mut packages = house();
        packages[1].dependencies.clear();
        packages[2].dependencies.clear();
        let arrow =
            |used, game| format!("draws an arrow from {used} to {game}, which does not use it");
        let wanted = [arrow("core", "bsor"), arrow("core", "slp"), arrow("space", "slp")];
        expect(&packages, &wanted.each_ref().map(String::as_str));
        packages.retain(|package| !package.is_game && !package.is_further_format);
        let wanted = [
            "draws further, which is no package",
            "draws game, which is no package",
            "draws slp, which is no package",
        ];
        expect(&packages, &wanted);
    }

    #[test]
    fn a_new_package_must_be_given_its_place() {
        let mut packages = house();
        packages.push(game("ghostreel-pgn"));
        expect(&packages, &[]);
        packages.push(package("ghostreel-utils", vec![]));
        expect(&packages, &["utils has no place in the drawing in ARCHITECTURE.md"]);
    }

    #[test]
    fn tests_the_workshop_and_packages_of_others_are_free() {
        let mut packages = house();
        packages[1].dependencies.push(Dependency { for_tests: true, ..ours("ghostreel-slp") });
        packages[1].dependencies.push(Dependency { path: None, ..ours("serde") });
        packages[3].dependencies.push(ours("ghostreel-core"));
        expect(&packages, &[]);
    }

    #[test]
    fn there_must_be_a_drawing() {
        assert_eq!(check(&house(), &[]).len(), 1);
    }
}
