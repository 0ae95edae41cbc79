import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, SRGBColorSpace } from 'three';

/** Shapes and words that mark mistakes. */
export type Sign = 'frame' | 'cross' | 'burst' | 'ring' | 'miss' | 'bad' | 'bomb' | 'wall';
type Shape = 'arrow' | 'dot' | 'bar' | 'glow' | 'spark';
/** Everything small and flat in one white-on-clear texture: arrow, dot, digits, glow, signs, and the edges of signs. */
export type Cell = Shape | Sign | `${Sign}-wide` | `${number}`;

const SIZE = 128;
const COLUMNS = 8;
const ROWS = 6;
/** Around a sign, in pixels. */
const EDGE = 14;

interface Place {
  column: number;
  row: number;
  wide?: number;
}

const PLACES: Record<string, Place> = {
  arrow: { column: 0, row: 0 },
  dot: { column: 1, row: 0 },
  bar: { column: 2, row: 0 },
  glow: { column: 3, row: 0 },
  ring: { column: 4, row: 0 },
  cross: { column: 5, row: 0 },
  spark: { column: 6, row: 0 },
  miss: { column: 2, row: 2, wide: 2.5 },
  bad: { column: 5, row: 2, wide: 2 },
  bomb: { column: 0, row: 3, wide: 2.75 },
  wall: { column: 3, row: 3, wide: 2.5 },
  frame: { column: 6, row: 3 },
  burst: { column: 7, row: 3 },
  'miss-wide': { column: 0, row: 4, wide: 2.5 },
  'bad-wide': { column: 3, row: 4, wide: 2 },
  'bomb-wide': { column: 5, row: 4, wide: 2.75 },
  'wall-wide': { column: 0, row: 5, wide: 2.5 },
  'frame-wide': { column: 3, row: 5 },
  'cross-wide': { column: 4, row: 5 },
  'ring-wide': { column: 5, row: 5 },
  'burst-wide': { column: 6, row: 5 },
};
for (let digit = 0; digit < 10; digit++) PLACES[digit] = { column: digit % 8, row: 1 + Math.floor(digit / 8) };

/** u, v of the lower left corner, then width and height. */
export function cellRect(cell: Cell): [number, number, number, number] {
  const { column, row, wide = 1 } = PLACES[cell]!;
  return [column / COLUMNS, 1 - (row + 1) / ROWS, wide / COLUMNS, 1 / ROWS];
}

export function cellAspect(cell: Cell): number {
  return PLACES[cell]!.wide ?? 1;
}

export function atlas(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE * COLUMNS;
  canvas.height = SIZE * ROWS;
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = 4;
  paint(canvas);
  // Digits want the page's own type; until it has come the system's stands in.
  void document.fonts.load('650 100px Inter', '0123456789MISBADOWL').then(() => {
    paint(canvas);
    texture.needsUpdate = true;
  });
  return texture;
}

function paint(canvas: HTMLCanvasElement): void {
  const g = canvas.getContext('2d')!;
  g.clearRect(0, 0, canvas.width, canvas.height);
  g.fillStyle = g.strokeStyle = g.shadowColor = '#fff';
  g.lineJoin = g.lineCap = 'round';
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const within = (cell: Cell, draw: () => void): void => {
    const { column, row, wide = 1 } = PLACES[cell]!;
    g.save();
    g.beginPath();
    g.rect(column * SIZE, row * SIZE, SIZE * wide, SIZE);
    g.clip();
    g.translate((column + wide / 2) * SIZE, (row + 0.5) * SIZE);
    draw();
    g.restore();
  };
  for (const shape of keysOf(SHAPES)) within(shape, () => SHAPES[shape](g));
  for (const sign of keysOf(SIGNS)) {
    within(sign, () => SIGNS[sign](g, 0));
    within(`${sign}-wide`, () => SIGNS[sign](g, EDGE));
  }
  g.font = '650 104px Inter, system-ui, sans-serif';
  for (let digit = 0; digit < 10; digit++) within(`${digit}`, () => g.fillText(String(digit), 0, 6));
}

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[];

/** A drawing around the middle of a cell. */
const SHAPES: Record<Shape, (g: CanvasRenderingContext2D) => void> = {
  // Points down, its base along the upper edge of the face.
  arrow: (g) => {
    g.lineWidth = 12;
    g.shadowBlur = 9;
    g.beginPath();
    g.moveTo(-38, -38);
    g.lineTo(38, -38);
    g.lineTo(0, -4);
    g.closePath();
    g.fill();
    g.stroke();
  },
  dot: (g) => {
    g.shadowBlur = 9;
    g.beginPath();
    g.arc(0, 0, 20, 0, 2 * Math.PI);
    g.fill();
  },
  bar: (g) => {
    g.shadowBlur = 8;
    g.lineWidth = 18;
    line(g, [-26, 0, 26, 0]);
  },
  glow: (g) => {
    const light = g.createRadialGradient(0, 0, 0, 0, 0, 64);
    for (let i = 0; i <= 16; i++) {
      const r = i / 16;
      light.addColorStop(r, `rgb(255 255 255 / ${(Math.exp(-5 * r * r) * (1 - r)).toFixed(4)})`);
    }
    g.fillStyle = light;
    g.fillRect(-64, -64, 128, 128);
  },
  spark: (g) => {
    g.scale(1, 0.09);
    const light = g.createRadialGradient(0, 0, 0, 0, 0, 62);
    light.addColorStop(0, 'rgb(255 255 255 / 1)');
    light.addColorStop(0.35, 'rgb(255 255 255 / 0.75)');
    light.addColorStop(1, 'rgb(255 255 255 / 0)');
    g.fillStyle = light;
    g.fillRect(-64, -64, 128, 128);
  },
};

const word =
  (text: string) =>
  (g: CanvasRenderingContext2D, edge: number): void => {
    g.font = '700 84px Inter, system-ui, sans-serif';
    g.lineWidth = edge;
    if (edge > 0) g.strokeText(text, 0, 4);
    g.fillText(text, 0, 4);
  };

/** The same, with so much more around it. */
const SIGNS: Record<Sign, (g: CanvasRenderingContext2D, edge: number) => void> = {
  ring: (g, edge) => {
    g.lineWidth = 8 + edge;
    g.beginPath();
    g.arc(0, 0, 46, 0, 2 * Math.PI);
    g.stroke();
  },
  cross: (g, edge) => {
    g.lineWidth = 20 + edge;
    line(g, [-34, -34, 34, 34]);
    line(g, [34, -34, -34, 34]);
  },
  // Where a note should have been cut, and was not.
  frame: (g, edge) => {
    g.lineWidth = 11 + edge;
    g.setLineDash([30, 22]);
    g.strokeRect(-44, -44, 88, 88);
  },
  burst: (g, edge) => {
    g.lineWidth = 10 + edge;
    for (let i = 0; i < 8; i++) {
      const [x, y] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      line(g, [22 * x, 22 * y, 48 * x, 48 * y]);
    }
  },
  miss: word('MISS'),
  bad: word('BAD'),
  bomb: word('BOMB'),
  wall: word('WALL'),
};

function line(g: CanvasRenderingContext2D, [x, y, toX, toY]: [number, number, number, number]): void {
  g.beginPath();
  g.moveTo(x, y);
  g.lineTo(toX, toY);
  g.stroke();
}
