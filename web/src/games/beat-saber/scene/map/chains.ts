import { at, type Columns } from '../../../../stage/columns';
import { lastAtOrBefore } from '../../../../stage/times';
import { directionAngle, laneX, layerTopY } from '../grid';
import { bendLink, type Lift, type Note } from '../notes-model';

/** Less squish than this is none, as in the game. */
const NO_SQUISH = 0.001;
/** Seconds within which a chain and its head are at one time, and how many notes are then looked at. */
const SAME_TIME = 0.001;
const MOST_AT_ONCE = 64;

/** The links of the map's chains, along their curves. */
export class Chains {
  constructor(
    private readonly chains: Columns,
    private readonly rows: Columns,
    private readonly lift: Lift,
  ) {}

  /** `notes`: the map's notes, row by row. */
  bend(notes: readonly Note[]): void {
    const heads = new Map<number, Note>();
    notes.forEach((link, row) => {
      const chain = at(this.rows, 'chain', row);
      if (!at(this.rows, 'is_link', row) || chain < 0) return;
      if (!heads.has(chain)) heads.set(chain, this.headOf(chain, notes));
      const value = (name: string): number => at(this.chains, name, chain);
      const head = heads.get(chain)!;
      const squish = value('squish') < NO_SQUISH ? 1 : value('squish');
      const end = { x: laneX(value('end_line')), topY: layerTopY(value('end_layer')) + this.lift(head.time) };
      bendLink(link, head, end, (at(this.rows, 'part', row) / Math.max(1, value('parts') - 1)) * squish);
    });
  }

  /** The note at the chain's head, or where it would be. */
  private headOf(chain: number, notes: readonly Note[]): Note {
    const value = (name: string): number => at(this.chains, name, chain);
    const [time, x] = [value('time'), laneX(value('line'))];
    const topY = layerTopY(value('layer')) + this.lift(time);
    const is = (note: Note) =>
      note.shape === 'head' && Math.abs(note.time - time) < SAME_TIME && note.x === x && Math.abs(note.topY - topY) < 1e-3;
    const behind = lastAtOrBefore(this.rows.time ?? [], time + SAME_TIME) + 1;
    return (
      notes.slice(Math.max(0, behind - MOST_AT_ONCE), behind).find(is) ??
      ({ time, x, topY, startY: topY, angle: directionAngle(value('direction')) } as Note)
    );
  }
}
