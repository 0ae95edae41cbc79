import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Player } from '../player';
import { idOf, type Source } from '../sources';
import type { Ui } from '../url';
import { useAwake } from './awake';
import { watchCovered } from './covered';
import { Dock } from './Dock';
import { useDocument } from './document';
import { DropTarget } from './DropTarget';
import { Empty } from './Empty';
import { EndCard } from './EndCard';
import { useFetched } from './fetched';
import { Jump, Toast } from './Fleeting';
import { Header } from './Header';
import { watchInput } from './input';
import { Notices } from './Notices';
import { openPage } from './page';
import { question } from '../question';
import { isEmbedded } from '../api';
import { lazyPanel } from './Stats';
import './player.css';
import './timeline/timeline.css';
import './messages.css';
import './panel.css';
import './narrow.css';

interface Props {
  player: Player;
  canvas: HTMLCanvasElement;
  ui: Ui;
  /** `map`: a zip file with the map that it was played on. */
  open(source: Source, time?: number, map?: Blob): Promise<void>;
}

export function App({ player, canvas, ui: shownAtFirst, open }: Props) {
  const root = useRef<HTMLElement>(null);
  const page = useMemo(() => openPage(player, shownAtFirst), []);
  const { ui, help, stats } = page;
  const jump = useSignal(0);
  const { awake, wake, toggle } = useAwake(player, root);
  useEffect(() => watchInput(canvas, player, page, { wake, onTap: toggle, onJump: (seconds) => (jump.value = seconds) }), []);

  // Fetched when somebody brings something.
  const dropped = () => import('../dropped');
  const drop = (files: File[]) => void dropped().then(({ takeDropped }) => takeDropped(files, { player, open }));
  const choose = (files: File[]) => void dropped().then(({ takeDropped }) => takeDropped(files, { player, open }, true));
  const chooseMap = (files: File[]) => void dropped().then(({ takeMap }) => takeMap(files, player));

  // The games of a set follow each other. A page around this one decides itself what comes next.
  useSignalEffect(() => {
    const source = player.source.value;
    if (source && idOf(source) && ui.value === 'all' && !isEmbedded)
      void import('../game-set').then(({ queueSet }) => queueSet(player, source, open));
  });
  const Making = useFetched(page.making, () => import('./MakingCard'));

  const scene = player.scene.value;
  // The controls say when nothing comes of a game that is watched live.
  const shown = useComputed(
    () => ui.value === 'all' && (awake.value || !player.playback.playing.value || player.live.value?.stalled === true),
  );
  useDocument(player, shown, stats);
  // Fetched when somebody looks.
  const CloseUp = useFetched(player.closeLook.shown, () => import('./CloseUpCard'));
  const hasCard = ui.value === 'all' && player.closeLook.shown.value !== null && CloseUp !== null;
  useLayoutEffect(() => watchCovered(root.current!, (covered) => player.picture.cover(covered)), [scene, shown.value, ui.value, hasCard]);
  // Fetched when somebody asks.
  const Help = useFetched(help, () => import('./Help'));
  const Question = useFetched(question, () => import('./Question'));
  return (
    <main ref={root} class="app" data-shown={shown.value} data-game={scene?.game}>
      {scene && ui.value !== 'none' && (
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
        <Header player={player} page={page} choose={choose} chooseMap={chooseMap} />
      </div>
      {scene ? (
        <>
          <div class="overlay bottom" data-covers="bottom">
            <Dock
              player={player}
              page={page}
              statsOpen={stats.value}
              recording={page.recorded.value !== null || page.making.value !== null}
            />
            {page.making.value && Making && <Making.MakingCard making={page.making.value} />}
          </div>
          <Progress player={player} />
        </>
      ) : (
        <Empty waiting={waitingFor(player)} onFiles={choose} onSample={() => void open({ kind: 'sample' })} />
      )}
      <Notices player={player} />
      <EndCard player={player} page={page} />
      {hasCard && <CloseUp.CloseUpCard player={player} />}
      {scene && stats.value && lazyPanel(player, () => (stats.value = false))}
      {help.value && Help && <Help.Help scene={scene} onClose={() => (help.value = false)} />}
      {question.value && Question && <Question.Question />}
      <Jump seconds={jump} />
      <Toast text={player.said.toast} />
      <DropTarget take={drop} />
      <p class="sr-only" role="status" aria-live="polite">
        {player.said.announcement.value}
      </p>
    </main>
  );
}

/** The thing that the empty stage waits for. */
function waitingFor(player: Player): string | null {
  if (player.status.value !== 'loading') return null;
  const live = player.live.value;
  if (!live) return 'Opening the replay…';
  return live.connected ? 'Waiting for a game to begin…' : 'Waiting for the server to answer…';
}

/** The rest of the bar while the controls are away. */
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
