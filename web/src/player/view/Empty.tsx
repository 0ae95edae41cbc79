import { useRef } from 'preact/hooks';
import type { Format } from '../../games/game';
import { KNOWN_FILES } from '../../games/registry';
import { either } from '../../ui/either';
import { GhostMark } from '../../ui/icons';
import { FileInput } from './FileInput';

interface Props {
  /** The thing that is waited for; null: for the reader to choose. */
  waiting: string | null;
  onFiles(files: File[]): void;
  onSample(): void;
}

/** The player's view before it has a replay. */
export function Empty({ waiting, onFiles, onSample }: Props) {
  const input = useRef<HTMLInputElement>(null);
  if (waiting !== null) {
    return (
      <div class="empty" role="status">
        <span class="spinner" aria-hidden="true" />
        <p class="quiet-text">{waiting}</p>
      </div>
    );
  }
  return (
    <section class="empty">
      <GhostMark />
      <h1>Drop a replay</h1>
      <p class="quiet-text">
        {either(KNOWN_FILES.map(fileOf))} file, or a reel of one (<code>.reel</code>), anywhere on this page. It is played right here and
        not sent anywhere.
      </p>
      <div class="empty-actions">
        <button type="button" class="btn primary" onClick={() => input.current!.click()}>
          Choose a file
        </button>
        <button type="button" class="btn" onClick={onSample}>
          Watch a sample
        </button>
      </div>
      <FileInput input={input} onFiles={onFiles} />
    </section>
  );
}

const fileOf = ({ shortName, extension }: Format, i: number) => (
  <>
    {i === 0 ? 'A' : 'a'} {shortName} <code>{extension}</code>
  </>
);
