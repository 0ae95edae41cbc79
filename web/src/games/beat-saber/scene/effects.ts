import { Color, Group, Quaternion, Vector3 } from 'three';
import type { CameraPose, Hit } from '../../../stage/scene';
import { lastAtOrBefore } from '../../../stage/times';
import type { Cut, CutOf } from './cuts';
import type { Flights } from './flights';
import { Instances } from './instances';
import type { Kit } from './kit';
import { type Mistake, mistakeKindOf, Mistakes } from './mistakes';
import { Event, type Note } from './notes-model';
import type { Palette } from './palette';
import type { Poses } from './poses';
import { ScoreTexts } from './score-texts';
import { HEAD_HEIGHT, LINK_SIZE, NOTE_SIZE } from './sizes';
import { type Cover, Sprites } from './sprites';
import type { Wall } from './walls';

const HALVES_SECONDS = 0.3;
const FLASH_SECONDS = 0.14;
const BLAST_SECONDS = 0.4;
/** Of a note's size: the cut note matters no more. */
const HALF_SCALE = 0.5;
const NOTE_CUBE: [number, number, number] = [NOTE_SIZE, NOTE_SIZE, NOTE_SIZE];
const HEAD_SIZE: [number, number, number] = [NOTE_SIZE, HEAD_HEIGHT, NOTE_SIZE];

/** Where a note was, and how it was turned, when its event happened: worked out once, on first need. */
export interface Moment {
  position: Vector3;
  rotation: Quaternion;
  cut: Cut | null;
  /** The cut's, as the note is turned, and how far it is from its middle. */
  normal: Vector3;
  offset: number;
}

/** How effects are drawn. `still`: nothing flies apart; `plain`: without halves and points; `ahead`: see `Mistakes`. */
interface EffectStyle {
  still: boolean;
  plain: boolean;
  ahead: number;
}

/** The traces of an event, shown for a moment: halves, flash, points, and the marks of mistakes. */
export class Effects {
  readonly group = new Group();
  debris = 0;
  readonly mistakes: Mistakes;
  private readonly texts: ScoreTexts;
  private halfCovers: Cover[] = [];
  private readonly byEvent: Note[];
  private readonly times: Float64Array;
  private readonly moments = new Map<Note, Moment>();
  private readonly halves: Instances;
  private readonly wholes: Instances;
  private readonly lights: Sprites;
  private readonly at = new Vector3();
  private readonly scale = new Vector3();
  private readonly spin = new Quaternion();
  private readonly axis = new Vector3();
  private readonly aside = new Vector3();
  private readonly back = new Vector3();
  private readonly paint = new Color();

  constructor(
    notes: Note[],
    private readonly cutOf: CutOf,
    private readonly flights: Flights,
    private readonly poses: Poses,
    kit: Kit,
    walls: Wall[],
  ) {
    this.byEvent = [...notes].sort((a, b) => a.eventTime - b.eventTime);
    this.times = Float64Array.from(this.byEvent, (note) => note.eventTime);
    this.halves = new Instances(kit.note, kit.cut, 128, { aColour: 4, aRim: 4, aPlane: 4 });
    this.wholes = new Instances(kit.note, kit.solid, 48, { aColour: 4, aRim: 4 });
    this.halves.mesh.renderOrder = 2.8;
    this.lights = new Sprites(kit, 128);
    this.texts = new ScoreTexts(this.byEvent, kit);
    this.mistakes = new Mistakes(
      [...this.ofNotes(), ...this.ofWalls(walls)].sort((a, b) => a.time - b.time),
      kit,
    );
    for (const part of this.parts) this.group.add(part.mesh);
  }

  update(time: number, palette: Palette, { still, plain, ahead }: EffectStyle): void {
    for (const part of this.parts) part.begin();
    this.debris = 0;
    this.halfCovers = [];
    const last = lastAtOrBefore(this.times, time);
    for (let i = last; i >= 0 && time - this.times[i]! < BLAST_SECONDS; i--) {
      const note = this.byEvent[i]!;
      const age = time - note.eventTime;
      const moment = this.momentOf(note);
      if (note.event === Event.Good || note.event === Event.Bad) {
        if (!still && !plain && age < HALVES_SECONDS) this.cutApart(note, moment, age, palette);
        if (age < FLASH_SECONDS) this.flash(note, moment, age, palette, still);
      }
      if (note.event === Event.Bomb) this.blast(moment, age, palette);
    }
    if (plain) this.texts.covers = [];
    else this.texts.update(time, palette, still);
    this.mistakes.update(time, palette, ahead);
    for (const part of this.parts) part.end();
  }

  /** The sounds of notes. Missed notes have none. */
  hits(): Hit[] {
    const struck = this.byEvent.filter(({ event }) => event !== Event.Miss);
    return struck.map(({ event, eventTime: time, shape }) => ({
      time,
      sound: event !== Event.Good ? 'thud' : shape === 'link' ? 'link' : 'cut',
    }));
  }

  /** How many cuts show their points. */
  get pops(): number {
    return this.texts.covers.length;
  }

  get covers(): Cover[] {
    return [...this.halfCovers, ...this.texts.covers, ...this.mistakes.covers];
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }

  private get parts(): (Instances | Sprites)[] {
    return [this.halves, this.wholes, this.lights, this.texts.sprites, this.mistakes.sprites];
  }

  private ofNotes(): Mistake[] {
    return this.byEvent.flatMap((note) => {
      const kind = mistakeKindOf(note.event);
      const place = () => this.momentOf(note).cut?.point ?? this.momentOf(note).position;
      return kind ? [{ time: note.eventTime, kind, note, place }] : [];
    });
  }

  private ofWalls(walls: Wall[]): Mistake[] {
    return walls.flatMap(({ hit }) => {
      const head = { position: new Vector3(), rotation: new Quaternion() };
      return hit
        ? [{ time: hit[0], kind: 'wall' as const, note: null, place: () => this.poses.sample('head', hit[0], head).position }]
        : [];
    });
  }

  momentOf(note: Note): Moment {
    const known = this.moments.get(note);
    if (known) return known;
    const head: CameraPose = { position: new Vector3(), rotation: new Quaternion() };
    this.poses.sample('head', note.eventTime, head);
    // A miss is noticed behind the player; it was where the note could have been cut.
    const time = note.event === Event.Miss ? note.time : note.eventTime;
    const { position, rotation } = this.flights.note(note.flight, time, head.position);
    const cut = note.row === null ? null : this.cutOf(note.row);
    const moment: Moment = { position, rotation, cut, normal: new Vector3(1, 0, 0), offset: 0 };
    if (cut) {
      const inverse = rotation.clone().invert();
      moment.normal.copy(cut.normal).applyQuaternion(inverse);
      const centre = this.at.copy(cut.point).sub(position);
      // Where the note's speed is unknown it may stand a little off: keep the cut inside it.
      moment.offset = Math.min(0.17, Math.max(-0.17, centre.dot(cut.normal)));
    }
    this.moments.set(note, moment);
    return moment;
  }

  /** Both halves fall out of the way, to that side on which the note came: small, dark and soon gone. */
  private cutApart(note: Note, moment: Moment, age: number, palette: Palette): void {
    const u = age / HALVES_SECONDS;
    const colour = this.paint.copy(palette.notes[note.color === 1 ? 1 : 0]).lerp(palette.bomb, note.event === Event.Bad ? 0.8 : 0.55);
    const alpha = 0.6 * (1 - u * u);
    const size = note.shape === 'link' ? LINK_SIZE : note.shape === 'head' ? HEAD_SIZE : NOTE_CUBE;
    const scale = HALF_SCALE * (1 - 0.4 * u);
    this.scale.set(...size).multiplyScalar(scale / NOTE_SIZE);
    const aside = note.lane.out(this.aside.set((note.x < 0 ? -3.4 : 3.4) * age, -2.6 * age, 0));
    if (!moment.cut) {
      // The file's data on this cut cannot be right: fade instead of making up a plane.
      this.at.copy(moment.position).add(aside);
      this.wholes.push(this.at, moment.rotation, this.scale, ...colour.toArray(), 0.5 * Math.max(0, 1 - 2.2 * u), ...colour.toArray(), 0.2);
      this.debris++;
      return;
    }
    this.axis.crossVectors(moment.cut.normal, moment.cut.direction);
    if (this.axis.lengthSq() < 1e-4) this.axis.set(0, 0, 1);
    this.axis.normalize();
    for (const side of [1, -1]) {
      this.at
        .copy(moment.position)
        .addScaledVector(moment.cut.normal, side * (0.05 + 0.9 * age))
        .add(aside);
      this.at.add(note.lane.out(this.back.set(0, 0, 1.2 * age)));
      this.spin.setFromAxisAngle(this.axis, side * -3.2 * age).multiply(moment.rotation);
      const n = moment.normal;
      const edge = NOTE_SIZE * scale;
      this.halfCovers.push({ kind: 'half', note, at: this.at.clone(), width: edge * 0.8, height: edge * 0.8, alpha });
      this.halves.push(
        this.at,
        this.spin,
        this.scale,
        ...colour.toArray(),
        alpha,
        ...colour.toArray(),
        0.2,
        -side * n.x,
        -side * n.y,
        -side * n.z,
        side * moment.offset,
      );
      this.debris++;
    }
  }

  private flash(note: Note, moment: Moment, age: number, palette: Palette, still: boolean): void {
    const u = age / FLASH_SECONDS;
    const colour = note.event === Event.Bad ? palette.bad : palette.sabers[note.color === 1 ? 1 : 0];
    const strength = (1 - u) ** 2 * (still ? 0.4 : 0.8);
    this.lights.draw('glow', moment.position, note.shape === 'link' ? 0.6 : 1, colour, strength, { light: 1 });
    if (!moment.cut || still) return;
    // A streak along the cut, seen edge on by the viewer.
    const turn = Math.atan2(moment.cut.direction.y, moment.cut.direction.x);
    this.lights.draw('spark', moment.position, 1.2 + 0.6 * u, palette.sign, strength * 0.7, { light: 1, turn });
  }

  private blast(moment: Moment, age: number, palette: Palette): void {
    const u = age / BLAST_SECONDS;
    this.lights.draw('ring', moment.position, 0.4 + 1.1 * Math.sqrt(u), palette.bombRim, (1 - u) * 0.9, { light: 0.6 });
    this.lights.draw('glow', moment.position, 1.4, palette.bombRim, (1 - u) ** 2 * 0.7, { light: 1 });
  }
}
