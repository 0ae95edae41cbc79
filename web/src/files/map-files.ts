/** The endings of files of maps: zip files, and what a map's folder has that is read of it. */
export const MAP_ENDINGS: readonly string[] = ['.zip', '.dat', '.egg', '.ogg', '.wav'];

/** The map among files, as a zip file, and the files that are not of it. */
interface Sorted {
  map: File | undefined;
  others: File[];
}

/** Finds a zip file, or the files of a map's folder. `isReplay`: whether a name is one that replays alone have. */
export async function mapAmong(files: readonly File[], isReplay: (name: string) => boolean): Promise<Sorted> {
  const zips = await Promise.all(files.map(isZip));
  const zip = files.find((_, i) => zips[i]);
  if (zip) return { map: zip, others: files.filter((_, i) => !zips[i]) };
  // Beside the file that lists a map's others, files are the map's.
  if (!files.some(({ name }) => name.toLowerCase() === 'info.dat')) return { map: undefined, others: [...files] };
  const { zipOf } = await import('./zip');
  const map = await zipOf(
    files.filter(({ name }) => !isReplay(name)),
    'The map',
  );
  return { map, others: files.filter(({ name }) => isReplay(name)) };
}

/** Recognises a zip file by its first bytes: as `ZipFiles::is_zip` in crates/beatmap has it. */
export async function isZip(file: File): Promise<boolean> {
  const head = await file
    .slice(0, 4)
    .text()
    .catch(() => '');
  return head === 'PK\x03\x04' || head === 'PK\x05\x06';
}
