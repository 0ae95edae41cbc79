import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { CloseUp, CloseUps, Marker, Scene } from '../stage/scene';
import type { Loop } from './clock';
import type { Picture } from './picture';
import type { Playback } from './playback';
import type { Messages } from './said';

const SLOW = 0.25;

/** The player's side of looking closely. */
export interface CloseLookHost {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly playback: Playback;
  readonly picture: Picture;
  readonly said: Messages;
}

/** Looking closely at one thing of the replay, a note say: time stands still at it, or it is played slowly again and again. */
export class CloseLook {
  readonly shown = signal<CloseUp | null>(null);
  /** Whether going on leads only to those that have something in common. */
  readonly kinOnly = signal(false);
  /** It is played slowly. Another loop ends that. */
  readonly slow = computed(() => this.own.value !== null && this.own.value === this.host.playback.loop.value);
  /** The loop around it. */
  private readonly own = signal<Loop | null>(null);
  /** How the replay was played before. */
  private before: { loop: Loop | null; speed: number } | null = null;

  constructor(private readonly host: CloseLookHost) {}

  get all(): CloseUps | undefined {
    return this.host.scene.peek()?.closeUps;
  }

  /** The thing at a point of the picture, −1 to 1 from its left and its bottom. */
  at(x: number, y: number): CloseUp | null {
    return this.all?.at(x, y, this.host.picture.stage.camera) ?? null;
  }

  /** The first of some markers that is about something to look at. */
  ofAny(markers: readonly Marker[]): CloseUp | null {
    return markers.map((marker) => this.all?.of(marker)).find(Boolean) ?? null;
  }

  look(closeUp: CloseUp): void {
    const { playback, said } = this.host;
    const isSlow = this.slow.peek();
    this.shown.value = closeUp;
    if (isSlow) this.play();
    else {
      playback.pause();
      playback.seek(closeUp.time);
    }
    said.announce(`${closeUp.title}: ${closeUp.outcome}`);
  }

  /** Looks at the one that is nearest in time, or at none. */
  toggle(): void {
    if (this.shown.peek()) return this.leave();
    const near = this.all?.near(this.host.playback.time.peek());
    if (near) this.look(near);
  }

  go(direction: 1 | -1): void {
    const shown = this.shown.peek();
    const next = shown && this.all?.beside(shown, direction, this.kinOnly.peek() && shown.kin !== '');
    if (next) this.look(next);
    else this.host.said.announce(`No ${direction > 0 ? 'later' : 'earlier'} ${this.all?.noun}`);
  }

  toggleSlow(): void {
    if (this.slow.peek()) return this.rest();
    if (!this.shown.peek()) this.toggle();
    if (this.shown.peek()) this.play();
  }

  leave(): void {
    if (this.slow.peek()) this.host.playback.pause();
    this.restore();
    this.shown.value = null;
  }

  private play(): void {
    const { playback } = this.host;
    this.before ??= { loop: playback.loop.peek(), speed: playback.speed.peek() };
    const { start, end } = this.shown.peek()!.around;
    playback.setSpeed(SLOW);
    playback.practise({ a: start, b: end });
    this.own.value = playback.loop.peek();
  }

  private rest(): void {
    this.host.playback.pause();
    this.restore();
    this.host.playback.seek(this.shown.peek()!.time);
  }

  /** Plays as before, but for what was changed meanwhile. */
  private restore(): void {
    const { playback } = this.host;
    if (this.before && playback.speed.peek() === SLOW) playback.setSpeed(this.before.speed);
    if (this.before && this.slow.peek()) playback.setLoop(this.before.loop);
    this.before = null;
    this.own.value = null;
  }
}
