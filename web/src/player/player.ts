import { batch, computed, effect, signal } from '@preact/signals';
import { DecodeError, Decoder, type FormatOption, type Refusal, type Replay } from '../decoder';
import type { OptionFile } from '../files/options';
import { FORMAT_OPTIONS, FORMATS, GAMES, gameById, isReelName, viewsOf } from '../games/registry';
import { type Proof, proofOf } from '../replays/proof';
import { type Eye, Rig } from '../stage/rig';
import type { Covered } from '../stage/room';
import type { Marker, Scene } from '../stage/scene';
import { Stage } from '../stage/stage';
import { lastAtOrBefore } from '../stage/times';
import type { Lane, MomentFilter } from '../stats/types';
import { clockText, grouped } from '../ui/format';
import { theme } from '../ui/theme';
import { Clock, type Loop, nextSpeed } from './clock';
import { Emitter } from './events';
import type { LiveSession, LiveState } from './live/session';
import type { HitSounds } from './hits/hits';
import { addressOf, fetchReplay, fileNameOf, idOf, liveEndpoint, mapOf, nameOf, optionsOf, type Source } from './sources';
import type { Song } from './song/song';
import { Timing } from './timing';

const SAMPLE_SEED = 7;
/** After a stall the replay goes on from where it was rather than leaping. */
const LONGEST_STEP = 0.25;
const SETTLE_MILLIS = 140;
/** So far behind what is being written, in seconds: what a piece may be late. */
const LIVE_DELAY = 0.3;
/** Seconds of run-up while playing: an event seen from the instant it happens explains nothing. While paused, the picture is of the event. */
const MARKER_LEAD = 0.6;

export interface PlayerOptions {
  /** Time moves only through `step`. */
  manual: boolean;
  reducedMotion: boolean;
  /** The game to fetch ahead of the file, if it is known. */
  likely: string | null;
}

export interface Opening {
  time?: number | null;
  loop?: Loop | null;
  camera?: string | null;
  /** Where a camera that the hand moves begins. */
  eye?: Eye | null;
  speed?: number | null;
  autoplay?: boolean;
  /** A zip file with the map that it was played on; otherwise that of the source, if it has one. */
  map?: Blob | null;
}

/** The replay on the stage and what may be done with it. Views read the signals; nothing else writes them. */
export class Player {
  readonly status = signal<'empty' | 'loading' | 'ready'>('empty');
  readonly refusal = signal<Refusal | null>(null);
  readonly replay = signal<Replay | null>(null);
  readonly scene = signal<Scene | null>(null);
  readonly source = signal<Source | null>(null);
  /** Where the replays come from that are shown beside the one on the stage. */
  readonly others = signal<readonly Source[]>([]);
  /** The song of the replay's map, if it was opened with one. */
  readonly song = signal<Song | null>(null);
  /** What makes hits heard, once something that has them was played. */
  readonly hits = signal<HitSounds | null>(null);
  /** What the server says of the replay on the stage; null of one that came from elsewhere. */
  readonly proof = signal<Proof | null>(null);
  readonly time = signal(0);
  readonly playing = signal(false);
  readonly speed = signal(1);
  readonly camera = signal('');
  /** Where the hand has moved the camera; null of a camera that it does not move. */
  readonly eye = signal<Eye | null>(null);
  readonly loop = signal<Loop | null>(null);
  /** Which recorded frame is shown, while the reader goes from one to the next; else null. */
  readonly frameText = signal<string | null>(null);
  /** What a panel adds to the timeline. */
  readonly lane = signal<Lane | null>(null);
  /** Which moments are marked, where the reader asked for some alone. */
  readonly filter = signal<MomentFilter | null>(null);
  /** What is marked on the timeline and gone to: what was asked for, else all but details. */
  readonly markers = computed(() => {
    void this.length.value;
    const filter = this.filter.value;
    return this.scene.value?.markers.filter(({ moment }) => (filter ? filter.has(moment) : moment.severity > 0)) ?? [];
  });
  /** The first end of a loop, while the second is still to come. */
  readonly loopStart = signal<number | null>(null);
  /** Said aloud by screen readers. */
  readonly announcement = signal('');
  /** Shown for a moment. */
  readonly toast = signal('');
  /** What is being followed, if anything is. */
  readonly live = signal<LiveState | null>(null);
  /** The game on the stage is still being written … */
  readonly growing = signal(false);
  /** … and time keeps up with it. */
  readonly atEdge = signal(false);
  /** Changes whenever the replay on the stage has become longer. */
  readonly length = signal(0);
  /** Changes whenever the moments of the replay on the stage were worked out again, which is less often. */
  readonly counts = signal(0);
  readonly ended = computed(() => {
    void this.length.value;
    return !this.growing.value && this.scene.value !== null && this.time.value >= this.scene.value.span.end;
  });
  /** Options that the reader dropped as files, the last of each name. They hold for every replay. */
  formatOptions: readonly OptionFile[] = [];
  readonly events = new Emitter();
  readonly timing = new Timing();

  readonly stage: Stage;
  private readonly decoder: Decoder;
  private readonly clock = new Clock();
  private readonly rig: Rig;
  private frame = 0;
  private last = 0;
  private settle = 0;
  private attempt = 0;
  private session: LiveSession | null = null;
  /** The reader asked for the game that is being written. */
  private wantsLatest = false;

  constructor(
    canvas: HTMLCanvasElement,
    readonly options: PlayerOptions,
  ) {
    this.stage = new Stage(canvas);
    this.decoder = new Decoder(FORMATS, options.likely);
    this.rig = new Rig(this.stage.camera, canvas, () => {
      this.eye.value = this.rig.eye;
      this.invalidate();
    });
    effect(() => {
      this.stage.setTheme(theme.value);
      this.scene.peek()?.setTheme(theme.value);
      this.invalidate();
    });
    effect(() => {
      const live = this.live.value;
      if (live) this.events.emit('live', { ...live, atEdge: this.atEdge.value });
    });
    // Shaders compile while the reader looks for a file.
    const ahead = options.likely === null ? undefined : gameById(options.likely)?.scene();
    void ahead?.then((kind) => this.status.peek() === 'empty' && kind.warm(this.stage.renderer));
  }

  async open(source: Source, opening: Opening = {}): Promise<void> {
    const attempt = ++this.attempt;
    this.timing.begin();
    batch(() => {
      this.refusal.value = null;
      this.status.value = 'loading';
    });
    try {
      if (source.kind === 'live') return await this.follow(source, opening, attempt);
      const replay = await this.replayOf(source, opening.map);
      this.timing.mark('opened');
      const kind = viewsOf(replay.meta)?.scene();
      if (!kind) throw new DecodeError({ error: `There is no scene for ${replay.meta.game} yet.` });
      const scene = await (await kind).load(replay);
      this.timing.mark('loaded');
      const { start, end } = scene.span;
      const time = Math.min(end, Math.max(start, opening.time ?? start));
      scene.update(time, { camera: opening.camera ?? '', reducedMotion: true });
      await this.stage.prepare(scene.root);
      // Someone dropped another file meanwhile: theirs is the one to show.
      if (attempt !== this.attempt) {
        scene.dispose();
        return replay.close();
      }
      this.leave();
      this.show(source, replay, scene, opening);
      if (opening.map || mapOf(source)) void this.playSong(replay);
      await this.stage.finished();
      this.timing.mark('picture');
    } catch (error) {
      if (attempt === this.attempt) this.refuse(error, source);
      throw error;
    }
  }

  /** Ends what is played. Until another replay is there to be shown, it goes on. */
  private leave(): void {
    this.pause();
    this.session?.stop();
    this.session = null;
    batch(() => {
      this.live.value = null;
      this.growing.value = false;
    });
    this.setEdge(false);
  }

  /** Shows these replays beside the one on the stage, in place of those that were shown. */
  async compareWith(sources: readonly Source[]): Promise<void> {
    const scene = this.scene.peek();
    let opened: Source | undefined;
    try {
      if (!scene?.compareWith) throw new DecodeError({ error: 'Replays of this game are not shown beside each other yet.' });
      const replayOf = (source: Source) =>
        this.replayOf(source as Exclude<Source, { kind: 'live' }>).catch((error) => {
          opened = source;
          throw error;
        });
      const replays = await Promise.all(sources.map(replayOf));
      // What is shown of them is fetched by then.
      await scene.compareWith(replays).finally(() => replays.forEach((replay) => replay.close()));
      if (scene !== this.scene.peek()) return;
      this.others.value = sources;
      this.announce(sources.length === 0 ? 'Nobody to compare with' : `Compared with ${sources.length} more`);
      this.draw(0);
    } catch (error) {
      this.refuse(error, opened);
      throw error;
    }
  }

  /** Adds options that the reader dropped as files. */
  addOptions(options: readonly OptionFile[]): void {
    const isNew = ({ name }: OptionFile) => options.some((option) => option.name === name);
    this.formatOptions = [...this.formatOptions.filter((option) => !isNew(option)), ...options];
  }

  /** The options of formats: those that the reader dropped take precedence over those of the server. */
  private async formatOptionsFor(source: Source): Promise<FormatOption[]> {
    const all = [...(await optionsOf(source)), ...this.formatOptions];
    const last = new Map(all.map(({ name, file }) => [name, file]));
    // A newer server may have options that this page does not know.
    const known = FORMAT_OPTIONS.filter(({ name }) => last.has(name)).map(async ({ game, name }) => {
      const bytes = new Uint8Array(await last.get(name)!.arrayBuffer());
      return { game, name, bytes };
    });
    return Promise.all(known);
  }

  play(): void {
    if (!this.scene.peek() || this.playing.peek()) return;
    if (this.clock.atEnd && this.clock.growing) this.setEdge(true);
    else if (this.clock.atEnd) this.clock.seek(this.clock.loop?.a ?? this.clock.start);
    this.time.value = this.clock.time;
    this.clock.playing = true;
    this.playing.value = true;
    this.frameText.value = null;
    this.last = 0;
    void this.listen();
    this.announce('Playing');
    this.events.emit('play', { time: this.clock.time });
    this.invalidate();
  }

  pause(): void {
    if (!this.playing.peek()) return;
    this.clock.playing = false;
    this.playing.value = false;
    this.setEdge(false);
    this.announce(`Paused at ${this.timeText(this.clock.time)}`);
    this.events.emit('pause', { time: this.clock.time });
    this.invalidate();
  }

  toggle(): void {
    if (this.playing.peek()) this.pause();
    else this.play();
  }

  seek(time: number): void {
    if (!this.scene.peek() || !Number.isFinite(time)) return;
    this.clock.seek(time);
    this.frameText.value = null;
    this.setEdge(this.clock.playing && this.clock.growing && time >= this.clock.end - LIVE_DELAY);
    this.time.value = this.clock.time;
    this.events.emit('seek', { time: this.clock.time });
    this.invalidate();
  }

  /** Goes a little ahead or back while playing, so as to be in time with something else. */
  nudge(seconds: number): void {
    this.clock.nudge(seconds);
    this.time.value = this.clock.time;
  }

  /** To what is being played now: in the game on the stage, or the one that has begun since. */
  goLive(): void {
    if (!this.session || !this.scene.peek()) return;
    this.wantsLatest = !this.session.upToDate;
    if (!this.clock.growing) return;
    if (this.clock.loop) this.setLoop(null);
    if (this.clock.speed !== 1) this.setSpeed(1);
    this.seek(this.clock.end - LIVE_DELAY);
    this.play();
    this.setEdge(true);
    this.announce('Live');
  }

  async toggleSound(): Promise<void> {
    const sound = this.song.peek() ?? (await this.listen());
    this.announce(!sound ? 'There is no sound' : sound.toggle() ? 'Sound off' : 'Sound on');
  }

  /** Fetches what makes hits heard, if the replay on the stage has any. */
  async listen(): Promise<HitSounds | null> {
    if (!this.scene.peek()?.hits) return null;
    if (!this.hits.peek()) {
      const { HitSounds } = await import('./hits/hits');
      this.hits.value = this.hits.peek() ?? new HitSounds(this);
    }
    return this.hits.peek();
  }

  seekBy(seconds: number): void {
    this.seek(this.clock.time + seconds);
  }

  /** 0 is the start, 1 the end. */
  seekTo(fraction: number): void {
    this.seek(this.clock.start + fraction * (this.clock.end - this.clock.start));
  }

  /** To the recorded frame before or after; a picture between two frames is nobody's. */
  stepFrame(direction: 1 | -1): void {
    const scene = this.scene.peek();
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
    this.announce(`${this.frameText.value} at ${this.timeText(time, true)}`);
  }

  /** To the event before or after; going back within the first second of one means the one before it. */
  seekMarker(direction: 1 | -1): Marker | undefined {
    const markers = this.markers.peek();
    const now = this.clock.time;
    const lead = this.clock.playing ? MARKER_LEAD : 0;
    const marker =
      direction > 0
        ? markers.find((m) => m.time - lead > now + 1e-3)
        : markers.findLast((m) => m.time - lead < now - (this.clock.playing ? 1 : 1e-3));
    if (!marker) {
      this.announce(direction > 0 ? 'No later event' : 'No earlier event');
      return undefined;
    }
    this.seek(marker.time - lead);
    this.announce(`${marker.label} at ${this.timeText(marker.time)}`);
    return marker;
  }

  setSpeed(speed: number): void {
    if (!Number.isFinite(speed)) return;
    this.clock.setSpeed(speed);
    if (this.clock.speed !== 1) this.setEdge(false);
    this.speed.value = this.clock.speed;
    this.announce(`Speed ${this.clock.speed} times`);
    this.events.emit('speed', { speed: this.clock.speed });
  }

  stepSpeed(direction: 1 | -1): void {
    this.setSpeed(nextSpeed(this.clock.speed, direction));
  }

  setCamera(name: string, eye: Eye | null = null): boolean {
    const scene = this.scene.peek();
    const spec = scene?.cameras.find((camera) => camera.name === name);
    if (!scene || !spec) return false;
    const first = this.camera.peek() === '';
    this.rig.use(spec, !first && !this.options.reducedMotion && !this.options.manual, eye);
    this.eye.value = null;
    this.camera.value = name;
    if (!first) this.announce(`Camera: ${spec.label}`);
    this.events.emit('camera', { camera: name });
    this.last = 0;
    this.invalidate();
    return true;
  }

  nextCamera(direction: 1 | -1): void {
    const names = this.scene.peek()?.cameras.map((camera) => camera.name) ?? [];
    const at = names.indexOf(this.camera.peek());
    const next = names[(at + direction + names.length) % names.length];
    if (next) this.setCamera(next);
  }

  setLoop(loop: Loop | null): void {
    this.clock.setLoop(loop);
    if (this.clock.loop) this.setEdge(false);
    batch(() => {
      this.loop.value = this.clock.loop;
      this.loopStart.value = null;
    });
    this.events.emit('loop', { loop: this.clock.loop });
  }

  /** Plays a part again and again, from its start. */
  practise(loop: Loop): void {
    this.setLoop(loop);
    this.seek(loop.a);
    this.announce(`Looping from ${this.timeText(loop.a)} to ${this.timeText(loop.b)}`);
    this.play();
  }

  /** First press: from here. Second: to here. Third: no more. */
  markLoop(): void {
    if (this.loop.peek()) {
      this.setLoop(null);
      this.announce('Loop off');
    } else if (this.loopStart.peek() === null) {
      this.loopStart.value = this.clock.time;
      this.announce(`Loop from ${this.timeText(this.clock.time)}`);
    } else {
      this.setLoop({ a: this.loopStart.peek()!, b: this.clock.time });
      this.announce(this.loop.peek() ? `Looping to ${this.timeText(this.loop.peek()!.b)}` : 'Loop off');
    }
  }

  /** Lets `seconds` of the reader's time pass and draws: what a test has instead of waiting. */
  step(seconds: number): void {
    // Whatever was due to be drawn in the next frame is drawn now.
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.advance(Math.max(0, seconds));
    const gliding = this.draw(seconds);
    if (gliding || (this.clock.playing && !this.options.manual)) this.invalidate();
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

  dismissRefusal(): void {
    this.refusal.value = null;
  }

  /** A time as people tell it. */
  timeText(time: number, fine = false): string {
    return this.scene.peek()?.timeText?.(time, fine) ?? clockText(time, fine);
  }

  /** Follows what is at a point of the picture, −1 to 1 from its left and its bottom; false if there is nothing to follow. */
  followAt(x: number, y: number): boolean {
    const camera = this.scene.peek()?.pick?.(x, y, this.stage.camera);
    return camera != null && this.setCamera(camera);
  }

  announce(text: string): void {
    this.announcement.value = text;
  }

  /** Says it to everybody. */
  say(text: string): void {
    this.toast.value = text;
    this.announce(text);
  }

  invalidate(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.onFrame(now));
  }

  private onFrame(now: number): void {
    this.frame = 0;
    const seconds = this.last === 0 ? 0 : Math.min(LONGEST_STEP, (now - this.last) / 1000);
    if (this.last !== 0 && this.clock.playing) this.stage.report(now - this.last);
    this.last = now;
    if (!this.options.manual) this.advance(seconds);
    const gliding = this.draw(seconds);
    if (this.clock.playing && !this.options.manual) this.invalidate();
    else if (gliding) this.invalidate();
    else this.last = 0;
  }

  private advance(seconds: number): void {
    if (!this.clock.advance(seconds)) return;
    this.time.value = this.clock.time;
    this.events.emit('time', { time: this.clock.time });
    // Who runs into what is being written goes on at its pace.
    if (this.clock.growing && this.clock.atEnd) this.setEdge(true);
    if (!this.clock.playing) {
      this.playing.value = false;
      this.announce('End of the replay');
      this.events.emit('ended', { time: this.clock.time });
    }
  }

  private draw(seconds: number): boolean {
    const scene = this.scene.peek();
    const view = { camera: this.camera.peek(), reducedMotion: this.options.reducedMotion, eye: this.stage.camera };
    const gliding = this.rig.update(this.clock.time, seconds, view);
    scene?.update(this.clock.time, view);
    this.stage.moving();
    this.stage.render();
    clearTimeout(this.settle);
    this.settle = 0;
    const moves = gliding || (this.clock.playing && !this.options.manual);
    if (!moves) this.settle = window.setTimeout(() => this.sharpen(), SETTLE_MILLIS);
    return gliding;
  }

  /** The picture stands still and is as sharp as it will be. */
  get settled(): boolean {
    return this.settle === 0 && this.frame === 0;
  }

  private sharpen(): void {
    this.settle = 0;
    this.stage.still();
    this.stage.render();
  }

  private setEdge(atEdge: boolean): void {
    this.clock.edge = atEdge ? LIVE_DELAY : null;
    this.atEdge.value = atEdge;
  }

  /** Shows games as they are written, one after the other, until something else is opened. */
  private async follow(source: Source & { kind: 'live' }, opening: Opening, attempt: number): Promise<void> {
    let first: Opening | null = opening;
    const endpoint = liveEndpoint(source.endpoint);
    const { LiveSession } = await import('./live/session');
    if (attempt !== this.attempt) return;
    this.leave();
    this.source.value = source;
    this.session = new LiveSession(endpoint, this.decoder, {
      mayLeave: () => !this.scene.peek() || this.wantsLatest || this.atEdge.peek() || this.ended.peek(),
      begin: (replay, scene) => {
        this.wantsLatest = false;
        this.pause();
        this.show(source, replay, scene, { ...first, autoplay: false });
        this.clock.growing = true;
        this.growing.value = true;
        const plays = first?.autoplay ?? true;
        if (first?.time == null) this.seek(this.clock.end - LIVE_DELAY);
        if (plays && first?.time == null) this.goLive();
        else if (plays) this.play();
        first = null;
      },
      grow: (replay, scene, recounted) => this.grow(replay, scene, recounted),
      complete: () => {
        this.clock.growing = false;
        this.clock.edge = null;
        batch(() => {
          this.growing.value = false;
          this.atEdge.value = false;
        });
        // Whoever was at the edge sees the rest of it, and then its end.
        this.invalidate();
      },
      options: () => this.formatOptionsFor(source),
      report: (state) => (this.live.value = state),
      fail: (error) => this.refuse(error),
    });
  }

  /** The replay on the stage has become longer. */
  private grow(replay: Replay, scene: Scene, recounted: boolean): void {
    const [before, shown] = [this.scene.peek()!, this.replay.peek()!];
    if (scene !== before) {
      this.stage.graph.remove(before.root);
      before.dispose();
      scene.setTheme(theme.peek());
      this.stage.graph.add(scene.root);
      const spec = scene.cameras.find((camera) => camera.name === this.camera.peek());
      if (spec) this.rig.use(spec, false);
    }
    if (replay !== shown) shown.close();
    this.clock.extend(scene.span.end);
    batch(() => {
      this.replay.value = replay;
      this.scene.value = scene;
      this.length.value++;
      if (recounted) this.counts.value++;
    });
    this.invalidate();
  }

  /** The song of the map that the replay was opened with. */
  private async playSong(replay: Replay): Promise<void> {
    const [bytes, { Song }] = await Promise.all([replay.song(), import('./song/song')]);
    if (bytes.byteLength === 0 || replay !== this.replay.peek()) return;
    const song = new Song(this, bytes, () => {
      this.say('This browser does not play the song');
      if (song.hasDecoded) return;
      song.dispose();
      this.song.value = null;
    });
    this.song.value = song;
  }

  private async replayOf(source: Exclude<Source, { kind: 'live' }>, map?: Blob | null): Promise<Replay> {
    const mapAddress = mapOf(source);
    const name = nameOf(source);
    if (!map && !mapAddress && source.kind === 'address' && isReelName(name)) {
      const replay = await this.decoder.fetch(addressOf(source.replay), name, await this.formatOptionsFor(source));
      this.timing.mark('fetched');
      return replay;
    }
    const [bytes, options, zip] = await Promise.all([
      this.bytesOf(source),
      this.formatOptionsFor(source),
      map ?? (mapAddress && fetchMap(mapAddress)),
    ]);
    this.timing.mark('fetched');
    return this.decoder.open(bytes, name, options, zip || null);
  }

  private async bytesOf(source: Exclude<Source, { kind: 'live' }>): Promise<ArrayBuffer> {
    switch (source.kind) {
      case 'file':
        return source.file.arrayBuffer();
      case 'address':
        return fetchReplay(source.replay);
      case 'sample':
        return this.decoder.sample(GAMES[0].id, SAMPLE_SEED);
    }
  }

  private show(source: Source, replay: Replay, scene: Scene, opening: Opening): void {
    const before = this.scene.peek();
    if (before) {
      this.stage.graph.remove(before.root);
      before.dispose();
    }
    this.replay.peek()?.close();
    this.song.peek()?.dispose();
    // A game may tint the air: start from what it is everywhere.
    this.stage.setTheme(theme.peek());
    scene.setTheme(theme.peek());
    scene.onChange?.(() => {
      if (scene !== this.scene.peek()) return;
      this.length.value = this.length.peek() + 1;
      this.invalidate();
    });
    this.stage.graph.add(scene.root);
    this.clock.reset(scene.span.start, scene.span.end, scene.rate);
    if (opening.time != null) this.clock.seek(opening.time);
    const wanted = [opening.camera, this.camera.peek(), scene.cameras[0]!.name];
    const camera = wanted.find((name) => scene.cameras.some((spec) => spec.name === name))!;
    batch(() => {
      this.source.value = source;
      this.others.value = [];
      this.frameText.value = null;
      this.lane.value = null;
      this.filter.value = null;
      this.song.value = null;
      this.proof.value = null;
      this.replay.value = replay;
      this.scene.value = scene;
      this.time.value = this.clock.time;
      this.status.value = 'ready';
      this.setLoop(opening.loop ?? null);
      this.camera.value = '';
      this.setCamera(camera, opening.eye);
      if (opening.speed != null) this.setSpeed(opening.speed);
    });
    this.draw(0);
    const id = idOf(source);
    void (id && proofOf(id).then((proof) => this.source.peek() === source && (this.proof.value = proof)));
    const { meta } = replay;
    this.events.emit('load', { game: meta.game, format: meta.format, duration: meta.duration_s });
    this.announce(`${scene.caption.title} is ready`);
    if (opening.autoplay) this.play();
  }

  /** Says why `source` cannot be opened; what is on the stage stays. */
  private refuse(error: unknown, source?: Source): void {
    const refusal = error instanceof DecodeError ? error.refusal : { error: String(error instanceof Error ? error.message : error) };
    batch(() => {
      this.refusal.value = { ...refusal, file: source && fileNameOf(source) };
      this.status.value = this.scene.peek() ? 'ready' : 'empty';
    });
    this.events.emit('error', { message: refusal.error, section: refusal.section, offset: refusal.offset });
  }
}

/** Fetched where somebody brings a map. */
const fetchMap = async (address: string) => (await import('./with-map')).fetchMap(address);
