import type { Columns } from '../../../stage/columns';
import { lastAtOrBefore } from '../../../stage/times';
import { type Data, column } from './data';
import { directionAngle, heightOffset, isDot, laneX, layerStartY, layerTopY } from './grid';
import type { Flight, Jump } from './jump';
import { Lane } from './lane';

export const enum Event {
  Good = 0,
  Bad = 1,
  Miss = 2,
  Bomb = 3,
}

export type Shape = 'note' | 'head' | 'link' | 'bomb';

/** A note with everything that does not change while it is played. */
export interface Note extends Flight {
  row: number;
  id: number;
  event: Event;
  eventTime: number;
  shape: Shape;
  dot: boolean;
  /** 0 left, 1 right, −1 a bomb. */
  color: number;
  /** Carries, or is carried to by, an arc. */
  arcHead: boolean;
  arcTail: boolean;
  points: number;
  maxPoints: number;
}

const ARC_HEADS = new Set([4, 8, 10, 11, 12]);
const ARC_TAILS = new Set([5, 8, 9, 12]);
export const CHAIN_HEADS = new Set([6, 9, 11, 12]);
const CHAIN_LINKS = new Set([7, 10]);

/** By how much the player's height raises what is due at a time. */
export type Lift = (time: number) => number;

/** So many seconds before its jump a note comes straight in; how high it goes is settled when that begins. */
const COMES_IN = 0.5;

export const liftOf = (data: Data, fixedHeight: number, jump: Jump): Lift => {
  const height = heightAt(data.heights, fixedHeight);
  return (time) => height(time - jump.half - COMES_IN);
};

/** All notes, in the file's order, and behind them those that it has no event of. */
export function notesOf(data: Data, lift: Lift, untouched: Note[]): Note[] {
  const c = data.notes;
  const time = column(c, 'spawn_time');
  const notes: Note[] = [];
  const noteAt = notesIn(c);
  for (let row = 0; row < time.length; row++) notes.push(noteAt(row, lift(time[row]!)));
  notes.push(...untouched);
  const byTime = [...notes].sort((a, b) => a.time - b.time);
  for (const row of sameTime(byTime)) arrangeRow(row);
  bendChains(byTime);
  return notes;
}

/** Reads a column row by row; 0 where the file has no such column. */
function reader(c: Columns, name: string): (row: number) => number {
  const values = column(c, name);
  return (row) => values[row] ?? 0;
}

/** Makes the notes of rows. */
function notesIn(c: Columns): (row: number, lift: number) => Note {
  const [id, time, event, eventTime] = [reader(c, 'note_id'), reader(c, 'spawn_time'), reader(c, 'event_type'), reader(c, 'event_time')];
  const [line, layer, color, direction] = [reader(c, 'line'), reader(c, 'layer'), reader(c, 'color'), reader(c, 'direction')];
  const [scoringType, bomb, points, maxPoints] = [
    reader(c, 'scoring_type'),
    reader(c, 'bomb'),
    reader(c, 'points'),
    reader(c, 'max_points'),
  ];
  return (row, lift) => {
    const scoring = scoringType(row);
    const isBomb = bomb(row) !== 0;
    const shape: Shape = isBomb ? 'bomb' : CHAIN_LINKS.has(scoring) ? 'link' : CHAIN_HEADS.has(scoring) ? 'head' : 'note';
    const x = laneX(line(row));
    return {
      row,
      id: id(row),
      time: time(row),
      lane: Lane.STRAIGHT,
      event: event(row),
      eventTime: eventTime(row),
      shape,
      dot: isDot(direction(row)),
      color: isBomb ? -1 : color(row) === 1 ? 1 : 0,
      arcHead: ARC_HEADS.has(scoring),
      arcTail: ARC_TAILS.has(scoring),
      points: points(row),
      maxPoints: maxPoints(row),
      x,
      startY: layerStartY(0),
      topY: layerTopY(layer(row)) + lift,
      flipX: x,
      flipSide: 0,
      angle: directionAngle(direction(row)),
      turnsToPlayer: shape === 'note' || shape === 'head',
    };
  };
}

/** Player height over time as an offset for notes: the setting, else the recorded steps, else the game's own 1.8 m. */
function heightAt(heights: Columns, fixed: number): (time: number) => number {
  const times = column(heights, 'time');
  const values = column(heights, 'height');
  return (time) => {
    const i = fixed > 0 || times.length === 0 ? -1 : Math.max(0, lastAtOrBefore(times, time));
    return heightOffset(i < 0 ? fixed : values[i]!);
  };
}

function* sameTime(sorted: Note[]): Generator<Note[]> {
  for (let i = 0; i < sorted.length; ) {
    let end = i + 1;
    while (end < sorted.length && sorted[end]!.time - sorted[i]!.time < 1e-4) end++;
    yield sorted.slice(i, end);
    i = end;
  }
}

/** Notes that start together: those of one column start stacked, and two that cross start in each other's lane. */
function arrangeRow(row: Note[]): void {
  const byHeight = [...row].filter((note) => note.shape !== 'link').sort((a, b) => a.topY - b.topY);
  for (const note of byHeight) {
    const order = byHeight.filter((other) => other.x === note.x).indexOf(note);
    note.startY = layerStartY(order);
  }
  const pair = row.filter((note) => note.shape === 'note');
  const [a, b] = pair;
  if (pair.length !== 2 || !a || !b || a.color === b.color) return;
  const [left, right] = a.color === 0 ? [a, b] : [b, a];
  if (left.x <= right.x) return;
  left.flipX = right.x;
  right.flipX = left.x;
  left.flipSide = left.topY < right.topY ? -0.15 : 0.45;
  right.flipSide = right.topY > left.topY ? 0.45 : -0.15;
}

/** Links are recorded in their head's cell, all but the last: bend them from head to last by the game's curve. */
function bendChains(byTime: Note[]): void {
  for (const color of [0, 1]) {
    const own = byTime.filter((note) => note.color === color);
    own.forEach((head, h) => {
      if (head.shape !== 'head') return;
      const links: Note[] = [];
      for (let i = h + 1; i < own.length && own[i]!.shape !== 'head' && own[i]!.time - head.time < 2; i++) {
        if (own[i]!.shape === 'link') links.push(own[i]!);
      }
      bend(head, links);
    });
  }
}

function bend(head: Note, links: Note[]): void {
  const tail = links.at(-1);
  if (!tail) return;
  const end = { x: tail.x, topY: tail.topY };
  links.forEach((link, i) => bendLink(link, head, end, (i + 1) / links.length));
}

/** Puts a link where it is on the curve from a chain's head to its end: at a share `u` of the way. */
export function bendLink(link: Note, head: Note, end: { x: number; topY: number }, u: number): void {
  const [dx, dy] = [end.x - head.x, end.topY - head.topY];
  const reach = Math.hypot(dx, dy) / 2;
  const angle = (head.angle * Math.PI) / 180;
  const [mx, my] = [Math.sin(angle) * reach, -Math.cos(angle) * reach];
  const v = 2 * (1 - u);
  link.x = link.flipX = head.x + v * u * mx + u * u * dx;
  link.topY = head.topY + v * u * my + u * u * dy;
  // All links jump with the head.
  link.startY = head.startY;
  const [tx, ty] = [v * mx + 2 * u * (dx - mx), v * my + 2 * u * (dy - my)];
  if (tx !== 0 || ty !== 0) link.angle = (Math.atan2(tx, -ty) * 180) / Math.PI;
}
