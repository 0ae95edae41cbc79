/** A colour of the design tokens as a canvas understands it: `--left`, or part of it over nothing. */
export function colour(token: string, share = 1): string {
  const probe = document.createElement('span');
  probe.style.color = `color-mix(in srgb, var(${token}) ${share * 100}%, transparent)`;
  // Only what is in the document knows which theme it is in.
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
