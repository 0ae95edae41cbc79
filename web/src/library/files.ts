import { EXTENSIONS } from '../games/registry';
import { filesAmong } from '../files/folders';

/** All files of a drop; of a dropped folder, its replays. A file dropped by itself is meant, with any name. */
export const filesOf = (transfer: DataTransfer): Promise<File[]> => filesAmong(transfer, EXTENSIONS);

/** Whether a drag carries files at all, and not a link or some text. */
export const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1e6).toFixed(bytes < 9.95e6 ? 1 : 0)} MB`;
}
