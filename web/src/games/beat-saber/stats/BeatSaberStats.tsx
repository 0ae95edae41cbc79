import { useSignal, useSignalEffect } from '@preact/signals';
import { grouped, percent } from '../../../ui/format';
import { plays } from '../plays';
import { Grid } from './Grid';
import { Hands } from './Hands';
import { Histogram } from './Histogram';
import { TimePlots } from './TimePlots';
import { Moments } from '../../../stats/Moments';
import './beat-saber.css';
import type { StatsPanel, StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import type { BeatSaberStatistics, UsedModifier } from './statistics.types';
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
  if (stats.details.notes === 0) {
    if (stats.winTracker.totalScore === 0) return <p class="stats none">This replay holds no notes.</p>;
    return (
      <div class="stats">
        <Recorded stats={stats} />
        <Beside {...props} />
        {list}
      </div>
    );
  }
  return (
    <div class="stats">
      <Headline stats={stats} />
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

/** Of a file without notes: its own values. */
const Recorded = ({ stats: { winTracker, hitTracker } }: { stats: BeatSaberStatistics }) => (
  <section class="headline num">
    <dl class="main">
      <div>
        <dt>Score</dt>
        <dd class="big">{grouped(winTracker.totalScore)}</dd>
      </div>
      <div>
        <dt>Longest combo</dt>
        <dd>{grouped(hitTracker.maxCombo)}</dd>
      </div>
    </dl>
    <p class="none">Score and combo as they were recorded: this replay holds no notes.</p>
  </section>
);

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

function Headline({ stats }: { stats: BeatSaberStatistics }) {
  const { winTracker, hitTracker, accuracyTracker, details } = stats;
  const { accuracy, fullCombo, modifiers } = details;
  const counts = [
    ['Good', details.leftGoodCuts + details.rightGoodCuts],
    ['Bad', hitTracker.leftBadCuts + hitTracker.rightBadCuts],
    ['Misses', hitTracker.leftMiss + hitTracker.rightMiss],
    ['Bombs', hitTracker.leftBombs + hitTracker.rightBombs],
    ['Walls', details.walls],
  ] as const;
  return (
    <section class="headline num">
      <dl class="main">
        <div>
          <dt>Accuracy</dt>
          <dd class="big">
            {accuracy === undefined ? '–' : percent(accuracy)}
            <span class="rank">{details.rank}</span>
          </dd>
        </div>
        <div>
          <dt>{fullCombo ? 'Combo' : 'Without mistakes'}</dt>
          <dd>{fullCombo ? <span class="full">Full combo</span> : percent(accuracyTracker.fcAcc)}</dd>
        </div>
        <div>
          <dt>Score</dt>
          <dd>{grouped(winTracker.totalScore)}</dd>
        </div>
        <div>
          <dt>Longest combo</dt>
          <dd>{grouped(hitTracker.maxCombo)}</dd>
        </div>
        {modifiers.list.length > 0 && (
          <div class="modifiers">
            <dt>{modifiers.list.map(named).join(', ')}</dt>
            <dd>{grouped(modifiers.modifiedScore)}</dd>
          </div>
        )}
      </dl>
      <dl class="counts">
        {counts.map(([name, count], i) => (
          <div key={name} class={i > 0 && count > 0 ? 'some' : undefined}>
            <dt>{name}</dt>
            <dd>{grouped(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** E.g. `Faster Song +20%`; an unknown one by its code. */
function named({ code, name, unranked }: UsedModifier): string {
  const sign = unranked! > 0 ? '+' : '−';
  return `${name ?? code}${unranked ? ` ${sign}${Math.round(Math.abs(unranked) * 100)}%` : ''}`;
}
