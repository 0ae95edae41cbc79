import type { RefObject } from 'preact';
import { EXTENSIONS } from '../../games/registry';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  label?: string;
  /** The endings of files to choose from. */
  endings?: readonly string[];
  multiple?: boolean;
  onFiles(files: File[]): void;
}

/** Where the browser asks for files; a button somewhere else clicks it. */
export function FileInput({ input, label = 'Replay file', endings = EXTENSIONS, multiple = false, onFiles }: Props) {
  return (
    <input
      ref={input}
      type="file"
      class="sr-only"
      tabIndex={-1}
      aria-label={label}
      accept={endings.join(',')}
      multiple={multiple}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        if (files.length > 0) onFiles(files);
        // The same file again is a choice as well.
        currentTarget.value = '';
      }}
    />
  );
}
