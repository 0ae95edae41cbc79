import { signal } from '@preact/signals';
import { viewsOf } from '../../games/registry';
import { Rig } from '../../stage/rig';
import type { Scene } from '../../stage/scene';
import { Stage } from '../../stage/stage';
import { theme } from '../../ui/theme';
import type { Player } from '../player';
import { fileName, save, Sheet } from '../sheet';
import type { WholeSource } from '../reading';
import { cameraOf } from './camera';
import { ClipFile } from './file';
import { FRAMES_PER_SECOND, type Part, paceOf, shortened, timesOf } from './parts';
import { soundOf } from './sound';

/** The page goes on after so many milliseconds of work at the most. */
const LONGEST_WORK = 12;

/** Whether this browser encodes pictures one by one. */
export const encodesPictures = (): boolean => typeof VideoEncoder !== 'undefined';

/** A clip in the making: picture by picture, on a stage of its own, while the replay on the other plays on. */
export class Making {
  /** 0 to 1. */
  readonly progress = signal(0);
  private isCancelled = false;
  private readonly pace: number;
  private readonly parts: readonly Part[];
  private readonly name: string;

  constructor(
    private readonly player: Player,
    parts: readonly Part[],
  ) {
    this.pace = paceOf(player);
    this.parts = shortened(parts, this.pace);
    this.name = fileName(player, parts[0]!.from);
  }

  cancel(): void {
    this.isCancelled = true;
  }

  /** Saves the clip; returns how it ended. */
  async make(): Promise<string> {
    const { picture } = this.player;
    const sheet = new Sheet(picture.stage.canvas);
    const sound = await soundOf(this.player, this.parts, this.pace);
    const file = await ClipFile.of(sheet.canvas, sound);
    if (!file) return 'This browser makes no clips of this size';
    const ending = await this.onStage(async (stage, scene) => {
      const rig = new Rig(stage.camera, stage.canvas, () => undefined);
      rig.resize(stage.canvas.width, stage.canvas.height);
      const spec = cameraOf(this.player, scene);
      rig.use(spec, false);
      const view = { camera: spec.name, reducedMotion: picture.options.reducedMotion, eye: stage.camera };
      const times = timesOf(this.parts, this.pace);
      let rested = performance.now();
      for (const [i, time] of times.entries()) {
        rig.update(time, 1 / FRAMES_PER_SECOND, view);
        scene.update(time, view);
        stage.render();
        sheet.draw(stage.canvas, scene, scene.timeText?.(time, true) ?? this.player.playback.timeText(time, true));
        await file.add();
        if (performance.now() - rested > LONGEST_WORK) {
          this.progress.value = (i + 1) / times.length;
          await rest();
          rested = performance.now();
        }
        if (this.isCancelled) return 'No clip was made';
      }
      return '';
    }).catch(async (error: unknown) => {
      await file.cancel();
      throw error;
    });
    if (ending) {
      await file.cancel();
      return ending;
    }
    save(await file.finish(), `${this.name}.${file.ending}`);
    return 'Clip saved';
  }

  /** Has something done with the replay on a stage that nobody sees, as large as the other. */
  private async onStage<T>(work: (stage: Stage, scene: Scene) => Promise<T>): Promise<T> {
    const replay = this.player.replay.peek()!;
    const kind = await viewsOf(replay.meta)!.scene();
    const scene = await kind.load(replay);
    const stage = new Stage(document.createElement('canvas'));
    try {
      await this.addOthers(scene);
      scene.setTheme(theme.peek());
      const { width, height } = this.player.picture.stage.canvas;
      stage.renderer.setPixelRatio(1);
      stage.resize(width, height);
      await stage.prepare(scene.root);
      stage.graph.add(scene.root);
      return await work(stage, scene);
    } finally {
      scene.dispose();
      stage.renderer.dispose();
      stage.renderer.forceContextLoss();
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
