/** All files of a drop, and of dropped folders those that end so. */
export async function filesAmong(transfer: DataTransfer, endings: readonly string[]): Promise<File[]> {
  // Entries must be asked for before the first wait: the transfer is empty afterwards.
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const isMeant = (name: string) => endings.some((ending) => name.toLowerCase().endsWith(ending));
  const files = await Promise.all(
    dropped.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return inside(entry as FileSystemDirectoryEntry, isMeant);
      return file ? [file] : [];
    }),
  );
  return files.flat();
}

async function inside(folder: FileSystemDirectoryEntry, isMeant: (name: string) => boolean): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    // Readers give a hundred at a time, and nothing at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await inside(entry as FileSystemDirectoryEntry, isMeant)));
      else if (isMeant(entry.name)) files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject));
