import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import { lastAtOrBefore } from '../../../stage/times';
import { playedAt } from '../scene/match-time';
import { Plot } from '../../../stats/plot/Plot';
import { timeAxis, valueAxis } from '../../../stats/plot/axes';
import { theme } from '../../../ui/theme';
import { type Course, tankOf } from './course';
import type { StatColumn } from './people';

export interface BoostProps {
  course: Course;
  columns: readonly StatColumn[];
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
  timeText(time: number): string;
}

/** How finely tanks are drawn, in seconds. */
const STEP = 0.5;

/** The tanks over the time of the match, below each other: of a player, or as a mean over a team. */
export function BoostPlot({ course, columns, time, onSeek, timeText }: BoostProps) {
  const times = useMemo(() => timesOf(course), [course]);
  const lines = useMemo(() => columns.map(({ members }) => meanTank(course, members, times)), [course, columns, times]);
  const minutes = useMemo(() => minutesOf(course), [course]);
  const data = useMemo(() => lines.map((line): uPlot.AlignedData => [times, line]), [lines]);
  const hovered = useSignal<number | null>(null);
  const readout = useComputed(() => {
    const row = Math.max(0, hovered.value ?? lastAtOrBefore(times, time.value));
    const amounts = lines.map((line) => line[row]);
    return [timeText(times[row]!), ...amounts.map((amount) => (typeof amount === 'number' ? Math.round(amount) : '–'))].join(' · ');
  });
  // The last one says the times.
  const heightOf = (i: number) => (i === columns.length - 1 ? 84 : 60);
  const range: [number, number] = [times[0]!, times.at(-1)!];
  return (
    <>
      <span class="readout num" aria-hidden="true">
        {readout}
      </span>
      {columns.map((who, i) => (
        <div key={who.key} class="tank" data-hue={who.hue}>
          <small aria-hidden="true">{who.player ? who.player.name : who.name}</small>
          <Plot
            key={`boost ${theme.value}`}
            label={`The tank of ${who.name} over the time of the match. The table of boost has the sums.`}
            height={heightOf(i)}
            data={data[i]!}
            options={() => ({
              padding: [4, 8, 0, 0],
              cursor: { sync: { key: 'ghostreel-boost', setSeries: false } },
              scales: { x: { time: false, range: () => range }, y: { range: () => [0, 104] } },
              axes: [
                { ...timeAxis(i === columns.length - 1), splits: () => minutes, values: (_, splits) => splits.map(timeText) },
                valueAxis((value) => String(Math.round(value)), { splits: () => [0, 50, 100], size: 32 }),
              ],
              series: [{}, { stroke: hueOf(who, 1), width: 1.25, fill: hueOf(who, 0.25) }],
            })}
            onHover={(row) => (hovered.value = row)}
            time={time}
            onSeek={onSeek}
          />
        </div>
      ))}
    </>
  );
}

function timesOf({ matchTime }: Course): number[] {
  const [start, end] = [matchTime.time?.[0] ?? 0, matchTime.time?.at(-1) ?? 0];
  return Array.from({ length: Math.floor((end - start) / STEP) + 1 }, (_, i) => start + i * STEP);
}

/** In percent; null where nothing is known of anybody. */
function meanTank(course: Course, members: readonly number[], times: readonly number[]): (number | null)[] {
  const tanks = members.map((player) => tankOf(course, player, times));
  return times.map((_, i) => {
    const amounts = tanks.map((tank) => tank[i]!).filter((amount) => amount !== null);
    return amounts.length > 0 ? amounts.reduce((a, b) => a + b, 0) / amounts.length : null;
  });
}

/** When each whole minute of play begins, in seconds of the recording. */
function minutesOf(course: Course): number[] {
  const times = timesOf(course);
  const minutes = times.map((time) => Math.floor(playedAt(course.matchTime, 0, time) / 60));
  return times.filter((_, i) => i > 0 && minutes[i]! > minutes[i - 1]!);
}

/** The style sheet's colour of a hue, as a canvas understands it. */
function hueOf({ hue }: StatColumn, share: number): string {
  const probe = document.createElement('span');
  probe.dataset.hue = String(hue);
  probe.style.color = `color-mix(in srgb, var(--hue) ${share * 100}%, transparent)`;
  document.querySelector('.stats.rocket-league')?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
