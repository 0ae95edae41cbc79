import { useEffect, useRef } from 'preact/hooks';
import { LevelBadge } from '../replays/LevelBadge';
import { type ReplayRecord, playersOf, titleOf } from '../replays/record';
import { PlayerFrame } from './frame';

interface Props {
  record: ReplayRecord;
  role: string;
  start: number;
  onFrame(frame: PlayerFrame | null): void;
  onPress(): void;
}

/** One of the two, with its picture. */
export function Pane({ record, role, start, onFrame, onPress }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!frame.current) return;
    const player = new PlayerFrame(frame.current, record.id, start, onPress);
    // Why it cannot be played, the frame says.
    player.ready.catch(() => undefined);
    onFrame(player);
    return () => {
      onFrame(null);
      player.stop();
    };
  }, [record.id]);
  return (
    <figure class="pane">
      <figcaption>
        <span class="role">{role}</span>
        <a href={`player?${new URLSearchParams({ replay: record.id })}`}>
          <bdi>{titleOf(record)}</bdi>
        </a>
        <bdi class="who">{playersOf(record)}</bdi>
        {record.proof !== undefined && <LevelBadge proof={record.proof} held={record.held} />}
      </figcaption>
      {record.held ? (
        <p class="nothing">It is held as a copy, and not given out.</p>
      ) : (
        <iframe ref={frame} title={`${role}: ${titleOf(record)}`} />
      )}
    </figure>
  );
}
