import { clockText, grouped } from '../../../ui/format';
import type { StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import type { BeatSaberStatistics, PatternCount } from './statistics.types';

/** Seconds before the first note and behind the last one that a loop takes in: room to raise the hands. */
const LEAD = 1.5;
const DIRECTIONS = ['Up', 'Down', 'Left', 'Right', 'Up left', 'Up right', 'Down left', 'Down right', 'Any direction'];
const SPEEDS = ['Below 15 m/s', 'Below 20 m/s', 'Below 25 m/s', 'Below 30 m/s', '30 m/s and more'];

/** Where points are lost: the worst sections, each to be looped, and how the notes of each pattern went. */
export function Practice({ replay, counts, onLoop }: StatsPanelProps) {
  const counted = useStats<BeatSaberStatistics>(replay, counts);
  if (!counted || 'trouble' in counted) return null;
  const { worstSections, patterns } = counted.stats.details;
  const { directions, crossovers, resets, streams, doubles, oneSwing, speeds } = patterns;
  const rows: [string, PatternCount][] = [
    ...directions.map((count, i): [string, PatternCount] => [DIRECTIONS[i]!, count]),
    ['Crossovers', crossovers],
    ['Resets', resets],
    ['Streams', streams],
    ['Doubles', doubles],
    ['One swing', oneSwing],
    ...speeds.map((count, i): [string, PatternCount] => [SPEEDS[i]!, count]),
  ];
  return (
    <>
      <ol class="worst num">
        {worstSections.map(({ start, end, lost }) => (
          <li key={start}>
            <button type="button" class="btn quiet" onClick={() => onLoop(Math.max(0, start - LEAD), end + LEAD)}>
              {clockText(start)} to {clockText(end)}
            </button>
            <span>−{grouped(lost)}</span>
          </li>
        ))}
      </ol>
      <table class="num">
        <thead>
          <tr>
            {['Pattern', 'Notes', 'Mistakes', 'Mean cut'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, { notes }]) => notes > 0)
            .map(([name, { notes, mistakes, meanPoints }]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{notes}</td>
                <td>{mistakes}</td>
                <td>{meanPoints === undefined ? '–' : meanPoints.toFixed(1)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
