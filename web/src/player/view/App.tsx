import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { lazyPanel } from './Stats';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { BackIcon, GhostsIcon, HelpIcon, OwnPageIcon, ThemeIcon, UploadIcon } from '../../ui/icons';
import { Tool } from '../../ui/Tool';
import { theme, toggleTheme } from '../../ui/theme';
import { linkToNow } from '../address-bar';
import { isEmbedded } from '../api';
import type { Clip } from '../capture';
import { watchGestures } from '../gestures';
import { onKey, type Page } from '../keyboard';
import type { Player } from '../player';
import { fileSource, type Source } from '../sources';
import { goBack, libraryAddress } from '../way-back';
import { watchCovered } from './covered';
import { Dock } from './Dock';
import { Empty } from './Empty';
import { FileInput } from './FileInput';
import type { ResultProps } from './Result';
import './player.css';

/** The controls stay this long after the last sign of interest. */
const IDLE_MILLIS = 2600;
const TOAST_MILLIS = 2200;

interface Props {
  player: Player;
  canvas: HTMLCanvasElement;
  /** Only the picture: `ui=none`. */
  bare: boolean;
  /** `map`: a zip file with the map that it was played on. */
  open(source: Source, time?: number, map?: Blob): Promise<void>;
}

export function App({ player, canvas, bare: startBare, open }: Props) {
  const awake = useSignal(true);
  const bare = useSignal(startBare);
  const help = useSignal(false);
  const HelpOf = useSignal<ComponentType<{ onClose(): void }> | null>(null);
  const stats = useSignal(false);
  const ResultOf = useSignal<ComponentType<ResultProps> | null>(null);
  const clip = useSignal<Clip | null>(null);
  const jump = useSignal(0);
  const dropping = useSignal(false);
  const idle = useRef(0);
  const root = useRef<HTMLElement>(null);

  const { toast } = player.said;
  const say = (text: string) => player.said.say(text);
  const page: Page = {
    toggleFullscreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void document.documentElement.requestFullscreen?.().catch(() => say('Full screen is not allowed here'));
    },
    toggleStats: () => {
      if (player.scene.peek()) stats.value = !stats.value;
    },
    toggleHelp: () => {
      help.value = !help.value;
      // Fetched when somebody asks.
      void import('./Help').then((module) => (HelpOf.value = module.Help));
    },
    toggleBare: () => (bare.value = !bare.value),
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

  /** With these besides those that are shown already. What goes wrong is shown on the page. */
  const compareWith = (files: File[]) => player.compareWith([...player.others.peek(), ...files.map(fileSource)]).catch(() => undefined);

  /** Fetched when somebody brings something. */
  const take = (files: File[]) => void import('../dropped').then(({ takeDropped }) => takeDropped(files, { player, open, compareWith }));

  const begin = (kind: typeof Clip) => {
    const ended = (text: string) => {
      clip.value = null;
      say(text);
    };
    clip.value = kind.start(player, ended);
    say(clip.value ? 'Recording: R ends it' : 'This browser records no clips');
  };

  /** Any sign of interest brings the controls back; they go again only while something plays. */
  const wake = () => {
    awake.value = true;
    clearTimeout(idle.current);
    idle.current = window.setTimeout(() => {
      const busy = root.current?.querySelector('.menu[data-open=true], .bar[data-dragging=true], .overlay :focus-visible');
      if (player.playback.playing.peek() && !busy) awake.value = false;
    }, IDLE_MILLIS);
  };
  useSignalEffect(() => {
    void player.playback.playing.value;
    wake();
  });
  useSignalEffect(() => {
    if (toast.value === '') return;
    const timer = setTimeout(() => (toast.value = ''), TOAST_MILLIS);
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    if (jump.value === 0) return;
    const timer = setTimeout(() => (jump.value = 0), 600);
    return () => clearTimeout(timer);
  });

  useEffect(
    // Fetched when a replay has been watched to its end; who moves on from there has no more use for it.
    () =>
      player.events.on(
        'ended',
        () => void import('./Result').then((module) => player.playback.ended.peek() && (ResultOf.value = module.Result)),
      ),
    [],
  );
  useSignalEffect(() => {
    if (!player.playback.ended.value) ResultOf.value = null;
  });
  useEffect(() => {
    const stopGestures = watchGestures(canvas, player, {
      onTap: () => {
        if (awake.value && player.playback.playing.peek()) awake.value = false;
        else wake();
      },
      onJump: (seconds) => (jump.value = seconds),
      onDoubleClick: () => page.toggleFullscreen(),
    });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && stats.value && !help.value) stats.value = false;
      if (event.key === 'Tab') wake();
      if (!onKey(event, player, page)) return;
      event.preventDefault();
      wake();
    };
    const onMove = (event: PointerEvent) => event.pointerType === 'mouse' && wake();
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dropping.value = event.type !== 'dragleave' || event.relatedTarget !== null;
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      dropping.value = false;
      take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('focusin', wake);
    window.addEventListener('dragenter', onDrag);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onDrag);
    window.addEventListener('drop', onDrop);
    return () => {
      stopGestures();
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('focusin', wake);
      window.removeEventListener('dragenter', onDrag);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onDrag);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  const scene = player.scene.value;
  // Fetched when there is something to be said of a file.
  const Notices = useSignal<typeof import('./Notice') | null>(null);
  useSignalEffect(() => {
    const damaged = player.replay.value?.meta.diagnostics.some(({ severity }) => severity === 'error');
    if (player.refusal.value || damaged) void import('./Notice').then((module) => (Notices.value = module));
  });
  // The controls say when nothing comes of a game that is watched live.
  const shown = useComputed(() => !bare.value && (awake.value || !player.playback.playing.value || player.live.value?.stalled === true));
  useSignalEffect(() => {
    const { dataset } = document.documentElement;
    dataset.quiet = String(!shown.value);
    dataset.stats = String(stats.value && player.scene.value !== null);
  });
  useSignalEffect(() => {
    const caption = player.scene.value?.caption;
    document.title = caption ? `${[caption.title, caption.line].filter(Boolean).join(' – ')} · Ghostreel` : 'Ghostreel player';
  });
  useLayoutEffect(() => watchCovered(root.current!, (covered) => player.picture.cover(covered)), [scene, shown.value, bare.value]);
  return (
    <main ref={root} class="app" data-shown={shown.value} data-game={scene?.game}>
      {scene ? (
        <>
          {!bare.value && (
            <div
              class="hud"
              onClick={({ target }) =>
                player.picture.setCamera((target as Element).closest<HTMLElement>('[data-camera]')?.dataset.camera ?? '')
              }
            >
              <scene.Hud />
            </div>
          )}
          <div class="overlay top" data-covers="top">
            <Header player={player} page={page} take={take} compareWith={compareWith} />
          </div>
          <div class="overlay bottom" data-covers="bottom">
            <Dock player={player} page={page} statsOpen={stats.value} recording={clip.value !== null} />
          </div>
          <Progress player={player} />
        </>
      ) : (
        <>
          <div class="overlay top" data-covers="top">
            <Header player={player} page={page} take={take} compareWith={compareWith} />
          </div>
          <Empty waiting={waitingFor(player)} onFile={(file) => take([file])} onSample={() => void open({ kind: 'sample' })} />
        </>
      )}
      <div class="notices">
        {player.refusal.value && Notices.value && (
          <Notices.value.RefusalNotice refusal={player.refusal.value} onClose={() => player.dismissRefusal()} />
        )}
        {player.replay.value && !player.playback.growing.value && Notices.value && (
          <Notices.value.RecoveredNotice key={player.replay.value} meta={player.replay.value.meta} />
        )}
      </div>
      {scene && !bare.value && ResultOf.value && (
        <ResultOf.value player={player} onStats={() => (stats.value = true)} onClose={() => (ResultOf.value = null)} />
      )}
      {scene && stats.value && lazyPanel(player, () => (stats.value = false))}
      {help.value && HelpOf.value && <HelpOf.value onClose={() => (help.value = false)} />}
      {jump.value !== 0 && (
        <div class="jump num" data-side={Math.sign(jump.value)} aria-hidden="true">
          {jump.value > 0 ? '+' : '−'}
          {Math.abs(jump.value)} s
        </div>
      )}
      {toast.value && (
        <p class="toast glass" aria-hidden="true">
          {toast.value}
        </p>
      )}
      {dropping.value && (
        <div class="drop" aria-hidden="true">
          <UploadIcon />
          <p>Drop to play</p>
        </div>
      )}
      <p class="sr-only" role="status" aria-live="polite">
        {player.said.announcement.value}
      </p>
    </main>
  );
}

/** What the empty stage waits for. */
function waitingFor(player: Player): string | null {
  if (player.status.value !== 'loading') return null;
  const live = player.live.value;
  if (!live) return 'Opening the replay…';
  return live.connected ? 'Waiting for a game to begin…' : 'Waiting for the server to answer…';
}

interface HeaderProps {
  player: Player;
  page: Page;
  take(files: File[]): void;
  compareWith(files: File[]): unknown;
}

function Header({ player, page, take, compareWith }: HeaderProps) {
  const scene = player.scene.value;
  const caption = scene?.caption;
  const input = useRef<HTMLInputElement>(null);
  const other = useRef<HTMLInputElement>(null);
  const ProofBadge = useSignal<ComponentType<{ player: Player }> | null>(null);
  useSignalEffect(() => {
    // Only a server says what a replay proves: who watches a file need not fetch what shows it.
    if (player.proof.value) void import('./ProofBadge').then((module) => (ProofBadge.value = module.ProofBadge));
  });
  const themeLabel = theme.value === 'dark' ? 'Light theme (T)' : 'Dark theme (T)';
  return (
    <header class="header">
      {isEmbedded ? (
        <a
          class="btn quiet icon"
          href={location.href}
          aria-label="Watch on a page of its own"
          title="Watch on a page of its own"
          onClick={({ currentTarget }) => (currentTarget.href = linkToNow(player) ?? location.href)}
        >
          <OwnPageIcon />
        </a>
      ) : (
        <a class="btn quiet icon" href={libraryAddress} aria-label="All replays" title="All replays" onClick={goBack}>
          <BackIcon />
        </a>
      )}
      {caption && (
        <div class="caption">
          <h1>{caption.title}</h1>
          <p>
            <span>{caption.line}</span>
            {caption.aside && <span class="aside">{caption.aside}</span>}
            {caption.facts.map((fact) => (
              <span class="chip" key={fact}>
                {fact}
              </span>
            ))}
          </p>
          {ProofBadge.value && <ProofBadge.value player={player} />}
        </div>
      )}
      <div class="header-tools">
        {caption && (
          <>
            <Tool label="Open a file" icon={<UploadIcon />} onClick={() => input.current!.click()} />
            <FileInput input={input} onFile={(file) => take([file])} />
            {scene?.compareWith && (
              <>
                <Tool label="Compare with another play of this map" icon={<GhostsIcon />} onClick={() => other.current!.click()} />
                <FileInput input={other} label="Replay to compare with" onFile={(file) => compareWith([file])} />
              </>
            )}
          </>
        )}
        <Tool label={themeLabel} icon={<ThemeIcon />} onClick={() => page.toggleTheme()} />
        <Tool label="Keys (?)" icon={<HelpIcon />} onClick={() => page.toggleHelp()} />
      </div>
    </header>
  );
}

/** What stays of the bar while the controls are away. */
function Progress({ player }: { player: Player }) {
  const line = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    void player.playback.length.value;
    const span = player.scene.value?.span;
    if (!span || !line.current) return;
    line.current.style.transform = `scaleX(${(player.playback.time.value - span.start) / Math.max(1e-6, span.end - span.start)})`;
  });
  return <div class="progress" ref={line} aria-hidden="true" />;
}

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
