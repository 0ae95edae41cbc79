import { Group, type Vector2, type Vector4 } from 'three';
import { type Character, characterOf } from './characters';
import { at, FIRST_FRAME, FPS, type Game, type Track } from './data';
import type { Palette } from './palette';
import { isAway, isDead, isReborn, isShield, poseOf } from './pose';
import { body, coloured, glyph, type Quad, sized } from './shapes';

/** How long a lost stock's beam stays, in seconds. */
const BEAM_SECONDS = 0.9;
/** A fighter that is further away a frame later was put there. */
const LEAP = 18;

export interface Fighter {
  track: Track;
  character: Character;
  x: number;
  y: number;
  facing: number;
  percent: number;
  stocks: number;
  state: number;
  shield: number;
  hitstun: boolean;
  hitlag: boolean;
  untouchable: boolean;
  dead: boolean;
  /** In the picture. */
  visible: boolean;
}

/** A fighter at a time: places glide from frame to frame, everything else is the frame's. */
export function fighterAt(game: Game, track: Track, time: number, index: number): Fighter {
  const { frames } = game;
  const row = track.rows[index] ?? -1;
  const here = lastRow(track, index);
  const read = (name: string) => at(frames, `post.${name}`, here);
  const state = read('action_state_id');
  const next = row < 0 ? -1 : (track.rows[index + 1] ?? -1);
  let [x, y] = [read('position_x'), read('position_y')];
  const part = Math.min(1, Math.max(0, time * FPS - FIRST_FRAME - index));
  if (next >= 0 && part > 1e-4) {
    const dx = at(frames, 'post.position_x', next) - x;
    const dy = at(frames, 'post.position_y', next) - y;
    if (Math.hypot(dx, dy) < LEAP) [x, y] = [x + dx * part, y + dy * part];
  }
  const dead = isDead(state);
  const flags2 = read('state_bit_flags_2');
  return {
    track,
    character: characterOf(read('internal_character_id')),
    x,
    y,
    facing: read('facing_direction') < 0 ? -1 : 1,
    percent: read('percent'),
    stocks: read('stocks_remaining'),
    state,
    shield: isShield(state) ? read('shield_size') : 0,
    hitstun: (read('state_bit_flags_4') & 2) !== 0 || (state >= 75 && state <= 91),
    hitlag: (flags2 & 0x20) !== 0 || read('hitlag_remaining') > 0,
    untouchable: read('hurtbox_collision_state') > 0 || (flags2 & 4) !== 0 || isReborn(state),
    dead,
    visible: row >= 0 && !dead && !isAway(state),
  };
}

/** The row of a frame, or the last before it: numbers stay when a fighter is out. Before the first, the first. */
function lastRow(track: Track, index: number): number {
  for (let i = index; i >= 0; i--) if (track.rows[i]! >= 0) return track.rows[i]!;
  return track.rows.find((row) => row >= 0) ?? 0;
}

export interface Loss {
  time: number;
  track: Track;
  x: number;
  y: number;
  /** Turn of the beam: which edge of the world it comes from. */
  turn: number;
  left: number;
}

/** Every stock lost, at the frame of its first dead state. */
export function lossesOf(game: Game): Loss[] {
  const losses: Loss[] = [];
  for (const track of game.tracks) {
    let before = false;
    track.rows.forEach((row, index) => {
      if (row < 0) return;
      const state = at(game.frames, 'post.action_state_id', row);
      const dead = isDead(state);
      if (dead && !before) {
        losses.push({
          time: game.times[index]!,
          track,
          x: at(game.frames, 'post.position_x', row),
          y: at(game.frames, 'post.position_y', row),
          turn: state === 0 ? 0 : state === 1 ? -Math.PI / 2 : state === 2 ? Math.PI / 2 : Math.PI,
          left: at(game.frames, 'post.stocks_remaining', row),
        });
      }
      before = dead;
    });
  }
  return losses.sort((a, b) => a.time - b.time);
}

/** One fighter's body, shield and pointer. */
class FighterView {
  readonly group = new Group();
  private readonly body = body();
  private readonly shield = glyph(0, 6);
  private readonly pointer = glyph(5, 7);

  constructor(private readonly order: number) {
    this.group.add(this.body, this.shield, this.pointer);
  }

  update(game: Game, fighter: Fighter, time: number, palette: Palette, calm: boolean): void {
    this.group.visible = fighter.visible;
    if (!fighter.visible) return;
    const { character, track, state } = fighter;
    const colour = palette.ports[track.port % 4]!;
    const index = Math.floor(time * FPS - FIRST_FRAME + 1e-6);
    const row = track.rows[Math.min(index, track.rows.length - 1)]!;
    const pose = poseOf(state, at(game.frames, 'post.action_state_counter', row));
    const height = character.height * (track.follower ? 0.9 : 1) * pose.tall;
    const radius = Math.min(height / 2, character.height * character.girth * 0.88 * pose.wide);
    const shake = fighter.hitlag && !calm ? Math.sin(index * 2.4) * 0.7 : 0;
    this.group.position.set(fighter.x + shake, fighter.y, this.order * 0.05);

    const { uniforms } = this.body.material;
    sized(this.body, height * 1.35 + 6, height * 1.35 + 6);
    coloured(this.body, colour);
    this.body.position.set(0, height / 2, 0);
    this.body.rotation.z = -pose.turn * fighter.facing;
    (uniforms.uBody!.value as Vector2).set(height / 2, radius);
    const [rx, ry] = pose.reach ?? [0, 0];
    (uniforms.uLimb!.value as Vector4).set(rx * height, ry * height, radius * 0.42, pose.reach ? 1 : 0);
    uniforms.uFacing!.value = fighter.facing;
    uniforms.uEars!.value = character.ears ? 1 : 0;
    uniforms.uVisor!.value = palette.visor;
    uniforms.uWhite!.value = palette.flash;
    uniforms.uFlash!.value = fighter.hitlag && fighter.hitstun ? 0.62 : fighter.hitstun ? 0.2 : 0;
    const pulse = calm ? 1 : 0.72 + 0.28 * Math.sin(time * 16);
    uniforms.uRim!.value = fighter.untouchable ? pulse : 0;
    uniforms.uFade!.value = track.follower ? 0.86 : 1;

    this.shield.visible = fighter.shield > 0;
    const full = character.shield;
    const size = full.radius * (0.15 + 0.85 * (fighter.shield / 60));
    coloured(sized(this.shield, size, size), colour, 0.85);
    this.shield.position.set(full.x * fighter.facing, full.y, 0.02);

    coloured(sized(this.pointer, 1.5, 1.3), colour, track.follower ? 0.5 : 0.95);
    this.pointer.position.set(0, character.height * 1.12 + 5, 0.03);
  }

  dispose(): void {
    for (const part of [this.body, this.shield, this.pointer]) part.material.dispose();
  }
}

/** All fighters, and the beams of the stocks they lost. */
export class Fighters {
  readonly group = new Group();
  readonly losses: Loss[];
  now: Fighter[] = [];
  private readonly views: FighterView[];
  private readonly beams: Quad[] = [glyph(1, 3), glyph(1, 3), glyph(1, 3), glyph(1, 3)];

  constructor(private readonly game: Game) {
    this.losses = lossesOf(game);
    this.views = game.tracks.map((_, i) => new FighterView(game.tracks.length - i));
    for (const view of this.views) this.group.add(view.group);
    this.group.add(...this.beams);
  }

  update(time: number, index: number, palette: Palette, calm: boolean): void {
    this.now = this.game.tracks.map((track) => fighterAt(this.game, track, time, index));
    this.now.forEach((fighter, i) => this.views[i]!.update(this.game, fighter, time, palette, calm));
    const fresh = this.losses.filter((loss) => loss.time <= time && time < loss.time + BEAM_SECONDS);
    this.beams.forEach((beam, i) => {
      const loss = fresh[i];
      beam.visible = loss !== undefined;
      if (!loss) return;
      const age = (time - loss.time) / BEAM_SECONDS;
      const length = 70;
      coloured(sized(beam, 16 * (1 - 0.55 * age), length), palette.ports[loss.track.port % 4]!, (1 - age) ** 1.5);
      beam.rotation.z = loss.turn;
      // The quad's lower end lies where the fighter left the world.
      beam.position.set(loss.x - Math.sin(loss.turn) * length, loss.y + Math.cos(loss.turn) * length, -0.5);
    });
  }

  dispose(): void {
    for (const view of this.views) view.dispose();
    for (const beam of this.beams) beam.material.dispose();
  }
}
