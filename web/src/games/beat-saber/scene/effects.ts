import { Color, Group, Quaternion, Vector3 } from 'three';
import type { CameraPose } from '../../../stage/scene';
import { lastAtOrBefore } from '../../../stage/times';
import { type Cell, cellAspect, cellRect } from './atlas';
import { Instances } from './instances';
import type { Jump } from './jump';
import { HEAD_HEIGHT, type Kit, LINK_SIZE, NOTE_SIZE } from './kit';
import { Event, type Note } from './notes-model';
import { judgementOf, type Palette } from './palette';
import type { Poses } from './poses';
import type { Wall } from './walls';

const DEBRIS_SECONDS = 0.75;
const POP_SECONDS = 0.75;
const MARK_SECONDS = 0.75;
const FLASH_SECONDS = 0.16;
const GRAVITY = 9.81;
const UPRIGHT = new Quaternion();
const NOTE_CUBE: [number, number, number] = [NOTE_SIZE, NOTE_SIZE, NOTE_SIZE];
const HEAD_SIZE: [number, number, number] = [NOTE_SIZE, HEAD_HEIGHT, NOTE_SIZE];

/** Where a note was, and how it was turned, when its event happened: worked out once, on first need. */
interface Moment {
  position: Vector3;
  rotation: Quaternion;
  normal: Vector3;
  offset: number;
  push: Vector3;
}

/** What an event leaves behind for a moment: halves, flash, points, and the marks of mistakes. */
export class Effects {
  readonly group = new Group();
  debris = 0;
  pops = 0;
  /** Where mistakes are marked. */
  marks: Vector3[] = [];
  private readonly byEvent: Note[];
  private readonly times: Float64Array;
  private readonly moments = new Map<Note, Moment>();
  private readonly halves: Instances;
  private readonly wholes: Instances;
  private readonly sprites: Instances;
  private readonly at = new Vector3();
  private readonly scale = new Vector3();
  private readonly spin = new Quaternion();
  private readonly axis = new Vector3();
  private readonly paint = new Color();
  private readonly head: CameraPose = { position: new Vector3(), rotation: new Quaternion() };

  constructor(
    notes: Note[],
    private readonly jump: Jump,
    private readonly poses: Poses,
    kit: Kit,
    private readonly walls: Wall[],
  ) {
    this.byEvent = [...notes].sort((a, b) => a.eventTime - b.eventTime);
    this.times = Float64Array.from(this.byEvent, (note) => note.eventTime);
    this.halves = new Instances(kit.note, kit.cut, 128, { aColour: 4, aRim: 4, aPlane: 4 });
    this.wholes = new Instances(kit.note, kit.solid, 48, { aColour: 4, aRim: 4 });
    this.sprites = new Instances(kit.quad, kit.sprite, 512, { aColour: 4, aRect: 4, aBlend: 2, aShift: 3 });
    this.halves.mesh.renderOrder = 2.8;
    this.sprites.mesh.renderOrder = 8;
    for (const part of [this.halves, this.wholes, this.sprites]) this.group.add(part.mesh);
  }

  update(time: number, palette: Palette, still: boolean): void {
    const parts = [this.halves, this.wholes, this.sprites];
    for (const part of parts) part.begin();
    this.debris = this.pops = 0;
    this.marks = [];
    const last = lastAtOrBefore(this.times, time);
    for (let i = last; i >= 0 && time - this.times[i]! < POP_SECONDS; i--) {
      const note = this.byEvent[i]!;
      const age = time - note.eventTime;
      const moment = this.momentOf(note);
      if (note.event === Event.Good || note.event === Event.Bad) {
        if (!still) this.cutApart(note, moment, age, palette);
        if (age < FLASH_SECONDS) this.flash(note, moment, age, palette, still);
      }
      if (note.event === Event.Bomb) this.blast(moment, age, palette);
      if (age < POP_SECONDS) this.pop(note, moment, age, palette, still);
    }
    for (const { hit } of this.walls) {
      const age = time - (hit?.[0] ?? Infinity);
      if (age < 0 || age > MARK_SECONDS) continue;
      this.poses.sample('head', hit![0], this.head);
      this.mark('ring', this.head.position, age, palette.wall);
    }
    for (const part of parts) part.end();
  }

  dispose(): void {
    for (const part of [this.halves, this.wholes, this.sprites]) part.dispose();
  }

  private momentOf(note: Note): Moment {
    const known = this.moments.get(note);
    if (known) return known;
    const head = this.poses.sample('head', note.eventTime, {
      position: new Vector3(),
      rotation: new Quaternion(),
    }).position;
    // A miss is noticed behind the player; it was where the note could have been cut.
    const time = note.event === Event.Miss ? note.time : note.eventTime;
    this.jump.paceAt(time);
    const position = this.jump.position(time, note, -head.z, new Vector3());
    const rotation = this.jump.rotation(time, note, head, new Quaternion());
    const moment: Moment = {
      position,
      rotation,
      normal: new Vector3(1, 0, 0),
      offset: 0,
      push: new Vector3(0, -1, -1),
    };
    if (note.cut) {
      const inverse = rotation.clone().invert();
      moment.normal.copy(note.cut.normal).applyQuaternion(inverse);
      const centre = this.at.copy(note.cut.point).sub(position);
      // Without the map's note speed the note may stand a little off: keep the cut inside it.
      moment.offset = Math.min(0.17, Math.max(-0.17, centre.dot(note.cut.normal)));
      moment.push.copy(note.cut.direction).multiplyScalar(Math.min(2.2, note.cut.speed * 0.08));
      // Thrown up the road rather than into the watcher's face.
      moment.push.z -= 2.4;
    }
    this.moments.set(note, moment);
    return moment;
  }

  private cutApart(note: Note, moment: Moment, age: number, palette: Palette): void {
    const u = age / DEBRIS_SECONDS;
    const colour = this.paint.copy(palette.notes[note.color === 1 ? 1 : 0]);
    if (note.event === Event.Bad) colour.lerp(palette.bomb, 0.5);
    const alpha = 1 - u * u;
    const size = note.shape === 'link' ? LINK_SIZE : note.shape === 'head' ? HEAD_SIZE : NOTE_CUBE;
    this.scale.set(...size).multiplyScalar((1 - 0.45 * u * u) / NOTE_SIZE);
    if (!note.cut) {
      // What the file says about this cut is not to be believed: fade instead of making up a plane.
      this.at.copy(moment.position).addScaledVector(moment.push, age * 0.6);
      this.wholes.push(this.at, moment.rotation, this.scale, ...colour.toArray(), 0.5 * Math.max(0, 1 - 2.2 * u), ...colour.toArray(), 0.5);
      this.debris++;
      return;
    }
    for (const side of [1, -1]) {
      this.at
        .copy(moment.position)
        .addScaledVector(note.cut.normal, side * 1.5 * age)
        .addScaledVector(moment.push, age);
      this.at.y += 0.5 * age - (GRAVITY * age * age) / 2;
      this.axis.crossVectors(note.cut.normal, note.cut.direction);
      if (this.axis.lengthSq() < 1e-4) this.axis.set(0, 0, 1);
      this.spin.setFromAxisAngle(this.axis.normalize(), side * -3.2 * age).multiply(moment.rotation);
      const n = moment.normal;
      this.halves.push(
        this.at,
        this.spin,
        this.scale,
        ...colour.toArray(),
        alpha,
        ...colour.toArray(),
        0.5,
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
    const strength = (1 - u) ** 2 * (still ? 0.4 : 0.9);
    this.sprite('glow', moment.position, note.shape === 'link' ? 0.7 : 1.25, colour, strength, 1);
    if (!note.cut || still) return;
    // A streak along the cut, seen edge on by the viewer.
    const turn = Math.atan2(note.cut.direction.y, note.cut.direction.x);
    this.sprite('spark', moment.position, 1.5 + u, palette.sign, strength * 0.8, 1, 0, 0, turn);
  }

  private blast(moment: Moment, age: number, palette: Palette): void {
    if (age > 0.4) return;
    const u = age / 0.4;
    this.sprite('ring', moment.position, 0.4 + 1.1 * Math.sqrt(u), palette.bombRim, (1 - u) * 0.9, 0.6);
    this.sprite('glow', moment.position, 1.4, palette.bombRim, (1 - u) ** 2 * 0.7, 1);
  }

  /** Points fly up the road and settle there, out of the way of what comes next. */
  private pop(note: Note, moment: Moment, age: number, palette: Palette, still: boolean): void {
    const u = age / POP_SECONDS;
    const eased = still ? 0.35 : 1 - (1 - u) ** 4;
    const alpha = Math.min(1, age / 0.06) * Math.min(1, (POP_SECONDS - age) / 0.3);
    const { position } = moment;
    const jitter = (note.shape === 'link' ? 0.5 : 0.15) * Math.sin(note.row * 12.9898);
    const good = note.event === Event.Good;
    const mistake = note.event === Event.Miss ? palette.miss : note.event === Event.Bad ? palette.bad : palette.bombRim;
    if (!good) this.mark('cross', note.cut?.point ?? position, age, mistake);
    const [toY, toZ] = good ? [0.42, -6] : [1.05, -6.5];
    this.at.set(position.x + jitter * eased, position.y + (toY - position.y) * eased, position.z + (toZ - position.z) * eased);
    this.pops++;
    if (note.event === Event.Miss) return this.sprite('miss', this.at, 0.34, mistake, alpha, 0);
    if (!good) return this.sprite('cross', this.at, 0.5, mistake, alpha, 0);
    const colour = palette.judgements[judgementOf(note.points, note.maxPoints)]!;
    const digits = String(note.points);
    const size = note.shape === 'link' ? 0.26 : note.points >= 115 ? 0.48 : 0.42;
    [...digits].forEach((digit, i) => {
      const shift = (i - (digits.length - 1) / 2) * 0.56;
      this.sprite(digit as Cell, this.at, size, colour, alpha, 0, shift, 0);
    });
  }

  /** Stays where the mistake was. */
  private mark(cell: Cell, at: Vector3, age: number, colour: Color): void {
    this.marks.push(at.clone());
    this.sprite(cell, at, 0.3, colour, 0.8 * (1 - age / MARK_SECONDS), 0.3);
  }

  private sprite(cell: Cell, at: Vector3, size: number, colour: Color, alpha: number, light: number, across = 0, up = 0, turn = 0): void {
    this.scale.set(size * cellAspect(cell), size, 1);
    this.sprites.push(at, UPRIGHT, this.scale, colour.r, colour.g, colour.b, alpha, ...cellRect(cell), light, 0.5, across, up, turn);
  }
}
