/** Bits that look like chance, the same on every page. */

/** FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/** The next bits. */
export function mixed(bits: number): number {
  return Math.imul(bits ^ (bits >>> 7), 0x9e3779b1) >>> 0;
}
