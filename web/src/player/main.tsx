import { render } from 'preact';
import { leaveFile, takeFile } from '../library/handover';
import '../ui/base.css';
import { apiOf } from './api';
import { followInAddressBar } from './address-bar';
import { listenToParent } from './embed';
import { Player } from './player';
import type { Source } from './sources';
import { readUrl } from './url';
import { App } from './view/App';

const asked = readUrl(location.search);
const root = document.getElementById('app')!;
const canvas = document.createElement('canvas');
canvas.className = 'stage';
canvas.setAttribute('role', 'img');
canvas.setAttribute('aria-label', 'The replay in 3D');
root.before(canvas);

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const options = { manual: asked.manual, reducedMotion: calm.matches };
calm.addEventListener('change', () => (options.reducedMotion = calm.matches));

const player = new Player(canvas, options);
new ResizeObserver(([entry]) => player.resize(entry!.contentRect.width, entry!.contentRect.height)).observe(canvas);

/** Nothing starts to move by itself for those who asked for calm, nor where a link points at one moment. */
const mayStart = !asked.manual && !calm.matches;

/** Failures are shown by the page; nobody else waits for these. */
const open = (source: Source): void => {
  player
    .open(source, { autoplay: mayStart })
    .then(() => keep(source))
    .catch(() => undefined);
};

/** Leaves a dropped file in the browser, so that a reload of the page finds it. */
async function keep(source: Source): Promise<void> {
  if (source.kind !== 'file' || source.key || !(source.file instanceof File)) return;
  const key = await leaveFile(source.file);
  if (player.source.peek() === source) player.source.value = { ...source, key };
}

async function sourceAsked(): Promise<Source | null> {
  if (asked.replay) return { kind: 'address', replay: asked.replay };
  if (asked.sample) return { kind: 'sample' };
  if (asked.local === null) return null;
  const file = await takeFile(asked.local).catch(() => null);
  if (file) return { kind: 'file', file, name: file.name, key: asked.local };
  player.refusal.value = { error: 'This browser no longer keeps that file. Drop it here once more.' };
  return null;
}

async function openAsked(): Promise<void> {
  const source = await sourceAsked();
  if (!source) return;
  const autoplay = asked.autoplay ?? (mayStart && asked.time === null);
  await player.open(source, { time: asked.time, loop: asked.loop, autoplay });
  if (asked.camera) player.setCamera(asked.camera);
  if (asked.speed !== null) player.setSpeed(asked.speed);
}

const ready = openAsked();
ready.catch(() => undefined);
window.ghostreel = apiOf(player, ready);
(window as never as {__p: unknown}).__p = player; //TEMP
listenToParent(window.ghostreel);
followInAddressBar(player);

render(<App player={player} canvas={canvas} bare={asked.bare} open={open} />, root);
