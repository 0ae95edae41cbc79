import { Color, Group, Quaternion, Vector3 } from 'three';
import { DecodeError, type Description, type Replay } from '../../../decoder';
import type { CameraPose, View } from '../../../stage/scene';
import { grouped, signed } from '../../../ui/format';
import type { Play } from '../plays';
import { Avatar } from './avatar';
import { isOfSameMap, MOST_BESIDE } from './beside';
import { load } from './data';
import type { Palette } from './palette';
import { Poses } from './poses';
import './rivals.css';
import { Saber } from './sabers';
import { Score } from './score';

/** Of each of them, on the stage and in the list. */
const COLOURS = ['#f2b84b', '#4fd1a5', '#e07be0'].map((colour) => new Color(colour));
/** How much of a rival's saber is the colour of the hand: enough to distinguish the hands. */
const HAND = 0.35;

/** Other plays of the same map, as ghosts in one scene. Song time is the same for all, so they are in sync. */
export class Rivals {
  readonly group = new Group();
  readonly Panel;
  private readonly rivals: Rival[];

  static async load(first: Description, replays: readonly Replay[], startEnergy: (meta: Description) => number): Promise<Rivals> {
    if (replays.length > MOST_BESIDE) {
      throw new DecodeError({ error: `At most ${MOST_BESIDE + 1} replays are shown at once.` });
    }
    for (const { meta } of replays) refuseOtherMap(first, meta);
    const rivals = replays.map(async (replay, i) => {
      const data = await load(replay);
      return new Rival(
        replay.meta.players[0]?.name || `Player ${i + 2}`,
        COLOURS[i]!,
        new Poses(data.frames, data.pauses),
        new Score(data, startEnergy(replay.meta)),
      );
    });
    return new Rivals(first.players[0]?.name || 'Player 1', await Promise.all(rivals));
  }

  private constructor(
    private readonly name: string,
    rivals: Rival[],
  ) {
    this.rivals = rivals;
    for (const { group } of rivals) this.group.add(group);
    this.Panel = ({ first }: { first: Score }) => <Standings name={name} first={first} rivals={rivals} />;
  }

  /** All of them, the first one first. */
  plays(first: Score): Play[] {
    const others = this.rivals.map(({ name, colour, score }) => ({ name, colour: `#${colour.getHexString()}`, score: score.columns }));
    return [{ name: this.name, colour: null, score: first.columns }, ...others];
  }

  update(time: number, view: View, palette: Palette): void {
    for (const rival of this.rivals) rival.update(time, view, palette);
  }

  state(): Record<string, unknown>[] {
    return this.rivals.map(({ name, score, sabers: [left, right] }) => ({
      name,
      score: score.score,
      accuracy: score.isCounted ? score.accuracy : null,
      combo: score.combo,
      left: left.hilt.toArray(),
      right: right.hilt.toArray(),
    }));
  }

  dispose(): void {
    for (const rival of this.rivals) rival.dispose();
  }
}

function refuseOtherMap(first: Description, other: Description): void {
  if (isOfSameMap(first, other)) return;
  const name = [other.map?.name, other.map?.difficulty, other.mode].filter(Boolean).join(', ') || other.game;
  throw new DecodeError({ error: `The other replay is of something else: ${name}.` });
}

class Rival {
  readonly group = new Group();
  readonly sabers: [Saber, Saber] = [new Saber(0), new Saber(1)];
  private readonly avatar = new Avatar();
  private readonly pose: CameraPose = { position: new Vector3(), rotation: new Quaternion() };

  constructor(
    readonly name: string,
    readonly colour: Color,
    private readonly poses: Poses,
    readonly score: Score,
  ) {
    this.group.add(this.avatar.group, ...this.sabers.map((saber) => saber.group));
  }

  update(time: number, view: View, palette: Palette): void {
    const hand = (i: 0 | 1) => this.colour.clone().lerp(palette.sabers[i], HAND);
    const own: Palette = { ...palette, ghost: this.colour, accent: this.colour, sabers: [hand(0), hand(1)] };
    this.score.update(time);
    this.avatar.update(this.poses.sample('head', time, this.pose), own, view.camera === 'behind');
    // From inside the first player's head, another one's would hide everything.
    this.avatar.group.visible = view.camera !== 'player' && view.camera !== 'raw';
    this.sabers.forEach((saber, i) => saber.update(this.poses.sample(i === 0 ? 'left' : 'right', time, this.pose), own));
  }

  dispose(): void {
    this.avatar.dispose();
    for (const saber of this.sabers) saber.dispose();
  }
}

/** All of them with their scores, and how far each is ahead of the first, the best first. */
function Standings({ name, first, rivals }: { name: string; first: Score; rivals: Rival[] }) {
  const lines = [{ name, score: first, colour: null as Color | null }, ...rivals];
  for (const { score } of lines) void score.row.value;
  lines.sort((a, b) => b.score.score - a.score.score);
  return (
    <table class="bs-rivals num" aria-label="Standings">
      <tbody>
        {lines.map(({ name, score, colour }) => (
          <tr key={colour?.getHex() ?? -1}>
            <th scope="row" style={colour ? { color: `#${colour.getHexString()}` } : undefined}>
              {name}
            </th>
            <td>{grouped(score.score)}</td>
            <td>{score.accuracyText}</td>
            <td data-ahead={score.score - first.score}>{colour ? signed(score.score - first.score) : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
