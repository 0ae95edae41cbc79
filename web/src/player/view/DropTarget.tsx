import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { filesAmong } from '../../files/folders';
import { MAP_ENDINGS } from '../../files/map-files';
import { EXTENSIONS } from '../../games/registry';
import { UploadIcon } from '../../ui/icons';

/** The files of a dropped folder that are meant. */
const ENDINGS = [...EXTENSIONS, ...MAP_ENDINGS];

/** Takes files that are dropped anywhere on the page, and says so while they are held over it. */
export function DropTarget({ take }: { take(files: File[]): void }) {
  const dropping = useSignal(false);
  useEffect(() => {
    const watching = new AbortController();
    const { signal } = watching;
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dropping.value = event.type !== 'dragleave' || event.relatedTarget !== null;
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      dropping.value = false;
      if (event.dataTransfer) void filesAmong(event.dataTransfer, ENDINGS).then(take);
    };
    for (const type of ['dragenter', 'dragover', 'dragleave'] as const) window.addEventListener(type, onDrag, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => watching.abort();
  }, []);
  if (!dropping.value) return null;
  return (
    <div class="drop" aria-hidden="true">
      <UploadIcon />
      <p>Drop to play</p>
    </div>
  );
}
