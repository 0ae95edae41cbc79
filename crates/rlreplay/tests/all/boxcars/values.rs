//! One value as both have it.

use std::collections::BTreeSet;

use boxcars::attributes::{self as theirs, Attribute, RemoteId};
use boxcars::{Quaternion, Rotation as TheirRotation, Vector3f};
use ghostreel_rlreplay::attributes::*;
use ghostreel_rlreplay::bits::{BitReader, BitWriter};
use ghostreel_rlreplay::layout::Text;
use ghostreel_rlreplay::network::Spawn;

use super::class::Class;

/// The findings so far about a value.
pub(crate) struct Comparison<'c> {
    context: &'c Context,
    pub(crate) classes: BTreeSet<Class>,
    /// Whether something differs that is in no class.
    pub(crate) is_unnamed: bool,
}

/// The unit of a vector.
#[derive(Clone, Copy)]
enum Measure {
    Place,
    Velocity,
    Spin,
    Else,
}

impl<'c> Comparison<'c> {
    pub(crate) fn new(context: &'c Context) -> Self {
        Self { context, classes: BTreeSet::new(), is_unnamed: false }
    }

    pub(crate) fn same<T: PartialEq>(&mut self, ours: T, theirs: T) {
        self.is_unnamed |= ours != theirs;
    }

    /// The same bits, read differently: a difference unless both results happen to be the same.
    fn otherwise<T: PartialEq>(&mut self, class: Class, ours: T, theirs: T) {
        if ours != theirs {
            self.classes.insert(class);
        }
    }

    pub(crate) fn spawn(&mut self, ours: &Spawn, theirs: &boxcars::NewActor) {
        self.same(ours.name, theirs.name_id);
        self.same(ours.object, theirs.object_id.0);
        self.same(ours.flag, false);
        let location = theirs.initial_trajectory.location;
        self.same(ours.location.map(|v| [v.x, v.y, v.z]), location.map(|v| [v.x, v.y, v.z]));
        match (&ours.rotation, theirs.initial_trajectory.rotation) {
            (Some(ours), Some(theirs)) => self.rotator(ours, theirs),
            (ours, theirs) => self.same(ours.is_some(), theirs.is_some()),
        }
    }

    /// A value of a property. It is of the class that the bits are where both begin at the same one.
    pub(crate) fn value(&mut self, rows: &Rows, row: usize, theirs: &Attribute) {
        let is_known = self.plain(rows, row, theirs)
            || self.identity(rows, row, theirs)
            || self.look(rows, row, theirs)
            || self.happening(rows, row, theirs)
            || self.damage(rows, row, theirs);
        self.is_unnamed |= !is_known;
    }

    /// Numbers, texts, references and places. Returns whether it is such a value.
    fn plain(&mut self, rows: &Rows, row: usize, theirs: &Attribute) -> bool {
        match (rows, theirs) {
            (Rows::Bool(rows), Attribute::Boolean(theirs)) => self.same(rows[row], *theirs),
            (Rows::U8(rows), Attribute::Byte(theirs)) => self.same(rows[row], *theirs),
            (Rows::I32(rows), Attribute::Int(theirs)) => self.same(rows[row], *theirs),
            (Rows::U32(rows), Attribute::Int(theirs)) => {
                self.same(rows[row].cast_signed(), *theirs);
            }
            (Rows::NameIndex(rows), Attribute::Int(theirs)) => self.same(rows[row].index, *theirs),
            (Rows::F32(rows), Attribute::Float(theirs)) => {
                self.same(rows[row].to_bits(), theirs.to_bits());
            }
            (Rows::F32(rows), Attribute::Int(theirs)) => {
                self.same(rows[row].to_bits(), theirs.cast_unsigned());
                self.classes.insert(Class::FloatAsInt);
            }
            (Rows::U64(rows), Attribute::Int64(theirs)) => {
                self.same(rows[row].cast_signed(), *theirs);
            }
            (Rows::String(rows), Attribute::String(theirs)) => self.text(&rows[row], theirs),
            (Rows::ObjectRef(rows), Attribute::ActiveActor(theirs)) => {
                self.reference(&rows[row], theirs.active, theirs.actor.0);
            }
            (Rows::ObjectRef(rows), Attribute::StatEvent(theirs)) => {
                self.reference(&rows[row], theirs.unknown1, theirs.object_id);
            }
            (Rows::Vector(rows), Attribute::Location(theirs)) => {
                self.vector(&rows[row], *theirs, Measure::Else);
            }
            (Rows::Rotator8(rows), Attribute::Rotation(theirs)) => {
                self.rotator(&rows[row], *theirs);
            }
            (Rows::RigidBody(rows), Attribute::RigidBody(theirs)) => self.body(&rows[row], theirs),
            (Rows::GameMode(rows), Attribute::GameMode(bits, theirs)) => {
                self.same(rows[row].0, *theirs);
                self.same(*bits, if self.context.has_wide_states { 8 } else { 2 });
            }
            (Rows::GameServerId(rows), theirs) => match (&rows[row], theirs) {
                (GameServerId::Number(ours), Attribute::QWord(theirs)) => self.same(ours, theirs),
                (GameServerId::Text(ours), Attribute::String(theirs)) => self.text(ours, theirs),
                _ => self.is_unnamed = true,
            },
            _ => return false,
        }
        true
    }

    /// Identities of people, and facts about them. Returns whether it is such a value.
    fn identity(&mut self, rows: &Rows, row: usize, theirs: &Attribute) -> bool {
        match (rows, theirs) {
            (Rows::UniqueId(rows), Attribute::UniqueId(theirs)) => self.id(&rows[row], theirs),
            (Rows::PartyLeader(rows), Attribute::PartyLeader(theirs)) => match theirs {
                Some(theirs) => self.id(&rows[row], theirs),
                None => self.same(&rows[row], &UniqueId::default()),
            },
            (Rows::Reservation(rows), Attribute::Reservation(theirs)) => {
                self.reservation(&rows[row], theirs);
            }
            (Rows::PlayerHistory(rows), Attribute::PlayerHistoryKey(theirs)) => {
                let ours = &rows[row];
                self.same(ours.number.0 | u32::from(ours.value) << 6, u32::from(*theirs));
            }
            // The same bits; boxcars begins with the flag.
            (Rows::SkillTier(rows), Attribute::FlaggedByte(flag, value)) => {
                let ours = u16::from(rows[row].tier) | u16::from(rows[row].is_replicated) << 8;
                self.same(ours, u16::from(*flag) | u16::from(*value) << 1);
            }
            (Rows::FlaggedByte(rows), Attribute::FlaggedByte(flag, value)) => {
                self.same((rows[row].flag, rows[row].value), (*flag, *value));
            }
            (Rows::HonorDuelChallenge(rows), Attribute::HonorDuelChallenge(theirs)) => {
                self.id(&rows[row].challenger, &theirs.challenger);
                self.id(&rows[row].defender, &theirs.defender);
            }
            (Rows::RepStatTitle(rows), Attribute::RepStatTitle(theirs)) => {
                let ours = &rows[row];
                self.same(ours.slot, theirs.unknown);
                self.text(&ours.name, &theirs.name);
                self.reference(&ours.object, theirs.unknown2, theirs.index.cast_signed());
                self.same(ours.value, theirs.value);
            }
            (Rows::MemberTitle(rows), &Attribute::Title(a, b, c, d, e, f, g, h)) => {
                self.title(&rows[row], (a, b, [c, d, e, f, g], h));
            }
            (Rows::PrivateMatchSettings(rows), Attribute::PrivateMatch(theirs)) => {
                let ours = &rows[row];
                self.text(&ours.mutators, &theirs.mutators);
                self.same(ours.map_name.cast_unsigned(), theirs.joinable_by);
                self.same(ours.max_players.cast_unsigned(), theirs.max_players);
                self.text(&ours.server_name, &theirs.game_name);
                self.text(&ours.password, &theirs.password);
                self.same(ours.is_public, theirs.flag);
            }
            _ => return false,
        }
        true
    }

    /// Looks and sounds of cars, and views of players. Returns whether it is such a value.
    fn look(&mut self, rows: &Rows, row: usize, theirs: &Attribute) -> bool {
        match (rows, theirs) {
            (Rows::Loadout(rows), Attribute::Loadout(theirs)) => self.loadout(&rows[row], theirs),
            (Rows::TeamLoadout(rows), Attribute::TeamLoadout(theirs)) => {
                self.loadout(&rows[row].blue, &theirs.blue);
                self.loadout(&rows[row].orange, &theirs.orange);
            }
            (Rows::LoadoutOnline(rows), Attribute::LoadoutOnline(theirs)) => {
                self.products(&rows[row], theirs);
            }
            (Rows::LoadoutsOnline(rows), Attribute::LoadoutsOnline(theirs)) => {
                let ours = &rows[row];
                self.products(&ours.blue, &theirs.blue);
                self.products(&ours.orange, &theirs.orange);
                self.same((ours.is_set, ours.is_deprecated), (theirs.unknown1, theirs.unknown2));
            }
            (Rows::ClubColors(rows), Attribute::ClubColors(theirs)) => {
                let ours = &rows[row];
                self.same(
                    (ours.has_team_color, ours.team_color),
                    (theirs.blue_flag, theirs.blue_color),
                );
                self.same(
                    (ours.has_custom_color, ours.custom_color),
                    (theirs.orange_flag, theirs.orange_color),
                );
            }
            (Rows::TeamPaint(rows), Attribute::TeamPaint(theirs)) => {
                let ours = &rows[row];
                self.same(
                    [ours.team, ours.team_color, ours.custom_color],
                    [theirs.team, theirs.primary_color, theirs.accent_color],
                );
                self.same(
                    [ours.team_finish, ours.custom_finish],
                    [theirs.primary_finish, theirs.accent_finish],
                );
            }
            (Rows::LogoData(rows), Attribute::LogoData(theirs)) => {
                self.same(
                    (rows[row].logo_id, rows[row].swap_colors),
                    (theirs.logo_id, theirs.swap_colors),
                );
            }
            (Rows::MusicStinger(rows), Attribute::MusicStinger(theirs)) => {
                self.reference(&rows[row].cue, theirs.flag, theirs.cue.cast_signed());
                self.same(rows[row].trigger, theirs.trigger);
            }
            (Rows::CamSettings(rows), Attribute::CamSettings(theirs)) => {
                self.camera(&rows[row], theirs);
            }
            _ => return false,
        }
        true
    }

    /// Pickups, boost, and things that stick to something. Returns whether it is such a value.
    fn happening(&mut self, rows: &Rows, row: usize, theirs: &Attribute) -> bool {
        match (rows, theirs) {
            (Rows::Pickup(rows), Attribute::Pickup(theirs)) => {
                let ours = &rows[row];
                let is_taken = u8::from(ours.picked_up);
                self.pickup(
                    &ours.instigator,
                    is_taken,
                    theirs.instigator,
                    theirs.picked_up.into(),
                    1,
                );
            }
            (Rows::PickupNew(rows), Attribute::PickupNew(theirs)) => {
                let ours = &rows[row];
                self.pickup(
                    &ours.instigator,
                    ours.counter,
                    theirs.instigator,
                    theirs.picked_up,
                    u8::MAX,
                );
            }
            (Rows::PickupInfo(rows), Attribute::PickupInfo(theirs)) => {
                let ours = &rows[row];
                for (ours, theirs) in [&ours.first, &ours.second, &ours.third]
                    .into_iter()
                    .zip(&theirs.available_pickups)
                {
                    self.reference(ours, theirs.active, theirs.actor.0);
                }
                self.same(ours.is_preview, theirs.items_are_preview);
            }
            (Rows::ReplicatedBoost(rows), Attribute::ReplicatedBoost(theirs)) => {
                let ours = &rows[row];
                self.same(
                    [ours.grant_count, ours.boost_amount, ours.unused1, ours.unused2],
                    [theirs.grant_count, theirs.boost_amount, theirs.unused1, theirs.unused2],
                );
            }
            (Rows::Welded(rows), Attribute::Welded(theirs)) => {
                let ours = &rows[row];
                self.reference(&ours.actor, theirs.active, theirs.actor.0);
                self.vector(&ours.offset, theirs.offset, Measure::Else);
                self.same(ours.mass.to_bits(), theirs.mass.to_bits());
                self.rotator(&ours.rotation, theirs.rotation);
            }
            (Rows::Impulse(rows), Attribute::Impulse(theirs)) => {
                self.same(rows[row].rotation, theirs.compressed_rotation);
                self.same(rows[row].speed.to_bits(), theirs.speed.to_bits());
            }
            _ => return false,
        }
        true
    }

    /// Destruction and damage. Returns whether it is such a value.
    fn damage(&mut self, rows: &Rows, row: usize, theirs: &Attribute) -> bool {
        match (rows, theirs) {
            (Rows::Demolish(rows), Attribute::Demolish(theirs)) => {
                let ours = &rows[row];
                self.reference(&ours.attacker, theirs.attacker_flag, theirs.attacker.0);
                self.reference(&ours.victim, theirs.victim_flag, theirs.victim.0);
                self.vector(&ours.attacker_velocity, theirs.attack_velocity, Measure::Else);
                self.vector(&ours.victim_velocity, theirs.victim_velocity, Measure::Else);
            }
            (Rows::DemolishFx(rows), Attribute::DemolishFx(theirs)) => {
                let ours = &rows[row];
                self.reference(&ours.effect, theirs.custom_demo_flag, theirs.custom_demo_id);
                self.reference(&ours.attacker, theirs.attacker_flag, theirs.attacker.0);
                self.reference(&ours.victim, theirs.victim_flag, theirs.victim.0);
                self.vector(&ours.attacker_velocity, theirs.attack_velocity, Measure::Else);
                self.vector(&ours.victim_velocity, theirs.victim_velocity, Measure::Else);
            }
            (Rows::DemolishExtended(rows), Attribute::DemolishExtended(theirs)) => {
                let ours = &rows[row];
                for (ours, theirs) in [
                    (&ours.attacker_pri, theirs.attacker_pri),
                    (&ours.self_demolish_effect, theirs.self_demo),
                    (&ours.goal_explosion_owner, theirs.goal_explosion_owner),
                    (&ours.attacker, theirs.attacker),
                    (&ours.victim, theirs.victim),
                ] {
                    self.reference(ours, theirs.active, theirs.actor.0);
                }
                self.same(ours.is_self_demolish, theirs.self_demolish);
                self.vector(&ours.attacker_velocity, theirs.attacker_velocity, Measure::Else);
                self.vector(&ours.victim_velocity, theirs.victim_velocity, Measure::Else);
            }
            (Rows::Explosion(rows), Attribute::Explosion(theirs)) => {
                self.explosion(&rows[row].goal, &rows[row].location, theirs);
            }
            (Rows::ExtendedExplosion(rows), Attribute::ExtendedExplosion(theirs)) => {
                let ours = &rows[row];
                self.explosion(&ours.goal, &ours.location, &theirs.explosion);
                self.reference(&ours.scorer, theirs.unknown1, theirs.secondary_actor.0);
            }
            (Rows::AppliedDamage(rows), Attribute::AppliedDamage(theirs)) => {
                let ours = &rows[row];
                self.same(ours.id, theirs.id);
                self.vector(&ours.location, theirs.position, Measure::Else);
                self.same(
                    (ours.damage_index, ours.total_damage),
                    (theirs.damage_index, theirs.total_damage),
                );
            }
            (Rows::DamageState(rows), Attribute::DamageState(theirs)) => {
                let ours = &rows[row];
                self.same(ours.state, theirs.tile_state);
                self.reference(&ours.causer, theirs.damaged, theirs.offender.0);
                self.vector(&ours.location, theirs.ball_position, Measure::Else);
                self.same(
                    (ours.is_direct_hit, ours.is_immediate),
                    (theirs.direct_hit, theirs.unknown1),
                );
            }
            _ => return false,
        }
        true
    }

    fn text(&mut self, ours: &Text, theirs: &str) {
        self.same(&*ours.as_str(), theirs);
    }

    fn reference(&mut self, ours: &ObjectRef, flag: bool, index: i32) {
        self.same((ours.is_actor, ours.index), (flag, index));
    }

    /// boxcars divides all vectors by 100.
    fn vector(&mut self, ours: &Vector, theirs: Vector3f, measure: Measure) {
        let numbers = [ours.x, ours.y, ours.z];
        self.same(numbers.map(|n| n as f32 / 100.0), [theirs.x, theirs.y, theirs.z]);
        let fine = self.context.has_fine_units;
        let (parts, class) = match measure {
            Measure::Place => (if fine { 100.0 } else { 1.0 }, Class::OldUnits),
            Measure::Velocity => (if fine { 100.0 } else { 10.0 }, Class::OldUnits),
            Measure::Spin => (if fine { 10_000.0 } else { 1_000.0 }, Class::SpinUnits),
            Measure::Else => (1.0, Class::WholeUnits),
        };
        let numbers = numbers.map(|number| number as f32 / parts);
        self.otherwise(class, numbers, [theirs.x, theirs.y, theirs.z]);
    }

    /// boxcars calls the first angle yaw and the second pitch.
    fn rotator(&mut self, ours: &Rotator8, theirs: TheirRotation) {
        let read = [theirs.yaw, theirs.pitch, theirs.roll].map(|n| n.map(i8::cast_unsigned));
        self.same([ours.pitch, ours.yaw, ours.roll], read);
        let [first, second, _] = read;
        self.otherwise(Class::RotatorOrder, (ours.yaw, ours.pitch), (first, second));
    }

    fn body(&mut self, ours: &RigidBody, theirs: &theirs::RigidBody) {
        self.same(ours.sleeping, theirs.sleeping);
        self.vector(&ours.location, theirs.location, Measure::Place);
        self.rotation(ours.rotation, theirs.rotation);
        for (ours, theirs, measure) in [
            (&ours.linear_velocity, theirs.linear_velocity, Measure::Velocity),
            (&ours.angular_velocity, theirs.angular_velocity, Measure::Spin),
        ] {
            match (ours, theirs) {
                (Some(ours), Some(theirs)) => self.vector(ours, theirs, measure),
                (ours, theirs) => self.same(ours.is_some(), theirs.is_some()),
            }
        }
    }

    fn rotation(&mut self, ours: Rotation, theirs: Quaternion) {
        let read = [theirs.x, theirs.y, theirs.z, theirs.w];
        match ours {
            Rotation::Angles(angles) => {
                let part =
                    |angle: u16| (i32::from(angle) - 32_768) as f32 * f32::from(i16::MAX).recip();
                let [pitch, yaw, roll] = angles.map(part);
                self.same([pitch, yaw, roll, 0.0], read);
                self.classes.insert(Class::Angles);
            }
            Rotation::Quaternion(packed) => {
                let ours = packed.components();
                let is_near = ours.iter().zip(&read).all(|(ours, read)| (ours - read).abs() < 1e-6);
                self.same(is_near, true);
                self.otherwise(Class::Precision, ours, read);
            }
        }
    }

    fn id(&mut self, ours: &UniqueId, theirs: &theirs::UniqueId) {
        self.same((ours.system, ours.local_id), (theirs.system_id, theirs.local_id));
        match (&ours.account, &theirs.remote_id) {
            (
                Account::Number(ours),
                RemoteId::Steam(theirs) | RemoteId::Xbox(theirs) | RemoteId::QQ(theirs),
            ) => {
                self.same(ours, theirs);
            }
            (Account::Number(ours), RemoteId::PsyNet(theirs)) => {
                self.same((*ours, 0), (theirs.online_id, theirs.unknown1.len()));
            }
            (Account::Bytes(ours), RemoteId::PsyNet(theirs)) => {
                self.same(
                    &ours[..],
                    &[&theirs.online_id.to_le_bytes(), &theirs.unknown1[..]].concat(),
                );
            }
            (Account::Bytes(ours), RemoteId::Switch(theirs)) => {
                self.same(
                    &ours[..],
                    &[&theirs.online_id.to_le_bytes(), &theirs.unknown1[..]].concat(),
                );
            }
            (Account::Bytes(bytes), RemoteId::PlayStation(theirs)) => {
                self.same(ours.account_text(), theirs.name.clone());
                let theirs_after = [&theirs.unknown1[..], &theirs.online_id.to_le_bytes()].concat();
                self.same(&bytes[16..], &theirs_after[..]);
            }
            (Account::Text(ours), RemoteId::Epic(theirs)) => self.text(ours, theirs),
            _ => self.is_unnamed = true,
        }
    }

    /// Without a platform, boxcars takes the length of the name for an account, and then reads up to a NUL, or nothing if the length
    /// is 0.
    fn reservation(&mut self, ours: &Reservation, theirs: &theirs::Reservation) {
        self.same(ours.number.0, theirs.number);
        let wide = theirs.unknown3.map_or(0, |bits| bits << 2);
        let status = u8::from(theirs.unknown1) | u8::from(theirs.unknown2) << 1 | wide;
        self.same(ours.status.0, status);
        if ours.unique_id.system != 0 {
            self.id(&ours.unique_id, &theirs.unique_id);
            return match &theirs.name {
                Some(theirs) => self.text(&ours.name, theirs),
                None => self.is_unnamed = true,
            };
        }
        self.classes.insert(Class::NoPlatform);
        let [a, b, c, high] = ours.name.count().to_le_bytes();
        let length = RemoteId::SplitScreen(u32::from_le_bytes([a, b, c, 0]));
        let id = theirs::UniqueId { system_id: 0, remote_id: length, local_id: high };
        self.same(&id, &theirs.unique_id);
        let has_name = ours.name.count() != 0;
        self.same(has_name.then(|| ours.name.to_string()), theirs.name.clone());
    }

    fn title(&mut self, ours: &MemberTitle, theirs: (bool, bool, [u32; 5], bool)) {
        let mut writer = BitWriter::default();
        ghostreel_rlreplay::attributes::Attribute::write(ours, &mut writer, self.context);
        let bytes = writer.finish();
        let bits = &mut BitReader::new(&bytes, 0);
        let read = (bits.bit(), bits.bit(), [(); 5].map(|()| bits.bits(32) as u32), bits.bit());
        self.same(read, theirs);
        self.classes.insert(Class::TitleBits);
    }

    fn loadout(&mut self, ours: &Loadout, theirs: &theirs::Loadout) {
        self.same(ours.version, theirs.version);
        let first = [
            theirs.body,
            theirs.decal,
            theirs.wheels,
            theirs.rocket_trail,
            theirs.antenna,
            theirs.topper,
            theirs.unknown1,
        ];
        let later = [
            theirs.unknown2,
            theirs.engine_audio,
            theirs.trail,
            theirs.goal_explosion,
            theirs.banner,
            theirs.product_id,
        ];
        let read: Vec<u32> = first.into_iter().chain(later.into_iter().flatten()).collect();
        let ours = ours.products();
        self.same(&ours[..ours.len().min(13)], &read[..]);
        if ours.len() > 13 {
            self.classes.insert(Class::LoadoutEnd);
        }
    }

    fn products(&mut self, ours: &LoadoutOnline, theirs: &[Vec<theirs::Product>]) {
        self.same(usize::from(ours.slots), theirs.len());
        for (slot, theirs) in (0..ours.slots).zip(theirs) {
            let ours: Vec<&Product> = ours.slot(slot).collect();
            self.same(ours.len(), theirs.len());
            for (ours, theirs) in ours.into_iter().zip(theirs) {
                self.reference(&ours.class, theirs.unknown, theirs.object_ind.0);
                self.product(&ours.value, &theirs.value);
            }
        }
    }

    fn product(&mut self, ours: &ProductValue, theirs: &theirs::ProductValue) {
        use theirs::ProductValue as Theirs;
        match (ours, theirs) {
            (ProductValue::None, Theirs::Absent)
            | (ProductValue::OldUserColor(None), Theirs::NoColor) => {}
            (ProductValue::UserColor(ours), Theirs::NewColor(theirs))
            | (ProductValue::OldUserColor(Some(Bits(ours))), Theirs::OldColor(theirs))
            | (
                ProductValue::Number(Bits(ours)),
                Theirs::NewPaint(theirs)
                | Theirs::SpecialEdition(theirs)
                | Theirs::NewTeamEdition(theirs),
            )
            | (
                ProductValue::SmallNumber(Below(ours)),
                Theirs::OldPaint(theirs) | Theirs::OldTeamEdition(theirs),
            ) => self.same(ours, theirs),
            (ProductValue::Title(ours), Theirs::Title(theirs)) => self.text(ours, theirs),
            (ProductValue::Certified(Bits(ours), count), Theirs::Certified { stat, value }) => {
                self.same((ours, count), (stat, value));
            }
            _ => self.is_unnamed = true,
        }
    }

    fn camera(&mut self, ours: &CamSettings, theirs: &theirs::CamSettings) {
        self.same(
            [ours.fov, ours.height, ours.pitch, ours.distance, ours.stiffness, ours.swivel_speed],
            [
                theirs.fov,
                theirs.height,
                theirs.angle,
                theirs.distance,
                theirs.stiffness,
                theirs.swivel,
            ],
        );
        self.same(
            [ours.transition_speed, ours.acceleration, ours.deceleration, ours.free_look_speed],
            [
                theirs.transition,
                theirs.camera_accel_rate,
                theirs.camera_decel_rate,
                theirs.free_look_speed,
            ],
        );
        self.same(
            [ours.unconstrained_rotation, ours.free_look_smoothing],
            [theirs.unconstrain_rotation, theirs.free_look_smoothing],
        );
    }

    fn explosion(&mut self, goal: &ObjectRef, location: &Vector, theirs: &theirs::Explosion) {
        self.reference(goal, theirs.flag, theirs.actor.0);
        self.vector(location, theirs.location, Measure::Else);
    }

    /// Where the flag is 0, boxcars takes the first ones of the index for the state.
    fn pickup(
        &mut self,
        ours: &ObjectRef,
        state: u8,
        theirs: Option<boxcars::ActorId>,
        their_state: u8,
        ones: u8,
    ) {
        if ours.is_actor {
            self.same((Some(ours.index), state), (theirs.map(|id| id.0), their_state));
        } else {
            self.same((ours.index, None, ones), (-1, theirs, their_state));
            self.classes.insert(Class::PickupIndex);
        }
    }
}
