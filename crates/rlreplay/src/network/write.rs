//! Writing segments as bits.

use super::{ActorEvent, Catalog, Gap, GapPlace, Segment, Spawn};
use crate::attributes::{Attribute, Context};
use crate::bits::{BitWriter, Bound};

/// The input of writing a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamLayout<'a> {
    pub(crate) context: &'a Context,
    pub(crate) catalog: &'a Catalog,
    pub(crate) channels: Bound,
}

/// Appends a segment: the very bits it was read from. Calls `begin` with the position of each frame, in bits. `None` if the segment
/// lacks values that its log refers to; it is written up to there.
pub(crate) fn write(
    segment: &Segment,
    layout: StreamLayout<'_>,
    bits: &mut BitWriter,
    mut begin: impl FnMut(usize),
) -> Option<()> {
    let StreamLayout { context, catalog, channels } = layout;
    // The number of rows written so far, by slot.
    let mut written = vec![0_usize; segment.rows.len()];
    let mut actors = vec![u16::MAX; channels.max() as usize];
    let mut spawns = segment.spawns.iter();
    let mut log = segment.log.iter().enumerate();
    let mut gaps = segment.gaps.iter().peekable();
    for (index, frame) in segment.frames.iter().enumerate() {
        // Nothing may be left of several parts, one after the other.
        while let Some(gap) = gaps.next_if(|gap| gap.frames == index) {
            write_gap(gap, bits)?;
        }
        begin(bits.position());
        bits.bits(frame.time.to_bits().into(), 32);
        bits.bits(frame.delta.to_bits().into(), 32);
        let here = index.checked_add(1)?;
        let gap = gaps.next_if(|gap| gap.frames == here && gap.place != GapPlace::BetweenFrames);
        let mut is_open = false;
        while log.len() > segment.log.len().checked_sub(frame.end as usize)? {
            let (_, entry) = log.next()?;
            let what = entry.what();
            let begins = !matches!(what, ActorEvent::Updated { is_first: false, .. });
            if begins {
                if is_open {
                    bits.bit(false);
                }
                bits.bit(true);
                bits.bounded(entry.actor.into(), channels);
                is_open = false;
            }
            match what {
                ActorEvent::Deleted => bits.bit(false),
                ActorEvent::Spawned => {
                    bits.bits(0b11, 2);
                    let spawn = spawns.next()?;
                    spawn.write(bits, context);
                    *actors.get_mut(usize::from(entry.actor))? = catalog.class_of(spawn.object)?;
                }
                ActorEvent::EmptyUpdate => {
                    bits.bits(0b01, 2);
                    is_open = true;
                }
                ActorEvent::Updated { slot, .. } => {
                    if begins {
                        bits.bits(0b01, 2);
                    }
                    is_open = true;
                    let slot = usize::from(slot);
                    let class = actors.get(usize::from(entry.actor)).copied()?;
                    let ids = catalog.classes().get(usize::from(class))?.ids;
                    bits.bit(true);
                    bits.bounded(catalog.slots().get(slot)?.stream_id, ids);
                    let row = written.get_mut(slot)?;
                    segment.rows.get(slot)?.write(*row, bits, context)?;
                    *row = row.checked_add(1)?;
                }
            }
        }
        if is_open && gap.is_none_or(|gap| gap.place != GapPlace::BetweenProperties) {
            bits.bit(false);
        }
        match gap {
            Some(gap) => write_gap(gap, bits)?,
            None => bits.bit(false),
        }
    }
    gaps.try_for_each(|gap| write_gap(gap, bits))
}

fn write_gap(gap: &Gap, bits: &mut BitWriter) -> Option<()> {
    let (whole, rest) = (gap.bits / 8, gap.bits % 8);
    bits.bytes(gap.content.get(..whole)?);
    if rest > 0 {
        let last = *gap.content.get(whole)?;
        bits.bits(last.into(), u32::try_from(rest).ok()?);
    }
    Some(())
}

impl Spawn {
    fn write(&self, bits: &mut BitWriter, context: &Context) {
        if let Some(name) = self.name {
            name.write(bits, context);
        }
        bits.bit(self.flag);
        self.object.write(bits, context);
        if let Some(location) = &self.location {
            location.write(bits, context);
        }
        if let Some(rotation) = &self.rotation {
            rotation.write(bits, context);
        }
    }
}
