import { useComputed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { BackIcon, GhostsIcon, HelpIcon, OwnPageIcon, ThemeIcon, UploadIcon } from '../../ui/icons';
import { Tool } from '../../ui/Tool';
import { theme } from '../../ui/theme';
import { linkToNow } from '../address-bar';
import { isEmbedded } from '../api';
import type { Page } from '../keyboard';
import type { Player } from '../player';
import { idOf } from '../sources';
import { takesMap } from '../shown-map';
import { goBack, libraryAddress } from '../way-back';
import { useFetched } from './fetched';
import { FileInput } from './FileInput';

interface Props {
  player: Player;
  page: Page;
  choose(files: File[]): void;
  chooseMap(files: File[]): void;
}

/** The title, the way back, and tools for the page. */
export function Header({ player, page, choose, chooseMap }: Props) {
  const scene = player.scene.value;
  const caption = scene?.caption;
  const input = useRef<HTMLInputElement>(null);
  const other = useRef<HTMLInputElement>(null);
  // Only a server says what a replay proves: watching a file need not fetch the badge.
  const Proof = useFetched(player.proof, () => import('./ProofBadge'));
  const canHaveMap = useComputed(() => takesMap(player));
  const ReplayMap = useFetched(canHaveMap, () => import('./ReplayMap'));
  const stored = useComputed(() => (player.scene.value?.beside && player.source.value ? idOf(player.source.value) : null));
  const Race = useFetched(stored, () => import('./Race'));
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
          <div class="caption-row">
            {Proof && <Proof.ProofBadge player={player} />}
            {stored.value && Race && <Race.Race key={stored.value} player={player} id={stored.value} />}
            {canHaveMap.value && ReplayMap && <ReplayMap.ReplayMap player={player} take={chooseMap} />}
          </div>
        </div>
      )}
      <div class="header-tools">
        {caption && (
          <>
            <Tool label="Open a file" icon={<UploadIcon />} onClick={() => input.current!.click()} />
            <FileInput input={input} onFiles={choose} />
            {scene?.compareWith && (
              <>
                <Tool label="Compare with another play of this map" icon={<GhostsIcon />} onClick={() => other.current!.click()} />
                <FileInput input={other} label="Replay to compare with" onFiles={(files) => player.compareAlso(files)} />
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
