import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { askForSites, follow, sites } from '../replays/links';
import { playerLink } from './links';

const TITLES: Record<string, string> = { beatleader: 'BeatLeader', beatsaver: 'BeatSaver', scoresaber: 'ScoreSaber' };

/** Where a link to another site is pasted, if the server follows any: what it leads to is added, and a replay is opened. */
export function LinkBox() {
  const said = useSignal('');
  const busy = useSignal(false);
  useEffect(() => void askForSites(), []);
  const known = sites.value ?? [];
  if (known.length === 0) return null;
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(known.map((site) => TITLES[site] ?? site));
  const open = async (link: string) => {
    busy.value = true;
    said.value = 'Fetching …';
    const followed = await follow(link);
    busy.value = false;
    if ('refusal' in followed) said.value = followed.refusal;
    else if (followed.kind === 'replay') location.assign(playerLink({ replay: followed.id }, true));
    else said.value = 'The map is here: replays that were played on it are shown with it.';
  };
  return (
    <form
      class="link-box"
      onSubmit={(event) => {
        event.preventDefault();
        const link = new FormData(event.currentTarget).get('link');
        if (typeof link === 'string' && link.trim()) void open(link);
      }}
    >
      <label>
        <span class="sr-only">A link to {names}, or the hash of a map</span>
        <input name="link" placeholder={`Paste a link to ${names}`} autocomplete="off" spellcheck={false} />
      </label>
      <button type="submit" class="btn" disabled={busy.value}>
        Open
      </button>
      <p role="status">{said}</p>
    </form>
  );
}
