import { useMemo } from 'preact/hooks';
import type { LaneProps, StatsPanelProps } from '../../../stats/types';
import { clockText, grouped } from '../../../ui/format';
import { CloseIcon, EventAheadIcon, EventBackIcon } from '../../../ui/icons';
import { Tool } from '../../../ui/Tool';
import type { LostSection } from '../questions.types';
import type { Lost } from './lost';
import './lost.css';

/** The share of a section that its bar fills. */
const FILLED = 0.86;

type Panel = Pick<StatsPanelProps, 'time' | 'onSeek' | 'lane'>;

/** The lane of a replay: the lost points over time, the left hand's above and the right hand's below, and the notes of a pattern. */
export const laneOf = (lost: Lost, panel: Panel) => (props: LaneProps) => <LostLane lost={lost} panel={panel} {...props} />;

function LostLane({ lost, panel, start, length }: LaneProps & { lost: Lost; panel: Panel }) {
  const { sections, byBars } = lost.points;
  const most = useMemo(() => sections.reduce((most, { left, right }) => Math.max(most, left, right), 1), [lost]);
  const pattern = lost.pattern.value;
  const notes = useMemo(() => lost.notes(), [lost, pattern]);
  const at = lost.at.value;
  const go = (direction: 1 | -1) => {
    const to = lost.jump(direction, panel.time);
    if (to !== null) panel.onSeek(to);
  };
  const strokes = (isMistake: boolean) => notes.map((note) => (note.isMistake === isMistake ? `M${note.time - start} 0v1` : '')).join('');
  return (
    <div class="lost-lane">
      <div class="lost-head">
        <span>
          Points lost by {byBars ? 'bar' : 'second'}: <i class="left">left</i>, <i class="right">right</i>
        </span>
        {pattern && (
          <span class="lost-pattern num" role="group" aria-label={`Notes: ${pattern}`}>
            <b>{pattern}</b> {at < 0 ? notes.length : `${at + 1} of ${notes.length}`}
            <Tool label="Note before" onClick={() => go(-1)} icon={<EventBackIcon />} />
            <Tool label="Next note" onClick={() => go(1)} icon={<EventAheadIcon />} />
          </span>
        )}
        <Tool label="Hide where points are lost" onClick={() => (panel.lane.value = null)} icon={<CloseIcon />} />
      </div>
      <svg
        class="lost-sections"
        role="img"
        aria-label={inWords(sections)}
        preserveAspectRatio="none"
        viewBox={`0 -1 ${length} 2`}
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          panel.onSeek(start + ((event.clientX - left) / width) * length);
        }}
      >
        {sections.map((section) => {
          const x = section.start - start;
          const width = (section.end - section.start) * FILLED;
          const [left, right] = [section.left / most, section.right / most];
          return (
            <g key={section.start}>
              <title>{titleOf(section)}</title>
              <rect class="reach" x={x} y={-1} width={width} height={2} />
              <rect class="left" x={x} y={-left} width={width} height={left} />
              <rect class="right" x={x} y={0} width={width} height={right} />
            </g>
          );
        })}
      </svg>
      {pattern && (
        <svg class="lost-notes" aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 ${length} 1`}>
          <path d={strokes(false)} />
          <path class="mistake" d={strokes(true)} />
          {notes[at] && <path class="current" d={`M${notes[at].time - start} 0v1`} />}
        </svg>
      )}
    </div>
  );
}

const titleOf = ({ start, end, left, right }: LostSection): string =>
  `${clockText(start, true)} to ${clockText(end, true)}: −${grouped(left + right)} (left ${grouped(left)}, right ${grouped(right)})`;

/** For those who do not see it. */
function inWords(sections: readonly LostSection[]): string {
  const worst = sections.toSorted((a, b) => b.left + b.right - a.left - a.right).slice(0, 3);
  if (worst.length === 0) return 'No points were lost.';
  return `Points lost over time. Most: ${worst.map(titleOf).join('; ')}`;
}
