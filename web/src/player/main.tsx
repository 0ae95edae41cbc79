import { render } from 'preact';
import { GAMES, gameOfName } from '../games/registry';
import '../ui/base.css';
import { followInAddressBar } from './address-bar';
import { apiOf, isEmbedded } from './api';
import { Player } from './player';
import { mapOf, type Source } from './sources';
import { readUrl } from './url';
import { App } from './view/App';

/** Fetched for files that go from page to page. */
const handover = () => import('../files/handover');

const asked = readUrl(location.search);
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const root = document.getElementById('app')!;

/** Nothing starts to move by itself for those who asked for calm, nor while a test holds the clock. */
const mayStart = (): boolean => !asked.manual && !calm.matches;

function start(player: Player, canvas: HTMLCanvasElement): void {
  const resized = new ResizeObserver(([entry]) => player.picture.resize(entry!.contentRect.width, entry!.contentRect.height));
  resized.observe(canvas);
  const ready = openAsked(player);
  // Failures are shown on the page; this only keeps them from being reported a second time.
  ready.catch(() => undefined);
  window.ghostreel = apiOf(player, ready);
  if (isEmbedded) {
    // Other pages may refuse to be shown inside the page around this one: links open on pages of their own.
    document.head.append(Object.assign(document.createElement('base'), { target: '_blank' }));
    // The embedding page waits for the first message.
    void import('./embed').then(({ listenToParent }) => listenToParent(window.ghostreel));
  }
  followInAddressBar(player);
  const open = (source: Source, time?: number, map?: Blob) => openByHand(player, source, time, map);
  render(<App player={player} canvas={canvas} ui={asked.ui} open={open} />, root);
}

/** Opens the source that the address asks for. */
async function openAsked(player: Player): Promise<void> {
  const files = await filesLeft(player);
  if (files.length > 1) {
    const { takeDropped } = await import('./dropped');
    return takeDropped(files, { player, open: (source, time, map) => openByHand(player, source, time, map) }, true);
  }
  const source = sourceAsked(files[0]);
  if (!source) return;
  const { time, loop, camera, eye, path, speed } = asked;
  const autoplay = asked.autoplay ?? (mayStart() && time === null);
  const open = (from: Source) => player.open(from, { time, loop, camera, eye, path, speed, autoplay });
  const map = mapOf(source);
  if (map) {
    const { openWithMap } = await import('./with-map');
    await openWithMap(player, map, (isWith) => open(isWith ? source : ({ ...source, map: undefined } as Source)));
  } else await open(source);
  if (asked.others.length > 0) await player.compareWith(asked.others.map((replay) => ({ kind: 'address', replay })));
}

/** The files that the library has left under the address. */
async function filesLeft(player: Player): Promise<readonly File[]> {
  if (asked.local === null) return [];
  const { takeFiles } = await handover();
  const left = await takeFiles(asked.local).catch(() => null);
  if (left) player.reading.addOptions(left.options);
  else player.refusal.value = { error: 'This browser no longer keeps that file. Drop it here once more.' };
  return left?.files ?? [];
}

/** The source that the address asks for. `file`: the one that was left under it. */
function sourceAsked(file?: File): Source | null {
  if (asked.replay) return { kind: 'address', replay: asked.replay, map: asked.map ?? undefined };
  if (asked.sample) return { kind: 'sample' };
  if (asked.live !== null) return { kind: 'live', endpoint: asked.live };
  return file && asked.local !== null ? { kind: 'file', file, name: file.name, key: asked.local } : null;
}

async function openByHand(player: Player, source: Source, time?: number, map?: Blob): Promise<void> {
  try {
    await player.open(source, { autoplay: mayStart(), time, map });
    if (source.kind !== 'file' || !(source.file instanceof File)) return;
    // Left in the browser, so that a reload of the page finds it.
    const { leaveFiles } = await handover();
    const key = await leaveFiles([source.file], player.reading.formatOptions);
    if (player.source.peek() === source) player.source.value = { ...source, key };
  } catch {
    // Shown on the page already; or the browser keeps no files, and then a reload starts anew.
  }
}

const canvas = document.createElement('canvas');
canvas.className = 'stage';
canvas.setAttribute('role', 'img');
canvas.setAttribute('aria-label', 'The replay in 3D');
root.before(canvas);

/** The ending of the address decides the game; without a file, it is most likely the first. */
const likely = asked.replay ? gameOfName(asked.replay) : asked.local === null && asked.live === null ? GAMES[0].id : null;
const options = { manual: asked.manual, reducedMotion: calm.matches, likely };
calm.addEventListener('change', () => (options.reducedMotion = calm.matches));
let player: Player | null = null;
try {
  player = new Player(canvas, options);
} catch {
  void import('./view/NoPicture').then(({ NoPicture }) => render(<NoPicture />, root));
}
if (player) start(player, canvas);
