/** Whether a file is no replay but a table of attributes, which tells how to decode replays that need one (docs/cli.md). */
export const isTable = ({ name }: File): boolean => name.toLowerCase().endsWith('.tsv');
