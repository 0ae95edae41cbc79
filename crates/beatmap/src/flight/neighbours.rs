//! Objects that come at the same time: the game lets notes of one column begin above each other, two that cross begin in each other's line, and bends chains from
//! note to note.

use crate::model::{Beatmap, Cell, Chain};
use crate::target::{Origin, Target};

use super::grid::{Point, arrow_degrees, place};
use super::kind::Kind;

/// Less squish than this counts as zero, as in the game.
const NO_SQUISH: f64 = 0.001;
/// Metres by which one of two that cross goes over the other, and that one under it.
const OVER_M: f64 = 0.45;
const UNDER_M: f64 = -0.15;

/// The surroundings that matter to a note, a link or a bomb.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Around {
    /// Notes and bombs below it in its column; of a link, below the head of its chain.
    pub below: u8,
    /// The flip of a note that crosses another one.
    pub flip: Option<Flip>,
    /// The place of a link.
    pub link: Option<LinkPlace>,
}

/// The way a note begins in the line of another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// The line where it begins.
    pub line: i32,
    /// Metres by which it goes over the other one; below 0 under it.
    pub detour_m: f64,
}

/// Where on its chain's curve a link is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkPlace {
    /// When it is due, for a player of 1.8 m.
    pub top: Point,
    /// Its direction: that of the curve, as arrows have theirs.
    pub degrees: f64,
}

/// The most notes and bombs at one time that are looked at: no more could be distinguished.
const MOST_AT_ONCE: usize = 256;

/// All that comes, by time.
#[derive(Clone, Debug)]
pub struct Neighbours<'b> {
    chains: &'b [Chain],
    /// Notes, heads of chains and bombs, by time.
    list: Vec<Neighbour>,
}

/// A note, the head of a chain, or a bomb.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Neighbour {
    kind: Kind,
    time_s: f32,
    line: i32,
    layer: i32,
    color: i32,
}

impl Neighbour {
    fn of(target: &Target) -> Self {
        let &Target { time_s, line, layer, color, .. } = target;
        Self { kind: Kind::of(target), time_s, line, layer, color }
    }

    fn of_bomb(Cell { time_s, line, layer, .. }: Cell) -> Self {
        Self { kind: Kind::Bomb, time_s, line, layer, color: -1 }
    }
}

impl<'b> Neighbours<'b> {
    /// `beatmap` is as it was played, in the mirror for left-handed players.
    pub fn of(targets: &[Target], beatmap: &'b Beatmap) -> Self {
        let notes = targets.iter().map(Neighbour::of).filter(|note| note.kind != Kind::Link);
        let bombs = beatmap.bombs.iter().map(|bomb| Neighbour::of_bomb(bomb.cell));
        let list: Vec<Neighbour> = notes.chain(bombs).collect();
        let order = by_time(list.iter().map(|neighbour| neighbour.time_s));
        let list = order.into_iter().filter_map(|at| list.get(at).copied()).collect();
        Self { chains: &beatmap.chains, list }
    }

    /// The objects at a time.
    fn at(&self, time_s: f32) -> impl Iterator<Item = &Neighbour> {
        let first = self.list.partition_point(|neighbour| neighbour.time_s < time_s);
        let later = self.list.iter().skip(first).take(MOST_AT_ONCE);
        later.take_while(move |neighbour| neighbour.time_s == time_s)
    }

    fn below(&self, Cell { time_s, line, layer, .. }: Cell) -> u8 {
        let below =
            self.at(time_s).filter(|neighbour| neighbour.line == line && neighbour.layer < layer);
        u8::try_from(below.count()).unwrap_or(u8::MAX)
    }

    /// The surroundings of a note or a link.
    pub fn around(&self, target: &Target) -> Around {
        if let Origin::Link { chain, part } = target.origin {
            let chain = usize::try_from(chain).ok().and_then(|at| self.chains.get(at));
            let head = chain.map(|chain| chain.head).unwrap_or_default();
            let link = chain.map(|chain| link_place(chain, part));
            return Around { below: self.below(head), flip: None, link };
        }
        let &Target { time_s, line, layer, .. } = target;
        let below = self.below(Cell { time_s, line, layer, ..Cell::default() });
        Around { below, flip: self.flip(target), link: None }
    }

    /// The surroundings of a bomb.
    pub fn around_bomb(&self, bomb: Cell) -> Around {
        Around { below: self.below(bomb), ..Around::default() }
    }

    /// Two notes at one time that go to the sides of each other's hands begin each on its own.
    fn flip(&self, target: &Target) -> Option<Flip> {
        let own = Neighbour::of(target);
        let mut notes = self.at(target.time_s).filter(|neighbour| neighbour.kind == Kind::Note);
        let (one, two) = (notes.next()?, notes.next()?);
        if notes.next().is_some() || (own != *one && own != *two) {
            return None;
        }
        let (left, right) = if one.color == 0 { (one, two) } else { (two, one) };
        let cross = (left.color, right.color) == (0, 1) && left.line > right.line;
        let other = if own == *left { right } else { left };
        // The left one's goes under only where it is the lower one, and the other way round.
        let goes_over =
            if own.color == 0 { own.layer >= other.layer } else { own.layer > other.layer };
        let detour_m = if goes_over { OVER_M } else { UNDER_M };
        cross.then_some(Flip { line: other.line, detour_m })
    }
}

/// Along a curve from the head to the tail, that leaves the head in its direction.
fn link_place(chain: &Chain, part: u32) -> LinkPlace {
    let head = place(chain.head.line, chain.head.layer);
    let way = place(chain.tail.line, chain.tail.layer).minus(head);
    let degrees = arrow_degrees(chain.direction);
    let bend = Point::towards(degrees).times(way.length() / 2.0);
    let squish = f64::from(chain.squish);
    let squish = if squish < NO_SQUISH { 1.0 } else { squish };
    let share = f64::from(part) / f64::from(chain.links().max(1)) * squish;
    let rest = 2.0 * (1.0 - share);
    let along = bend.times(rest).plus(way.minus(bend).times(2.0 * share));
    LinkPlace {
        top: head.plus(bend.times(rest * share)).plus(way.times(share * share)),
        degrees: along.degrees().unwrap_or(degrees),
    }
}

/// The indices in the order of time. Only indices are sorted: each sorted type has code of its own, which the page would
/// fetch.
pub(super) fn by_time(times: impl Iterator<Item = f32>) -> Vec<usize> {
    let mut order: Vec<(f32, usize)> = times.zip(0..).collect();
    sort(&mut order);
    order.into_iter().map(|(_, at)| at).collect()
}

#[inline(never)]
fn sort(order: &mut [(f32, usize)]) {
    order.sort_unstable_by(|(a, at), (b, other_at)| a.total_cmp(b).then(at.cmp(other_at)));
}

#[cfg(test)]
mod tests {
    use crate::model::{Bomb, Note};
    use crate::targets::Targets;

    use super::*;

    fn note(line: i32, layer: i32, color: i32) -> Note {
        let cell = Cell { line, layer, time_s: 1.0, ..Cell::default() };
        Note { cell, color, direction: 1, ..Note::default() }
    }

    fn around(notes: &[Note], bombs: &[Bomb]) -> Vec<Around> {
        let beatmap =
            Beatmap { notes: notes.to_vec(), bombs: bombs.to_vec(), ..Beatmap::default() };
        let targets = Targets::of(&beatmap);
        let all = Neighbours::of(targets.as_slice(), &beatmap);
        let of_bombs = beatmap.bombs.iter().map(|bomb| all.around_bomb(bomb.cell));
        targets.as_slice().iter().map(|target| all.around(target)).chain(of_bombs).collect()
    }

    #[test]
    fn notes_and_bombs_of_a_column_begin_above_each_other() {
        let bomb = |line, layer| Bomb { cell: note(line, layer, 0).cell };
        let below = |notes: &[Note], bombs: &[Bomb]| -> Vec<u8> {
            around(notes, bombs).iter().map(|around| around.below).collect()
        };
        assert_eq!(below(&[note(2, 0, 0), note(2, 2, 1), note(1, 2, 1)], &[]), [0, 1, 0]);
        assert_eq!(below(&[note(2, 2, 0)], &[bomb(2, 0), bomb(2, 1), bomb(1, 1)]), [2, 0, 1, 0]);
    }

    #[test]
    fn two_that_cross_begin_in_each_others_line() {
        let flips = |notes: &[Note]| -> Vec<Option<(i32, f64)>> {
            let all = around(notes, &[]);
            all.iter().map(|around| around.flip.map(|flip| (flip.line, flip.detour_m))).collect()
        };
        assert_eq!(flips(&[note(2, 0, 0), note(1, 0, 1)]), [Some((1, 0.45)), Some((2, -0.15))]);
        assert_eq!(flips(&[note(1, 1, 1), note(2, 0, 0)]), [Some((2, 0.45)), Some((1, -0.15))]);
        assert_eq!(flips(&[note(1, 0, 0), note(2, 0, 1)]), [None; 2], "they do not cross");
        assert_eq!(flips(&[note(2, 0, 0), note(1, 0, 0)]), [None; 2], "of one colour");
        assert_eq!(flips(&[note(2, 0, 0), note(1, 0, 1), note(0, 0, 0)]), [None; 3], "three");
    }

    #[test]
    fn links_lie_along_the_curve_from_head_to_tail() {
        let at = |line, layer, time_s| Cell { line, layer, time_s, ..Cell::default() };
        let chain = |squish| Chain {
            head: at(1, 2, 1.0),
            tail: at(1, 0, 1.5),
            direction: 1,
            slices: 5,
            squish,
            ..Chain::default()
        };
        let link = |squish, part| link_place(&chain(squish), part);
        let (last, half) = (link(1.0, 4), link(0.5, 4));
        assert!((last.top.y - 0.85).abs() < 1e-9 && (last.top.x + 0.3).abs() < 1e-9, "{last:?}");
        assert!(half.top.y > 1.3 && half.top.y < 1.4, "straight down: half of the way is {half:?}");
        assert!((last.degrees - 0.0).abs() < 1e-9);
        assert_eq!(link(0.0, 4), last);
        let aside = Chain { tail: at(3, 2, 1.5), ..chain(1.0) };
        let [first, last] = [1, 4].map(|part| link_place(&aside, part));
        assert!(first.top.y < 1.9 && first.top.x > -0.3, "it leaves downwards: {first:?}");
        assert!((last.top.x - 0.9).abs() < 1e-9 && (last.top.y - 1.9).abs() < 1e-9);
        assert!(last.degrees > 90.0 && last.degrees < 180.0, "and comes in upwards: {last:?}");
    }
}
