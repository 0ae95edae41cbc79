//! Replays as the first format of their game has them.

use crate::AnyView;

/// The names of each game's first format.
macro_rules! views {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        /// A replay as the first format of its game has it: what statistics, checks and comparisons read, whatever format the file is of.
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum GameView<'v, 'a> {
            $(#[doc = $doc] #[cfg(feature = $game)] $format(&'v crate::$module::View<'a>),)*
        }

        impl<'a> AnyView<'a> {
            /// The replay as the first format of its game has it: itself, or the one that it is read as.
            ///
            /// ```
            /// use ghostreel_formats::{GameView, core::DecodeOptions, open, sample};
            ///
            /// let replay = open(sample("beat-saber", Some("scoresaber-small"), 1).unwrap(), &DecodeOptions::STRICT)?;
            /// assert_eq!(replay.format().id, "scoresaber");
            /// let GameView::Bsor(bsor) = replay.game_view() else { panic!() };
            /// assert!(bsor.notes().len() > 0);
            /// # Ok::<(), ghostreel_formats::core::Error>(())
            /// ```
            pub fn game_view(&self) -> GameView<'_, 'a> {
                match self {
                    $(#[cfg(feature = $game)] Self::$format(view) => GameView::$format(view),)*
                    #[cfg(feature = "drafts")]
                    Self::Bsor2(view) => GameView::Bsor(view.bsor()),
                    #[cfg(feature = "further-formats")]
                    Self::ScoreSaber(view) => GameView::Bsor(view.bsor()),
                    #[cfg(feature = "further-formats")]
                    Self::ScoresaberJson(view) => GameView::Bsor(view.bsor()),
                }
            }
        }
    };
}

with_games!(views);
