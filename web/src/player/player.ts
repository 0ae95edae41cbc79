import { batch, effect, signal } from '@preact/signals';
import { DecodeError, type Refusal, type Replay } from '../decoder';
import { gameById, viewsOf } from '../games/registry';
import type { Proven } from '../replays/api.types';
import { proofOf } from '../replays/proof';
import type { CameraPoint, Eye } from '../stage/camera-path';
import type { Scene } from '../stage/scene';
import type { Lane } from '../stats/types';
import { theme } from '../ui/theme';
import type { Loop } from './clock';
import { CloseLook } from './close-look';
import { Emitter } from './events';
import type { HitSounds } from './hits/hits';
import type { LiveSession, LiveState } from './live/session';
import { Picture, type PictureOptions } from './picture';
import { Playback } from './playback';
import { Queue } from './queue';
import { Reading, type WholeSource } from './reading';
import { Messages } from './said';
import type { Song } from './song/song';
import { fileNameOf, fileSource, idOf, liveEndpoint, mapOf, type Source } from './sources';
import { Timing } from './timing';

export interface PlayerOptions extends PictureOptions {
  /** The game to fetch ahead of the file, if it is known. */
  likely: string | null;
}

export interface Opening {
  time?: number | null;
  loop?: Loop | null;
  camera?: string | null;
  /** Where a camera that the hand moves begins. */
  eye?: Eye | null;
  /** The points that the free camera goes through. */
  path?: readonly CameraPoint[];
  speed?: number | null;
  autoplay?: boolean;
  /** A zip file with the map that it was played on; otherwise that of the source, if it has one. */
  map?: Blob | null;
}

/** The replay on the stage, how it gets there, and its companions. Views read the signals; nothing else writes them. */
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
  /** The sound of hits, once a replay with hits was played. */
  readonly hits = signal<HitSounds | null>(null);
  /** The server's proof of the replay on the stage; null of one that came from elsewhere. */
  readonly proof = signal<Proven | null>(null);
  /** A panel's addition to the timeline. */
  readonly lane = signal<Lane | null>(null);
  /** The followed source, if there is one. */
  readonly live = signal<LiveState | null>(null);
  /** Changes whenever the moments of the replay on the stage were worked out again, which is less often than it becomes longer. */
  readonly counts = signal(0);

  readonly events = new Emitter();
  readonly timing = new Timing();
  readonly said = new Messages();
  readonly playback: Playback;
  readonly picture: Picture;
  readonly closeLook: CloseLook;
  readonly reading: Reading;
  readonly queue: Queue;
  private attempt = 0;
  private session: LiveSession | null = null;
  /** The reader asked for the game that is being written. */
  private wantsLatest = false;

  constructor(canvas: HTMLCanvasElement, options: PlayerOptions) {
    const { scene, events, said } = this;
    const changed = (begins = false) => (begins ? this.picture.begin() : this.picture.invalidate());
    this.playback = new Playback({ scene, events, said, changed });
    this.picture = new Picture(canvas, options, { scene, events, said, playback: this.playback });
    this.closeLook = new CloseLook({ scene, said, playback: this.playback, picture: this.picture });
    this.reading = new Reading(options.likely, this.timing);
    this.queue = new Queue({ events, said, source: this.source, ended: this.playback.ended });
    effect(() => {
      this.picture.stage.setTheme(theme.value);
      scene.peek()?.setTheme(theme.value);
      this.picture.invalidate();
    });
    effect(() => {
      const live = this.live.value;
      if (live) events.emit('live', { ...live, atEdge: this.playback.atEdge.value });
    });
    effect(() => {
      if (this.playback.playing.value) void this.listen();
    });
    // Shaders compile while the reader looks for a file.
    const ahead = options.likely === null ? undefined : gameById(options.likely)?.scene();
    void ahead?.then((kind) => this.status.peek() === 'empty' && kind.warm(this.picture.stage.renderer));
  }

  async open(source: Source, opening: Opening = {}): Promise<void> {
    const attempt = ++this.attempt;
    const { stage } = this.picture;
    this.timing.begin();
    batch(() => {
      this.refusal.value = null;
      this.status.value = 'loading';
    });
    try {
      if (source.kind === 'live') return await this.follow(source, opening, attempt);
      const replay = await this.reading.read(source, opening.map);
      this.timing.mark('opened');
      const kind = viewsOf(replay.meta)?.scene();
      if (!kind) throw new DecodeError({ error: `There is no scene for ${replay.meta.game} yet.` });
      const scene = await (await kind).load(replay);
      this.timing.mark('loaded');
      const { start, end } = scene.span;
      const time = Math.min(end, Math.max(start, opening.time ?? start));
      scene.update(time, { camera: opening.camera ?? '', reducedMotion: true });
      await stage.prepare(scene.root);
      // Someone dropped another file meanwhile: theirs is the one to show.
      if (attempt !== this.attempt) {
        scene.dispose();
        return replay.close();
      }
      this.leave();
      this.show(source, replay, scene, opening);
      if (opening.map || mapOf(source)) void this.playSong(replay);
      await stage.finished();
      this.timing.mark('picture');
    } catch (error) {
      if (attempt === this.attempt) this.refuse(error, source, opening.map);
      throw error;
    }
  }

  /** Ends what is played. Until another replay is there to be shown, it goes on. */
  private leave(): void {
    this.session?.stop();
    this.session = null;
    batch(() => {
      this.live.value = null;
      this.playback.stop();
    });
  }

  /** Shows these files besides those that are shown already. Errors are shown on the page. */
  async compareAlso(files: readonly File[]): Promise<void> {
    await this.compareWith([...this.others.peek(), ...files.map(fileSource)]).catch(() => undefined);
  }

  /** Shows these replays beside the one on the stage, in place of those that were shown. */
  async compareWith(sources: readonly Source[]): Promise<void> {
    const scene = this.scene.peek();
    let opened: Source | undefined;
    try {
      if (!scene?.compareWith) throw new DecodeError({ error: 'Replays of this game are not shown beside each other yet.' });
      const read = (source: Source) =>
        this.reading.read(source as WholeSource).catch((error) => {
          opened = source;
          throw error;
        });
      const replays = await Promise.all(sources.map(read));
      // The shown columns are fetched by then.
      await scene.compareWith(replays).finally(() => replays.forEach((replay) => replay.close()));
      if (scene !== this.scene.peek()) return;
      this.others.value = sources;
      this.said.announce(sources.length === 0 ? 'No one to compare with' : `Compared with ${sources.length} more`);
      this.picture.draw(0);
    } catch (error) {
      this.refuse(error, opened);
      throw error;
    }
  }

  /** To what is being played now: in the game on the stage, or the one that has begun since. */
  goLive(): void {
    if (!this.session || !this.scene.peek()) return;
    this.wantsLatest = !this.session.upToDate;
    this.playback.goLive();
  }

  async toggleSound(): Promise<void> {
    const sound = this.song.peek() ?? (await this.listen());
    this.said.announce(!sound ? 'There is no sound' : sound.toggle() ? 'Sound off' : 'Sound on');
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

  dismissRefusal(): void {
    this.refusal.value = null;
  }

  /** Shows games as they are written, one after the other, until something else is opened. */
  private async follow(source: Source & { kind: 'live' }, opening: Opening, attempt: number): Promise<void> {
    const { playback } = this;
    let first: Opening | null = opening;
    const endpoint = liveEndpoint(source.endpoint);
    const { LiveSession } = await import('./live/session');
    if (attempt !== this.attempt) return;
    this.leave();
    this.source.value = source;
    this.session = new LiveSession(endpoint, this.reading.decoder, {
      mayLeave: () => !this.scene.peek() || this.wantsLatest || playback.atEdge.peek() || playback.ended.peek(),
      begin: (replay, scene) => {
        this.wantsLatest = false;
        playback.pause();
        this.show(source, replay, scene, { ...first, autoplay: false });
        playback.grows();
        const plays = first?.autoplay ?? true;
        if (first?.time == null) playback.seekEdge();
        if (plays && first?.time == null) this.goLive();
        else if (plays) playback.play();
        first = null;
      },
      grow: (replay, scene, recounted) => this.grow(replay, scene, recounted),
      complete: () => playback.complete(),
      options: () => this.reading.optionsFor(source),
      report: (state) => (this.live.value = state),
      fail: (error) => this.refuse(error),
    });
  }

  /** The replay on the stage has become longer. */
  private grow(replay: Replay, scene: Scene, recounted: boolean): void {
    const [before, shown] = [this.scene.peek()!, this.replay.peek()!];
    if (scene !== before) {
      this.closeLook.leave();
      scene.setTheme(theme.peek());
      this.picture.replace(before, scene);
      this.picture.keepCamera(scene);
    }
    if (replay !== shown) shown.close();
    batch(() => {
      this.replay.value = replay;
      this.scene.value = scene;
      this.playback.extend(scene.span.end);
      if (recounted) this.counts.value++;
    });
    this.picture.invalidate();
  }

  /** The song of the map that the replay was opened with. */
  private async playSong(replay: Replay): Promise<void> {
    const [bytes, { Song }] = await Promise.all([replay.song(), import('./song/song')]);
    if (bytes.byteLength === 0 || replay !== this.replay.peek()) return;
    const song = new Song(this, bytes, () => {
      this.said.say('This browser does not play the song');
      if (song.hasDecoded) return;
      song.dispose();
      this.song.value = null;
    });
    this.song.value = song;
  }

  private show(source: Source, replay: Replay, scene: Scene, opening: Opening): void {
    const { playback, picture } = this;
    this.closeLook.leave();
    this.replay.peek()?.close();
    this.song.peek()?.dispose();
    // A game may tint the air: start from the common one.
    picture.stage.setTheme(theme.peek());
    scene.setTheme(theme.peek());
    scene.onChange?.(() => {
      if (scene !== this.scene.peek()) return;
      playback.length.value = playback.length.peek() + 1;
      picture.invalidate();
    });
    picture.replace(this.scene.peek(), scene);
    const wanted = [opening.camera, picture.camera.peek(), scene.cameras[0]!.name];
    const camera = wanted.find((name) => scene.cameras.some((spec) => spec.name === name))!;
    batch(() => {
      this.source.value = source;
      this.others.value = [];
      this.lane.value = null;
      this.song.value = null;
      this.proof.value = null;
      this.replay.value = replay;
      this.scene.value = scene;
      this.status.value = 'ready';
      playback.begin(scene, opening.time);
      playback.setLoop(opening.loop ?? null);
      picture.camera.value = '';
      picture.setCamera(camera, opening.eye);
      picture.setPath(opening.path ?? []);
      if (opening.speed != null) playback.setSpeed(opening.speed);
    });
    picture.draw(0);
    const id = idOf(source);
    void (id && proofOf(id).then((proof) => this.source.peek() === source && (this.proof.value = proof)));
    const { meta } = replay;
    this.events.emit('load', { game: meta.game, format: meta.format, duration: meta.duration_s });
    this.said.announce(`${scene.caption.title} is ready`);
    if (opening.autoplay) playback.play();
  }

  /** Says why `source` cannot be opened, or not with `map`; the stage stays as it is. */
  private refuse(error: unknown, source?: Source, map?: Blob | null): void {
    const refusal = error instanceof DecodeError ? error.refusal : { error: String(error instanceof Error ? error.message : error) };
    const file = refusal.isOfMap ? map instanceof File && map.name : source && fileNameOf(source);
    batch(() => {
      this.refusal.value = { ...refusal, file: file || undefined };
      this.status.value = this.scene.peek() ? 'ready' : 'empty';
    });
    this.events.emit('error', { message: refusal.error, section: refusal.section, offset: refusal.offset });
  }
}
