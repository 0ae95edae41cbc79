import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Highlight } from '../../stage/scene';
import { lastAt } from '../../stage/times';
import type { Player } from '../player';
import './strip.css';

/** So many seconds before a highlight, one watches what leads to it. */
const LEAD = 3.5;

/** The moments that decide the game, one beside the other: a press goes to what leads to each. */
export function Strip({ player, highlights }: { player: Player; highlights: readonly Highlight[] }) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useComputed(() => lastAt(highlights.length, (i) => highlights[i]!.marker.time - LEAD, player.playback.time.value));
  const at = shown.value;
  useEffect(() => {
    const [row, item] = [list.current, list.current?.children[at] as HTMLElement | undefined];
    // The row alone moves, never the page.
    if (row && item) row.scrollLeft = item.offsetLeft - (row.clientWidth - item.clientWidth) / 2;
  }, [at]);
  return (
    <ol class="strip num" ref={list} aria-label="Goals">
      {highlights.map(({ marker, clock, title, line }, i) => (
        <li key={marker.time}>
          <button
            type="button"
            class={`highlight ${marker.kind}`}
            aria-current={i === at}
            title={marker.label}
            onClick={() => player.playback.seekHighlight(marker)}
          >
            <span class="when">{clock}</span>
            <b>{title}</b>
            {line && <span class="line">{line}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
