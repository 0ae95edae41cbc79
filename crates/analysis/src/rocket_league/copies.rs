//! How copies are found: by where the cars are.

use ghostreel_formats::AnyView;
use ghostreel_formats::timeline::Timeline;

use crate::copies::recording::{Match, Track, columns, detail, players};
use crate::copies::{ComparedGame, Rules};

pub(crate) const COPIES: Option<ComparedGame> = Some(ComparedGame {
    tracks,
    contest,
    rules: Rules {
        rate: 30.0,
        is_place: true,
        fastest: 5000.0,
        is_without_waves: true,
        knee: 200.0,
        longest_gap: 0.6,
        never_alike_for: 20.0,
        window: 1.0,
        least_correlation: 0.99,
    },
});

/// More cars than any match has players.
const MAX_CARS: usize = 16;

/// The car of each player: where it is.
fn tracks(timeline: &Timeline<'_>) -> Vec<Track> {
    cars(timeline).unwrap_or_default()
}

fn cars(timeline: &Timeline<'_>) -> Option<Vec<Track>> {
    let names = ["time", "player", "position.x", "position.y", "position.z"];
    let [time, player, x, y, z] = columns(timeline, "cars", names)?;
    let names = timeline.meta.players.iter().map(|player| player.name.as_str());
    let mut tracks: Vec<Track> = names.take(MAX_CARS).map(Track::new).collect();
    let places = x.as_f32()?.iter().zip(y.as_f32()?).zip(z.as_f32()?);
    for ((&time, &player), ((&x, &y), &z)) in
        time.as_f32()?.iter().zip(player.as_i32()?).zip(places)
    {
        let place = usize::try_from(player).ok();
        if let Some(track) = place.and_then(|place| tracks.get_mut(place)) {
            // The game's Z points up.
            track.push(time.into(), [x, z, y]);
        }
    }
    Some(tracks.into_iter().filter(|track| !track.times.is_empty()).collect())
}

/// The match by its own id. Each client has its own moments at which the server's updates came.
fn contest(_: &AnyView<'_>, timeline: &Timeline<'_>) -> Option<Match> {
    let id = detail(timeline, "match_guid")?;
    let [delta] = columns(timeline, "frames", ["delta"])?;
    let traces = delta.as_f32()?.iter().map(|delta| u64::from(delta.to_bits())).collect();
    Some(Match { id, players: players(timeline), traces })
}
