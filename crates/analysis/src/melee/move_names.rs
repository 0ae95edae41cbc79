//! The names of the attacks, in the words of players.

/// The number of a character's neutral special; the other three follow: to the side, up, down.
const NEUTRAL_SPECIAL: u8 = 18;
/// The number of the first of Kirby's neutral specials with the hat of another; [`HATS`] has all.
const FIRST_HAT: u8 = 22;
/// The number of the first attack after those; [`OTHERS`] has all.
const FIRST_OTHER: u8 = 47;

/// The attacks of every character up to the specials, by the game's numbers. Specials go by these where the character is not known.
const COMMON: [&str; 22] = [
    "none",
    "item or other attack",
    "jab 1",
    "jab 2",
    "jab 3",
    "rapid jab",
    "dash attack",
    "ftilt",
    "utilt",
    "dtilt",
    "fsmash",
    "usmash",
    "dsmash",
    "nair",
    "fair",
    "bair",
    "uair",
    "dair",
    "neutral B",
    "side B",
    "up B",
    "down B",
];

/// Whose neutral special Kirby has with a hat, by their internal numbers, from [`FIRST_HAT`] on.
const HATS: [u8; 25] =
    [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26];

/// The attacks after those with hats, by the game's numbers.
const OTHERS: [&str; 47] = [
    "Unknown",
    "Unknown",
    "Unknown",
    "getup attack from the back",
    "getup attack from the front",
    "pummel",
    "fthrow",
    "bthrow",
    "uthrow",
    "dthrow",
    "cargo fthrow",
    "cargo bthrow",
    "cargo uthrow",
    "cargo dthrow",
    "slow ledge attack",
    "ledge attack",
    "Beam Sword jab",
    "Beam Sword tilt",
    "Beam Sword smash",
    "Beam Sword dash attack",
    "Home-Run Bat jab",
    "Home-Run Bat tilt",
    "Home-Run Bat smash",
    "Home-Run Bat dash attack",
    "Parasol jab",
    "Parasol tilt",
    "Parasol smash",
    "Parasol dash attack",
    "Fan jab",
    "Fan tilt",
    "Fan smash",
    "Fan dash attack",
    "Star Rod jab",
    "Star Rod tilt",
    "Star Rod smash",
    "Star Rod dash attack",
    "Lip's Stick jab",
    "Lip's Stick tilt",
    "Lip's Stick smash",
    "Lip's Stick dash attack",
    "Open Parasol",
    "Ray Gun",
    "Fire Flower",
    "Screw Attack item",
    "Super Scope",
    "charged Super Scope",
    "Hammer",
];

/// The specials of each character, by its internal number: neutral, to the side, up, down. Provenance: their names in the game, and where players call them otherwise, as those do.
const SPECIALS: [[&str; 4]; 27] = [
    // Mario
    ["Fireball", "Cape", "Super Jump Punch", "Tornado"],
    // Fox
    ["Laser", "Illusion", "Firefox", "Shine"],
    // Captain Falcon
    ["Falcon Punch", "Raptor Boost", "Falcon Dive", "Falcon Kick"],
    // Donkey Kong
    ["Giant Punch", "Headbutt", "Spinning Kong", "Hand Slap"],
    // Kirby
    ["Inhale", "Hammer", "Final Cutter", "Stone"],
    // Bowser
    ["Fire Breath", "Koopa Klaw", "Whirling Fortress", "Bowser Bomb"],
    // Link
    ["Arrow", "Boomerang", "Spin Attack", "Bomb"],
    // Sheik
    ["Needles", "Chain", "Vanish", "Transform"],
    // Ness
    ["PK Flash", "PK Fire", "PK Thunder", "PSI Magnet"],
    // Peach
    ["Toad", "Peach Bomber", "Parasol", "Turnip"],
    // Popo
    ["Ice Shot", "Squall Hammer", "Belay", "Blizzard"],
    // Nana
    ["Ice Shot", "Squall Hammer", "Belay", "Blizzard"],
    // Pikachu
    ["Thunder Jolt", "Skull Bash", "Quick Attack", "Thunder"],
    // Samus
    ["Charge Shot", "Missile", "Screw Attack", "Bomb"],
    // Yoshi
    ["Egg Lay", "Egg Roll", "Egg Throw", "Yoshi Bomb"],
    // Jigglypuff
    ["Rollout", "Pound", "Sing", "Rest"],
    // Mewtwo
    ["Shadow Ball", "Confusion", "Teleport", "Disable"],
    // Luigi
    ["Fireball", "Green Missile", "Super Jump Punch", "Cyclone"],
    // Marth
    ["Shield Breaker", "Dancing Blade", "Dolphin Slash", "Counter"],
    // Zelda
    ["Nayru's Love", "Din's Fire", "Farore's Wind", "Transform"],
    // Young Link
    ["Fire Arrow", "Boomerang", "Spin Attack", "Bomb"],
    // Dr. Mario
    ["Pill", "Super Sheet", "Super Jump Punch", "Tornado"],
    // Falco
    ["Laser", "Phantasm", "Firebird", "Shine"],
    // Pichu
    ["Thunder Jolt", "Skull Bash", "Agility", "Thunder"],
    // Mr. Game & Watch
    ["Chef", "Judgement", "Fire", "Oil Panic"],
    // Ganondorf
    ["Warlock Punch", "Gerudo Dragon", "Dark Dive", "Wizard's Foot"],
    // Roy
    ["Flare Blade", "Double-Edge Dance", "Blazer", "Counter"],
];

/// The name of an attack of a character, by its internal number. Of numbers that no attack is known of, `Unknown`.
pub fn move_name(move_id: u8, character: u8) -> &'static str {
    let special = |character: u8, which: u8| {
        SPECIALS.get(usize::from(character))?.get(usize::from(which)).copied()
    };
    let after = |first: u8| move_id.checked_sub(first);
    let hat = after(FIRST_HAT).and_then(|at| HATS.get(usize::from(at)));
    let own = after(NEUTRAL_SPECIAL).filter(|which| *which < 4);
    let own = own.and_then(|which| special(character, which));
    let common = || COMMON.get(usize::from(move_id)).copied();
    let other = || OTHERS.get(usize::from(after(FIRST_OTHER)?)).copied();
    hat.and_then(|owner| special(*owner, 0))
        .or(own)
        .or_else(common)
        .or_else(other)
        .unwrap_or("Unknown")
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::slp::names;

    use super::*;

    fn internal_id(name: &str) -> u8 {
        (0..=u8::MAX).find(|id| names::fighter(*id) == Some(name)).unwrap()
    }

    #[test]
    fn moves_have_the_words_of_players() {
        let of = |character: &str, moves: [u8; 3]| {
            moves.map(|move_id| move_name(move_id, internal_id(character)))
        };
        assert_eq!(of("Fox", [7, 18, 21]), ["ftilt", "Laser", "Shine"]);
        assert_eq!(of("Jigglypuff", [15, 18, 21]), ["bair", "Rollout", "Rest"]);
        assert_eq!(of("Ganondorf", [10, 19, 53]), ["fsmash", "Gerudo Dragon", "fthrow"]);
        // With Jigglypuff's hat, and without any.
        assert_eq!(of("Kirby", [35, 18, 21]), ["Rollout", "Inhale", "Stone"]);
        assert_eq!(
            of("Roy", [46, 47, 50]),
            ["Flare Blade", "Unknown", "getup attack from the back"]
        );
        assert_eq!(of("Fox", [93, 94, 255]), ["Hammer", "Unknown", "Unknown"]);
        assert_eq!(move_name(20, 200), "up B", "of a character that is not known");
    }
}
