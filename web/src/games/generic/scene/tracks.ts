import { Quaternion, Vector3 } from 'three';
import type { NumericArray } from '../../../decoder';
import { lastAtOrBefore } from '../../../stage/times';
import type { Place } from '../bodies';
import type { Rows, Session } from '../session';
import { spaced } from '../text';

/** Rows of one body in a window: where its rows are among those of the table. */
interface Piece {
  times: NumericArray | number[];
  /** Null: all of them, in order. */
  rows: Uint32Array | null;
  position: NumericArray[];
  rotation: NumericArray[] | null;
}

/** Rows further apart than this, in seconds, have nothing in between: they are missing, or the body was away. */
const GAP_SECONDS = 1;

/** Where a body is over time. */
export class Track {
  /** By window. */
  private readonly pieces: (Piece | undefined)[] = [];

  constructor(
    readonly place: Place,
    readonly label: string,
    private readonly session: Session,
  ) {}

  use(window: number, piece: Piece): void {
    this.pieces[window] = piece;
  }

  /** Puts it where it is at a time; false where no row says so. */
  at(time: number, position: Vector3, rotation?: Quaternion): boolean {
    const window = this.session.indexAt(time);
    const piece = this.pieces[window];
    let [before, row] = [piece, piece ? lastAtOrBefore(piece.times, time) : -1];
    if (row < 0) {
      before = this.pieces[window - 1];
      row = before ? before.times.length - 1 : -1;
    }
    let [after, next] = [piece, before === piece ? row + 1 : 0];
    if (!piece || next >= piece.times.length) {
      after = this.pieces[window + 1];
      next = 0;
    }
    const ahead = after && next < after.times.length ? after.times[next]! - time : Infinity;
    if (!before || row < 0) {
      if (!after || ahead > GAP_SECONDS / 4) return false;
      return put(after, next, position, rotation);
    }
    const since = time - before.times[row]!;
    if (!after || since + ahead > GAP_SECONDS) return since <= GAP_SECONDS / 4 && put(before, row, position, rotation);
    return between(before, row, after, next, since / Math.max(1e-9, since + ahead), position, rotation);
  }
}

const other = new Vector3();
const turned = new Quaternion();

function put(piece: Piece, at: number, position: Vector3, rotation?: Quaternion): boolean {
  const row = piece.rows ? piece.rows[at]! : at;
  const [x, y, z] = piece.position.map((column) => column[row]!);
  if (!Number.isFinite(x! + y! + z!)) return false;
  position.set(x!, y!, z!);
  if (rotation && piece.rotation) {
    const [a, b, c, d] = piece.rotation.map((column) => column[row]!);
    rotation.set(a!, b!, c!, d!).normalize();
    if (!Number.isFinite(rotation.x + rotation.w)) rotation.identity();
  }
  return true;
}

function between(from: Piece, row: number, to: Piece, next: number, share: number, position: Vector3, rotation?: Quaternion): boolean {
  if (!put(from, row, position, rotation)) return false;
  if (put(to, next, other, rotation && turned)) {
    position.lerp(other, share);
    rotation?.slerp(turned, share);
  }
  return true;
}

/** Reads the bodies of a place out of a window. `known`: those so far, by label; new ones are added. */
export function readPieces(place: Place, rows: Rows, window: number, session: Session, known: Map<string, Track>): void {
  const position = place.position.map((name) => rows.columns[name]!);
  const rotation = place.rotation?.map((name) => rows.columns[name]!) ?? null;
  const track = (owner: string | null) => {
    const label = [owner, spaced(place.part)].filter(Boolean).join(' · ') || spaced(place.table.name);
    const key = `${place.table.name}\n${place.part}\n${label}`;
    const track = known.get(key) ?? new Track(place, label, session);
    known.set(key, track);
    return track;
  };
  const codes = place.owner === null ? null : rows.columns[place.owner]!;
  if (!codes) return track(null).use(window, { times: rows.times, rows: null, position, rotation });
  const texts = rows.texts[place.owner!];
  const byOwner = new Map<number, number[]>();
  codes.forEach((code: number, row: number) => {
    const list = byOwner.get(code);
    if (list) list.push(row);
    else byOwner.set(code, [row]);
  });
  for (const [code, list] of byOwner) {
    const owner = texts ? texts[code]! : `${spaced(place.owner!)} ${code}`;
    const times = Float64Array.from(list, (row) => rows.times[row]!);
    track(owner).use(window, { times, rows: Uint32Array.from(list), position, rotation });
  }
}
