import { signal } from '@preact/signals';
import { theme, toggleTheme } from '../../ui/theme';
import { linkToNow } from '../address-bar';
import type { Clip } from '../capture';
import type { Page } from '../keyboard';
import type { Player } from '../player';
import type { Ui } from '../url';

/** The open parts of the page, and the actions of keys and buttons on them. */
export function openPage(player: Player, shown: Ui) {
  const ui = signal(shown);
  const help = signal(false);
  const stats = signal(false);
  /** The one that is being recorded. */
  const clip = signal<Clip | null>(null);
  const say = (text: string) => player.said.say(text);
  const begin = (kind: typeof Clip) => {
    const ended = (text: string) => {
      clip.value = null;
      say(text);
    };
    clip.value = kind.start(player, ended);
    say(clip.value ? 'Recording: R ends it' : 'This browser records no clips');
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
      if (clip.value) clip.value.stop();
      else if (player.scene.peek()) void Promise.all([import('../capture'), player.listen()]).then(([{ Clip }]) => begin(Clip));
    },
  };
  return { ...page, ui, help, stats, clip };
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
