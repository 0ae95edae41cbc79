import { type Column, Facts } from '../../../stats/Facts';
import { Moments } from '../../../stats/Moments';
import { Narrow } from '../../../stats/Narrow';
import type { StatsPanelProps } from '../../../stats/types';
import { useStats } from '../../../stats/useStats';
import type { PongStatistics } from './statistics.types';

/** Pong's statistics, which the decoder computes. */
export function PongStats({ replay, counts, filter, time, onSeek }: StatsPanelProps) {
  const loaded = useStats<PongStatistics>(replay, counts);
  if (!loaded) return <p class="stats waiting" aria-busy="true" aria-label="Statistics are computed" />;
  if ('trouble' in loaded) return <p class="stats none">{loaded.trouble}</p>;
  const { stats, sheet, moments } = loaded;
  const columns = stats.players.map(({ name }, at): Column => ({ key: at, name, hue: at, at }));
  const people = stats.players.map(({ name }, player) => ({ whose: { player }, name }));
  return (
    <div class="stats pong">
      {sheet.blocks.map(({ title, rows }) => (
        <Facts key={title} title={title} columns={columns} rows={rows} named />
      ))}
      <Moments
        moments={moments}
        kinds={replay.meta.moment_kinds}
        people={people}
        narrow={(asked) => <Narrow {...asked} people={people} />}
        filter={filter}
        time={time}
        onSeek={onSeek}
        hueOf={({ player }) => player ?? undefined}
        leadOf={() => 2}
      />
    </div>
  );
}
