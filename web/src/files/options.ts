/** A file for an option of a format (docs/cli.md). It is no replay. */
export interface OptionFile {
  /** The option. */
  name: string;
  file: Blob;
}

/** Files by their kind: those of `known` options, by the ends of their names, and all others. */
export function sorted(
  files: readonly File[],
  known: readonly { name: string; extension: string }[],
): { options: OptionFile[]; others: File[] } {
  const [options, others]: [OptionFile[], File[]] = [[], []];
  for (const file of files) {
    const option = known.find(({ extension }) => file.name.toLowerCase().endsWith(extension));
    if (option) options.push({ name: option.name, file });
    else others.push(file);
  }
  return { options, others };
}
