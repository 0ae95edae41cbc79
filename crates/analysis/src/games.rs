//! The code that is generated from the list of games in `lib.rs`. The module of a game has a `Report`, which is made from a view and whose
//! `limit` says whether something is left out, `moments`, `sides`, `occasion`, `questions` that only the game answers, `further_tables` beside the
//! replay's own, and `COPIES`: how its replays are compared; in tests also `page_rules`.

macro_rules! games {
    ($($game:literal: $name:ident in $module:ident, $format:ident, $doc:literal;)*) => {
        /// Statistics of a replay, by game. As JSON, one object with the member `game`; `docs/json.md` lists the others.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "game", rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Statistics {
            $(#[doc = $doc] #[cfg(feature = $game)] $name(Box<$module::Report>),)*
        }

        impl Statistics {
            $(
                /// Those of this game, if they are.
                #[cfg(feature = $game)]
                pub(crate) fn $module(&self) -> Option<&$module::Report> {
                    match self {
                        Self::$name(report) => Some(report),
                        #[allow(unreachable_patterns, reason = "there may be one game only")]
                        _ => None,
                    }
                }
            )*

            /// The statistics in tables, as people read them.
            pub fn sheet(&self) -> Sheet {
                match self {
                    $(#[cfg(feature = $game)] Self::$name(report) => report.sheet(),)*
                }
            }

            /// How the replay ended; `outcome` is that of its meta.
            pub fn ending(&self, outcome: Option<&str>) -> Ending {
                match self {
                    $(#[cfg(feature = $game)] Self::$name(report) => report.ending(outcome),)*
                }
            }

            /// Why something is not counted or not listed; `None` if all is. The file then holds more than any game that was ever
            /// played.
            pub fn limit(&self) -> Option<&str> {
                match self {
                    $(#[cfg(feature = $game)] Self::$name(report) => report.limit(),)*
                }
            }
        }

        /// Statistics of a replay; `None` if there are none for its game yet.
        ///
        /// ```
        /// use ghostreel_formats::{core::DecodeOptions, open, sample};
        ///
        /// let bytes = sample("melee", None, 1).unwrap();
        /// let view = open(&bytes[..], &DecodeOptions::RECOVER)?;
        /// let Some(ghostreel_analysis::Statistics::Melee(report)) = ghostreel_analysis::stats(&view) else { panic!() };
        /// for (player, overall) in report.players.iter().zip(&report.stats.overall) {
        ///     println!("{} ({}): {} kills", player.name, player.character, overall.kill_count);
        /// }
        /// # Ok::<(), ghostreel_formats::core::Error>(())
        /// ```
        pub fn stats(view: &AnyView<'_>) -> Option<Statistics> {
            match view.game_view() {
                $(
                    #[cfg(feature = $game)]
                    GameView::$format(view) => {
                        Some(Statistics::$name(Box::new($module::Report::new(view))))
                    }
                )*
                _ => None,
            }
        }

        /// The sides of a replay and its result; empty in a game in which nobody plays against anybody. Works out no
        /// statistics.
        ///
        /// ```
        /// use ghostreel_formats::{core::DecodeOptions, open, sample};
        ///
        /// let bytes = sample("rocket-league", None, 1).unwrap();
        /// let sides = ghostreel_analysis::sides(&open(&bytes[..], &DecodeOptions::RECOVER)?);
        /// assert_eq!((sides[0].name.as_deref(), sides[0].score), (Some("Blue"), Some(1)));
        /// # Ok::<(), ghostreel_formats::core::Error>(())
        /// ```
        pub fn sides(view: &AnyView<'_>) -> Vec<Side> {
            match view.game_view() {
                $(#[cfg(feature = $game)] GameView::$format(view) => $module::sides(view),)*
                _ => Vec::new(),
            }
        }

        /// When, and as which game of a match, a replay was played. Works out no statistics.
        pub fn occasion(view: &AnyView<'_>) -> Occasion {
            match view.game_view() {
                $(#[cfg(feature = $game)] GameView::$format(view) => $module::occasion(view),)*
                _ => Occasion::default(),
            }
        }

        /// Of each game, the types of its statistics and of its questions in TypeScript.
        #[cfg(test)]
        pub(crate) fn typescript() -> Vec<(&'static str, String, String)> {
            Vec::from([$(
                #[cfg(feature = $game)]
                ($game, crate::typescript::written::<$module::Report>(), $module::typescript()),
            )*])
        }

        /// How replays of a game are compared; `None` for a game that declares no thresholds, and for one that is not known.
        #[cfg(feature = "copies")]
        pub(crate) fn compared_game(game: &str) -> Option<crate::copies::ComparedGame> {
            match game {
                $(#[cfg(feature = $game)] $game => $module::COPIES,)*
                _ => None,
            }
        }

        /// Questions for replays of one game only.
        pub(crate) fn questions_of(game: &str) -> &'static [Question] {
            match game {
                $(#[cfg(feature = $game)] $game => $module::QUESTIONS,)*
                _ => &[],
            }
        }

        /// The tables of a replay beside its own and that of its moments.
        pub(crate) fn further_tables<'a>(analysis: &'a Analysis<'_>) -> FurtherTables<'a> {
            match analysis.view().game_view() {
                $(#[cfg(feature = $game)] GameView::$format(_) => $module::further_tables(analysis),)*
                _ => FurtherTables::default(),
            }
        }

        /// Of each game, the page's rules in TypeScript.
        #[cfg(test)]
        pub(crate) fn page_rules() -> Vec<(&'static str, String)> {
            Vec::from([$(
                #[cfg(feature = $game)]
                ($game, crate::page_rules::written($module::page_rules::page_rules())),
            )*])
        }

        /// The kinds of a game's moments, in the order of their lists; none for a game that is not known.
        pub fn moment_kinds(game: &str) -> &'static [MomentKind] {
            match game {
                $(#[cfg(feature = $game)] $game => $module::moments::KINDS,)*
                _ => &[],
            }
        }

        /// The noteworthy moments of a replay with these statistics, by time. Empty if the statistics are of another game.
        ///
        /// At most 16,384 are listed, and labels cut off names that are longer than any real one.
        pub fn moments(view: &AnyView<'_>, stats: &Statistics) -> Moments {
            let mut moments = match (view.game_view(), stats) {
                $(
                    #[cfg(feature = $game)]
                    (GameView::$format(view), Statistics::$name(report)) => {
                        $module::moments::moments(view, report)
                    }
                )*
                #[allow(unreachable_patterns, reason = "there may be one game only")]
                _ => Moments::default(),
            };
            if moments.limit.is_none() {
                moments.limit = stats.limit().map(str::to_owned);
            }
            // Those of one time stay in the order of their kinds.
            moments.list = crate::order::sorted(moments.list, |moment| moment.time);
            moments
        }
    };
}
