/** Names as files have them, as people read them: `left_hand` is `left hand`. */
export const spaced = (name: string): string => name.replace(/[._-]+/g, ' ');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A value as people read it; empty for none. */
export function valueText(value: number, texts?: readonly string[]): string {
  if (texts) return texts[value] ?? '';
  if (!Number.isFinite(value)) return '';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
