//! The table `action_states`: the meaning of action states' numbers for the characters that play.

use std::sync::LazyLock;

use ghostreel_timeline::{Schema, Table, TableKind, rows, table_rows};

use crate::action_states::{ActionState, common_states, special_states};
use crate::frames::FrameIndex;
use crate::layout::GameStart;
use crate::names;
use crate::view::View;

rows! {
    /// An action state that a character can be in.
    pub struct ActionStateRow {
        id: u16, "", "Number, as `post.action_state_id`";
        character: Option<u8>, "", "The character whose state it is, as `post.internal_character_id`", null "all have it";
        name: &'static str, "", "Name";
    }
}

table_rows! { ActionStateRow: "action_states"; }

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema::of::<ActionStateRow>(
        "action_states",
        TableKind::Events,
        None,
        "what the numbers of action states mean, as far as they have a name",
    )
});

/// `frames`: the frames of the timeline. The players are known before the first: for frames that were appended to others, there
/// is no row.
pub(super) fn table<'a>(view: &View<'_>, frames: &FrameIndex) -> Table<'a> {
    if frames.characters.len() < view.frames().characters.len() {
        return Table::of(&SCHEMA, Vec::<ActionStateRow>::new());
    }
    let characters = view.game_start().as_ref().map(in_play).unwrap_or_default();
    let count = states_of(&characters).count();
    Table::computed(&SCHEMA, count, move || {
        let row = |(character, ActionState { id, name })| ActionStateRow { id, character, name };
        states_of(&characters).map(row).collect()
    })
}

/// The states that all have, and those of each character.
fn states_of(characters: &[u8]) -> impl Iterator<Item = (Option<u8>, ActionState)> {
    let special = characters
        .iter()
        .flat_map(|character| special_states(*character).map(|state| (Some(*character), state)));
    common_states().map(|state| (None, state)).chain(special)
}

/// The internal numbers of the characters that can be on the stage, each once.
fn in_play(start: &GameStart<'_>) -> Vec<u8> {
    let mut characters = Vec::new();
    for player in start.players() {
        for character in names::internal_ids(player.external_character_id) {
            if !characters.contains(&character) {
                characters.push(character);
            }
        }
    }
    characters
}
