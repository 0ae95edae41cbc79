import { type ReadonlySignal, signal } from '@preact/signals';
import { type CameraPoint, type Eye, withPoint } from '../stage/camera-path';
import { Rig } from '../stage/rig';
import type { Covered } from '../stage/room';
import type { Scene } from '../stage/scene';
import { Stage } from '../stage/stage';
import type { Emitter } from './events';
import type { Playback } from './playback';
import type { Messages } from './said';

/** After a stall the replay goes on from where it was rather than leaping. */
const LONGEST_STEP = 0.25;
const SETTLE_MILLIS = 140;
/** A sharp picture that takes longer is left out: so long may a click or a key wait for it. */
const LONGEST_SHARP_MILLIS = 200;

export interface PictureOptions {
  /** Time moves only through `step`. */
  manual: boolean;
  reducedMotion: boolean;
}

/** The player's side of the picture. */
export interface PictureHost {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly playback: Playback;
  readonly events: Emitter;
  readonly said: Messages;
}

/** The stage, the camera before it, and when it is drawn: with each of the screen's frames while something moves. */
export class Picture {
  readonly camera = signal('');
  /** Where the hand has moved the camera; null of a camera that it does not move. */
  readonly eye = signal<Eye | null>(null);
  /** The points that the free camera goes through while time passes. */
  readonly path = signal<readonly CameraPoint[]>([]);
  readonly stage: Stage;
  private readonly rig: Rig;
  private frame = 0;
  private last = 0;
  private settle = 0;

  constructor(
    canvas: HTMLCanvasElement,
    readonly options: PictureOptions,
    private readonly host: PictureHost,
  ) {
    this.stage = new Stage(canvas);
    this.rig = new Rig(this.stage.camera, canvas, () => {
      this.eye.value = this.rig.eye;
      this.invalidate();
    });
  }

  /** Puts a scene in place of the one before. */
  replace(before: Scene | null, scene: Scene): void {
    if (before) {
      this.stage.graph.remove(before.root);
      before.dispose();
    }
    this.stage.graph.add(scene.root);
  }

  setCamera(name: string, eye: Eye | null = null): boolean {
    const scene = this.host.scene.peek();
    const spec = scene?.cameras.find((camera) => camera.name === name);
    if (!scene || !spec) return false;
    const first = this.camera.peek() === '';
    this.rig.use(spec, !first && !this.options.reducedMotion && !this.options.manual, eye);
    this.eye.value = null;
    this.camera.value = name;
    if (!first) this.host.said.announce(`Camera: ${spec.label}`);
    this.host.events.emit('camera', { camera: name });
    this.begin();
    return true;
  }

  /** Where the hand's camera is now; null of one that it does not move. */
  get eyeNow(): Eye | null {
    return this.rig.eye;
  }

  /** Has the free camera go through the place where it is, at this time. */
  addCameraPoint(): void {
    const { said, playback } = this.host;
    const { eye } = this.rig;
    if (!eye) return said.say('Points of a camera’s path are set in the free camera');
    const path = withPoint(this.path.peek(), { time: playback.time.peek(), eye });
    if (!path) return said.say('The camera’s path has as many points as it may have');
    this.setPath(path);
    const [first, last] = [path[0]!, path.at(-1)!].map(({ time }) => playback.timeText(time, true));
    said.say(
      path.length > 1
        ? `Camera path of ${path.length} points, ${first} to ${last}`
        : 'First point of a camera’s path: set another at another time',
    );
  }

  setPath(path: readonly CameraPoint[]): void {
    this.path.value = this.rig.path = path;
  }

  clearPath(): void {
    const had = this.path.peek().length > 0;
    this.setPath([]);
    this.host.said.say(had ? 'The camera’s path is gone' : 'The camera has no path');
  }

  /** A key goes down that flies the free camera; false if it does nothing. */
  fly(key: string, isFast: boolean): boolean {
    return this.rig.fly(key, isFast);
  }

  /** A key goes up; without one, all do. */
  land(key?: string): void {
    this.rig.land(key);
  }

  /** Goes on with the camera in a scene that is in place of another. */
  keepCamera(scene: Scene): void {
    const spec = scene.cameras.find((camera) => camera.name === this.camera.peek());
    if (spec) this.rig.use(spec, false);
  }

  nextCamera(direction: 1 | -1): void {
    const names = this.host.scene.peek()?.cameras.map((camera) => camera.name) ?? [];
    const at = names.indexOf(this.camera.peek());
    const next = names[(at + direction + names.length) % names.length];
    if (next) this.setCamera(next);
  }

  /** Follows what is at a point of the picture, −1 to 1 from its left and its bottom; false if there is nothing to follow. */
  followAt(x: number, y: number): boolean {
    const camera = this.host.scene.peek()?.pick?.(x, y, this.stage.camera);
    return camera != null && this.setCamera(camera);
  }

  /** Lets `seconds` of the reader's time pass and draws: tests use it instead of waiting. */
  step(seconds: number): void {
    // The drawing that was due in the next frame is done now.
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.host.playback.advance(Math.max(0, seconds));
    const gliding = this.draw(seconds);
    if (gliding || this.runs) this.invalidate();
  }

  resize(width: number, height: number): void {
    this.stage.resize(width, height);
    this.rig.resize(width, height);
    // At once, not in the next frame: a resized canvas is blank until drawn to.
    this.draw(0);
  }

  /** Controls and numbers cover this much of the picture from now on. */
  cover(covered: Covered): void {
    this.rig.cover(covered, !this.options.manual && !this.options.reducedMotion);
  }

  /** Time stood still until now. */
  begin(): void {
    this.last = 0;
    this.invalidate();
  }

  invalidate(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.onFrame(now));
  }

  /** The picture stands still and is as sharp as it will be. */
  get settled(): boolean {
    return this.settle === 0 && this.frame === 0;
  }

  draw(seconds: number): boolean {
    const scene = this.host.scene.peek();
    const time = this.host.playback.time.peek();
    const view = { camera: this.camera.peek(), reducedMotion: this.options.reducedMotion, eye: this.stage.camera };
    const gliding = this.rig.update(time, seconds, view);
    scene?.update(time, view);
    this.stage.moving();
    this.stage.render();
    clearTimeout(this.settle);
    this.settle = 0;
    if (!gliding && !this.runs) this.settle = window.setTimeout(() => void this.sharpen(), SETTLE_MILLIS);
    return gliding;
  }

  /** Whether time goes on with the screen's frames. */
  private get runs(): boolean {
    return this.host.playback.playing.peek() && !this.options.manual;
  }

  private onFrame(now: number): void {
    this.frame = 0;
    const seconds = this.last === 0 ? 0 : Math.min(LONGEST_STEP, (now - this.last) / 1000);
    if (this.last !== 0 && this.host.playback.playing.peek()) this.stage.report(now - this.last);
    this.last = now;
    if (!this.options.manual) this.host.playback.advance(seconds);
    const gliding = this.draw(seconds);
    if (this.runs || gliding) this.invalidate();
    else this.last = 0;
  }

  /** Draws what stands still as sharp as it gets, unless that would hold up clicks and keys. */
  private async sharpen(): Promise<void> {
    const { settle } = this;
    const millis = this.options.manual ? 0 : await this.stage.timeSharpest();
    // Something was drawn meanwhile.
    if (this.settle !== settle) return;
    this.settle = 0;
    if (millis > LONGEST_SHARP_MILLIS) return;
    this.stage.still();
    this.stage.render();
  }
}
