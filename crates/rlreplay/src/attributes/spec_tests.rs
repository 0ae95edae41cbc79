//! The tables of `docs/spec/rocket-league.md` are those of the code.

use super::*;

#[test]
fn the_specification_says_what_the_code_does() {
    let spec = include_str!("../../../../docs/spec/rocket-league.md");
    let check = |name: &str, members: &[[&str; 4]]| {
        let heading = format!("### {name}\n");
        let section = spec.split(&heading).nth(1).unwrap_or_else(|| panic!("no heading {heading}"));
        let rows = section
            .lines()
            .skip_while(|line| !line.starts_with('|'))
            .take_while(|line| line.starts_with('|'))
            .skip(2);
        let rows: Vec<String> = rows.map(|row| row.replace('`', "")).collect();
        let expected: Vec<String> = members
            .iter()
            .map(|[name, kind, unit, meaning]| {
                let kind = kind.replace("super::", "");
                format!("| {name} | {kind} | {unit} | {meaning} |")
            })
            .collect();
        assert_eq!(rows, expected, "{name}");
    };
    macro_rules! check {
        ($($name:ident)*) => { $(check(stringify!($name), $name::MEMBERS);)* };
    }
    check! {
        ObjectRef NameIndex Rotator8 Pickup PickupNew PickupInfo ReplicatedBoost Demolish DemolishFx DemolishExtended Explosion ExtendedExplosion FlaggedByte AppliedDamage DamageState Welded Impulse Reservation PlayerHistory SkillTier HonorDuelChallenge RepStatTitle MemberTitle PrivateMatchSettings CamSettings TeamLoadout LoadoutsOnline ClubColors TeamPaint LogoData MusicStinger
    }
}
