//! Statistics that a player and a team have under the same names.

/// Declares the statistics of a player and of a team as [`statistics!`](crate::statistics::statistics) does: each member is of `both`, or of the
/// `player` alone.
macro_rules! player_and_team {
    ($(#[$about_player:meta])* $player:ident, $(#[$about_team:meta])* $team:ident { $($members:tt)* }) => {
        player_and_team! { @sort [$(#[$about_player])* $player] [$(#[$about_team])* $team] {} {} $($members)* }
    };
    (
        @sort $player:tt $team:tt {$($of_player:tt)*} {$($of_team:tt)*}
        both $name:ident: $type:ty, $unit:literal, $meaning:literal
            $(=> $statistic:ident $label:literal $cell:tt $($flag:ident)*)?; $($others:tt)*
    ) => {
        player_and_team! {
            @sort $player $team
            {$($of_player)* $name: $type, $unit, $meaning $(=> $statistic $label $cell $($flag)*)?;}
            {$($of_team)* $name: $type, $unit, $meaning $(=> $statistic $label $cell $($flag)*)?;}
            $($others)*
        }
    };
    (
        @sort $player:tt $team:tt {$($of_player:tt)*} $of_team:tt
        player $name:ident: $type:ty, $unit:literal, $meaning:literal
            $(=> $statistic:ident $label:literal $cell:tt $($flag:ident)*)?; $($others:tt)*
    ) => {
        player_and_team! {
            @sort $player $team
            {$($of_player)* $name: $type, $unit, $meaning $(=> $statistic $label $cell $($flag)*)?;}
            $of_team
            $($others)*
        }
    };
    (
        @sort [$(#[$about_player:meta])* $player:ident] [$(#[$about_team:meta])* $team:ident]
        {$($of_player:tt)*} {$($of_team:tt)*}
    ) => {
        crate::statistics::statistics! {
            $(#[$about_player])*
            #[derive(serde::Serialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            pub struct $player { $($of_player)* }

            $(#[$about_team])*
            #[derive(serde::Serialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            pub struct $team { $($of_team)* }
        }
    };
}
pub(super) use player_and_team;
