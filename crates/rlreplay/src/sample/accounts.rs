//! The players, by name and account.

use super::{FileKind, Options};
use crate::attributes::*;
use crate::layout::Text;

/// The names of players; beyond Latin-1 if wanted.
pub(super) fn name(options: &Options, index: usize) -> String {
    let plain = ["Ghost", "Reel", "Phantom", "Spool", "Wraith", "Bobbin", "Spectre", "Shuttle"];
    let name = plain.get(index).copied().unwrap_or("Shade");
    match options.kind {
        FileKind::WideNames => format!("{name} 幽霊"),
        FileKind::OneName => "Ghost".to_owned(),
        _ => name.to_owned(),
    }
}

/// A player's account: Steam for the even ones, Epic for the odd ones.
pub(super) fn account(options: &Options, index: usize) -> UniqueId {
    let local_id = match options.kind {
        // Every other one is of the same team.
        FileKind::SplitScreen => (index / 2) as u8,
        _ => 0,
    };
    let index = index - 2 * usize::from(local_id);
    let is_steam = index.is_multiple_of(2)
        || !Context::new(options.kind.version(), None, false).has_whole_colors;
    match is_steam {
        true => UniqueId { system: 1, account: Account::Number(steam_id(index)), local_id },
        false => {
            UniqueId { system: 11, account: Account::Text(Text::new(&epic_id(index))), local_id }
        }
    }
}

pub(super) const fn steam_id(index: usize) -> u64 {
    76_561_190_000_000_000 + index as u64
}

pub(super) fn epic_id(index: usize) -> String {
    format!("{:032x}", 0x5eed_0000_usize + index)
}
