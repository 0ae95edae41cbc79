import { useState } from 'preact/hooks';
import { leaveFiles } from '../files/handover';
import { sorted } from '../files/options';
import { EXTENSIONS, FORMAT_OPTIONS, KNOWN_FILES } from '../games/registry';
import type { ReplayRecord } from '../replays/record';
import { either } from '../ui/either';
import { grouped } from '../ui/format';
import { PlayIcon, ThemeIcon, UploadIcon } from '../ui/icons';
import { theme, toggleTheme } from '../ui/theme';
import { DeleteDialog } from './DeleteDialog';
import { DropZone } from './DropZone';
import { LinkBox } from './LinkBox';
import { List } from './List';
import { Toolbar } from './Toolbar';
import { Uploads } from './Uploads';
import { Mark } from './icons';
import { playerLink } from './links';
import { bareLibrary, filters, served, status, total } from './list';
import { narrowing } from './query';
import { enqueue } from './uploads';

/** With only an ending that they do not know, phones let nothing be chosen. */
const WATCHED = [...EXTENSIONS, 'application/octet-stream'];
/** Maps as well. */
const UPLOADED = [...WATCHED, '.zip', 'application/zip'];

export function Page() {
  const [deleting, setDeleting] = useState<ReplayRecord | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const alone = status.value === 'absent';

  async function watch(files: File[]): Promise<void> {
    const { options, others } = sorted(files, FORMAT_OPTIONS);
    if (others.length === 0) return;
    try {
      location.assign(playerLink({ local: await leaveFiles(others, options) }, served.value));
    } catch {
      // Private windows of some browsers keep nothing, not even for a moment.
      setTrouble('This browser does not let pages hand files to each other. Open the player and drop the file there.');
    }
  }

  return (
    <>
      <header class="top">
        <a class="brand" href="./" aria-label="Ghostreel, to the start">
          <Mark />
          Ghostreel
        </a>
        <span class="gap" />
        {!alone && (
          <>
            <FileButton class="btn quiet" label="Watch files" onFiles={watch}>
              <PlayIcon />
            </FileButton>
            <FileButton class="btn primary" label="Upload" withMaps onFiles={enqueue}>
              <UploadIcon />
            </FileButton>
          </>
        )}
        <button class="btn quiet icon" aria-label={theme.value === 'dark' ? 'Light theme' : 'Dark theme'} onClick={toggleTheme}>
          <ThemeIcon />
        </button>
      </header>
      <main>
        {trouble && (
          <p class="trouble" role="alert">
            {trouble} <a href={playerLink({}, served.value)}>Open the player</a>
          </p>
        )}
        {alone ? (
          <Welcome onWatch={watch} />
        ) : (
          <>
            <div class="head">
              <h1>Replays</h1>
              <p>
                {total.value !== null && !bareLibrary.value && <span class="num">{totalText(total.value)} · </span>}
                Drop files anywhere on this page.
              </p>
            </div>
            {total.value !== null && <LinkBox />}
            {!bareLibrary.value && <Toolbar />}
            <List onDelete={setDeleting} empty={<Empty />} />
          </>
        )}
      </main>
      <Uploads onWatch={(file) => void watch([file])} onDelete={setDeleting} />
      <DropZone onUpload={alone ? null : enqueue} onWatch={watch} />
      {deleting && <DeleteDialog key={deleting.id} record={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** A button that is a file picker, and says so to the keyboard and to screen readers by itself. */
function FileButton(props: {
  class: string;
  label: string;
  /** Maps are taken, too. */
  withMaps?: boolean;
  onFiles(files: File[]): unknown;
  children?: preact.ComponentChildren;
}) {
  return (
    <label class={`${props.class} file-button`}>
      {props.children}
      <span class="label">{props.label}</span>
      <input
        type="file"
        class="sr-only"
        multiple
        accept={(props.withMaps ? UPLOADED : WATCHED).join(',')}
        onChange={(event) => {
          const input = event.currentTarget;
          props.onFiles([...(input.files ?? [])]);
          // The same file again is a choice as well.
          input.value = '';
        }}
      />
    </label>
  );
}

/** The server counts no further. */
const MOST_COUNTED = 10_000;

function totalText(total: number): string {
  const count = `${grouped(total)}${total < MOST_COUNTED ? '' : ' or more'} ${total === 1 ? 'replay' : 'replays'}`;
  const isNarrowed = narrowing(filters.value).length > 0 || filters.value.q !== '';
  return isNarrowed ? `${count} found` : count;
}

/** The kinds of files: `this (.a), that (.b) or those replays (.c)`. */
const kinds = (replays: string) =>
  either(
    KNOWN_FILES.map(({ shortName, extension }, i) => (
      <>
        {i < KNOWN_FILES.length - 1 ? shortName : `${shortName} ${replays}`} (<b>{extension}</b>)
      </>
    )),
  );

/** The whole page where there is no server: a static host, or a folder. */
function Welcome({ onWatch }: { onWatch(files: File[]): unknown }) {
  return (
    <section class="welcome">
      <Mark />
      <h1>Watch a replay</h1>
      <p>Drop a {kinds('replay')} anywhere on this page. It is played right here, in your browser; nothing is sent anywhere.</p>
      <div class="buttons">
        <FileButton class="btn primary" label="Choose files" onFiles={onWatch}>
          <PlayIcon />
        </FileButton>
        <a class="btn" href={playerLink({ sample: '' }, false)}>
          Watch the sample
        </a>
      </div>
    </section>
  );
}

function Empty() {
  return (
    <div class="empty">
      <Mark />
      <h2>No replays yet</h2>
      <p>Drop {kinds('replays')} here, whole folders if you like. They are checked, stored as they are, and play back in the browser.</p>
      <div class="buttons">
        <FileButton class="btn primary" label="Upload replays" withMaps onFiles={enqueue}>
          <UploadIcon />
        </FileButton>
        <a class="btn" href={playerLink({ sample: '' }, true)}>
          Watch the sample
        </a>
      </div>
    </div>
  );
}
