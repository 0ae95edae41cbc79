import { useEffect, useRef, useState } from 'preact/hooks';
import { PlayIcon, UploadIcon } from '../ui/icons';
import { carriesFiles, filesOf } from './files';

interface Props {
  /** Absent where there is no server to upload to. */
  onUpload: ((files: File[]) => void) | null;
  onWatch(files: File[]): void;
}

/** Takes files dropped anywhere on the page. While they hover, the page says what will become of them. */
export function DropZone({ onUpload, onWatch }: Props) {
  const [over, setOver] = useState<'upload' | 'watch' | null>(null);
  const latest = useRef({ onUpload, onWatch });
  latest.current = { onUpload, onWatch };

  useEffect(() => {
    const zoneAt = (event: DragEvent): 'upload' | 'watch' => {
      if (!latest.current.onUpload) return 'watch';
      return (event.target as Element | null)?.closest?.('[data-zone="watch"]') ? 'watch' : 'upload';
    };
    const hover = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
      setOver(zoneAt(event));
    };
    const leave = (event: DragEvent) => {
      // Every element that the pointer crosses is "left"; only leaving the window has nowhere to go.
      if (event.relatedTarget === null) setOver(null);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(null);
      const take = zoneAt(event) === 'upload' ? latest.current.onUpload! : latest.current.onWatch;
      void filesOf(event.dataTransfer!).then((files) => files.length > 0 && take(files));
    };
    addEventListener('dragenter', hover);
    addEventListener('dragover', hover);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', hover);
      removeEventListener('dragover', hover);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);

  if (!over) return null;
  return (
    <div class="drop" aria-hidden="true">
      {onUpload && (
        <div class={over === 'upload' ? 'zone over' : 'zone'} data-zone="upload">
          <UploadIcon />
          <b>Add to the library</b>
          <span>Everyone here can watch it</span>
        </div>
      )}
      <div class={over === 'watch' ? 'zone over' : 'zone'} data-zone="watch">
        <PlayIcon />
        <b>Only watch it</b>
        <span>Nothing is sent anywhere</span>
      </div>
    </div>
  );
}
