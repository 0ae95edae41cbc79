import { useEffect, useRef } from 'preact/hooks';
import { CloseIcon } from '../../ui/icons';
import type { Scene } from '../../stage/scene';
import { keysOf } from '../keys';

/** The keys of the scene that is open, and the meaning of its marks. A native dialog: it traps focus, closes on Escape and gives focus back by itself. */
export function Help({ scene, onClose }: { scene: Scene | null; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  const keys = keysOf(scene);
  const noun = scene?.closeUps?.noun;
  const Legend = scene?.Legend;
  const groups = [...new Set(keys.map((key) => key.group))];
  return (
    <dialog
      ref={dialog}
      class="help glass"
      aria-labelledby="help-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current!.close()}
      onKeyDown={(event) => {
        if (event.key === '?') dialog.current!.close();
        event.stopPropagation();
      }}
    >
      <div class="help-body">
        <header>
          <h2 id="help-title">Keys</h2>
          <button type="button" class="btn quiet icon" aria-label="Close" onClick={() => dialog.current!.close()}>
            <CloseIcon />
          </button>
        </header>
        <div class="help-groups">
          {groups.map((group) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {keys
                  .filter((key) => key.group === group)
                  .map((key) => (
                    <div key={key.label}>
                      <dt>{key.keys.map((name) => (name === '…' ? <span key={name}>…</span> : <kbd key={name}>{name}</kbd>))}</dt>
                      <dd>{key.label}</dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
          {Legend && (
            <section>
              <h3>Marks in the picture</h3>
              <Legend />
            </section>
          )}
        </div>
        <p class="quiet-text">By touch: tap for the controls, tap twice at a side to jump 5 seconds, drag the bar to scrub.</p>
        {noun && <p class="quiet-text">A press on a {noun}, or on a mark above the bar, looks at it closely.</p>}
      </div>
    </dialog>
  );
}
