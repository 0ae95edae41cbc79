import { useEffect, useState } from 'preact/hooks';
import type { Replay } from '../../decoder';
import { rank } from '../../scenes/beat-saber/rank';
import { grouped, percent } from '../../ui/format';
import { Grid } from './Grid';
import { Hands } from './Hands';
import { Histogram } from './Histogram';
import { Mistakes } from './Mistakes';
import { TimePlots } from './TimePlots';
import { COLUMNS, type Columns, LEFT, RIGHT, type Stats, computeStats } from './compute';
import '../panel.css';
import './beat-saber.css';
import type { StatsPanelProps } from '../types';

type Loaded = { columns: Columns; stats: Stats } | { trouble: string } | null;

/** Beat Saber's statistics, computed here from columns. */
export function BeatSaberStats({ replay, time, onSeek }: StatsPanelProps) {
  const loaded = useStats(replay);
  if (!loaded) return <p class="stats waiting" aria-busy="true" aria-label="Statistics are computed" />;
  if ('trouble' in loaded) return <p class="stats none">{loaded.trouble}</p>;
  const { columns, stats } = loaded;
  if (columns.event.length === 0) return <p class="stats none">This replay holds no notes.</p>;
  return (
    <div class="stats">
      <Headline stats={stats} />
      <TimePlots columns={columns} stats={stats} time={time} onSeek={onSeek} />
      <Hands stats={stats} />
      <Histogram stats={stats} />
      <Grid stats={stats} />
      <Mistakes stats={stats} time={time} onSeek={onSeek} />
    </div>
  );
}

function useStats(replay: Replay): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(null);
  useEffect(() => {
    let gone = false;
    const show = (value: Loaded) => !gone && setLoaded(value);
    setLoaded(null);
    readColumns(replay).then(
      (columns) => show({ columns, stats: computeStats(columns) }),
      (error: unknown) => show({ trouble: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      gone = true;
    };
  }, [replay]);
  return loaded;
}

async function readColumns(replay: Replay): Promise<Columns> {
  const names = Object.keys(COLUMNS) as (keyof Columns)[];
  const columns = await replay.numbers(names.map((name) => COLUMNS[name]));
  return Object.fromEntries(names.map((name, i) => [name, columns[i]!])) as Columns;
}

function Headline({ stats }: { stats: Stats }) {
  const both = (of: (hand: Stats['hands'][0]) => number) => of(stats.hands[LEFT]) + of(stats.hands[RIGHT]);
  const counts = [
    ['Good', both((hand) => hand.good)],
    ['Bad', both((hand) => hand.badCuts)],
    ['Misses', both((hand) => hand.misses)],
    ['Bombs', both((hand) => hand.bombs)],
    ['Walls', stats.walls],
  ] as const;
  return (
    <section class="headline num">
      <dl class="main">
        <div>
          <dt>Accuracy</dt>
          <dd class="big">
            {stats.accuracy === null ? '–' : percent(stats.accuracy)}
            {stats.accuracy !== null && <span class="rank">{rank(stats.accuracy)}</span>}
          </dd>
        </div>
        <div>
          <dt>{stats.fullCombo ? 'Combo' : 'Without mistakes'}</dt>
          <dd>{stats.fullCombo ? <span class="full">Full combo</span> : percent(stats.fcAcc)}</dd>
        </div>
        <div>
          <dt>Score</dt>
          <dd>{grouped(stats.score)}</dd>
        </div>
        <div>
          <dt>Longest combo</dt>
          <dd>{grouped(stats.maxCombo)}</dd>
        </div>
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
