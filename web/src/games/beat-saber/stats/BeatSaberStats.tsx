import { useSignal, useSignalEffect } from '@preact/signals';
import { plays } from '../plays';
import { Grid } from './Grid';
import { Hands } from './Hands';
import { Histogram } from './Histogram';
import { TimePlots } from './TimePlots';
import { Moments } from '../../../stats/Moments';
import './beat-saber.css';
import type { Sheet } from '../../../decoder/questions.types';
import type { StatsPanel, StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import type { BeatSaberStatistics } from './statistics.types';
import { useCourse } from './useCourse';

/** Beat Saber's statistics, which the decoder computes under BeatLeader's names. */
export function BeatSaberStats(props: StatsPanelProps) {
  const { replay, counts, filter, time, onSeek } = props;
  const counted = useStats<BeatSaberStatistics>(replay, counts);
  const read = useCourse(replay, counted);
  if (counted && 'trouble' in counted) return <p class="stats none">{counted.trouble}</p>;
  if (read && 'trouble' in read) return <p class="stats none">{read.trouble}</p>;
  if (!counted || !read) return <p class="stats waiting" aria-busy="true" aria-label="Statistics are computed" />;
  const { stats, sheet, moments } = counted;
  const list = <Moments moments={moments} kinds={replay.meta.moment_kinds} filter={filter} time={time} onSeek={onSeek} />;
  if (sheet.blocks.length === 0) {
    if (sheet.head.figures.length === 0) return <p class="stats none">{sheet.remark}.</p>;
    return (
      <div class="stats">
        <Headline sheet={sheet} />
        <Beside {...props} />
        {list}
      </div>
    );
  }
  return (
    <div class="stats">
      <Headline sheet={sheet} />
      <TimePlots course={read.course} stats={stats} time={time} onSeek={onSeek} />
      <Beside {...props} />
      <Hands stats={stats} sheet={sheet} />
      <Histogram stats={stats} />
      <Grid stats={stats} />
      <Later summary="Where points are lost, to practise" find={practice} panel={props} />
      <Later summary="Does the motion fit the cuts?" find={motion} panel={props} />
      {list}
    </div>
  );
}

interface LaterProps {
  summary: string;
  find(): Promise<StatsPanel>;
  panel: StatsPanelProps;
}

/** A part that is fetched when somebody asks for it. */
function Later({ summary, find, panel }: LaterProps) {
  const Found = useSignal<StatsPanel | null>(null);
  const fetch = () => void find().then((found) => (Found.value = found));
  return (
    <details class="block" onToggle={fetch}>
      <summary>{summary}</summary>
      {Found.value && <Found.value key={panel.replay} {...panel} />}
    </details>
  );
}

/** How far other plays are ahead: fetched when there are any. */
function Beside({ time, onSeek }: StatsPanelProps) {
  const Lead = useSignal<typeof import('./Lead').Lead | null>(null);
  useSignalEffect(() => {
    if (plays.value.length > 0) void import('./Lead').then((found) => (Lead.value = found.Lead));
  });
  return plays.value.length > 0 && Lead.value && <Lead.value key={plays.value} time={time} onSeek={onSeek} />;
}

const motion = async () => (await import('../motion/MotionFound')).MotionFound;
const practice = async () => (await import('../lost/Practice')).Practice;

/** The figures above the tables. */
function Headline({ sheet: { head, remark } }: { sheet: Sheet }) {
  return (
    <section class="headline num">
      <dl class="main">
        {head.figures.map(({ label, tone, cell }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-tone={tone}>
              {cell.text}
              {cell.aside && <span class="rank">{cell.aside}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {head.counts.length > 0 && (
        <dl class="counts">
          {head.counts.map(({ label, tone, cell }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-tone={tone}>{cell.text}</dd>
            </div>
          ))}
        </dl>
      )}
      {remark && <p class="none">{remark}.</p>}
    </section>
  );
}
