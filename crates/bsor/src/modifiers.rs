//! The modifiers that a run was played with: the meaning of their codes, and their effect on score and speed.

use crate::layout::Info;

/// A modifier of the game, or of a mod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Modifier {
    /// As replays have it, e.g. `FS`.
    pub code: &'static str,
    /// Its name among players.
    pub name: &'static str,
    /// The share that it adds to the score of an unranked map: BeatLeader's default. A server may have others for a map.
    pub unranked: f64,
    /// As `unranked`, for a ranked map. A value above 0 counts for a ranking only, not for the score.
    pub ranked: f64,
    /// How fast the song runs with it, 1 for as it was recorded.
    pub song_speed: f32,
}

/// The code of No Fail. It costs only where the energy ran out.
pub const NO_FAIL: &str = "NF";

macro_rules! modifiers {
    ($($code:literal $name:literal, $unranked:literal $ranked:literal $(, song at $speed:literal)?;)*) => {
        &[$(
            Modifier {
                code: $code,
                name: $name,
                unranked: $unranked,
                ranked: $ranked,
                song_speed: modifiers!(@speed $($speed)?),
            },
        )*]
    };
    (@speed) => { 1.0 };
    (@speed $speed:literal) => { $speed };
}

/// Those whose codes are known: the game's, then those of the mod ReBeat.
pub const MODIFIERS: &[Modifier] = modifiers! {
    "DA" "Disappearing Arrows", 0.0 0.0;
    "FS" "Faster Song", 0.2 0.4, song at 1.2;
    "SF" "Super Fast Song", 0.36 0.72, song at 1.5;
    "SS" "Slower Song", -0.3 -0.3, song at 0.85;
    "GN" "Ghost Notes", 0.04 0.08;
    "NA" "No Arrows", -0.3 -0.3;
    "NB" "No Bombs", -0.2 -0.2;
    "NF" "No Fail", -0.5 -1.0;
    "NO" "No Walls", -0.2 -0.2;
    "PM" "Pro Mode", 0.0 0.0;
    "SC" "Small Notes", 0.0 0.0;
    "SA" "Strict Angles", 0.0 0.0;
    "OP" "Outside Platform", -0.5 -0.5;
    "OD" "Old Dots", 0.0 0.0;
    "IF" "One Life", 0.0 0.0;
    "BE" "Four Lives", 0.0 0.0;
    "CS" "Fail on Saber Clash", 0.0 0.0;
    "HD" "Hidden (ReBeat)", 0.0 0.0;
    "SMC" "Same Colour (ReBeat)", 0.0 0.0;
    "EZ" "Easy Mode (ReBeat)", 0.0 0.0;
    "OHP" "One Life (ReBeat)", 0.0 0.0;
};

/// The modifier with this code; `None` if it is unknown.
pub fn modifier(code: &str) -> Option<&'static Modifier> {
    MODIFIERS.iter().find(|modifier| modifier.code == code)
}

impl Info {
    /// Whether it was played with the modifier of this code.
    pub fn has_modifier(&self, code: &str) -> bool {
        self.modifier_codes().iter().any(|other| other == code)
    }

    /// How fast the song ran, 1 for as it was recorded: as practice mode or the modifiers have it.
    pub fn song_speed(&self) -> f32 {
        if self.practice() {
            return self.speed;
        }
        let codes = self.modifier_codes();
        let changed = codes.iter().filter_map(|code| modifier(code)).map(|known| known.song_speed);
        changed.into_iter().find(|speed| *speed != 1.0).unwrap_or(1.0)
    }
}

/// The joint effect of modifiers on a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// 1 and the sum of all gains.
    pub positive: f64,
    /// 1 and the sum of all penalties, at least 0.
    pub negative: f64,
}

impl Multipliers {
    /// The sum of each modifier's change.
    pub fn of(changes: impl IntoIterator<Item = f64>) -> Self {
        let (mut positive, mut negative) = (1.0, 1.0_f64);
        for change in changes {
            *(if change > 0.0 { &mut positive } else { &mut negative }) += change;
        }
        Self { positive, negative: negative.max(0.0) }
    }

    /// The score on an unranked map: gains add their share of the points missing to the highest score, penalties take theirs of
    /// the whole.
    pub fn unranked_score(self, score: i32, max_score: i32) -> i32 {
        let missing = f64::from(max_score.saturating_sub(score));
        let gained = whole(missing * (self.positive - 1.0));
        whole(f64::from(score.saturating_add(gained)) * self.negative)
    }

    /// The score on a ranked map, where gains do not count.
    pub fn ranked_score(self, score: i32) -> i32 {
        whole(f64::from(score) * self.negative)
    }
}

/// The whole part.
fn whole(points: f64) -> i32 {
    // 1 − 0.3 as a double is a little less than 0.7, which must not cost a point.
    const DUST: f64 = 1e-6;
    #[allow(clippy::cast_possible_truncation, reason = "that is what is wanted, and it saturates")]
    let whole = (points + DUST.copysign(points)) as i32;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(codes: &[&str], of: fn(&Modifier) -> f64) -> Multipliers {
        Multipliers::of(codes.iter().filter_map(|code| modifier(code)).map(of))
    }

    /// The page splits the meta's list at its commas.
    #[test]
    fn codes_are_listed_without_what_is_around_them() {
        let mut replay = crate::sample::generate(&crate::sample::Options::small());
        replay.info.modifiers = " DA, ,FS,".into();
        let bytes = crate::encode(&replay);
        let view = crate::View::open(&bytes[..], &ghostreel_core::DecodeOptions::STRICT).unwrap();
        let details = view.meta().details;
        let listed = details.into_iter().find(|(name, _)| *name == "modifiers").unwrap().1;
        assert_eq!(listed, "DA,FS".to_owned().into());
        assert!(["DA", "FS"].iter().all(|code| replay.info.has_modifier(code)));
        assert!(!replay.info.has_modifier(""));
    }

    #[test]
    fn gains_count_for_what_is_missing_and_penalties_for_the_whole() {
        let score = |codes: &[&str]| changes(codes, |m| m.unranked).unranked_score(900, 1000);
        assert_eq!(score(&[]), 900);
        assert_eq!(score(&["FS"]), 920);
        assert_eq!(score(&["SF", "GN"]), 940);
        assert_eq!(score(&["SS"]), 630);
        assert_eq!(score(&["FS", "NF", "SC"]), 460);
        assert_eq!(score(&["NF", "NA", "NB", "NO"]), 0, "never below 0");
        assert_eq!(score(&["XX"]), 900);
    }

    #[test]
    fn ranked_maps_know_penalties_only() {
        let score = |codes: &[&str]| changes(codes, |m| m.ranked).ranked_score(901);
        assert_eq!([score(&["FS"]), score(&["FS", "SS"]), score(&["NF"])], [901, 630, 0]);
    }

    #[test]
    fn codes_are_known_once_and_change_the_speed() {
        for (at, known) in MODIFIERS.iter().enumerate() {
            let same = MODIFIERS.iter().position(|other| other.code == known.code);
            assert_eq!(same, Some(at), "{}", known.code);
        }
        let info =
            |modifiers: &str, speed| Info { modifiers: modifiers.into(), speed, ..Info::default() };
        assert_eq!(info("NF, SF", 0.0).song_speed(), 1.5);
        assert_eq!(info("NF", 0.0).song_speed(), 1.0);
        assert_eq!(info("SS", 0.7).song_speed(), 0.7);
        assert!(info("NF, SF", 0.0).has_modifier("SF") && !info("SFX", 0.0).has_modifier("SF"));
    }
}
