import { Color, Group, Quaternion, Vector3 } from 'three';
import { type Cell, cellRect } from './atlas';
import type { Flights, PlacedNote } from './flights';
import { Instances } from './instances';
import type { Kit } from './kit';
import { Event, type Note } from './notes-model';
import type { Palette } from './palette';
import { HEAD_HEIGHT, NOTE_SIZE } from './sizes';
import type { Look, Veil } from './veil';

/** A missed note stays in sight until so much of its jump is over. */
const GONE = 0.975;
const ONE = new Vector3(1, 1, 1);
const WHOLE: Look = { body: true, sign: 1 };

export interface DrawnNote {
  note: Note;
  look: Look;
  position: Vector3;
  rotation: Quaternion;
  state: 'flying' | 'missed';
}

/** The notes, links and bombs in flight. */
export class NotesView {
  readonly group = new Group();
  /** The notes drawn last. */
  seen: DrawnNote[] = [];
  private readonly cubes: Instances;
  private readonly heads: Instances;
  private readonly links: Instances;
  private readonly bombs: Instances;
  private readonly faces: Instances;
  private readonly shadows: Instances;
  private readonly level = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
  private readonly at = new Vector3();
  private readonly scale = new Vector3();
  private readonly colour = new Color();

  constructor(
    private readonly notes: readonly Note[],
    private readonly flights: Flights,
    kit: Kit,
    private readonly veil: Veil | null,
  ) {
    veil?.begin(notes);
    const solid = { aColour: 4, aRim: 4 };
    this.cubes = new Instances(kit.note, kit.solid, 192, solid);
    this.heads = new Instances(kit.head, kit.solid, 48, solid);
    this.links = new Instances(kit.link, kit.solid, 128, solid);
    this.bombs = new Instances(kit.bomb, kit.solid, 96, solid);
    this.faces = new Instances(kit.quad, kit.face, 384, { aColour: 4, aRect: 4, aBlend: 2 });
    this.shadows = new Instances(kit.quad, kit.face, 384, { aColour: 4, aRect: 4, aBlend: 2 });
    this.shadows.mesh.renderOrder = 1;
    this.faces.mesh.renderOrder = 3;
    for (const part of this.all) this.group.add(part.mesh);
  }

  update(time: number, head: Vector3, palette: Palette): void {
    this.seen = [];
    for (const part of this.all) part.begin();
    // Far ones first: transparent notes blend right, and if there are too many the far ones are not the ones lost.
    for (const placed of this.flights.notes(time, head)) this.draw(this.notes[placed.row]!, placed, time, palette);
    for (const part of this.all) part.end();
  }

  dispose(): void {
    for (const part of this.all) part.dispose();
  }

  private get all(): Instances[] {
    return [this.shadows, this.cubes, this.heads, this.links, this.bombs, this.faces];
  }

  private draw(note: Note, placed: PlacedNote, time: number, palette: Palette): void {
    const { position, rotation, passed } = placed;
    const missed = note.event === Event.Miss;
    if (!missed && time >= note.eventTime) return;
    if (placed.share > GONE && time >= note.eventTime) return;
    const late = missed && time >= note.eventTime;
    const look = (note.shape !== 'bomb' && this.veil?.lookOf(note, placed.way)) || WHOLE;
    this.seen.push({ note, look, position, rotation, state: late ? 'missed' : 'flying' });
    const arrive = Math.min(1, Math.max(0, placed.inSight / 0.3));
    // Notes past the player only hide those that come.
    const past = 1 - Math.min(1, Math.max(0, passed - 0.2));
    const alpha = past * (late ? Math.max(0.15, 0.6 - 1.6 * (time - note.eventTime)) : arrive);
    if (alpha < 0.01) return;
    if (note.shape === 'bomb') {
      const rim = palette.bombRim;
      this.bombs.push(position, rotation, ONE, ...palette.bomb.toArray(), alpha, ...rim.toArray(), 0.55);
      this.shadow(position, rim, 0.1 * alpha);
      return;
    }
    const paint = this.colour.copy(palette.notes[note.color === 1 ? 1 : 0]);
    if (late) paint.lerp(palette.bomb, 0.55);
    const light = palette.sabers[note.color === 1 ? 1 : 0];
    // Without its cube, its sign alone says whose it is.
    this.sign(note, placed, look.body ? palette.sign : light, alpha * (late ? 0.35 : 1) * look.sign);
    if (!look.body) return;
    const part = note.shape === 'link' ? this.links : note.shape === 'head' ? this.heads : this.cubes;
    part.push(position, rotation, ONE, paint.r, paint.g, paint.b, alpha, paint.r, paint.g, paint.b, 0.6);
    this.shadow(position, light, (note.shape === 'link' ? 0.16 : 0.3) * alpha);
  }

  /** The arrow, dot or bar on the face towards the player. */
  private sign(note: Note, { position, rotation }: PlacedNote, { r, g, b }: Color, alpha: number): void {
    const cell: Cell = note.shape === 'link' ? 'bar' : note.dot ? 'dot' : 'arrow';
    const depth = note.shape === 'link' ? 0.153 : NOTE_SIZE / 2 + 0.003;
    const low = note.shape === 'head' ? -(NOTE_SIZE - HEAD_HEIGHT) / 2 : 0;
    this.at
      .set(0, note.dot ? 0 : low, depth)
      .applyQuaternion(rotation)
      .add(position);
    const size = note.shape === 'link' ? 0.2 : NOTE_SIZE * 0.94;
    this.scale.set(size, size, size);
    this.faces.push(this.at, rotation, this.scale, r, g, b, alpha, ...cellRect(cell), 0, 1);
  }

  /** A pool of its light on the floor shows where a note is far better than perspective alone. */
  private shadow(position: Vector3, colour: Color, alpha: number): void {
    const spread = 0.7 + 0.25 * position.y;
    this.at.set(position.x, 0.012, position.z);
    this.scale.set(spread, spread * 1.25, 1);
    const k = alpha / (0.6 + 0.5 * position.y);
    this.shadows.push(this.at, this.level, this.scale, colour.r, colour.g, colour.b, k, ...cellRect('glow'), 1, 1);
  }
}
