import { useEffect, useMemo, useRef } from 'preact/hooks';
import { theme } from '../../../ui/theme';
import { facing, within } from '../scene/arenas';
import { type Course, type Heat, heatOf } from './course';
import type { StatColumn } from './people';

/** Pixels that a part of the field is drawn with, before the page makes the picture smaller. */
const SCALE = 8;

/** Where they were, as maps beside each other: blue's goal is below. */
export function HeatMaps({ course, columns }: { course: Course; columns: readonly StatColumn[] }) {
  return (
    <section class="block">
      <header>
        <h3>Where they were</h3>
        <span class="readout">Orange’s goal is above</span>
      </header>
      <div class="heats">
        {columns.map((who) => (
          <HeatMap key={who.key} course={course} who={who} />
        ))}
      </div>
    </section>
  );
}

function HeatMap({ course, who }: { course: Course; who: StatColumn }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const heat = useMemo(() => heatOf(course, who.members), [course, who.members.join()]);
  const shown = theme.value;
  useEffect(() => draw(canvas.current!, heat, course), [heat, shown]);
  return (
    <figure data-hue={who.hue}>
      <canvas
        ref={canvas}
        width={heat.columns * SCALE}
        height={heat.rows * SCALE}
        role="img"
        aria-label={`Where ${who.name} was. The table of positions has the share of each third.`}
      />
      <figcaption>{who.player ? who.player.name : who.name}</figcaption>
    </figure>
  );
}

function draw(canvas: HTMLCanvasElement, heat: Heat, { shape }: Course): void {
  const pen = canvas.getContext('2d')!;
  const { color } = getComputedStyle(canvas);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const [x, y] = [
    (place: number) => ((heat.wide - place) / (2 * heat.wide)) * canvas.width,
    (place: number) => ((heat.long - place) / (2 * heat.long)) * canvas.height,
  ];
  // The field: its walls, its goals and the halfway line.
  pen.strokeStyle = color;
  pen.globalAlpha = 0.5;
  pen.lineWidth = 2;
  pen.beginPath();
  within(shape.walls).forEach(([px, py], i) => (i === 0 ? pen.moveTo(x(px), y(py)) : pen.lineTo(x(px), y(py))));
  pen.closePath();
  pen.moveTo(0, y(0));
  pen.lineTo(canvas.width, y(0));
  for (const goal of shape.goals) {
    const [cos, sin] = facing(goal.way);
    const deep = goal.ring ? 0 : goal.depth;
    const corners = [
      [-goal.half, 0],
      [-goal.half, deep],
      [goal.half, deep],
      [goal.half, 0],
    ].map(([across, into]) => [goal.x + into! * cos - across! * sin, goal.y + into! * sin + across! * cos] as const);
    corners.forEach(([px, py], i) => (i === 0 ? pen.moveTo(x(px), y(py)) : pen.lineTo(x(px), y(py))));
  }
  pen.stroke();
  // A pixel for each part, which is then drawn larger and soft. Half of the greatest brightness is seen well.
  const small = new OffscreenCanvas(heat.columns, heat.rows);
  const dots = small.getContext('2d')!;
  dots.fillStyle = color;
  const most = heat.seconds.toSorted().at(Math.floor(heat.seconds.length * 0.99)) || 1;
  heat.seconds.forEach((value, i) => {
    dots.globalAlpha = Math.min(1, value / most) ** 0.7;
    dots.fillRect(i % heat.columns, Math.floor(i / heat.columns), 1, 1);
  });
  pen.globalAlpha = 1;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(small, 0, 0, canvas.width, canvas.height);
}
