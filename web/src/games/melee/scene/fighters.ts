import { Color, Group } from 'three';
import { at, valueAt } from '../../../stage/columns';
import { Brush } from './brush';
import { type Character, characterOf } from './characters';
import { FIRST_FRAME, FRAME_RATE } from '../rules';
import { type Game, lastRow, type Track } from './data';
import { figureOf } from './figure';
import type { Palette } from './palette';
import { moodOf, type Motion, poseOf } from './pose';
import { Joint, mixed, type Pose } from './poses';
import { isAway, isBuried, isDead, isHanging, isHurt, isReborn, isStar, type Mood } from './states';
import { become, coloured, Glyph, glyph, type Quad, sized } from './shapes';

/** How long a lost stock's beam and a hit's flash stay, in seconds. */
const BEAM_SECONDS = 0.9;
const BURST_SECONDS = 0.2;
/** A fighter that is further away a frame later was put there. */
const LEAP = 18;
/** Frames that a picture of a body is mixed from, back from the one shown, with their weights: they make a change of state smooth. */
const BLEND: [back: number, weight: number][] = [
  [0, 0.55],
  [2, 0.3],
  [4, 0.15],
];
/** Fighters in a game: four, each with a partner at the most. */
const FIGURES = 8;
const PALE = new Color('#eef4ff');
const SHINE = new Color('#58c7ff');
const ICE = new Color('#a8e2ff');
const GOLD = new Color('#ffd75e');

export interface Fighter {
  track: Track;
  character: Character;
  x: number;
  y: number;
  facing: number;
  percent: number;
  stocks: number;
  state: number;
  /** Radius of the shield in units; 0: none. */
  shield: number;
  mood: Mood;
  hitstun: boolean;
  hitlag: boolean;
  /** 1 invulnerable, 2 intangible. */
  untouchable: number;
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
  const part = Math.min(1, Math.max(0, time * FRAME_RATE - FIRST_FRAME - index));
  if (next >= 0 && part > 1e-4) {
    const dx = at(frames, 'post.position_x', next) - x;
    const dy = at(frames, 'post.position_y', next) - y;
    if (Math.hypot(dx, dy) < LEAP) [x, y] = [x + dx * part, y + dy * part];
  }
  const dead = isDead(state);
  const character = characterOf(read('internal_character_id'));
  const mood = moodOf(state, character);
  const flags2 = read('state_bit_flags_2');
  return {
    track,
    character,
    x,
    y,
    facing: read('facing_direction') < 0 ? -1 : 1,
    percent: read('percent'),
    stocks: read('stocks_remaining'),
    state,
    shield: mood === 'shield' ? shieldRadius(character, read('shield_size'), valueAt(frames, 'pre.trigger', here) ?? 0) : 0,
    mood,
    hitstun: (read('state_bit_flags_4') & 2) !== 0 || isHurt(state),
    hitlag: (flags2 & 0x20) !== 0 || read('hitlag_remaining') > 0,
    untouchable: Math.max(read('hurtbox_collision_state'), (flags2 & 4) !== 0 || isReborn(state) ? 1 : 0),
    dead,
    visible: row >= 0 && (!dead || isStar(state)) && !isAway(state),
  };
}

/** Smaller the more it has taken and the more firmly the trigger is held. */
function shieldRadius(character: Character, health: number, trigger: number): number {
  const press = Math.min(1, Math.max(0.3, trigger || 1));
  const part = (health / 60) * (1 - (0.5 * (press - 0.3)) / 0.7);
  return character.shield.radius * (0.15 + 0.85 * part);
}

/** A stock lost. */
export interface Loss {
  time: number;
  track: Track;
  x: number;
  y: number;
  /** Direction of the beam, in radians: from the edge of the stage that the fighter left over. */
  turn: number;
  /** Stocks left. */
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

/** A hit that hurt: where, when and how much. */
export interface Hit {
  time: number;
  track: Track;
  x: number;
  y: number;
  damage: number;
}

export function hitsOf(game: Game): Hit[] {
  const hits: Hit[] = [];
  for (const track of game.tracks) {
    let before = NaN;
    track.rows.forEach((row, index) => {
      if (row < 0) return;
      const percent = at(game.frames, 'post.percent', row);
      if (percent > before + 0.5) {
        const height = characterOf(at(game.frames, 'post.internal_character_id', row)).height;
        const x = at(game.frames, 'post.position_x', row);
        const y = at(game.frames, 'post.position_y', row) + height * 0.55;
        hits.push({ time: game.times[index]!, track, x, y, damage: percent - before });
      }
      before = percent;
    });
  }
  return hits.sort((a, b) => a.time - b.time);
}

/** A fighter's action in a frame, for its pose; `part`: how far to the next frame. */
function motionAt(game: Game, track: Track, index: number, part: number): Motion | null {
  const row = track.rows[index] ?? -1;
  if (row < 0) return null;
  const { frames } = game;
  const read = (name: string) => at(frames, `post.${name}`, row);
  const state = read('action_state_id');
  const before = track.rows[index - 1] ?? -1;
  const x = read('position_x');
  const facing = read('facing_direction') < 0 ? -1 : 1;
  const moved =
    before < 0 ? [0, 0] : [x - at(frames, 'post.position_x', before), read('position_y') - at(frames, 'post.position_y', before)];
  const leapt = Math.hypot(moved[0]!, moved[1]!) > LEAP;
  const next = track.rows[index + 1] ?? -1;
  const goesOn = next >= 0 && at(frames, 'post.action_state_id', next) === state;
  const counter = read('action_state_counter');
  const step = goesOn ? at(frames, 'post.action_state_counter', next) - counter : 0;
  return {
    state,
    counter: Math.max(0, counter + (step > 0 && step < 3 ? step * part : 0)),
    clock: index + part,
    airborne: frames['post.is_airborne'] ? read('is_airborne') === 1 : at(frames, 'stands', row) === 0,
    ahead: leapt ? 0 : moved[0]! * facing,
    rise: leapt ? 0 : moved[1]!,
    way: x * facing,
  };
}

/** The pose of a frame, with something of the frames before: the same from wherever one comes. */
function poseAt(game: Game, track: Track, index: number, part: number, character: Character): Pose | null {
  const now = motionAt(game, track, index, part);
  if (!now) return null;
  const pose = poseOf(now, character);
  // A dash starts over from its own first step, not from standing; a turn goes as its state does.
  let total = BLEND[0]![1];
  let sum = pose.map((value) => value * total);
  for (const [back, weight] of BLEND.slice(1)) {
    const then = motionAt(game, track, index - back, part);
    if (!then) continue;
    total += weight;
    poseOf(then, character).forEach((value, i) => (sum[i]! += value * weight));
  }
  sum = sum.map((value) => value / total);
  const lying = Math.abs(sum[Joint.lies]! - pose[Joint.lies]!) < 0.03;
  sum[Joint.turn] = pose[Joint.turn]!;
  if (!lying) sum[Joint.turn] = mixed([0], [pose[Joint.turn]!], 0.9)[0]!;
  return sum;
}

/** The effects around one fighter's body, and the pointer above. */
class FighterView {
  readonly group = new Group();
  private readonly aura = glyph(0, 6);
  private readonly halo = glyph(Glyph.line, 3);
  private readonly pointer = glyph(Glyph.arrow, 7);
  private readonly rim = new Color();

  constructor() {
    this.group.add(this.halo, this.aura, this.pointer);
  }

  update(game: Game, fighter: Fighter, time: number, palette: Palette, calm: boolean, brush: Brush): void {
    this.group.visible = fighter.visible;
    if (!fighter.visible) return;
    const { character, track, state, mood } = fighter;
    const { height, look } = character;
    const colour = palette.ports[track.port] ?? palette.edge;
    const exact = Math.max(0, time * FRAME_RATE - FIRST_FRAME + 1e-6);
    const index = Math.min(track.rows.length - 1, Math.floor(exact));
    const pose = poseAt(game, track, index, Math.min(1, exact - index), character);
    if (!pose) return;
    const counter = Math.max(0, at(game.frames, 'post.action_state_counter', track.rows[index]!));
    const struck = fighter.hitlag && fighter.hitstun && !calm;
    const far = isStar(state) ? Math.max(0.12, 1 - counter / 70) : 1;
    this.group.position.set(fighter.x + (struck ? Math.sin(index * 2.4) * 0.8 : 0), fighter.y, 0);
    this.group.scale.setScalar(far);

    if (mood !== 'egg') {
      const pale = mood === 'dodge' || (fighter.untouchable === 2 && !isHanging(state));
      const teching = mood === 'tech' && counter < 8;
      const { x } = this.group.position;
      brush.paint(
        figureOf(look, pose),
        {
          x,
          y: fighter.y - (isBuried(state) ? height * 0.45 : 0) * far,
          facing: fighter.facing,
          unit: (height / look.tall) * far,
          // The rim of the invulnerable flashes.
          rim: this.rim
            .copy(colour)
            .multiplyScalar(palette.rim)
            .lerp(palette.flash, fighter.untouchable === 1 ? (calm ? 0.5 : 0.5 + 0.5 * Math.sin(index * 0.75)) : 0),
          glow: fighter.untouchable === 1 ? 1.6 : 1,
          tint: struck || teching ? palette.flash : PALE,
          tinted: struck ? 0.5 : teching ? 0.35 : pale ? 0.45 : 0,
        },
        look.ink,
      );
    }

    this.surround(game, fighter, height, counter, index, colour);
    const above = Math.max(height * 1.12, this.aura.visible && mood !== 'dizzy' ? height : 0);
    sized(this.pointer, 1.7, 1.7).position.set(0, above + 4, 0.2);
    this.pointer.visible = far === 1;
    coloured(this.pointer, colour, 0.95);
    this.halo.visible = isReborn(state);
    sized(this.halo, 9, 0.7).position.y = -0.8;
    coloured(this.halo, palette.flash, 0.75);
  }

  /** Shield, egg, reflector, stars of the dizzy, ice. */
  private surround(game: Game, fighter: Fighter, height: number, counter: number, index: number, colour: Color): void {
    const { aura } = this;
    const { character, mood, facing, shield } = fighter;
    aura.visible = true;
    aura.rotation.z = 0;
    if (mood === 'shield' && !fighter.dead) {
      const row = fighter.track.rows[index] ?? -1;
      // Held aside, the shield leans that way.
      const lean = (axis: string) => (valueAt(game.frames, `pre.joystick_${axis}`, row) ?? 0) * shield * 0.22;
      sized(become(aura, character.shield.radius < 7 ? Glyph.egg : Glyph.bubble), shield, shield);
      aura.position.set(character.shield.x * facing * 0.5 + lean('x'), character.shield.y * 0.88 + lean('y'), 0.1);
      coloured(aura, colour, 0.9);
    } else if (mood === 'egg') {
      sized(become(aura, Glyph.egg), height * 0.5, height * 0.6);
      aura.position.set(0, height * 0.52, 0.1);
      coloured(aura, colour);
    } else if (mood === 'shine') {
      const size = 6.2 + 1.4 * Math.max(0, 1 - counter / 6);
      sized(become(aura, Glyph.hexagon), size, size).position.set(0, character.shield.y * 0.75, 0.1);
      coloured(aura, SHINE, 0.85);
    } else if (mood === 'dizzy' || mood === 'asleep') {
      sized(become(aura, Glyph.stars, index * (mood === 'dizzy' ? 0.12 : 0.03)), 6, 5).position.set(0, height * 1.08, 0.1);
      coloured(aura, GOLD);
    } else if (mood === 'frozen') {
      sized(become(aura, Glyph.ice), height * 0.6, height * 0.62).position.set(0, height * 0.52, 0.1);
      coloured(aura, ICE, 0.9);
    } else aura.visible = false;
  }

  dispose(): void {
    for (const part of [this.aura, this.halo, this.pointer]) part.material.dispose();
  }
}

/** All fighters, the beams of the stocks they lost, and the flashes of hits. */
export class Fighters {
  readonly group = new Group();
  losses: Loss[] = [];
  hits: Hit[] = [];
  now: Fighter[] = [];
  private readonly views: FighterView[] = [];
  private readonly brush = new Brush(4, FIGURES);
  private readonly beams: Quad[] = Array.from({ length: 4 }, () => glyph(Glyph.beam, 3));
  private readonly bursts: Quad[] = Array.from({ length: 6 }, () => glyph(Glyph.burst, 6));

  constructor(private game: Game) {
    this.group.add(this.brush.mesh, ...this.beams, ...this.bursts);
    this.use(game);
  }

  use(game: Game): void {
    this.game = game;
    this.losses = lossesOf(game);
    this.hits = hitsOf(game);
    // A page without a replay has one too, so that its shader is ready.
    while (this.views.length < Math.max(1, game.tracks.length)) {
      const view = new FighterView();
      this.views.push(view);
      this.group.add(view.group);
    }
  }

  update(time: number, index: number, palette: Palette, calm: boolean): void {
    this.now = this.game.tracks.map((track) => fighterAt(this.game, track, time, index));
    this.brush.clear();
    this.now.forEach((fighter, i) => this.views[i]!.update(this.game, fighter, time, palette, calm, this.brush));
    this.brush.done();
    show(this.beams, recent(this.losses, time, BEAM_SECONDS), (beam, loss) => {
      const age = (time - loss.time) / BEAM_SECONDS;
      const length = 70;
      coloured(sized(beam, 16 * (1 - 0.55 * age), length), palette.ports[loss.track.port]!, (1 - age) ** 1.5);
      beam.rotation.z = loss.turn;
      // The quad's lower end lies where the fighter left the world.
      beam.position.set(loss.x - Math.sin(loss.turn) * length, loss.y + Math.cos(loss.turn) * length, -0.5);
    });
    show(this.bursts, recent(this.hits, time, BURST_SECONDS), (burst, hit) => {
      const age = (time - hit.time) / BURST_SECONDS;
      const size = (3 + Math.min(20, hit.damage) * 0.34) * (0.7 + 0.6 * Math.sqrt(age));
      coloured(sized(become(burst, Glyph.burst, hit.time * 7), size, size), GOLD, calm ? 0.5 : 0.95 * (1 - age));
      burst.position.set(hit.x, hit.y, 0.8);
    });
  }

  dispose(): void {
    for (const view of this.views) view.dispose();
    this.brush.dispose();
    for (const part of [...this.beams, ...this.bursts]) part.material.dispose();
  }
}

/** Those of a list by time that are younger than `seconds`. */
function recent<T extends { time: number }>(list: T[], time: number, seconds: number): T[] {
  return list.filter((one) => one.time <= time && time < one.time + seconds);
}

function show<T>(pool: Quad[], wanted: T[], place: (quad: Quad, one: T) => void): void {
  pool.forEach((quad, i) => {
    const one = wanted[i];
    quad.visible = one !== undefined;
    if (one !== undefined) place(quad, one);
  });
}
