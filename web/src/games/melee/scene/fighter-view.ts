import { Color, Group } from 'three';
import { at, valueAt } from '../../../stage/columns';
import { FIRST_FRAME, FRAME_RATE } from '../rules';
import type { Brush, Halo } from './brush';
import type { Game } from './data';
import type { Fighter } from './fighter';
import { figureOf } from './figure';
import type { Palette } from './palette';
import { poseAt } from './posture';
import { isBuried, isHanging, isReborn, isStar } from './states';
import { become, coloured, Glyph, glyph, sized } from './shapes';

const PALE = new Color('#eef4ff');
const SHINE = new Color('#58c7ff');
const ICE = new Color('#a8e2ff');
const GOLD = new Color('#ffd75e');
/** Hitstun of so many frames has the widest line. */
const LONG_HITSTUN = 24;

/** The line that says what a fighter can or cannot: hitstun, the narrower the sooner it ends, or that no hit counts. */
export function haloOf({ hitstun, untouchable }: Fighter, index: number, palette: Palette, calm: boolean): Halo | null {
  if (hitstun > 0) return { colour: palette.hitstun, width: 0.9 + 1.1 * Math.min(1, hitstun / LONG_HITSTUN) };
  if (untouchable === 0) return null;
  const pulse = calm ? 0.5 : 0.5 + 0.5 * Math.sin(index * 0.45);
  return { colour: untouchable === 1 ? palette.flash : palette.intangible, width: 0.8 + 0.9 * pulse };
}

/** Nothing hits it: pale. Old files do not say so, and all of a dodge is. */
const isPale = ({ frames }: Game, { mood, state, untouchable }: Fighter): boolean =>
  frames['post.hurtbox_collision_state'] ? untouchable === 2 && !isHanging(state) : mood === 'dodge';

/** The effects around one fighter's body, and the pointer above. */
export class FighterView {
  readonly group = new Group();
  private readonly aura = glyph(0, 6);
  private readonly platform = glyph(Glyph.line, 3);
  private readonly pointer = glyph(Glyph.arrow, 7);
  private readonly rim = new Color();
  private readonly tone = new Color();

  constructor() {
    this.group.add(this.platform, this.aura, this.pointer);
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
    // Whoever is hit shakes while time stands still.
    const struck = fighter.hitlag && (fighter.hitstun > 0 || fighter.shieldStun) && !calm;
    const far = isStar(state) ? Math.max(0.12, 1 - counter / 70) : 1;
    this.group.position.set(fighter.x + (struck ? Math.sin(index * 2.4) * 0.8 : 0), fighter.y, 0);
    this.group.scale.setScalar(far);

    if (mood !== 'egg') {
      const flashes = struck && !fighter.shieldStun;
      brush.paint(
        figureOf(look, pose),
        {
          x: this.group.position.x,
          y: fighter.y - (isBuried(state) ? height * 0.45 : 0) * far,
          facing: fighter.facing,
          unit: (height / look.tall) * far,
          rim: this.rim.copy(colour).multiplyScalar(palette.rim),
          halo: haloOf(fighter, index, palette, calm),
          tint: flashes ? palette.flash : PALE,
          tinted: flashes ? 0.5 : isPale(game, fighter) ? 0.28 : 0,
        },
        look.ink,
      );
    }

    this.surround(game, fighter, height, counter, index, this.tone.copy(colour).lerp(palette.flash, fighter.shieldStun ? 0.6 : 0));
    const above = Math.max(height * 1.12, this.aura.visible && mood !== 'dizzy' ? height : 0);
    sized(this.pointer, 1.7, 1.7).position.set(0, above + 4, 0.2);
    this.pointer.visible = far === 1;
    coloured(this.pointer, colour, 0.95);
    this.platform.visible = isReborn(state);
    sized(this.platform, 9, 0.7).position.y = -0.8;
    coloured(this.platform, palette.flash, 0.75);
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
    for (const part of [this.aura, this.platform, this.pointer]) part.material.dispose();
  }
}
