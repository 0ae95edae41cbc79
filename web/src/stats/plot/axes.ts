import type uPlot from 'uplot';
import { clockText } from '../../ui/format';
import { colour } from './colours';

const FONT = '500 11px Inter, system-ui, sans-serif';

export function timeAxis(labels = true): uPlot.Axis {
  return {
    ...plain(),
    incrs: [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1200, 3600],
    space: 56,
    size: labels ? 27 : 0,
    values: (_, splits) => (labels ? splits.map((time) => clockText(time)) : splits.map(() => '')),
    grid: { show: false },
    gap: 7,
  };
}

export function valueAxis(text: (value: number) => string, more: uPlot.Axis = {}): uPlot.Axis {
  return { ...plain(), size: 40, space: 26, values: (_, splits) => splits.map(text), ...more };
}

export function plain(): uPlot.Axis {
  return {
    font: FONT,
    stroke: colour('--text-3'),
    gap: 4,
    ticks: { show: false },
    grid: { stroke: colour('--line'), width: 1 },
  };
}

/** An axis that only gives the scale. */
export const hidden = (scale: string): uPlot.Axis => ({ scale, show: false });
