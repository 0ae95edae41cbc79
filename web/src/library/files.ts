import { EXTENSIONS } from '../games/registry';

/** All files of a drop, those in dropped folders included. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  // Entries must be asked for before the first wait: the transfer is empty afterwards.
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const files = await Promise.all(
    dropped.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return inside(entry as FileSystemDirectoryEntry);
      return file ? [file] : [];
    }),
  );
  return files.flat();
}

/** Replays below a folder. There, other files are not meant; a file dropped by itself is, with any name. */
async function inside(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    // Readers give a hundred at a time, and nothing at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await inside(entry as FileSystemDirectoryEntry)));
      else if (isReplayName(entry.name)) files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

const isReplayName = (name: string): boolean => EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject));

/** Whether a drag carries files at all, and not a link or some text. */
export const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1e6).toFixed(bytes < 9.95e6 ? 1 : 0)} MB`;
}
