import { useSignal } from '@preact/signals';
import type { Description, Refusal } from '../../decoder';
import { EXTENSIONS } from '../../games/registry';
import { CloseIcon, InfoIcon, WarningIcon } from '../../ui/icons';

/** A file that could not be opened: the decoder's own sentence, which says where in the file it stumbled. */
export function RefusalNotice({ refusal, onClose }: { refusal: Refusal; onClose(): void }) {
  return (
    <div class="notice glass bad" role="alert">
      <WarningIcon />
      <div>
        <h2>{refusal.file ? <bdi>{refusal.file}</bdi> : 'This replay'} cannot be played</h2>
        <p>
          {sentence(refusal.error)}
          {refusal.section === 'signature' && ` Ghostreel opens ${EXTENSIONS.join(', ')}.`}
        </p>
      </div>
      <button type="button" class="btn quiet icon" aria-label="Dismiss" onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** A map that is not shown: another one, or no map at all. The replay plays on, and nothing is wrong with it. */
export function MapNotice({ refusal, onClose }: { refusal: Refusal; onClose(): void }) {
  return (
    <div class="notice glass" role="status">
      <InfoIcon />
      <div>
        {refusal.file && (
          <h2>
            <bdi>{refusal.file}</bdi>
          </h2>
        )}
        <p>{sentence(refusal.error)}</p>
      </div>
      <button type="button" class="btn quiet icon" aria-label="Dismiss" onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** A damaged file that plays all the same, as far as it goes: a line, and where it is damaged for who asks. */
export function RecoveredNotice({ meta }: { meta: Description }) {
  const dismissed = useSignal(false);
  const lost = meta.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (dismissed.value || lost.length === 0) return null;
  return (
    <div class="notice glass warn" role="status">
      <WarningIcon />
      <details>
        <summary>Part of this file is damaged; the rest plays</summary>
        <ul class="num">
          {lost.slice(0, 4).map(({ message, section, offset }) => (
            <li key={offset}>
              {message}{' '}
              <span class="quiet-text">
                ({section}, byte {offset.toLocaleString('en')})
              </span>
            </li>
          ))}
        </ul>
        {lost.length > 4 && <p class="quiet-text">And {lost.length - 4} more.</p>}
      </details>
      <button type="button" class="btn quiet icon" aria-label="Dismiss" onClick={() => (dismissed.value = true)}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** The decoder's messages begin in lower case and end bare, as a command line wants them. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}
