import { Vector3 } from 'three';
import type { Columns } from '../../../stage/columns';
import { column } from './data';

/** Where and how the saber went through, in three.js axes. */
export interface Cut {
  point: Vector3;
  normal: Vector3;
  direction: Vector3;
}

/** The cut of a row of `notes`; null where there is no credible one. */
export type CutOf = (row: number) => Cut | null;

export function cutsOf(notes: Columns): CutOf {
  const vector = (name: string, row: number): Vector3 => {
    const [x, y, z] = ['x', 'y', 'z'].map((axis) => column(notes, `cut.${name}.${axis}`)[row]!);
    return new Vector3(x, y, -z!);
  };
  return (row) => {
    if (!column(notes, 'has_cut')[row] || column(notes, 'garbage_cut')[row]) return null;
    const [point, normal, direction] = [vector('cut_point', row), vector('cut_normal', row), vector('saber_dir', row)];
    const sane = [...point, ...normal, ...direction].every((v) => Number.isFinite(v) && Math.abs(v) < 1e4);
    if (!sane || normal.lengthSq() < 0.5 || point.lengthSq() === 0) return null;
    normal.normalize();
    if (direction.lengthSq() > 1e-6) direction.normalize();
    return { point, normal, direction };
  };
}
