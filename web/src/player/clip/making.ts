import { signal } from '@preact/signals';
import type { Replay } from '../../decoder';
import { viewsOf } from '../../games/registry';
import { Rig } from '../../stage/rig';
import type { Scene } from '../../stage/scene';
import { Stage } from '../../stage/stage';
import { theme } from '../../ui/theme';
import type { Player } from '../player';
import { fileName, save, Sheet } from '../sheet';
import type { WholeSource } from '../reading';
import type { Source } from '../sources';
import { cameraOf } from './camera';
import { ClipFile } from './file';
import { FRAMES_PER_SECOND, lengthOf, LONGEST, type Part, paceOf, shortened, timesOf } from './parts';
import { heardIn, soundOf } from './sound';

/** The page goes on after so many milliseconds of work at the most. */
const LONGEST_WORK = 12;

/** Whether this browser encodes pictures one by one. */
export const encodesPictures = (): boolean => typeof VideoEncoder !== 'undefined';

/** What a clip shows of a replay. */
export interface Cut {
  source: Source;
  partsOf(replay: Replay, scene: Scene): readonly Part[];
}

/** A clip in the making: picture by picture, on a stage of its own, while the replay on the other plays on. */
export class Making {
  /** 0 to 1. */
  readonly progress = signal(0);
  private isCancelled = false;
  /** Games that could not be opened: the others are in the clip. */
  private unopened = 0;
  private readonly pace: number;
  private readonly name: string;

  /** Of one replay after the other. The file is named after the one on the stage, and the time `at`. */
  constructor(
    private readonly player: Player,
    private readonly cuts: readonly Cut[],
    at: number,
  ) {
    this.pace = paceOf(player);
    this.name = fileName(player, at);
  }

  cancel(): void {
    this.isCancelled = true;
  }

  /** Saves the clip; returns how it ended. */
  async make(): Promise<string> {
    const sheet = new Sheet(this.player.picture.stage.canvas);
    const heard = heardIn(this.player);
    const file = await ClipFile.of(sheet.canvas, heard.hits || heard.song);
    if (!file) return 'This browser makes no clips of this size';
    const longest = LONGEST * this.pace;
    let left = longest;
    try {
      for (const [i, { source, partsOf }] of this.cuts.entries()) {
        await this.onStage(source, async (stage, replay, scene) => {
          const parts = shortened(partsOf(replay, scene), left);
          left -= lengthOf(parts);
          if (parts.length === 0 || this.isCancelled) return;
          await file.addSound(await soundOf(replay, scene, heard, parts, this.pace));
          await this.draw(stage, scene, parts, sheet, file, (share) => (this.progress.value = (i + share) / this.cuts.length));
        });
        if (this.isCancelled || left <= 0) break;
      }
    } catch (error) {
      await file.cancel();
      throw error;
    }
    if (this.isCancelled || left === longest) {
      await file.cancel();
      return this.isCancelled ? 'No clip was made' : 'There is nothing to show';
    }
    save(await file.finish(), `${this.name}.${file.ending}`);
    return ['Clip saved', this.unopened > 0 && `${this.unopened} could not be opened`].filter(Boolean).join(', ');
  }

  private async draw(stage: Stage, scene: Scene, parts: readonly Part[], sheet: Sheet, file: ClipFile, at: (share: number) => void) {
    const { picture, playback } = this.player;
    const rig = new Rig(stage.camera, stage.canvas, () => undefined);
    rig.resize(stage.canvas.width, stage.canvas.height);
    const spec = cameraOf(this.player, scene);
    rig.use(spec, false);
    const view = { camera: spec.name, reducedMotion: picture.options.reducedMotion, eye: stage.camera };
    const times = timesOf(parts, this.pace);
    let rested = performance.now();
    for (const [i, time] of times.entries()) {
      rig.update(time, 1 / FRAMES_PER_SECOND, view);
      scene.update(time, view);
      stage.render();
      sheet.draw(stage.canvas, scene, scene.timeText?.(time, true) ?? playback.timeText(time, true));
      await file.add();
      if (performance.now() - rested > LONGEST_WORK) {
        at((i + 1) / times.length);
        await rest();
        rested = performance.now();
      }
      if (this.isCancelled) return;
    }
  }

  /** Has something done with a replay on a stage that nobody sees, as large as the other. */
  private async onStage(source: Source, work: (stage: Stage, replay: Replay, scene: Scene) => Promise<void>): Promise<void> {
    const isShown = source === this.player.source.peek();
    const replay = isShown ? this.player.replay.peek()! : await this.player.reading.read(source as WholeSource).catch(() => null);
    if (!replay) {
      this.unopened++;
      return;
    }
    try {
      const kind = await viewsOf(replay.meta)!.scene();
      const scene = await kind.load(replay);
      const stage = new Stage(document.createElement('canvas'));
      try {
        if (isShown) await this.addOthers(scene);
        scene.setTheme(theme.peek());
        const { width, height } = this.player.picture.stage.canvas;
        stage.renderer.setPixelRatio(1);
        stage.resize(width, height);
        await stage.prepare(scene.root);
        stage.graph.add(scene.root);
        await work(stage, replay, scene);
      } finally {
        scene.dispose();
        stage.renderer.dispose();
        stage.renderer.forceContextLoss();
      }
    } finally {
      if (!isShown) replay.close();
    }
  }

  /** The replays that are shown beside it. */
  private async addOthers(scene: Scene): Promise<void> {
    const others = this.player.others.peek();
    if (others.length === 0) return;
    const replays = await Promise.all(others.map((source) => this.player.reading.read(source as WholeSource)));
    await scene.compareWith?.(replays).finally(() => replays.forEach((replay) => replay.close()));
  }
}

/** Until the page has done what waits. A timer of a hidden page would wait for a second. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
