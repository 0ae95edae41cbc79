import { signal } from '@preact/signals';
import { theme, toggleTheme } from '../../ui/theme';
import { linkToNow } from '../address-bar';
import type { Cut, Making } from '../clip/making';
import type { Part } from '../clip/parts';
import type { RecordedClip } from '../clip/recorded';
import type { Page } from '../keyboard';
import type { Player } from '../player';
import type { Ui } from '../url';

/** The open parts of the page, and the actions of keys and buttons on them. */
export function openPage(player: Player, shown: Ui) {
  const ui = signal(shown);
  const help = signal(false);
  const stats = signal(false);
  /** The clip that is being made, picture by picture … */
  const making = signal<Making | null>(null);
  /** … or recorded while it is played, where the browser makes none. */
  const recorded = signal<RecordedClip | null>(null);
  const say = (text: string) => player.said.say(text);
  const makeClip = async (parts: readonly Part[], cuts?: readonly Cut[]) => {
    const { encodesPictures, Making } = await import('../clip/making');
    if (!encodesPictures()) return cuts ? say('This browser makes clips of one game alone') : record(parts[0]!);
    const shown = player.scene.peek();
    const clip = (making.value = new Making(player, cuts ?? [{ source: player.source.peek()!, partsOf: () => parts }], parts[0]!.from));
    // Of another replay it would be another clip.
    const gone = player.scene.subscribe((scene) => scene !== shown && clip.cancel());
    say(await clip.make().catch(() => 'The clip could not be made'));
    gone();
    making.value = null;
  };
  const record = async (part: Part) => {
    const { RecordedClip } = await import('../clip/recorded');
    recorded.value = RecordedClip.start(player, part, (text) => {
      recorded.value = null;
      say(text);
    });
    say(recorded.value ? 'Recording: R ends it' : 'This browser records no clips');
  };
  const page: Page = {
    toggleFullscreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void document.documentElement.requestFullscreen?.().catch(() => say('Full screen is not allowed here'));
    },
    toggleStats: () => {
      if (player.scene.peek()) stats.value = !stats.value;
    },
    toggleHelp: () => (help.value = !help.value),
    toggleBare: () => (ui.value = ui.value === 'all' ? 'none' : 'all'),
    toggleTheme: () => {
      toggleTheme();
      player.said.announce(`${theme.value} theme`);
    },
    copyLink: () => void copyLink(player).then(say),
    savePicture: () => {
      if (player.scene.peek()) void import('../capture').then(({ savePicture }) => savePicture(player)).then(say);
    },
    recordClip: () => {
      if (making.value) making.value.cancel();
      else if (recorded.value) recorded.value.stop();
      else if (player.scene.peek())
        void Promise.all([import('../clip/parts'), player.listen()]).then(([{ nextPart }]) => makeClip([nextPart(player)]));
    },
    clipOfMarkers: () => {
      const scene = player.scene.peek();
      if (!scene || making.value || recorded.value) return;
      const times = player.playback.markers.peek().map(({ time }) => time);
      void Promise.all([import('../clip/parts'), player.listen()]).then(([{ partsAround }]) => {
        const parts = partsAround(times, scene.span);
        if (parts.length > 0) void makeClip(parts);
      });
    },
    clipOfSeries: () => {
      const [scene, shown] = [player.scene.peek(), player.replay.peek()];
      const [filter, series] = [player.playback.filter.peek(), player.queue.series.peek()];
      if (!scene || !shown || !filter || !series || making.value || recorded.value) return;
      const { meta } = shown;
      void Promise.all([import('../clip/parts'), series.all(), player.listen()]).then(([{ nextPart, partsAsked }, games]) => {
        const partsOf: Cut['partsOf'] = (replay, scene) => partsAsked(filter, meta, replay, scene);
        void makeClip(
          [nextPart(player)],
          games.map((source) => ({ source, partsOf })),
        );
      });
    },
  };
  return { ...page, ui, help, stats, making, recorded };
}

export type OpenPage = ReturnType<typeof openPage>;

/** Returns what to say. */
async function copyLink(player: Player): Promise<string> {
  const link = linkToNow(player);
  if (link === null) return 'This file is only on your computer: upload it to share it';
  try {
    await navigator.clipboard.writeText(link);
    return 'Link copied';
  } catch {
    // Without the permission, as in some frames, the address bar is the next best place.
    history.replaceState(history.state, '', link);
    return 'The link is in the address bar';
  }
}
