/**
 * A small sign for a map, made of its id: the same map looks the same in every row. Beat Saber's grid of four lanes and
 * three layers, some cells of it in the colours of the two hands.
 */
export function MapMark({ id }: { id: string }) {
  let bits = hash(id);
  const cells = Array.from({ length: 12 }, (_, i) => {
    const kind = KINDS[bits % 11] ?? 'empty';
    bits = Math.imul(bits ^ (bits >>> 7), 0x9e3779b1) >>> 0;
    return <rect key={i} class={kind} x={2 + (i % 4) * 10} y={2 + Math.floor(i / 4) * 10} width="8" height="8" rx="2.5" />;
  });
  return (
    <svg class="map-mark" viewBox="0 0 42 32" aria-hidden="true">
      {cells}
    </svg>
  );
}

/** Of eleven: a grid that is mostly empty stays calm in a long list. */
const KINDS = ['left', 'right', 'left', 'right'];

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
