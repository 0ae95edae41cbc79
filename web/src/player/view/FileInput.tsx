import type { RefObject } from 'preact';
import { EXTENSIONS } from '../../games/registry';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  label?: string;
  onFile(file: File): void;
}

/** Where the browser asks for a file; a button somewhere else clicks it. */
export function FileInput({ input, label = 'Replay file', onFile }: Props) {
  return (
    <input
      ref={input}
      type="file"
      class="sr-only"
      tabIndex={-1}
      aria-label={label}
      accept={EXTENSIONS.join(',')}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (file) onFile(file);
        // The same file again is a choice as well.
        event.currentTarget.value = '';
      }}
    />
  );
}
