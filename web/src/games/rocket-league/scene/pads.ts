import { CanvasTexture, CircleGeometry, Group, Mesh, MeshBasicMaterial, RingGeometry, Sprite, SpriteMaterial, Texture } from 'three';
import { at } from '../../../stage/columns';
import { lastAtOrBefore } from '../../../stage/times';
import { SECONDS_AWAY } from '../rules';
import type { Game } from './data';
import { onPicture, opacityOf, type Thing } from './give-way';
import type { Palette } from './palette';

interface Place {
  x: number;
  y: number;
  large: boolean;
  /** Times at which it was taken. */
  taken: number[];
}

interface Pad extends Place {
  parts: ReturnType<typeof partsOf>;
}

/** Height of the seconds over a pad that is away, and of their lower edge, in uu. */
const TIMER = { small: [170, 40], large: [300, 60] } as const;
/** They are no higher in the picture, in pixels, however near they are, and digits fill so much of that in the middle. */
const MOST_PIXELS = 56;
const DIGITS = { width: 0.5, height: 0.7 } as const;

/** Boost pads and how long until they are back. */
export class Pads {
  readonly group = new Group();
  private readonly pads: Pad[];
  /** The pads that are away, and in how many seconds they are back. */
  private away: [pad: number, seconds: number][] = [];
  private readonly digits: CanvasTexture[] = [];
  private balls: Thing[] = [];

  constructor(game: Game) {
    this.pads = padsOf(game).map((pad) => ({ ...pad, parts: partsOf(pad.large) }));
    for (const { x, y, large, parts } of this.pads) {
      const [size, height] = TIMER[large ? 'large' : 'small'];
      parts.timer.position.set(x, y, height);
      parts.timer.onBeforeRender = (renderer, _scene, camera) => {
        const { x, y, pixel } = onPicture(parts.timer.position, renderer, camera);
        const pixels = Math.min(size / Math.max(pixel, Number.MIN_VALUE), MOST_PIXELS);
        parts.timer.scale.setScalar(pixels * pixel);
        const [aside, below] = [(pixels * DIGITS.width) / 2, (pixels * (1 - DIGITS.height)) / 2];
        const text = { left: x - aside, right: x + aside, bottom: y + below, top: y + pixels - below };
        parts.timer.material.opacity = opacityOf(text, this.balls, renderer, camera);
        parts.timer.updateMatrixWorld();
      };
      for (const part of [parts.disc, parts.ring]) part.position.set(x, y, 7);
      this.group.add(parts.disc, parts.ring, parts.timer);
    }
  }

  /** `balls`: where they are now. */
  update(time: number, palette: Palette, balls: Thing[] = []): void {
    this.balls = balls;
    this.away = [];
    this.pads.forEach(({ large, taken, parts: { disc, ring, timer } }, i) => {
      const last = taken[lastAtOrBefore(taken, time)] ?? -Infinity;
      const wait = SECONDS_AWAY[large ? 'large' : 'small'];
      const back = Math.min(1, (time - last) / wait);
      timer.visible = back < 1;
      if (back < 1) {
        const seconds = Math.ceil(last + wait - time);
        this.away.push([i, seconds]);
        timer.material.map = this.digits[seconds] ??= digitsOf(seconds);
        timer.material.color.copy(palette.ink);
      }
      disc.scale.setScalar(Math.max(0.01, back));
      disc.material.opacity = back < 1 ? 0.18 : 0.85;
      disc.material.color.copy(palette.pad);
      ring.material.color.copy(palette.pad);
    });
  }

  state() {
    return {
      known: this.pads.length,
      large: this.pads.filter(({ large }) => large).length,
      away: this.away.map(([i, seconds]) => [this.pads[i]!.x, this.pads[i]!.y, seconds]),
    };
  }

  dispose(): void {
    for (const digits of this.digits) digits?.dispose();
    for (const { parts } of this.pads) {
      parts.timer.material.dispose();
      for (const part of [parts.disc, parts.ring]) {
        part.geometry.dispose();
        part.material.dispose();
      }
    }
  }
}

/** The arena's pads, and the times at which each is taken, in order. */
function padsOf({ pads, pads_taken: taken }: Game): Place[] {
  const places = Array.from(
    pads.x ?? [],
    (x, row): Place => ({ x, y: at(pads, 'y', row), large: at(pads, 'is_big', row) === 1, taken: [] }),
  );
  taken.time?.forEach((time, row) => places[at(taken, 'pad', row)]?.taken.push(time));
  return places;
}

function partsOf(large: boolean) {
  const radius = large ? 120 : 55;
  const material = () => new MeshBasicMaterial({ transparent: true, depthWrite: false });
  return {
    disc: new Mesh(new CircleGeometry(radius, large ? 28 : 16), material()),
    ring: new Mesh(new RingGeometry(radius * 1.15, radius * 1.35, large ? 28 : 16), material()),
    timer: timerOf(),
  };
}

/** The timers' picture before they are seen: shaders are made ready then, and one without a picture would draw a square. */
const NO_DIGITS = new Texture();

function timerOf(): Sprite {
  const timer = new Sprite(new SpriteMaterial({ map: NO_DIGITS, transparent: true, depthWrite: false }));
  timer.center.set(0.5, 0);
  timer.visible = false;
  return timer;
}

/** A number in white: the palette gives it its colour. */
function digitsOf(seconds: number): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext('2d')!;
  pen.font = '700 52px Inter, system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = '#ffffff';
  pen.fillText(String(seconds), 32, 36);
  return new CanvasTexture(canvas);
}
