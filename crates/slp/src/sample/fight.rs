//! How the players move, hit, fly and lose their stocks. Not Melee, but close enough to watch and to count.

use ghostreel_core::Random;

use super::FileKind;
use crate::layout::{GameEnd, PostFrame, PreFrame};

/// Action states used here.
mod state {
    pub(super) const DEAD_DOWN: u16 = 0;
    pub(super) const REBIRTH: u16 = 12;
    pub(super) const WAIT: u16 = 14;
    pub(super) const DASH: u16 = 20;
    pub(super) const JUMP: u16 = 25;
    pub(super) const FALL: u16 = 29;
    pub(super) const NEUTRAL_AIR: u16 = 65;
    pub(super) const LANDING_NEUTRAL_AIR: u16 = 70;
    pub(super) const DAMAGE_FLY: u16 = 88;
    pub(super) const GUARD_ON: u16 = 178;
    pub(super) const GUARD: u16 = 179;
    pub(super) const GUARD_OFF: u16 = 180;
    pub(super) const CLIFF_WAIT: u16 = 253;
}

const GRAVITY: f32 = 0.13;
const FLOOR: f32 = 0.0;
const HALF_STAGE: f32 = 63.35;
const BLAST: (f32, f32) = (198.75, -146.25);
/// Half the width of the widest stage here.
const STADIUM_HALF: f32 = 87.75;
const STOCKS: u8 = 4;
const FULL_SHIELD: f32 = 60.0;

/// One player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter {
    pub(super) port: u8,
    pub(super) internal_id: u8,
    pub(super) follower: bool,
    x: f32,
    y: f32,
    velocity: (f32, f32),
    facing: f32,
    percent: f32,
    pub(super) stocks: u8,
    state: u16,
    counter: u16,
    stick: (f32, f32),
    buttons: u16,
    last_hit_by: u8,
    landed: u8,
    /// Stands still and shields now and then.
    guards: bool,
    team: u8,
}

/// The game so far.
#[derive(Clone, Debug)]
pub(super) struct Fight {
    pub(super) fighters: Vec<Fighter>,
    pub(super) seed: u32,
}

impl Fight {
    pub(super) fn new(kind: FileKind, random: &mut Random) -> Self {
        let fighter = |port: u8, internal_id, follower, x: f32| Fighter {
            port,
            internal_id,
            follower,
            x,
            y: FLOOR,
            velocity: (0.0, 0.0),
            facing: if x < 0.0 { 1.0 } else { -1.0 },
            percent: 0.0,
            stocks: STOCKS,
            state: state::WAIT,
            counter: 0,
            stick: (0.0, 0.0),
            buttons: 0,
            last_hit_by: 6,
            landed: 0,
            guards: false,
            // Without teams, everyone is a team of one.
            team: port,
        };
        let mut fighters = vec![fighter(0, 1, false, -40.0)];
        if kind == FileKind::Everything {
            fighters.push(Fighter { team: 1, ..fighter(1, 18, false, 40.0) });
            fighters.push(Fighter { team: 0, guards: true, ..fighter(2, 13, false, -5.0) });
            // Hangs from the edge of Stadium, to let go and be lost.
            let (y, state) = (-20.0, state::CLIFF_WAIT);
            fighters.push(Fighter { team: 1, y, state, ..fighter(3, 12, false, 90.7) });
        } else if kind == FileKind::IceClimbers {
            fighters.extend([fighter(1, 10, false, 40.0), fighter(1, 11, true, 46.0)]);
        } else {
            fighters.push(fighter(1, 18, false, 40.0));
        }
        Self { fighters, seed: u32::from(random.byte()) << 16 | 0x1234 }
    }

    /// Goes on to the next frame.
    pub(super) fn step(&mut self, frame: i32, random: &mut Random) {
        self.seed = self.seed.wrapping_mul(214_013).wrapping_add(2_531_011);
        if frame < crate::FIRST_PLAYABLE_FRAME {
            return;
        }
        let before = self.fighters.clone();
        for fighter in &mut self.fighters {
            let other = before.iter().find(|other| other.team != fighter.team);
            if let Some(other) = other {
                fighter.step(other, random);
            }
        }
        self.hits();
    }

    /// A fighter close to another's attack gets hit, once for each attack.
    fn hits(&mut self) {
        let attackers: Vec<Fighter> = self
            .fighters
            .iter()
            .filter(|f| f.state == state::NEUTRAL_AIR && f.counter == 6)
            .copied()
            .collect();
        for attacker in attackers {
            let mut hit = false;
            for victim in self.fighters.iter_mut().filter(|victim| victim.team != attacker.team) {
                let close =
                    (victim.x - attacker.x).abs() < 14.0 && (victim.y - attacker.y).abs() < 14.0;
                let safe = matches!(victim.state, state::DEAD_DOWN | state::REBIRTH);
                if close && !safe && !victim.is_guarding() {
                    victim.percent += 12.0;
                    let power = 1.2 + victim.percent * 0.035;
                    victim.velocity = (attacker.facing * power, power * 0.9);
                    victim.enter(state::DAMAGE_FLY);
                    victim.last_hit_by = attacker.port;
                    hit = true;
                }
            }
            if hit
                && let Some(landed) = self
                    .fighters
                    .iter_mut()
                    .find(|f| f.port == attacker.port && f.follower == attacker.follower)
            {
                landed.landed = 13;
            }
        }
    }

    /// A second player of a team comes in after the first; -1 for empty ports.
    fn placed(&self, port: u8, wins: bool) -> i8 {
        let plays = self.fighters.iter().any(|fighter| fighter.port == port);
        if plays { i8::from(!wins) } else { -1 }
    }

    pub(super) fn end(&self) -> GameEnd {
        let best = |port: u8| {
            self.fighters.iter().filter(|f| f.port == port).map(|f| f.stocks).max().unwrap_or(0)
        };
        let first_wins = best(0) >= best(1);
        GameEnd {
            method: 7,
            lras_initiator: i8::from(first_wins),
            placement_0: i8::from(!first_wins),
            placement_1: i8::from(first_wins),
            placement_2: self.placed(2, first_wins),
            placement_3: self.placed(3, !first_wins),
            ..GameEnd::default()
        }
    }
}

impl Fighter {
    fn enter(&mut self, state: u16) {
        self.state = state;
        self.counter = 0;
    }

    fn is_guarding(&self) -> bool {
        matches!(self.state, state::GUARD_ON | state::GUARD | state::GUARD_OFF)
    }

    fn shield(&self) -> f32 {
        if self.state == state::GUARD {
            FULL_SHIELD - 0.28 * f32::from(self.counter)
        } else {
            FULL_SHIELD
        }
    }

    /// Up for a second, down for half of one.
    fn guard(&mut self) {
        match self.state {
            state::GUARD_ON if self.counter > 7 => self.enter(state::GUARD),
            state::GUARD if self.counter > 45 => self.enter(state::GUARD_OFF),
            state::GUARD_OFF if self.counter > 14 => self.enter(state::WAIT),
            state::WAIT if self.counter > 16 => self.enter(state::GUARD_ON),
            _ => {}
        }
        if self.state == state::GUARD {
            self.stick = (0.4, 0.2);
        }
    }

    fn step(&mut self, other: &Fighter, random: &mut Random) {
        self.counter = self.counter.saturating_add(1);
        self.buttons = 0;
        self.stick = (0.0, 0.0);
        match self.state {
            state::DEAD_DOWN if self.counter > 60 => {
                (self.x, self.y, self.velocity) = (0.0, 60.0, (0.0, 0.0));
                self.percent = 0.0;
                self.enter(state::REBIRTH);
            }
            state::REBIRTH if self.counter > 50 => self.enter(state::JUMP),
            state::CLIFF_WAIT if self.counter > 60 => {
                self.velocity = (0.6, 0.0);
                self.enter(state::FALL);
            }
            state::DEAD_DOWN | state::REBIRTH | state::CLIFF_WAIT => {}
            _ if self.guards && (self.is_guarding() || self.state == state::WAIT) => self.guard(),
            state::WAIT | state::DASH => self.on_the_ground(other, random),
            state::LANDING_NEUTRAL_AIR if self.counter > 12 => self.enter(state::WAIT),
            state::LANDING_NEUTRAL_AIR => {}
            _ => self.in_the_air(other),
        }
    }

    fn on_the_ground(&mut self, other: &Fighter, random: &mut Random) {
        let towards = if other.x > self.x { 1.0 } else { -1.0 };
        self.facing = towards;
        self.stick = (towards, 0.0);
        if self.state != state::DASH {
            self.enter(state::DASH);
        }
        self.x = (self.x + towards * 1.5).clamp(-HALF_STAGE, HALF_STAGE);
        if (other.x - self.x).abs() < 24.0 && random.chance(0.12) {
            self.velocity = (towards * 0.8, 2.3);
            self.buttons = 0x0400;
            self.enter(state::JUMP);
        }
    }

    fn in_the_air(&mut self, other: &Fighter) {
        self.x += self.velocity.0;
        self.y += self.velocity.1;
        self.velocity.1 -= GRAVITY;
        let near = (other.x - self.x).abs() < 18.0;
        if self.state == state::JUMP && self.counter == 8 && near {
            self.buttons = 0x0100;
            self.enter(state::NEUTRAL_AIR);
        }
        let above_stage = self.x.abs() <= HALF_STAGE;
        if above_stage && self.y <= FLOOR && self.velocity.1 < 0.0 {
            self.y = FLOOR;
            let attacked = self.state == state::NEUTRAL_AIR;
            self.enter(if attacked { state::LANDING_NEUTRAL_AIR } else { state::WAIT });
        } else if self.x.abs() > BLAST.0 || self.y < BLAST.1 {
            self.stocks = self.stocks.saturating_sub(1).max(1);
            self.enter(state::DEAD_DOWN);
        }
    }

    pub(super) fn pre(&self, frame: i32, seed: u32) -> PreFrame {
        PreFrame {
            frame,
            player_index: self.port,
            is_follower: self.follower.into(),
            seed,
            action_state_id: self.state,
            position_x: self.x,
            position_y: self.y,
            facing_direction: self.facing,
            joystick_x: self.stick.0,
            joystick_y: self.stick.1,
            trigger: f32::from(u8::from(self.is_guarding())),
            physical_l_trigger: f32::from(u8::from(self.is_guarding())),
            buttons: self.buttons.into(),
            physical_buttons: self.buttons,
            percent: self.percent,
            #[allow(clippy::cast_possible_truncation, reason = "the stick goes from -1 to 1")]
            raw_joystick_x: (self.stick.0 * 80.0) as i8,
            ..PreFrame::default()
        }
    }

    pub(super) fn post(&self, frame: i32) -> PostFrame {
        let airborne = self.y > FLOOR || self.x.abs() > STADIUM_HALF;
        PostFrame {
            frame,
            player_index: self.port,
            is_follower: self.follower.into(),
            internal_character_id: self.internal_id,
            action_state_id: self.state,
            position_x: self.x,
            position_y: self.y,
            facing_direction: self.facing,
            percent: self.percent,
            shield_size: self.shield(),
            last_attack_landed: self.landed,
            last_hit_by: self.last_hit_by,
            stocks_remaining: self.stocks,
            action_state_counter: f32::from(self.counter),
            state_bit_flags_4: if self.state == state::DAMAGE_FLY { 0x02 } else { 0 },
            state_bit_flags_5: if self.state == state::DEAD_DOWN { 0x40 } else { 0 },
            is_airborne: airborne.into(),
            jumps_remaining: if airborne { 1 } else { 2 },
            l_cancel_status: if self.state == state::LANDING_NEUTRAL_AIR && self.counter == 1 {
                1
            } else {
                0
            },
            hurtbox_collision_state: if matches!(self.state, state::REBIRTH | state::CLIFF_WAIT) {
                2
            } else {
                0
            },
            ..PostFrame::default()
        }
    }
}
