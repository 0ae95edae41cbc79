import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Marker, Scene } from '../stage/scene';
import { lastAtOrBefore } from '../stage/times';
import type { MomentFilter } from '../stats/types';
import { clockText, grouped } from '../ui/format';
import { Clock, type Loop, nextSpeed } from './clock';
import type { Emitter } from './events';
import type { Messages } from './said';

/** So far behind the recording, in seconds: a piece may be that late. */
const LIVE_DELAY = 0.3;
/** Seconds of run-up while playing: an event seen from the instant it happens explains nothing. While paused, the picture is of the event. */
const MARKER_LEAD = 0.6;
/** The severity of moments that decide the game, and how many seconds of what leads to one are seen. */
const DECISIVE = 2;
const DECISIVE_LEAD = 3;

/** The player's side of playing. */
export interface PlaybackHost {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly events: Emitter;
  readonly said: Messages;
  /** The picture is to be drawn anew; `begins`: time stood still until now. */
  changed(begins?: boolean): void;
}

/** Where in the replay the reader is, and how time goes on from there. */
export class Playback {
  readonly time = signal(0);
  readonly playing = signal(false);
  readonly speed = signal(1);
  readonly loop = signal<Loop | null>(null);
  /** The first end of a loop, while the second is still to come. */
  readonly loopStart = signal<number | null>(null);
  /** Which recorded frame is shown, while the reader goes from one to the next; else null. */
  readonly frameText = signal<string | null>(null);
  /** Which moments are marked, where the reader asked for some alone. */
  readonly filter = signal<MomentFilter | null>(null);
  /** Changes whenever the replay on the stage has become longer. */
  readonly length = signal(0);
  /** The game on the stage is still being written … */
  readonly growing = signal(false);
  /** … and time keeps up with it. */
  readonly atEdge = signal(false);
  /** The moments on the timeline that one can go to: those asked for, else all but details. */
  readonly markers = computed(() => {
    void this.length.value;
    const filter = this.filter.value;
    return this.host.scene.value?.markers.filter(({ moment }) => (filter ? filter.has(moment) : moment.severity > 0)) ?? [];
  });
  readonly ended = computed(() => {
    void this.length.value;
    const scene = this.host.scene.value;
    return !this.growing.value && scene !== null && this.time.value >= scene.span.end;
  });

  private readonly clock = new Clock();

  constructor(private readonly host: PlaybackHost) {}

  /** Another replay is on the stage. */
  begin({ span, rate }: Scene, time: number | null | undefined): void {
    this.clock.reset(span.start, span.end, rate);
    if (time != null) this.clock.seek(time);
    this.time.value = this.clock.time;
    this.frameText.value = null;
    this.filter.value = null;
  }

  play(): void {
    if (!this.host.scene.peek() || this.playing.peek()) return;
    if (this.clock.atEnd && this.clock.growing) this.setEdge(true);
    else if (this.clock.atEnd) this.clock.seek(this.clock.loop?.a ?? this.clock.start);
    this.time.value = this.clock.time;
    this.clock.playing = true;
    this.playing.value = true;
    this.frameText.value = null;
    this.host.said.announce('Playing');
    this.host.events.emit('play', { time: this.clock.time });
    this.host.changed(true);
  }

  pause(): void {
    if (!this.playing.peek()) return;
    this.clock.playing = false;
    this.playing.value = false;
    this.setEdge(false);
    this.host.said.announce(`Paused at ${this.timeText(this.clock.time)}`);
    this.host.events.emit('pause', { time: this.clock.time });
    this.host.changed();
  }

  toggle(): void {
    if (this.playing.peek()) this.pause();
    else this.play();
  }

  seek(time: number): void {
    if (!this.host.scene.peek() || !Number.isFinite(time)) return;
    this.clock.seek(time);
    this.frameText.value = null;
    this.setEdge(this.clock.playing && this.clock.growing && time >= this.clock.end - LIVE_DELAY);
    this.time.value = this.clock.time;
    this.host.events.emit('seek', { time: this.clock.time });
    this.host.changed();
  }

  seekBy(seconds: number): void {
    this.seek(this.clock.time + seconds);
  }

  /** 0 is the start, 1 the end. */
  seekTo(fraction: number): void {
    this.seek(this.clock.start + fraction * (this.clock.end - this.clock.start));
  }

  /** Goes a little ahead or back while playing, so as to be in time with something else. */
  nudge(seconds: number): void {
    this.clock.nudge(seconds);
    this.time.value = this.clock.time;
  }

  /** To the recorded frame before or after; no frame has a picture between two frames. */
  stepFrame(direction: 1 | -1): void {
    const scene = this.host.scene.peek();
    const times = scene?.frameTimes;
    if (!times || times.length === 0) return;
    this.pause();
    const at = lastAtOrBefore(times, this.clock.time);
    const on = at >= 0 && times[at] === this.clock.time;
    const next = direction > 0 ? at + 1 : on ? at - 1 : at;
    const shown = Math.min(times.length - 1, Math.max(0, next));
    const time = times[shown]!;
    this.seek(time);
    const number = scene.frameNumber?.(time);
    this.frameText.value = number === undefined ? `frame ${grouped(shown + 1)} of ${grouped(times.length)}` : `frame ${number}`;
    this.host.said.announce(`${this.frameText.value} at ${this.timeText(time, true)}`);
  }

  /** To the event before or after; going back within the first second of one means the one before it. */
  seekMarker(direction: 1 | -1): Marker | undefined {
    return this.seekAmong(this.markers.peek(), direction, this.clock.playing ? MARKER_LEAD : 0);
  }

  /** The same among the events that decide the game, with what leads to them. */
  seekDecisive(direction: 1 | -1): Marker | undefined {
    const decisive = this.markers.peek().filter(({ moment }) => moment.severity >= DECISIVE);
    return this.seekAmong(decisive, direction, DECISIVE_LEAD);
  }

  /** To an event that decides the game, with what leads to it. */
  seekHighlight(marker: Marker): void {
    this.seekAmong([marker], 0, DECISIVE_LEAD);
  }

  private seekAmong(markers: readonly Marker[], direction: 1 | 0 | -1, lead: number): Marker | undefined {
    const now = this.clock.time;
    const marker = !direction
      ? markers[0]
      : direction > 0
        ? markers.find((m) => m.time - lead > now + 1e-3)
        : markers.findLast((m) => m.time - lead < now - (this.clock.playing ? 1 : 1e-3));
    if (!marker) {
      this.host.said.announce(direction > 0 ? 'No later event' : 'No earlier event');
      return undefined;
    }
    this.seek(marker.time - lead);
    this.host.said.announce(`${marker.label} at ${this.timeText(marker.time)}`);
    return marker;
  }

  setSpeed(speed: number): void {
    if (!Number.isFinite(speed)) return;
    this.clock.setSpeed(speed);
    if (this.clock.speed !== 1) this.setEdge(false);
    this.speed.value = this.clock.speed;
    this.host.said.announce(`Speed ${this.clock.speed} times`);
    this.host.events.emit('speed', { speed: this.clock.speed });
  }

  stepSpeed(direction: 1 | -1): void {
    this.setSpeed(nextSpeed(this.clock.speed, direction));
  }

  setLoop(loop: Loop | null): void {
    this.clock.setLoop(loop);
    if (this.clock.loop) this.setEdge(false);
    batch(() => {
      this.loop.value = this.clock.loop;
      this.loopStart.value = null;
    });
    this.host.events.emit('loop', { loop: this.clock.loop });
  }

  /** Plays a part again and again, from its start. */
  practise(loop: Loop): void {
    this.setLoop(loop);
    this.seek(loop.a);
    this.host.said.announce(`Looping from ${this.timeText(loop.a)} to ${this.timeText(loop.b)}`);
    this.play();
  }

  /** First press: from here. Second: to here. Third: no more. */
  markLoop(): void {
    const { said } = this.host;
    if (this.loop.peek()) {
      this.setLoop(null);
      said.announce('Loop off');
    } else if (this.loopStart.peek() === null) {
      this.loopStart.value = this.clock.time;
      said.announce(`Loop from ${this.timeText(this.clock.time)}`);
    } else {
      this.setLoop({ a: this.loopStart.peek()!, b: this.clock.time });
      said.announce(this.loop.peek() ? `Looping to ${this.timeText(this.loop.peek()!.b)}` : 'Loop off');
    }
  }

  /** A time as people say it. */
  timeText(time: number, fine = false): string {
    return this.host.scene.peek()?.timeText?.(time, fine) ?? clockText(time, fine);
  }

  /** Lets time pass. */
  advance(seconds: number): void {
    if (!this.clock.advance(seconds)) return;
    this.time.value = this.clock.time;
    this.host.events.emit('time', { time: this.clock.time });
    // A time that catches up with the writing goes on at its pace.
    if (this.clock.growing && this.clock.atEnd) this.setEdge(true);
    if (!this.clock.playing) {
      this.playing.value = false;
      this.host.said.announce('End of the replay');
      this.host.events.emit('ended', { time: this.clock.time });
    }
  }

  /** The replay on the stage is still being written. */
  grows(): void {
    this.clock.growing = true;
    this.growing.value = true;
  }

  /** It has become longer. */
  extend(end: number): void {
    this.clock.extend(end);
    this.length.value = this.length.peek() + 1;
  }

  /** It is whole now. A viewer at the edge sees the rest of it, and then its end. */
  complete(): void {
    this.clock.growing = false;
    this.clock.edge = null;
    batch(() => {
      this.growing.value = false;
      this.atEdge.value = false;
    });
    this.host.changed();
  }

  /** To what has been written last. */
  seekEdge(): void {
    this.seek(this.clock.end - LIVE_DELAY);
  }

  /** To what is being written now, at its pace. */
  goLive(): void {
    if (!this.clock.growing) return;
    if (this.clock.loop) this.setLoop(null);
    if (this.clock.speed !== 1) this.setSpeed(1);
    this.seekEdge();
    this.play();
    this.setEdge(true);
    this.host.said.announce('Live');
  }

  /** Ends what is played. */
  stop(): void {
    this.pause();
    this.growing.value = false;
    this.setEdge(false);
  }

  private setEdge(atEdge: boolean): void {
    this.clock.edge = atEdge ? LIVE_DELAY : null;
    this.atEdge.value = atEdge;
  }
}
