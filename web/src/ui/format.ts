/** Song time as m:ss, or m:ss.cc where frames matter. */
export function clockText(seconds: number, fine = false): string {
  const sign = seconds < 0 ? '−' : '';
  const s = Math.abs(seconds);
  const whole = fine ? Math.floor(s * 100) / 100 : Math.floor(s);
  const minutes = Math.floor(whole / 60);
  const rest = whole - minutes * 60;
  const text = fine ? rest.toFixed(2).padStart(5, '0') : String(Math.floor(rest)).padStart(2, '0');
  return `${sign}${minutes}:${text}`;
}

/** Digits in groups of three, with a thin space that no screen reader stumbles over. */
export function grouped(value: number): string {
  return Math.round(value)
    .toString()
    .replace('-', '−')
    .replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A share in percent with two digits, as the command line writes it. */
export function percent(share: number): string {
  const nearest = Math.round(share * 10_000);
  // 99.999 % must not read as 100 %.
  return `${((share < 1 ? Math.min(nearest, 9999) : nearest) / 100).toFixed(2)}%`;
}

/** By how much something is more or less: `+1 234`, `−5`, `±0`. */
export const signed = (number: number): string => (number === 0 ? '±0' : `${number > 0 ? '+' : '−'}${grouped(Math.abs(number))}`);

/** A name of several words, as `ranked-doubles`, to be read. */
export const spaced = (name: string): string => name.replaceAll('-', ' ');
