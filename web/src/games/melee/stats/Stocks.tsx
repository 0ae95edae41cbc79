import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { clockText } from '../../../ui/format';
import { FRAME_RATE } from '../rules';
import { Port } from './Port';
import { hueOf } from './hue';
import type { MeleeStatistics, Stock } from './statistics.types';

/** Stocks end on the timeline where they were lost; one looks from here before it, in seconds. */
export const LEAD = 2;

interface Props {
  stats: MeleeStatistics;
  time: ReadonlySignal<number>;
  onSeek(time: number): void;
}

/** Each player's stocks along the game, with the percent that each was lost at. */
export function Stocks({ stats, time, onSeek }: Props) {
  const line = useRef<HTMLDivElement>(null);
  const start = Math.min(0, ...stats.stocks.map((stock) => stock.startFrame));
  const length = Math.max(1, stats.lastFrame - start);
  const share = (frame: number) => Math.min(1, Math.max(0, (frame - start) / length));
  useSignalEffect(() => {
    const at = share(time.value * FRAME_RATE);
    if (line.current) line.current.style.left = `${at * 100}%`;
  });
  if (stats.stocks.length === 0) return null;
  return (
    <section class="block">
      <header>
        <h3>Stocks</h3>
        <span class="readout num">{clockText(Math.max(0, stats.lastFrame) / FRAME_RATE)}</span>
      </header>
      <div class="stocks">
        {stats.players.map((player) => (
          <div key={player.playerIndex} class="stock-row" data-hue={hueOf(player)}>
            <Port player={player} />
            <ol aria-label={`Stocks of ${player.name}`}>
              {stats.stocks
                .filter((stock) => stock.playerIndex === player.playerIndex)
                .map((stock) => (
                  <Bar
                    key={stock.startFrame}
                    stock={stock}
                    from={share(stock.startFrame)}
                    to={share(stock.endFrame ?? stats.lastFrame)}
                    onSeek={onSeek}
                  />
                ))}
            </ol>
          </div>
        ))}
        <div class="stock-time" aria-hidden="true">
          <div ref={line} />
        </div>
      </div>
    </section>
  );
}

function Bar({ stock, from, to, onSeek }: { stock: Stock; from: number; to: number; onSeek(time: number): void }) {
  const { startFrame, endFrame, endPercent, currentPercent, count } = stock;
  const isLost = endFrame !== undefined;
  const percent = `${Math.floor(endPercent ?? currentPercent)}%`;
  const begins = startFrame / FRAME_RATE;
  const label = isLost
    ? `Stock ${count}: lost at ${clockText(endFrame / FRAME_RATE)} with ${percent}`
    : `Stock ${count}: kept, with ${percent}`;
  return (
    <li style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}>
      <button
        type="button"
        data-lost={isLost}
        aria-label={label}
        title={label}
        onClick={() => onSeek(isLost ? Math.max(begins, endFrame / FRAME_RATE - LEAD) : begins)}
      >
        {to - from > 0.09 && <span aria-hidden="true">{percent}</span>}
      </button>
    </li>
  );
}
